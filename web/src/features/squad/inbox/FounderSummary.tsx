import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { founderUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { callTime } from '../../../../../domain/booking.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { moodsByWeek } from '../../../lib/data/moods-by-week.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import { riskText } from '../../../lib/texts/radar.ts'
import { runwayMonths, runwayText } from '../../../../../domain/runway.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { weekOf } from '../../../../../domain/week.ts'
import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { impactLabel } from '../../../ui/impact.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useSummary, type FounderSummary as Summary } from '../../../lib/data/founder-summary.ts'
import { LinkedText } from '../../../ui/LinkedText.tsx'

/** How the founder is doing, beside the conversation: nothing else needs to be opened to answer. */
export function FounderSummary({ founder, name }: { founder: string; name: string }) {
  const query = useSummary(founder)
  return (
    <aside aria-label={`How ${name} is doing`} className={classNames(cardLook, '@container p-4')}>
      <Loaded query={query} failed={adminTexts.userFailed}>
        {(summary) =>
          summary && (
            <div className="grid grid-cols-1 gap-4 text-sm @lg:grid-cols-2 @lg:gap-6">
              <Link
                to={founderUrl(founder)}
                className="inline-flex min-h-6 items-center gap-1.5 font-medium text-primary hover:underline pointer-coarse:min-h-11"
              >
                Founder page
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              {(summary.labels.length > 0 || summary.snooze) && <Marks {...summary} />}
              {summary.risks.length > 0 && <AtRisk risks={summary.risks} />}
              <CheckIns checkIns={summary.check_ins} />
              <Goals goals={summary.goals} />
              <Loops loops={summary.loops} />
              <Runway founder={founder} {...summary} />
              <Decisions decisions={summary.decisions} />
              <Call call={summary.call} />
              <p className="text-xs text-muted">Joined {formatDay(summary.joined)}</p>
            </div>
          )
        }
      </Loaded>
    </aside>
  )
}

const Subject = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
    {children}
  </section>
)

/** One line, cut where it is too long. */
const Line = ({ children }: { children: ReactNode }) => <p className="line-clamp-3 wrap-anywhere">{children}</p>

/** Labels, and that the radar leaves the founder out. */
const Marks = ({ labels, snooze }: Pick<Summary, 'labels' | 'snooze'>) => (
  <div className="flex flex-col gap-2">
    {labels.length > 0 && (
      <ul aria-label="Labels" className="flex flex-wrap gap-1.5">
        {labels.map((label) => (
          <li key={label}>
            <Badge>{label}</Badge>
          </li>
        ))}
      </ul>
    )}
    {snooze && (
      <Line>
        Left out of the radar until {formatDate(snooze.until)}: {snooze.reason}
      </Line>
    )}
  </div>
)

const AtRisk = ({ risks }: { risks: Summary['risks'] }) => (
  <Subject title="At risk">
    <ul className="list-disc pl-4">
      {risks.map((risk) => (
        <li key={risk.code}>{riskText(risk)}</li>
      ))}
    </ul>
  </Subject>
)

function CheckIns({ checkIns }: { checkIns: Summary['check_ins'] }) {
  const now = useNow()
  const [last] = checkIns
  if (!last) return <Subject title="Check-in">None yet.</Subject>
  // As in the cohort's table.
  const moods = moodsByWeek(checkIns, weekOf(now, 'UTC'))
  return (
    <Subject title={`Check-in, week of ${formatDate(last.week_of)}`}>
      <div className="flex items-center justify-between gap-2">
        <p className="font-medium">{moodLabel(last.mood)}</p>
        {moods.some((mood) => mood !== null) && <Sparkline values={moods} range={[1, 5]} />}
      </div>
      <Line>
        <LinkedText text={last.wins} />
      </Line>
      {last.blockers && (
        <Line>
          Blockers:{' '}
          <bdi>
            <LinkedText text={last.blockers} />
          </bdi>
        </Line>
      )}
      <Line>
        Next priority:{' '}
        <bdi>
          <LinkedText text={last.next_priority} />
        </bdi>
      </Line>
    </Subject>
  )
}

const Goals = ({ goals: { open, completed, next } }: { goals: Summary['goals'] }) => (
  <Subject title="Goals">
    <p className="tabular-nums">
      {formatCount(open)} open, {formatCount(completed)} completed in 7 days
    </p>
    <ul className="list-disc pl-4">
      {next.map(({ id, text, period }) => (
        <li key={id} className="wrap-anywhere">
          <span className="line-clamp-2">
            {text} <span className="text-muted">({period})</span>
          </span>
        </li>
      ))}
    </ul>
  </Subject>
)

const Loops = ({ loops }: { loops: Summary['loops'] }) => (
  <Subject title="Traction">
    {loops.length === 0 && 'No loops yet.'}
    <ul>
      {loops.map(({ id, name, status, conversions, added }) => (
        <li key={id} className="flex justify-between gap-2">
          <span className="truncate">
            {name}
            {status !== 'running' && <span className="text-muted"> ({status})</span>}
          </span>
          <span className="whitespace-nowrap tabular-nums">
            {formatCount(conversions)}
            {added !== null && <span className="text-muted"> ({formatChange(added)})</span>}
            <span className="sr-only"> conversions{added !== null && ', with the change in 7 days'}</span>
          </span>
        </li>
      ))}
    </ul>
  </Subject>
)

type RunwayProps = Pick<Summary, 'runway' | 'proposed_on'> & { founder: string }

const Runway = ({ founder, runway, proposed_on }: RunwayProps) => (
  <Subject title="Runway">
    {runway ? <Recorded runway={runway} /> : 'Not recorded.'}
    {proposed_on !== null && (
      <p>
        <Link
          to={`/admin/users?founder=${founder}&tab=runway`}
          className="inline-flex items-center font-medium text-primary hover:underline pointer-coarse:min-h-11"
        >
          New figures sent {formatDay(proposed_on)}
        </Link>
      </p>
    )}
  </Subject>
)

function Recorded({ runway }: { runway: NonNullable<Summary['runway']> }) {
  const now = runwayText(runwayMonths(runway))
  const before = runway.before && runwayText(runwayMonths(runway.before))
  return (
    <>
      <p className="font-medium">
        {now}
        {before && before !== now && <span className="font-normal text-muted"> (four weeks ago: {before})</span>}
      </p>
      <p className="text-muted">
        {formatUsd(runway.bank_balance)} in the bank, burn {formatUsd(runway.monthly_burn)}, revenue{' '}
        {formatUsd(runway.monthly_revenue)}
      </p>
    </>
  )
}

const Decisions = ({ decisions }: { decisions: Summary['decisions'] }) => (
  <Subject title="Last decisions">
    {decisions.length === 0 && 'None yet.'}
    <ul>
      {decisions.map(({ id, title, impact, created_at }) => (
        <li key={id}>
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
          <span className="text-xs text-muted">
            {formatDay(created_at)}
            {impact !== 'neutral' && ` · ${impactLabel(impact)}`}
          </span>
        </li>
      ))}
    </ul>
  </Subject>
)

const Call = ({ call }: { call: Summary['call'] }) => (
  <Subject title="Next call">
    {call ? (
      <>
        <p>
          {callTime(call)} · {SQUAD.find(({ id }) => id === call.member)?.name}
        </p>
        {call.topic && (
          <Line>
            <LinkedText text={call.topic} />
          </Line>
        )}
      </>
    ) : (
      'None booked.'
    )}
  </Subject>
)
