import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { moodText } from '../../../../../domain/check-ins.ts'
import { addDays } from '../../../../../domain/days.ts'
import { durationText } from '../../../../../domain/durations.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import { formatMonths } from '../../../../../domain/runway.ts'
import {
  atRiskText,
  overdueText,
  TEAM_WEEKS,
  weekRange,
  weekRows,
  type LabelWeek,
  type TeamWeek,
} from '../../../../../domain/team-week.ts'
import { weekOf, type IsoDate } from '../../../../../domain/week.ts'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { fullName } from '../../../lib/session/profile.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { teamWeekQuery, teamWeekTexts } from './api.ts'

/** The Monday of the last week that has ended. */
const lastWeek = () => addDays(weekOf(new Date(), 'UTC'), -7)

const urlOf = (week: IsoDate) => `/admin/week?week=${week}`

/** The figures of a week that has ended, beside the week before, to read and to print. The week is in the URL. */
export function TeamWeekPage() {
  const last = lastWeek()
  const weeks = Array.from({ length: TEAM_WEEKS }, (_, ago) => addDays(last, -7 * ago))
  const named = useSearchParams().get('week')
  const week = weeks.find((monday) => monday === named) ?? last
  const [before, after] = [-7, 7].map((days) => weeks.find((monday) => monday === addDays(week, days)))
  const query = useQuery(teamWeekQuery(week))
  return (
    <Page
      title="Week of the team"
      description={`${weekRange(week)}, beside the week before. Weeks are UTC’s.`}
      action={
        <div className="flex flex-wrap items-end gap-2 print:hidden">
          <div className="w-56">
            <Select
              label="Week"
              labelLook="hidden"
              options={weeks.map((id) => ({ id, label: weekRange(id) }))}
              value={week}
              onChange={(id) => setSearchParams({ week: id })}
            />
          </div>
          <WeekLink week={before} label="The week before" icon={<ArrowLeft aria-hidden />} />
          <WeekLink week={after} label="The week after" icon={<ArrowRight aria-hidden />} />
          <Button variant="outline" disabled={!query.data || query.isPlaceholderData} onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </div>
      }
    >
      <Loaded
        query={query}
        failed={teamWeekTexts.loadFailed}
        loading={<Skeleton lines={10} />}
        isEmpty={({ present, before }) => present.founders === 0 && before.founders === 0}
        empty={<EmptyState title="No founder had joined by the end of this week." />}
      >
        {(figures) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            <Figures week={figures} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Nothing where there is no such week. */
function WeekLink({ week, label, icon }: { week: IsoDate | undefined; label: string; icon: ReactNode }) {
  if (!week) return null
  return (
    <ButtonLink to={urlOf(week)} variant="outline" size="icon" aria-label={label} title={label}>
      {icon}
    </ButtonLink>
  )
}

/** What stands below the rows of a card, by its title. */
const more: Readonly<Record<string, (props: { week: TeamWeek }) => ReactNode>> = {
  'Revenue and runway': ShortestRunways,
  'Answers of the squad': Answers,
  'At risk': AtRisk,
}

const Figures = ({ week }: { week: TeamWeek }) => {
  const [founders, money, answers, risk] = weekRows(week).map(({ title, rows }) => {
    const More = more[title]
    return (
      <Card key={title} title={title} className="print:gap-2 print:p-3">
        <Table
          columns={['Figure', 'This week', 'Week before']}
          caption={title}
          rows={rows.map(({ label, value, before }) => ({ key: label, head: label, cells: [value, before] }))}
        />
        {More && <More week={week} />}
      </Card>
    )
  })
  return (
    <div className="flex flex-col gap-5 print:gap-3">
      <div className="grid items-start gap-5 lg:grid-cols-2 print:grid-cols-2 print:gap-3">
        <div className={columnLook}>
          {founders}
          {answers}
        </div>
        <div className={columnLook}>
          {money}
          {risk}
        </div>
      </div>
      {week.labels.length > 0 && <Labels labels={week.labels} />}
    </div>
  )
}

const columnLook = 'flex min-w-0 flex-col gap-5 print:gap-3'

function ShortestRunways({ week: { shortest_runways } }: { week: TeamWeek }) {
  if (shortest_runways.length === 0) return null
  return (
    <Table
      columns={['Shortest runways', 'This week', 'Week before']}
      caption="Shortest runways"
      rows={shortest_runways.map(({ months, before, ...founder }) => ({
        key: founder.id,
        head: <FounderLink founder={founder.id} name={fullName(founder)} />,
        cells: [months, before].map((at) => formatOr(at, (known) => `${formatMonths(known)} months`)),
      }))}
    />
  )
}

function Answers({ week }: { week: TeamWeek }) {
  const { colleagues, promised_hours } = week
  return (
    <>
      {colleagues.length > 0 && (
        <Table
          columns={['By colleague', 'Answers', 'Median', 'Slowest tenth', ...(promised_hours === null ? [] : ['Late'])]}
          caption="Answers by colleague"
          rows={colleagues.map(({ id, name, answers, minutes, slow_minutes, late }) => ({
            key: id ?? '',
            head: <bdi>{name ?? (id === null ? 'Not recorded' : 'A former colleague')}</bdi>,
            cells: [
              formatCount(answers),
              durationText(minutes ?? 0),
              durationText(slow_minutes ?? 0),
              ...(promised_hours === null ? [] : [formatCount(late ?? 0)]),
            ],
          }))}
        />
      )}
      <p className="text-sm text-muted">{overdueText(week)}</p>
    </>
  )
}

function AtRisk({ week: { at_risk } }: { week: TeamWeek }) {
  return (
    <>
      <p className="text-sm text-muted">{atRiskText(at_risk)}</p>
      <Names title="Became at risk" names={at_risk.became_names} all={at_risk.became} />
      <Names title="Recovered" names={at_risk.recovered_names} all={at_risk.recovered} />
    </>
  )
}

interface NamesProps {
  title: string
  names: TeamWeek['at_risk']['became_names']
  /** How many there are. */
  all: number | null
}

function Names({ title, names, all }: NamesProps) {
  if (names.length === 0) return null
  const rest = (all ?? 0) - names.length
  return (
    <div className="text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {names.map((founder) => (
          <li key={founder.id}>
            <FounderLink founder={founder.id} name={fullName(founder)} />
          </li>
        ))}
        {rest > 0 && <li className="text-muted">and {formatCount(rest)} more</li>}
      </ul>
    </div>
  )
}

