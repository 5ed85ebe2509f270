import { formatDate } from '../../../../../domain/dates.ts'
import { netBurn, runwayMonths } from '../../../../../domain/runway.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder, RunwayPoint } from '../founder.ts'
import { counted, usd } from '../text.ts'
import { anyOf, firstOf, words } from '../understand/phrases.ts'
import type { Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import { COLUMN_NAMES, columnOf, nameIn, nextStep, NOT_RECORDED, paceLine, recorded } from './runway-lines.ts'
import type { Amounts } from './supposed-runway.ts'

export const TREND = anyOf(
  words('grow(?:s|ing|n)?', 'grew', 'growth', 'ris(?:e|es|ing|en)', 'fall(?:s|ing|en)?', 'chang(?:e|ed|ing)'),
  /\b(?:trend|increas|decreas|shrink|declin|develop)/,
  words('going (?:up|down)', 'up or down', 'better or worse', 'over time'),
  /\bgetting (?:better|worse|higher|lower|bigger|smaller)\b/,
)

export const asksForExtreme = (text: string): 'highest' | 'lowest' | undefined =>
  firstOf(text, [
    ['highest', /\bhighest\b|\bpeak(?:ed)?\b|\bmost (?:money|cash)\b|\b(?:which|what) month\b.*\bmost\b/],
    ['lowest', /\blowest\b|\bleast (?:money|cash)\b|\b(?:which|what) month\b.*\bleast\b/],
  ] as const)

/** The day on which a recorded amount was highest or lowest. */
export async function extremeEver(
  which: 'highest' | 'lowest',
  { text, spans: [span] }: Question,
  { context: { runway, today }, queries }: AskingFounder,
): Promise<Answer> {
  if (!runway) return NOT_RECORDED
  const column = columnOf(text) ?? 'bank_balance'
  const points = (await queries.runwayUntil(today)).filter(({ day }) => !span || (day >= span.from && day <= span.to))
  const [best] = points.toSorted((a, b) => (b[column] - a[column]) * (which === 'highest' ? 1 : -1))
  const name = COLUMN_NAMES[column]
  const evidence = [`Today: ${paceLine(runway)}`, recorded(runway)]
  const next = nextStep(runway)
  return best
    ? { line: `Your ${name} was ${which} on ${formatDate(best.day)}: **${usd(best[column])}**.`, evidence, next }
    : { line: `Your ${name} ${span?.label ?? 'before today'} is **not recorded**.`, evidence, next }
}

/** The runway of another time, or how it changed since. */
export async function runwayThen(
  { text, spans }: Question,
  { context: { runway, today }, queries }: AskingFounder,
): Promise<Answer> {
  const [span] = spans
  if (!runway || !span) return NOT_RECORDED
  const until = span.on ?? span.to
  const points = await queries.runwayUntil(until < today ? until : today)
  const [last] = points
  // "Since July" compares with what was recorded in July, where something was.
  const isSince = /^since\b/.test(span.label)
  const first =
    (isSince ? points.findLast(({ day }) => day >= span.from && last !== undefined && day < last.day) : undefined) ??
    points.find(({ day }) => day < span.from) ??
    points.at(-1)
  if (!last || !first) {
    return {
      line: `Your ${nameIn(text)} ${span.label} is **not recorded**: the history begins later.`,
      evidence: [paceLine(runway), recorded(runway)],
      next: nextStep(runway),
    }
  }
  const column = columnOf(text)
  if (column && spans.length === 1 && /\bthan\b/.test(text) && span.to < today)
    return besideToday(column, last, span, runway)
  const asksFor = sumOrMean(text) ?? (SPENT_OVER.test(text) && span.label.startsWith('from ') ? 'total' : undefined)
  if (asksFor) return overSpan(asksFor, column ?? 'monthly_burn', /\bnet\b/.test(text), span, points, runway)
  if (/\bnet\b/.test(text) && column === 'monthly_burn')
    return {
      line: `Your net burn ${span.label} was **${usd(netBurn(last))}** a month; today it is ${usd(netBurn(runway))}.`,
      evidence: [`Runway record of ${formatDate(last.day)}: ${paceLine(last)}`, `Today: ${paceLine(runway)}`],
      next: nextStep(runway),
    }
  const isChange =
    TREND.test(text) ||
    /\bchang|\bgrow|\bgrew\b|\bdevelop|\bmore\b|\bless\b|\bsince\b|\btrend|\brise|\brose\b|\bfell\b|\bfall|\bdrop|\bused? up\b|\blose\b|\blost\b/.test(
      text,
    )
  const value = (point: RunwayPoint | Amounts): string =>
    column
      ? usd(point[column])
      : runwayMonths(point) === undefined
        ? 'no shrinking balance'
        : `${(runwayMonths(point) ?? 0).toFixed(1)} months`
  const name = column ? COLUMN_NAMES[column] : 'runway'
  const growth =
    column && first[column] > 0
      ? `, ${last[column] < first[column] ? 'down' : 'up'} ${changeIn(last[column], first[column])}`
      : ''
  const line = isChange
    ? `Your ${name} went from ${value(first)} to **${value(last)}** ${span.label}${growth}.`
    : `Your ${name} ${span.label} was **${value(last)}**; today it is ${value(runway)}.`
  return {
    line,
    evidence: [
      `Runway record of ${formatDate(last.day)}: ${paceLine(last)}`,
      ...(isChange && first !== last ? [`Runway record of ${formatDate(first.day)}: ${paceLine(first)}`] : []),
      `Today: ${paceLine(runway)}`,
    ],
    next: nextStep(runway),
  }
}

/** "$4,854 (36.1%)" */
const changeIn = (now: number, then: number): string =>
  `${usd(Math.abs(now - then))} (${((100 * Math.abs(now - then)) / then).toFixed(1)}%)`

/** "How much more do we earn than in July?": a recorded amount beside that of today. */
function besideToday(
  column: keyof typeof COLUMN_NAMES,
  then: RunwayPoint,
  span: Span,
  runway: NonNullable<FounderContext['runway']>,
): Answer {
  const [now, before] = [runway[column], then[column]]
  const change =
    before > 0 && now !== before ? `${now > before ? 'more' : 'less'} by ${changeIn(now, before)}` : 'the same'
  return {
    line: `Your ${COLUMN_NAMES[column]} is **${usd(now)}** today, against **${usd(before)}** ${span.label}: ${now === before ? 'the same' : change}.`,
    evidence: [`Runway record of ${formatDate(then.day)}: ${paceLine(then)}`, `Today: ${paceLine(runway)}`],
    next: nextStep(runway),
  }
}

/** "How much did we spend from August to October?" adds the months up. */
const SPENT_OVER = /\b(?:did|have|has) (?:i|we) (?:spend|spent|earn|earned|make|made|burn|burned|burnt)\b/

/** Whether a figure over a span is to be added up, or averaged. */
const sumOrMean = (text: string): 'total' | 'average' | undefined =>
  firstOf(text, [
    ['average', /\bav(?:g|erage)\w*\b|\bmean\b|\bper month\b|\bmonthly average\b/],
    [
      'total',
      /\bin total\b|\btotal\b|\baltogether\b|\bin all\b|\bsum\b|\b(?:did|have|has) (?:i|we|it|\p{L}+) (?:spend|spent|earn|earned|make|made|burn|burned|burnt|lose|lost)\b(?=.*\b(?:year|quarter|months)\b)/u,
    ],
  ] as const)

/** The monthly amounts of a span: one record for each month, its last. */
function overSpan(
  which: 'total' | 'average',
  column: keyof typeof COLUMN_NAMES,
  isNet: boolean,
  span: Span,
  points: readonly RunwayPoint[],
  runway: NonNullable<FounderContext['runway']>,
): Answer {
  const months = new Map<string, RunwayPoint>()
  for (const point of points) {
    const month = point.day.slice(0, 7)
    if (point.day >= span.from && !months.has(month)) months.set(month, point)
  }
  const records = [...months.values()]
  const next = nextStep(runway)
  if (records.length === 0)
    return { line: `Your runway ${span.label} is **not recorded**.`, evidence: [`Today: ${paceLine(runway)}`], next }
  const name = isNet ? 'net burn' : COLUMN_NAMES[column].replace('monthly ', '')
  const sum = records.reduce((total, point) => total + (isNet ? netBurn(point) : point[column]), 0)
  // Balances do not add up.
  const isTotal = which === 'total' && column !== 'bank_balance'
  return {
    line: isTotal
      ? `Your ${name} ${span.label} adds up to about **${usd(sum)}**, over the ${counted(records.length, 'month')} that are recorded.`
      : `Your ${name} ${span.label} was **${usd(sum / records.length)}** ${column === 'bank_balance' ? '' : 'a month '}on average, over the ${counted(records.length, 'month')} that are recorded.`,
    evidence: records.map((point) => `Runway record of ${formatDate(point.day)}: ${paceLine(point)}`),
    next,
  }
}
