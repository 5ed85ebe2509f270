import { useId, type SubmitEvent } from 'react'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { parseTarget, useSaveWeeklyTargets, type WeeklyTargets } from './weekly-targets.ts'

type Typed = Readonly<Record<LoopCount, string>>

/** Null: nothing typed since the last targets were saved. */
const UNCHANGED: Typed | null = null

interface WeeklyTargetsDialogProps {
  targets: WeeklyTargets
  onClose: () => void
}

/** How much each count should gain in a week. An empty field is no target. */
export function WeeklyTargetsDialog({ targets, onClose }: WeeklyTargetsDialogProps) {
  const { id: user } = useAccount()
  const id = useId()
  const [draft, setDraft] = useDraft(user, 'weekly-targets', UNCHANGED)
  const typed = draft ?? typedOf(targets)
  const { mutate: save } = useSaveWeeklyTargets(user, ({ to }) => setDraft(typedOf(to)))
  const parsed = LOOP_COUNTS.map((count) => ({ ...count, target: parseTarget(typed[count.id]) }))
  const isWrong = parsed.some(({ target }) => target === undefined)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isWrong) return
    const to = Object.fromEntries(parsed.map(({ id, target }) => [id, target])) as WeeklyTargets
    save({ from: targets, to })
    setDraft(UNCHANGED)
    onClose()
  }

  return (
    <Dialog
      title="Weekly Targets"
      description="What all your loops should add in a week. A change counts from this week."
      onClose={onClose}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {parsed.map(({ id: count, label, target }) => (
          <TextField
            key={count}
            label={label}
            hint="Empty: no target"
            inputMode="numeric"
            autoComplete="off"
            value={typed[count]}
            aria-invalid={target === undefined}
            {...(target === undefined && { 'aria-describedby': id })}
            onChange={(event) => setDraft({ ...typed, [count]: event.target.value })}
          />
        ))}
        {isWrong && (
          <p id={id} role="alert" className="text-sm text-destructive">
            A whole number from 1 to 1,000,000, please.
          </p>
        )}
        <Button type="submit" className="mt-2" disabled={isWrong}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}

const typedOf = (targets: WeeklyTargets): Typed => ({
  conversions: String(targets.conversions ?? ''),
  demos: String(targets.demos ?? ''),
  messages: String(targets.messages ?? ''),
})
