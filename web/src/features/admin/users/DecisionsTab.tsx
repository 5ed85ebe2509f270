import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { DecisionTexts } from '../../../ui/DecisionTexts.tsx'
import { impactLabel, impactTones } from '../../../ui/impact.ts'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Decision } from './api.ts'
import { NewestOnly } from './NewestOnly.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'

export const DecisionsTab = ({ decisions, total }: { decisions: readonly Decision[]; total: number }) =>
  decisions.length === 0 ? (
    <EmptyState title="No decisions yet." hint="The founder logs them in their Founder Brain." />
  ) : (
    <>
      <NewestOnly shown={decisions.length} total={total} />
      <ul className="divide-y divide-border">
        {decisions.map((decision) => (
          <li key={decision.id} className="py-3">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="min-w-0 text-base wrap-anywhere">{decision.title}</h3>
              <Badge>{decision.category}</Badge>
              <Badge tone={impactTones[decision.impact]}>{impactLabel(decision.impact)}</Badge>
              <span className="text-sm text-muted">
                {formatDay(decision.created_at)}
                {decision.edited_at && ` · Edited on ${formatDay(decision.edited_at)}`}
              </span>
            </div>
            <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">
              <LinkedText text={decision.reason} />
            </p>
            <DecisionTexts decision={decision} reviewOn={decision.review_on && formatDate(decision.review_on)} />
            <div className="-ms-2.5 mt-2 flex">
              <RecordComments founder={decision.user_id} record={{ ...decision, kind: 'decision' }} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