const NOTHING = '–'
const formatOr = <Value,>(value: Value | null, format: (value: Value) => string) =>
  value === null ? NOTHING : format(value)

const Labels = ({ labels }: { labels: readonly LabelWeek[] }) => (
  <Card title="By label" description="Founders with several labels count in each." className="print:gap-2 print:p-3">
    <div className="overflow-x-auto print:overflow-visible">
      <Table
        columns={['Label', 'Founders', 'Checked in', 'Mood', 'Goals done', 'Conversions', 'Revenue a month', 'Median answer', 'At risk now']} // prettier-ignore
        caption="Figures by label"
        rows={labels.map((label) => ({
          key: label.id ?? '',
          head: <bdi>{label.name ?? 'No label'}</bdi>,
          cells: [
            formatCount(label.founders),
            formatCount(label.checked_in),
            formatOr(label.mood, moodText),
            formatCount(label.goals_done),
            formatOr(label.conversions, formatChange),
            formatOr(label.revenue, (revenue) => `${formatUsd(revenue)} of ${formatCount(label.runways)}`),
            formatOr(label.minutes, durationText),
            formatCount(label.at_risk),
          ],
        }))}
      />
    </div>
  </Card>
)

interface TableProps {
  columns: readonly string[]
  caption: string
  rows: readonly {
    readonly key: string
    readonly head: ReactNode
    readonly cells: readonly string[]
  }[]
}

/** Rows of figures; all columns but the first are aligned by their last digits. */
const Table = ({ columns: [first, ...rest], caption, rows }: TableProps) => (
  <table className="w-full text-sm tabular-nums">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-muted">
      <tr>
        <th scope="col" className="py-1 pe-3 text-start align-bottom font-medium">
          {first}
        </th>
        {rest.map((column) => (
          <th key={column} scope="col" className="py-1 ps-3 text-end align-bottom font-medium">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, head, cells }) => (
        <tr key={key} className="border-t border-border align-top">
          <th scope="row" className="py-1.5 pe-3 text-start font-normal wrap-anywhere print:py-0.5">
            {head}
          </th>
          {rest.map((column, index) => (
            <td key={column} className="py-1.5 ps-3 text-end sm:whitespace-nowrap print:py-0.5">
              {cells[index]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
