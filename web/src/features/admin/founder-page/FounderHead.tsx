import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, FileUp, MessagesSquare, NotebookPen, PanelRight, Tags } from 'lucide-react'
import { useState } from 'react'
import type { FounderSummary } from '../../../lib/data/founder-summary.ts'
import { conversationUrl, founderImportUrl } from '../../../lib/navigation/founder-urls.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { riskText, type Risk } from '../../../lib/texts/radar.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { RISK_TABS, useEndSnooze } from '../dashboard/radar.ts'
import { labelsOfQuery, labelsQuery } from '../labels/api.ts'
import { OwnerChoice } from '../owners/OwnerChoice.tsx'
import type { FounderPageView } from './view.ts'

const SnoozeDialog = lazyDialog(() => import('../dashboard/SnoozeDialog.tsx'), 'SnoozeDialog')
const BookCallDialog = lazyDialog(() => import('./BookCallDialog.tsx'), 'BookCallDialog')
const FounderLabelsDialog = lazyDialog(() => import('./FounderLabelsDialog.tsx'), 'FounderLabelsDialog')
const FounderNoteDialog = lazyDialog(() => import('./FounderNoteDialog.tsx'), 'FounderNoteDialog')

interface FounderHeadProps {
  founder: string
  name: string
  summary: FounderSummary
  view: FounderPageView
  /** Loads the details when the pointer or the focus reaches their button. */
  onDetails: (typeof SnoozeDialog)['onIntent']
}

/** Who the founder is, why they need the squad, and what can be done for them. */
export function FounderHead({ founder, name, summary, view, onDetails }: FounderHeadProps) {
  const [open, setOpen] = useState<'note' | 'labels' | 'snooze' | 'call'>()
  const close = () => setOpen(undefined)
  const dialog = { founder, name, onClose: close }
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-2xl tracking-tight wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <Identity founder={founder} name={name} summary={summary} />
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <Labels founder={founder} />
            <Button
              variant="ghost"
              size="sm"
              className="-mx-2.5 text-muted"
              {...FounderLabelsDialog.onIntent}
              onClick={() => setOpen('labels')}
            >
              <Tags aria-hidden />
              Labels
            </Button>
            <OwnerChoice founder={founder} owner={summary.owner} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={conversationUrl(founder)} size="sm">
            <MessagesSquare aria-hidden />
            Message
          </ButtonLink>
          <Button variant="outline" size="sm" {...FounderNoteDialog.onIntent} onClick={() => setOpen('note')}>
            <NotebookPen aria-hidden />
            Note
          </Button>
          <Button variant="outline" size="sm" {...BookCallDialog.onIntent} onClick={() => setOpen('call')}>
            <CalendarPlus aria-hidden />
            Book
          </Button>
          <ButtonLink to={founderImportUrl(founder)} variant="outline" size="sm">
            <FileUp aria-hidden />
            Import
          </ButtonLink>
          <Button variant="outline" size="sm" {...onDetails} onClick={() => view.openDetails('overview')}>
            <PanelRight aria-hidden />
            View Details
          </Button>
        </div>
      </div>
      <Standing founder={founder} name={name} summary={summary} view={view} onSnooze={() => setOpen('snooze')} />
      {open === 'note' && <FounderNoteDialog {...dialog} />}
      {open === 'labels' && <FounderLabelsDialog {...dialog} />}
      {open === 'snooze' && <SnoozeDialog {...dialog} />}
      {open === 'call' && <BookCallDialog {...dialog} />}
    </header>
  )
}

function Identity({ founder, name, summary }: Pick<FounderHeadProps, 'founder' | 'name' | 'summary'>) {
  const { email, joined, conversation } = summary
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
      {email !== null && (
        <a href={`mailto:${email}`} className="wrap-anywhere underline-offset-4 hover:text-primary hover:underline">
          {email === name ? 'Send an email' : email}
        </a>
      )}
      <span>Joined {formatDay(joined)}</span>
      <span>
        <Link to={conversationUrl(founder)} className="font-medium text-primary underline underline-offset-4">
          Conversation
        </Link>
        {conversation
          ? `, last message ${formatDay(conversation.last_message_at)}, ${conversation.assignee === null ? 'unassigned' : `assigned to ${conversation.assignee}`}`
          : ', no messages yet'}
      </span>
    </p>
  )
}

/** Which labels the founder has. */
function Labels({ founder }: { founder: string }) {
  useLiveRows('labelled_founders', founder, labelsOfQuery(founder).queryKey)
  const { data: labels = [] } = useQuery(labelsQuery)
  const { data: own } = useQuery(labelsOfQuery(founder))
  const shown = labels.filter(({ id }) => own?.has(id))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Labels" className="mr-2.5 flex flex-wrap gap-2">
      {shown.map(({ id, name }) => (
        <li key={id}>
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  )
}

interface StandingProps extends Pick<FounderHeadProps, 'founder' | 'name' | 'summary' | 'view'> {
  onSnooze: () => void
}

/** Why the founder needs the squad, each reason with the way to what shows it, and the snooze. */
function Standing({ founder, name, summary: { risks, snooze }, view, onSnooze }: StandingProps) {
  const { mutate: endSnooze, isPending } = useEndSnooze()
  return (
    <section
      aria-label="At risk"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border border-border bg-surface px-4 py-2 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-80">
        {risks.length === 0 ? (
          <p className="wrap-anywhere text-muted">Nothing puts {name} at risk right now.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {risks.map((risk) => (
              <li key={risk.code} className="flex flex-wrap items-baseline gap-x-2">
                <Link
                  to={placeOf(risk, founder, view)}
                  className="inline-flex min-h-6 items-center font-medium underline decoration-border underline-offset-4 hover:text-primary hover:decoration-current pointer-coarse:min-h-11"
                >
                  {riskText(risk)}
                </Link>
                {risk.since && <span className="text-sm text-muted">since {formatDate(risk.since)}</span>}
              </li>
            ))}
          </ul>
        )}
        {snooze && (
          <p className="text-sm wrap-anywhere text-muted">
            Snoozed until {formatDate(snooze.until)}: {snooze.reason}
          </p>
        )}
      </div>
      {snooze ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={`End snooze of ${name}`}
          aria-disabled={isPending}
          onClick={() => !isPending && endSnooze(founder)}
        >
          End snooze
        </Button>
      ) : (
        <Button variant="outline" size="sm" {...SnoozeDialog.onIntent} onClick={onSnooze}>
          Snooze
        </Button>
      )}
    </section>
  )
}

/** The details at what shows a reason, on this page; a message that waits is in the conversation. */
function placeOf({ code }: Risk, founder: string, view: FounderPageView): string {
  const tab = RISK_TABS[code]
  return tab === undefined ? conversationUrl(founder) : view.detailsUrl(tab)
}
