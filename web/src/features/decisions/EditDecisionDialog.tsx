import { reviewDays } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import type { Decision } from './api.ts'
import { fieldsOf, isEditable, type DecisionFields } from './decision-form.ts'
import { decisionTexts } from './decision-texts.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { useEditDecision } from './use-edit-decision.ts'

interface Draft {
  /** The fields that were changed: the others are what is stored, also once that is another text. */
  readonly changed: Partial<DecisionFields>
  /** When the decision had been edited as the draft was begun. */
  readonly since: string | null
}

/** Null: nothing changed. */
const UNCHANGED: Draft | null = null

interface EditDecisionDialogProps {
  decision: Decision
  onClose: () => void
}

/** The form of a decision that is stored. It needs the network: what is stored may have been changed elsewhere. */
export function EditDecisionDialog({ decision, onClose }: EditDecisionDialogProps) {
  const { user_id: user, edited_at } = decision
  const name = `decision:${decision.id}`
  const [draft, setDraft] = useDraft(user, name, UNCHANGED)
  const isOffline = useOffline()
  const today = dayOf(useNow())
  const { mutateAsync: edit, isPending } = useEditDecision(user)

  const stored = fieldsOf(decision)
  const fields = { ...stored, ...draft?.changed }
  const isStillEditable = isEditable(decision)
  const close = () => {
    setDraft(UNCHANGED)
    onClose()
  }
  const save = async (saved: DecisionFields) => {
    if (isOffline || isPending || !isStillEditable) return
    if (isSame(saved, stored)) return close()
    const edited = await edit({ decision, fields: saved }).catch(() => undefined)
    if (!edited) return
    // Typed meanwhile, it is for the decision as it is now.
    if (readDraft(user, name, UNCHANGED) === draft) close()
    else setDraft((draft) => draft && { ...draft, since: edited.edited_at })
  }

  const note = !isStillEditable
    ? decisionTexts.settled
    : isOffline
      ? decisionTexts.offline
      : draft !== null && draft.since !== edited_at && decisionTexts.editedElsewhere
  return (
    <DecisionForm
      title="Edit Decision"
      description="Until you say what came of it, or your squad rates it."
      fields={fields}
      days={{ first: today, last: reviewDays(dayOf(new Date(decision.created_at))).last }}
      storedReviewOn={stored.reviewOn}
      onChange={(change) =>
        setDraft((draft) => ({ since: edited_at, ...draft, changed: { ...draft?.changed, ...change } }))
      }
      onSubmit={(saved) => void save(saved)}
      onClose={onClose}
    >
      {(isRight) => (
        <DialogFooter>
          <div className="flex flex-1 flex-wrap gap-3">
            <output className="w-full text-sm text-muted empty:hidden">{note}</output>
            <Button
              type="submit"
              className="flex-1"
              aria-disabled={!isRight || isOffline || isPending || !isStillEditable}
            >
              {isPending ? 'Saving...' : 'Save'}
            </Button>
            {!isSame(fields, stored) && (
              <Button variant="outline" onClick={close}>
                Discard Changes
              </Button>
            )}
          </div>
        </DialogFooter>
      )}
    </DecisionForm>
  )
}

const isSame = (one: DecisionFields, other: DecisionFields): boolean =>
  (Object.keys(one) as (keyof DecisionFields)[]).every((name) => one[name] === other[name])
