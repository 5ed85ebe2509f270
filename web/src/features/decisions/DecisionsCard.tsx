import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { formatDay } from '../../lib/dates.ts'
import { useFoundRow } from '../../lib/found-row.ts'
import { keys } from '../../lib/keys.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useAccount } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { impactLabel, impactTones } from '../../ui/impact.ts'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { decisionsQuery, selectDecision, useDeleteDecision, type Decision } from './api.ts'

const LogDecisionDialog = lazyDialog(() => import('./LogDecisionDialog.tsx'), 'LogDecisionDialog')
const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

export function DecisionsCard() {
  const { id: user } = useAccount()
  const decisions = useInfiniteQuery(decisionsQuery(user))
  const rows = useFoundRow(decisions.data, {
    queryKey: keys.decisions(user),
    select: (id) => selectDecision(user, id),
  })
  const [isOpen, setIsOpen] = useState(false)
  const open = () => startTransition(() => setIsOpen(true))
  useAction('decision', open)
  return (
    <Card
      title="Decisions"
      action={
        <Button size="sm" {...LogDecisionDialog.onIntent} onClick={open}>
          <Plus aria-hidden />
          Log Decision
        </Button>
      }
    >
      <Loaded
        query={{ ...decisions, data: rows }}
        failed={texts.decisions.loadFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No decisions logged yet. Write down the next one, and why." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={decisions} moreLabel="Load More Decisions">
            {(decision) => <DecisionItem decision={decision} />}
          </PagedList>
        )}
      </Loaded>
      {isOpen && <LogDecisionDialog onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

function DecisionItem({ decision }: { decision: Decision }) {
  const { mutate: remove } = useDeleteDecision(useAccount().id)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <article className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 text-base wrap-anywhere">{decision.title}</h3>
          <Badge>{decision.category}</Badge>
          <Badge tone={impactTones[decision.impact]}>{impactLabel(decision.impact)}</Badge>
          <span className="text-sm text-muted">{formatDay(decision.created_at)}</span>
        </div>
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">{decision.reason}</p>
        {decision.result && (
          <p className="mt-2 border-l-2 border-primary pl-3 wrap-anywhere whitespace-pre-wrap">{decision.result}</p>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted hover:text-destructive"
        aria-label={`Delete decision: ${decision.title}`}
        {...AlertDialog.onIntent}
        onClick={() => startTransition(() => setIsAsking(true))}
      >
        <Trash2 aria-hidden />
      </Button>
      {isAsking && (
        <AlertDialog
          title="Delete this decision?"
          description={`"${decision.title}" will be deleted permanently.`}
          confirmLabel="Delete"
          onConfirm={() => {
            setIsAsking(false)
            remove(decision)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </article>
  )
}
