import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { useAction } from '../../ui/actions.ts'
import { formatDate, formatDay } from '../../lib/texts/dates.ts'
import { useAddedBy } from '../../lib/data/added-by.ts'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DecisionTexts } from '../../ui/DecisionTexts.tsx'
import { inWords } from '../../lib/texts/categories.ts'
import { isRated } from '../../../../domain/decisions.ts'
import { truncateWithEllipsis } from '../../../../domain/truncate.ts'
import { dayOf } from '../../../../domain/week.ts'
import { impactLabel, impactTones } from '../../ui/impact.ts'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { RecordComments } from '../../ui/record-comments.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { type Decision } from './api.ts'
import { answersQuery, decisionsQuery, selectDecision, useDeleteDecision, useRestoreDecision } from './list-api.ts'
import { EMPTY_DECISION, isEditable, isEmpty } from './decision-form.ts'
import { TrackRecord } from './TrackRecord.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { UndoNotice } from '../../ui/UndoNotice.tsx'
import { useUndoStack } from '../../ui/undo-stack.ts'

const EditDecisionDialog = lazyDialog(() => import('./EditDecisionDialog.tsx'), 'EditDecisionDialog')
const LogDecisionDialog = lazyDialog(() => import('./LogDecisionDialog.tsx'), 'LogDecisionDialog')
const ReviewDialog = lazyDialog(() => import('./ReviewDialog.tsx'), 'ReviewDialog')

/** Characters of a title in the notice that it was deleted. */
const NOTICE_LENGTH = 80

export function DecisionsCard() {
  const { id: user } = useAccount()
  const decisions = useInfiniteQuery(decisionsQuery(user))
  const answers = useQuery(answersQuery(user))
  useLiveRows('decisions', user, keys.decisions.every(user))
  const addedBy = useAddedBy(user)
  // The list waits for what stands above it, so that it does not move.
  const isWaiting = answers.isPending && answers.failureCount === 0
  const rows = useLinkedRow(decisions.data, {
    queryKey: keys.decisions.all(user),
    select: (id) => selectDecision(user, id),
  })
  const [isOpen, setIsOpen] = useState(false)
  const open = () => startTransition(() => setIsOpen(true))
  useAction('decision', open)
  const { mutateAsync: removed } = useDeleteDecision(user)
  const { mutate: restore } = useRestoreDecision(user)
  const { latest: deleted, add, drop, clear } = useUndoStack<Decision>()
  const removeWithUndo = (decision: Decision) => add(decision, removed(decision))
  const undo = (decision: Decision) => {
    restore(decision)
    drop(decision)
  }
  return (
    <>
      <Card
        title="Decisions"
        action={
          <Button size="sm" {...LogDecisionDialog.onIntent} onClick={open}>
            <Plus aria-hidden />
            Log Decision
          </Button>
        }
      >
        <UnsentDecisions onEdit={open} />
        <TrackRecord answers={answers} />
        <Loaded
          query={{ ...decisions, data: isWaiting ? undefined : rows }}
          failed={texts.decisions.loadFailed}
          isEmpty={(rows) => rows.length === 0}
          empty={<EmptyState title="No decisions logged yet. Write down the next one, and why." />}
        >
          {(rows) => (
            <PagedList rows={rows} query={decisions} moreLabel="Load More Decisions">
              {(decision) => (
                <DecisionItem decision={decision} addedBy={addedBy(decision.id)} onRemove={removeWithUndo} />
              )}
            </PagedList>
          )}
        </Loaded>
        {isOpen && <LogDecisionDialog onClose={() => setIsOpen(false)} />}
      </Card>
      {/* Outside the card, where the focus stays when the last decision is deleted. */}
      {deleted && (
        <UndoNotice
          key={deleted.id}
          text={`Deleted: ${truncateWithEllipsis(deleted.title, NOTICE_LENGTH)}`}
          hasShortcut
          onUndo={() => undo(deleted)}
          onEnd={clear}
        />
      )}
    </>
  )
}

