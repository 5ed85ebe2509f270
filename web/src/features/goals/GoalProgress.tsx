import { Check } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { Link } from '../../lib/navigation/Link.tsx'
import { formatCount } from '../../../../domain/numbers.ts'
import { numberOf, progressText, sumText, typedNumber, type GoalSum } from '../../../../domain/goal-targets.ts'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { recordUrl } from '../../../../domain/record-links.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import type { Goal } from './api.ts'
import type { EditGoal } from './changes.ts'
import type { LongerGoal } from './links.ts'
import { NO_NUMBER } from './target-texts.ts'

export interface GoalLinks {
  /** The goal that it serves. */
  readonly served?: LongerGoal | undefined
  /** Of the goals that serve it. */
  readonly sum?: GoalSum | undefined
}

/** Below a goal: how far it is, where a press lets the new number be typed, and its links. Nothing for a goal without any. */
export function GoalProgress({ goal, served, sum, onEdit }: GoalLinks & { goal: Goal; onEdit: EditGoal }) {
  /** What the field begins with. */
  const [typed, setTyped] = useState<string>()
  const number = useRef<HTMLButtonElement>(null)
  const shown = progressText(goal, sum)
  if (shown === undefined && !goal.parent_id && !sum) return null

  const close = () => {
    setTyped(undefined)
    requestAnimationFrame(() => number.current?.focus())
  }
  const save = (text: string, progress: number | null) => {
    if (progress !== goal.progress) onEdit({ goal, change: { progress } }).catch(() => setTyped(text))
    close()
  }

  if (typed !== undefined) return <NumberForm goal={goal} typed={typed} onSave={save} onClose={close} />
  return (
    <div className="-mt-1 flex min-h-7 flex-wrap items-center gap-x-3 ps-9 pe-2 pb-1 text-sm text-muted">
      {shown !== undefined && (
        <button
          ref={number}
          type="button"
          aria-label={`${shown}, type the new number: ${goal.text}`}
          disabled={!isSaved(goal)}
          className="inline-flex min-h-6 flex-wrap items-center gap-x-2 rounded-sm text-start tabular-nums enabled:hover:text-foreground enabled:hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
          onClick={() => setTyped(goal.progress === null ? '' : formatCount(goal.progress))}
        >
          <Bar share={numberOf(goal, sum) / (goal.target ?? 1)} />
          <span className="wrap-anywhere">{shown}</span>
        </button>
      )}
      {/* Buttons are not printed. */}
      {shown !== undefined && <span className="hidden print:inline">{shown}</span>}
      {sum && <span>{sumText(sum, goal)}</span>}
      {served && (
        <span className="min-w-0 flex-1 basis-16 truncate">
          For{' '}
          <Link
            to={recordUrl({ kind: 'goal', ...served })}
            className="underline underline-offset-2 hover:text-foreground"
          >
            {served.text}
          </Link>
        </span>
      )}
    </div>
  )
}

/** Says what the text beside it does. */
const Bar = ({ share }: { share: number }) => (
  <span aria-hidden className="h-1.5 w-14 sm:w-20 overflow-hidden rounded-full bg-sunken">
    <span
      className="block h-full rounded-full bg-primary forced-color-adjust-none forced-colors:bg-[Highlight] transition-[width] duration-500 motion-reduce:transition-none"
      style={{ width: `${Math.min(100, 100 * share)}%` }}
    />
  </span>
)

interface NumberFormProps {
  goal: Goal
  typed: string
  onSave: (typed: string, progress: number | null) => void
  onClose: () => void
}

/** Enter saves, Escape leaves. An empty field takes the number away: what serves the goal counts again. */
function NumberForm({ goal, typed, onSave, onClose }: NumberFormProps) {
  const [text, setText] = useState(typed)
  const [isWrong, setIsWrong] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const progress = typedNumber(text)
    if (progress === undefined) setIsWrong(true)
    else onSave(text, progress)
  }

  return (
    <form className="flex flex-wrap items-center gap-2 ps-9 pe-2 pb-2 text-sm" onSubmit={submit}>
      <div className="w-24">
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was pressed
          autoFocus
          inputMode="decimal"
          aria-label={`New number: ${goal.text}`}
          aria-invalid={isWrong}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setText(event.target.value)
            setIsWrong(false)
          }}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </div>
      <span className="min-w-0 wrap-anywhere text-muted">
        of {formatCount(goal.target ?? 0)} {goal.unit}
      </span>
      <Button type="submit" size="icon" aria-label="Save">
        <Check aria-hidden />
      </Button>
      {isWrong && (
        <p role="alert" className="w-full text-destructive">
          {NO_NUMBER}
        </p>
      )}
    </form>
  )
}
