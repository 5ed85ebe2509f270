import type { SubmitEvent } from 'react'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { parseTarget, useSaveWeeklyTargets, type WeeklyTargets } from './weekly-targets.ts'

type Typed = Readonly<Record<LoopCount, string>>

/** Null: nothing typed since the last targets were saved. */
const UNCHANGED: Typed | null = null

const NOT_A_TARGET = 'A whole number from 1 to 1,000,000, please.'

interface WeeklyTargetsDialogProps {
  targets: WeeklyTargets
  onClose: () => void
}

/** How much each count should gain in a week. An empty field is no target. */
export function WeeklyTargetsDialog({ targets, onClose }: WeeklyTargetsDialogProps) {
  const { id: user } = useAccount()
  const [draft, setDraft] = useDraft(user, 'weekly-targets', UNCHANGED)
  const typed = draft ?? typedOf(targets)
  const { mutate: save } = useSaveWeeklyTargets(user, ({ to }) => setDraft(typedOf(to)))
  const { conversions, demos, messages } = typed
  const to = { conversions: parseTarget(conversions), demos: parseTarget(demos), messages: parseTarget(messages) }
  const { errorOf, refuse } = useFieldErrors({
    conversions: to.conversions === undefined && NOT_A_TARGET,
    demos: to.demos === undefined && NOT_A_TARGET,
    messages: to.messages === undefined && NOT_A_TARGET,
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse(event)) return
    save({ from: targets, to: to as WeeklyTargets })
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
        {LOOP_COUNTS.map(({ id, label }) => (
          <WithError key={id} error={errorOf(id)}>
            {(wrong) => (
              <TextField
                label={label}
                name={id}
                hint="Empty: no target"
                inputMode="numeric"
                autoComplete="off"
                value={typed[id]}
                onChange={(event) => setDraft({ ...typed, [id]: event.target.value })}
                {...wrong}
              />
            )}
          </WithError>
        ))}
        <Button type="submit" className="mt-2">
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