function UnsentDecisions({ onEdit }: { onEdit: () => void }) {
  const { id: user } = useAccount()
  const { rows, edit, discard } = useUnsent(user, 'decision')
  const [form, setForm] = useDraft(user, 'decision', EMPTY_DECISION)
  const isOffline = useOffline()
  const putBack = (id: string) =>
    edit(id, ({ review_on, expected, ...typed }) => {
      if (!isEmpty(readDraft(user, 'decision', EMPTY_DECISION))) return false
      setForm({ ...typed, expected: expected ?? '', reviewOn: review_on ?? '' })
      onEdit()
      return true
    })
  return (
    <OutboxList
      rows={rows.map(({ id, payload, reason }) => ({ id, label: payload.title, reason }))}
      isOffline={isOffline}
      onEdit={isEmpty(form) ? putBack : undefined}
      onDiscard={discard}
    />
  )
}

interface DecisionItemProps {
  decision: Decision
  /** The app that added it, in words. */
  addedBy: string | undefined
  onRemove: (decision: Decision) => void
}

function DecisionItem({ decision, addedBy, onRemove }: DecisionItemProps) {
  const [isReviewing, setIsReviewing] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const today = dayOf(useNow())
  const isDue = !decision.was_right && decision.review_on !== null && decision.review_on <= today
  const startReview = { ...ReviewDialog.onIntent, onClick: () => startTransition(() => setIsReviewing(true)) }
  return (
    <article>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="min-w-0 text-base wrap-anywhere">{decision.title}</h3>
            <Badge>{inWords(decision.category)}</Badge>
            {isDue && <Badge tone="destructive">Review due</Badge>}
            {isRated(decision) && (
              <Badge tone={impactTones[decision.impact]}>
                <span className="mr-1 font-normal">Team:</span>
                <span>{impactLabel(decision.impact)}</span>
              </Badge>
            )}
            <span className="text-sm text-muted">{formatDay(decision.created_at)}</span>
            {decision.edited_at && (
              <span className="text-sm text-muted">Edited on {formatDay(decision.edited_at)}</span>
            )}
            {addedBy && <span className="text-sm text-muted">{addedBy}</span>}
          </div>
          <p className="mt-1 max-w-3xl wrap-anywhere whitespace-pre-wrap text-muted">
            <LinkedText text={decision.reason} />
          </p>
          <DecisionTexts decision={decision} reviewOn={decision.review_on && formatDate(decision.review_on)} />
        </div>
        <div className="flex max-sm:flex-col">
          {decision.was_right && (
            <Button
              variant="ghost"
              size="icon"
              className="text-muted"
              aria-label={`Correct what came of it: ${decision.title}`}
              {...startReview}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          {isEditable(decision) && (
            <Button
              variant="ghost"
              size="icon"
              className="text-muted"
              aria-label={`Edit decision: ${decision.title}`}
              {...EditDecisionDialog.onIntent}
              onClick={() => startTransition(() => setIsEditing(true))}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon"
            className="text-muted hover:text-destructive"
            aria-label={`Delete decision: ${decision.title}`}
            onClick={() => onRemove(decision)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!decision.was_right && (
          <Button
            variant={isDue ? 'primary' : 'outline'}
            size="sm"
            aria-label={`What came of it? ${decision.title}`}
            {...startReview}
          >
            What came of it?
          </Button>
        )}
        <div className={classNames('flex', decision.was_right && '-ms-2.5')}>
          <RecordComments founder={decision.user_id} record={{ ...decision, kind: 'decision' }} />
        </div>
      </div>
      {isEditing && <EditDecisionDialog decision={decision} onClose={() => setIsEditing(false)} />}
      {isReviewing && <ReviewDialog decision={decision} onClose={() => setIsReviewing(false)} />}
    </article>
  )
}
