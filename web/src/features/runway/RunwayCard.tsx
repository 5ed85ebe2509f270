import { X } from 'lucide-react'
import { startTransition, useRef, useState, type ReactNode } from 'react'
import { Link } from '../../lib/navigation/Link.tsx'
import { daysBetween } from '../../../../domain/days.ts'
import { formatMonths, netBurn, runwayMonths, runwayText } from '../../../../domain/runway.ts'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { formatDate, formatMonth } from '../../lib/texts/dates.ts'
import { formatUsd } from '../../../../domain/money.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { useAction } from '../../ui/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { useDismissFigures, useRunway, useWithdrawProposal, type Figures, type OwnRunway } from './api.ts'
import { byMonth } from './months.ts'
import { runwayTexts } from './runway-texts.ts'

const FiguresDialog = lazyDialog(() => import('./FiguresDialog.tsx'), 'FiguresDialog')

/** Days for which the squad's answer is shown. */
const ANSWER_DAYS = 31

/** The founder's runway by the figures that the squad has recorded; the founder proposes new ones. */
export function RunwayCard() {
  const query = useRunway(useAccount().id)
  const body = useRef<HTMLDivElement>(null)
  const show = () => {
    body.current?.scrollIntoView({ block: 'center' })
    body.current?.focus({ preventScroll: true })
  }
  useAction('runway', show, !query.isPending)
  return (
    <Card title="Runway">
      <div ref={body} tabIndex={-1} className="focus-visible:rounded-sm focus-visible:outline-offset-8">
        <Loaded query={query} failed={runwayTexts.loadFailed} loading={<Loading />}>
          {(runway) => (
            <Body>
              <div className="flex min-w-0 flex-1 basis-72 flex-col gap-2 self-start">
                {runway.figures ? (
                  <Recorded figures={runway.figures} months={runway.months} />
                ) : (
                  runway.proposal?.answer !== null && <Nothing />
                )}
                {runway.is_due && runway.figures ? <Due figures={runway.figures} /> : <Status {...runway} />}
              </div>
              <Actions {...runway} />
            </Body>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

/** As high as what most founders see, so that the board does not move below it. */
const Body = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-20.5 flex-wrap items-end justify-between gap-x-6 gap-y-3 max-sm:min-h-44.5">
    {children}
  </div>
)

const Loading = () => (
  <Body>
    <div className="flex-1">
      <Skeleton lines={1} />
    </div>
  </Body>
)

/** The form begins with what was proposed, or else recorded, last. */
function Actions({ figures, proposal }: OwnRunway) {
  const { mutate: withdraw } = useWithdrawProposal(useAccount().id)
  const [isOpen, setIsOpen] = useState(false)
  const waiting = proposal?.answer === null ? proposal : null
  return (
    <div className="flex gap-2">
      {waiting && (
        <Button variant="ghost" onClick={() => withdraw(waiting)}>
          Withdraw
        </Button>
      )}
      <Button
        variant="outline"
        aria-haspopup="dialog"
        {...FiguresDialog.onIntent}
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        {waiting ? 'Change Figures' : figures ? 'Update Figures' : 'Add Your Figures'}
      </Button>
      {isOpen && <FiguresDialog known={waiting ?? figures} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

const Nothing = () => (
  <p className="text-muted">Add your balance, revenue and burn to see here how long your money lasts.</p>
)

function Recorded({ figures, months }: { figures: Figures; months: OwnRunway['months'] }) {
  const burn = netBurn(figures)
  const line = byMonth(months)
  return (
    <div className="flex items-end justify-between gap-6 sm:justify-start sm:gap-10">
      <div className="min-w-0">
        <p className="text-2xl font-semibold tracking-tight tabular-nums">{runwayText(runwayMonths(figures))}</p>
        <p className="text-sm text-muted tabular-nums">
          {formatUsd(figures.bank_balance)} in the bank,{' '}
          {burn > 0 ? `${formatUsd(burn)} less each month` : 'revenue covers the burn'}
        </p>
      </div>
      {line.length > 1 && (
        <>
          <Sparkline values={line.map(({ left }) => left)} />
          <ul aria-label="Runway by month" className="sr-only">
            {line.map(({ month, left }) => (
              <li key={month}>
                {formatMonth(month)}: {left === null ? 'not running out' : `${formatMonths(left)} months`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Once a month, in place of the day of the figures. */
function Due({ figures }: { figures: Figures }) {
  const { mutate: dismiss } = useDismissFigures(useAccount().id)
  return (
    <p className="flex items-center gap-1 text-sm">
      Figures are from {formatDate(figures.as_of)}. Update?
      <Button
        size="icon"
        variant="ghost"
        className="-my-2"
        aria-label="Ask me again in a month"
        onClick={() => dismiss()}
      >
        <X aria-hidden />
      </Button>
    </p>
  )
}

/** The day of the recorded figures, and what became of those that were sent last. */
function Status({ figures, proposal }: Pick<OwnRunway, 'figures' | 'proposal'>) {
  const today = dayOf(useNow())
  const sent = proposal && <Sent proposal={proposal} figures={figures} today={today} />
  return (
    <p className="text-sm text-muted">
      {figures && `As of ${formatDate(figures.as_of)}. `}
      {sent}
    </p>
  )
}

interface SentProps {
  proposal: NonNullable<OwnRunway['proposal']>
  figures: Figures | null
  today: IsoDate
}

function Sent({ proposal, figures, today }: SentProps) {
  const { bank_balance, as_of, answer, answered_at } = proposal
  if (answered_at === null)
    return (
      <>
        <span className="font-medium text-foreground">Waiting for your squad:</span>{' '}
        {runwayText(runwayMonths(proposal))}, with {formatUsd(bank_balance)} in the bank as of {formatDate(as_of)}.
      </>
    )
  if (daysBetween(dayOf(new Date(answered_at)), today) > ANSWER_DAYS) return null
  if (answer === 'dismissed')
    return (
      <>
        Your squad did not record your figures of {formatDate(as_of)}.{' '}
        <Link to="/chat?tab=squad" className="font-medium text-primary underline underline-offset-2">
          Ask why
        </Link>
      </>
    )
  // Older figures went into the history.
  if (as_of !== figures?.as_of) return null
  return answer === 'kept' ? 'Recorded by your squad.' : 'Corrected and recorded by your squad.'
}
