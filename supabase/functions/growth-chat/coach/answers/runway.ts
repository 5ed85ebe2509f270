import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../../domain/runway.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, RunwayPoint } from '../founder.ts'
import { counted, dayLabel, percent, usd } from '../text.ts'
import type { Amount } from '../understand/amounts.ts'
import { dayAhead, type Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import { changesOf, type Amounts, type Change } from './supposed-runway.ts'

const NOT_RECORDED: Answer = {
  line: 'Your runway is not recorded yet, so I cannot calculate with it.',
  evidence: [
    'Three amounts are missing: bank balance, monthly revenue and monthly burn. Your growth squad records them.',
  ],
  next: 'send the squad the three amounts on the Growth Squad tab; your runway and every “what if” follow from them.',
  proposals: [
    { kind: 'message', text: 'Our amounts for the runway: balance $…, monthly revenue $…, monthly burn $….' },
  ],
}

export const answerRunway: Answerer = async (asked, founder) => {
  const question = { ...asked, text: asked.text.replaceAll(/\bcash burn\b/g, 'burn') }
  const { runway, today } = founder.context
  if (!runway) return NOT_RECORDED
  const { text, spans, amounts } = question
  const [span] = spans
  const changes = changesOf(question)
  const ahead = asksForBalanceAhead(text) ? dayAhead(text, today) : undefined
  if (ahead) return balanceAhead(ahead, changes, runway, today)
  const peak = asksForExtreme(text)
  if (peak) return extremeEver(peak, question, founder)
  const isGoal = targetOf(amounts) !== undefined && /\b(?:to|must|need|have to|want)\b.*\bmonths\b/.test(text)
  // "Can we pay salaries in January?" asks for a January to come.
  const isAhead = /\b(?:will|can|could|going to|gonna)\b/.test(text) && !/\b(?:was|were|did|had)\b/.test(text)
  if (span && span.from <= today && !isGoal && !isAhead && !/\bif\b/.test(text) && span.label !== 'today')
    return runwayThen(question, founder)
  const target = targetOf(amounts)
  if (
    target !== undefined &&
    /\b(?:need|raise|reach|get|have|cut|for|must|enough|last)\b/.test(text) &&
    changes.length === 0
  )
    return targetAnswer(question, runway, today, target)
  const trend = changes.length === 0 && TREND.test(text) ? columnOf(text) : undefined
  if (trend) {
    const from = addDays(today, -92)
    return runwayThen({ ...question, spans: [{ from, to: today, label: `since ${dayLabel(from)}` }] }, founder)
  }
  const share =
    changes.length === 0 || !/\bif\b|\bcut|\braise|\bgrow|\bless\b|\bmore\b/.test(text)
      ? shareOf(text, runway)
      : undefined
  if (share) return { line: share, evidence: [paceLine(runway), recorded(runway)], next: nextStep(runway) }
  if (changes.length > 0) return whatIf(changes, runway, today, /\bafford/.test(text))
  if (/\bbreak[- ]?even\b|\bprofitab|\bdefault (?:alive|dead)\b/.test(text)) return breakEven(runway, today)
  return plainAnswer(text, runway, today)
}

/** "10% of our burn". */
function shareOf(text: string, runway: Amounts): string | undefined {
  const { part, of } =
    /(?<part>\d+(?:\.\d+)?) ?(?:%|percent) of (?:our |my |the )?(?:monthly |bank )?(?<of>burn|revenue|mrr|balance|cash)\b/.exec(
      text,
    )?.groups ?? {}
  if (part === undefined) return undefined
  const column = of === 'burn' ? 'monthly_burn' : of === 'revenue' || of === 'mrr' ? 'monthly_revenue' : 'bank_balance'
  return `${part}% of your ${COLUMN_NAMES[column]} is **${usd((Number(part) / 100) * runway[column])}**.`
}

const TREND =
  /\bgoing (?:up|down)\b|\bgrow(?:s|ing|n)?\b|\bgrew\b|\bris(?:e|es|ing|en)\b|\bfall(?:s|ing|en)?\b|\btrend|\bincreas|\bdecreas|\bshrink|\bdeclin|\bdevelop|\bchang(?:e|ed|ing)\b/

/** One amount as it is recorded, or what follows from them. */
function plainAnswer(text: string, runway: NonNullable<FounderContext['runway']>, today: IsoDate): Answer {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = netBurn(runway)
  const evidence = [paceLine(runway), lastingLine(runway, today), recorded(runway)]
  const next = nextStep(runway)
  const isRatio = /\bpercent|%|\bshare\b|\bmultiple\b|\bratio\b|\btimes\b|\bcovers?\b|\bcovered\b/.test(text)
  if (isRatio && /\bburn\b/.test(text) && /\brevenues?\b/.test(text) && burn > 0 && revenue > 0)
    return {
      line: `Your revenue covers **${((100 * revenue) / burn).toFixed(1)}%** of your burn; burn is ${(burn / revenue).toFixed(2)} times revenue.`,
      evidence,
      next,
    }
  const isOfTime =
    /\bhow long\b|\buntil when\b|\bwhen\b|\bhow many months\b|\bhow much time\b|\brun(?:ning)? out\b|\blasts?\b|\bhow many (?:more )?(?:weeks|days)\b|\bworr|\bhealth|\bpayroll\b|\bmake it\b/.test(
      text,
    )
  const asked = /\bsurplus\b|\bbeyond\b/.test(text)
    ? 'net'
    : isOfTime
      ? 'months'
      : firstOf(text, [
          [
            'months',
            /\brunway\b|\bhow long\b|\bmonths\b|\blasts?\b|\bsurvive\b|\bout of (?:money|cash)\b|\bmoney (?:is |all )?(?:end|run|gone|left|last)|\btime (?:do|have|is|left)\b|\bis the money gone\b|\bbankrupt/,
          ],
          ['net', /\bsurplus\b|\bbeyond (?:the |our )?costs?\b|\bnet burn\b|\bburn rate\b|\blos(?:e|ing)\b/],
          ['burn', /\bburn\b|\bspend(?:ing)?\b|\bexpenses?\b|\bcosts?\b/],
          ['revenue', /\brevenues?\b|\bmrr\b|\bincome\b|\barr\b|\bearn|\b(?:do|did|does) (?:i|we) make\b/],
          ['balance', /\bbalance\b|\bbank\b|\bcash\b|\bmoney\b/],
        ])
  const pace = paceOf(text)
  if (pace && (asked === 'burn' || asked === 'revenue' || asked === 'net')) {
    const monthly = { burn, revenue, net }[asked]
    const name = { burn: 'burn', revenue: 'revenue', net: 'net burn' }[asked]
    return {
      line: `Your ${name} is **${usd(monthly * pace.months)} a ${pace.unit}** at this pace.`,
      evidence: [`It is recorded by month: ${usd(monthly)} a month.`, ...evidence],
      next,
    }
  }
  const lines = {
    balance: `Your bank balance is **${usd(balance)}**.`,
    revenue: `Your revenue is **${usd(revenue)} a month**, ${usd(revenue * 12)} over a year at this pace.`,
    burn: `You spend **${usd(burn)} a month**; after revenue the net burn is ${usd(net)}.`,
    net:
      net > 0
        ? `Your net burn is **${usd(net)} a month**.`
        : `You burn nothing on balance: revenue exceeds spending by **${usd(-net)} a month**.`,
  }
  return asked === undefined || asked === 'months'
    ? {
        line: lastingIn(text, runway) ?? runwayLine(runway, today),
        evidence: [paceLine(runway), recorded(runway), verdict(runway)],
        next,
      }
    : { line: lines[asked], evidence, next }
}

/** The span that an amount is asked for, where it is not the month that it is recorded by. */
function paceOf(text: string): { readonly unit: string; readonly months: number } | undefined {
  const unit = firstOf(text, [
    ['year', /\b(?:a|per|each|every) year\b(?! ago)|\bannual(?:ly|i[sz]ed)?\b|\byearly\b|\barr\b|\brun[- ]rate\b/],
    ['quarter', /\b(?:a|per|each|every) quarter\b(?! ago)|\bquarterly\b/],
    ['week', /\b(?:a|per|each|every) week\b(?! ago)|\bweekly\b/],
    ['day', /\b(?:a|per|each|every) day\b(?! ago)|\bdaily\b/],
  ] as const)
  return unit && { unit, months: { year: 12, quarter: 3, week: 12 / 52, day: 12 / 365.25 }[unit] }
}

/** The runway in weeks or days, where it is asked for in them. */
function lastingIn(text: string, runway: Amounts): string | undefined {
  const asked =
    /\b(?:how many|in|number of) (?:more )?(?<unit>week|day)s\b|\b(?<left>week|day)s (?:of|left|until|till|to go)\b/.exec(
      text,
    )?.groups
  const months = runwayMonths(runway)
  if (!asked || months === undefined) return undefined
  const days = (months * 365.25) / 12
  return (asked['unit'] ?? asked['left']) === 'week'
    ? `Your money lasts about **${(days / 7).toFixed(1)} weeks**, which is ${months.toFixed(1)} months.`
    : `Your money lasts about **${Math.floor(days)} days**, which is ${months.toFixed(1)} months.`
}

const asksForBalanceAhead = (text: string): boolean =>
  /\b(?:balance|bank|cash|money|have|left (?:at|by))\b/.test(text) &&
  /\bhow much\b|\bbalance\b|\bwhat(?:'s|s| is| will)?\b/.test(text) &&
  /\bwill\b|\bgoing to\b|\bgonna\b|\bfrom now\b|\bleft (?:in|by|at|after)\b|\bwould\b|\bin (?:a|an|\d+|two|three|four|five|six|nine|twelve) (?:weeks?|months?|years?)\b|\bby (?:the end|christmas|new year)\b|\bnext (?:month|quarter|year)\b/.test(
    text,
  ) &&
  !/\braise\b|\bneed\b|\bhow (?:long|many)\b|\brun(?:s|ning)? out\b|\bempty\b/.test(text)

/** What is in the bank on a day to come, at today's pace and with what the question supposes. */
function balanceAhead(
  day: IsoDate,
  changes: readonly Change[],
  runway: NonNullable<FounderContext['runway']>,
  today: IsoDate,
): Answer {
  const then = changes.reduce<Amounts>((amounts, { apply }) => apply(amounts, runway), runway)
  const exact = (daysBetween(today, day) * 12) / 365.25
  // "In three months" is three months, of whatever length.
  const months = Math.abs(exact - Math.round(exact)) < 0.07 ? Math.round(exact) : exact
  const left = then.bank_balance - months * netBurn(then)
  const says = changes.length > 0 ? `With ${changes.map((change) => change.says).join(' and ')} about` : 'About'
  return {
    line:
      left >= 0
        ? `${says} **${usd(left)}** in the bank on ${dayLabel(day)}, at this pace.`
        : `${says} **nothing**: at this pace the money ends before ${dayLabel(day)}, and ${usd(-left)} would be missing.`,
    evidence: [`Then: ${paceLine(then)}`, lastingLine(then, today), recorded(runway)],
    next: nextStep(runway),
  }
}

const asksForExtreme = (text: string): 'highest' | 'lowest' | undefined =>
  firstOf(text, [
    ['highest', /\bhighest\b|\bpeak(?:ed)?\b|\bmost money\b/],
    ['lowest', /\blowest\b|\bleast money\b/],
  ] as const)

/** The day on which a recorded amount was highest or lowest. */
async function extremeEver(
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
    ? { line: `Your ${name} was ${which} on ${dayLabel(best.day)}: **${usd(best[column])}**.`, evidence, next }
    : { line: `Your ${name} ${span?.label ?? 'before today'} is **not recorded**.`, evidence, next }
}

const COLUMN_NAMES = {
  monthly_burn: 'monthly burn',
  monthly_revenue: 'monthly revenue',
  bank_balance: 'bank balance',
} as const

/** The recorded amount that a question is about. */
const columnOf = (text: string): keyof typeof COLUMN_NAMES | undefined =>
  firstOf(text, [
    ['monthly_burn', /\bburn\b|\bspend|\bexpenses?\b|\bcosts?\b/],
    ['monthly_revenue', /\brevenues?\b|\bmrr\b|\bincome\b|\bearn/],
    ['bank_balance', /\bbalance\b|\bbank\b|\bcash\b|\bmoney\b/],
  ] as const)

export function runwayLine(runway: Amounts, today: IsoDate): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'Your money is **not running out**: you earn at least what you spend.'
  if (months === 0) return 'Your runway is **0.0 months**: the balance is used up.'
  const end = moneyEnds(runway, today)
  return end
    ? `Your runway is **${months.toFixed(1)} months**: at this pace the money ends around ${dayLabel(end)}.`
    : `Your runway is **${months.toFixed(1)} months**, more than ten years.`
}

const paceLine = (runway: Amounts): string => {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = netBurn(runway)
  return `Balance ${usd(balance)}, burn ${usd(burn)} − revenue ${usd(revenue)} = ${net > 0 ? `net burn ${usd(net)}` : `a surplus of ${usd(-net)}`} a month.`
}

const lastingLine = (runway: Amounts, today: IsoDate): string => {
  const months = runwayMonths(runway)
  const end = moneyEnds(runway, today)
  return months === undefined
    ? 'The balance does not shrink.'
    : `That makes ${months.toFixed(1)} months of runway${end && months > 0 ? `, until about ${dayLabel(end)}` : ''}.`
}

const recorded = ({ as_of }: { readonly as_of: IsoDate | null }): string =>
  `From your runway record${as_of ? ` of ${dayLabel(as_of)}` : ''}, which your growth squad keeps.`

function verdict(runway: Amounts): string {
  const months = runwayMonths(runway)
  if (months === undefined) return 'Time is on your side: keep three months of burn aside and put the rest to work.'
  if (months < RUNWAY_THRESHOLDS.short)
    return 'Under six months: a round takes longer than it seems, so decide this week what to cut or whom to ask.'
  if (months < RUNWAY_THRESHOLDS.watchful) return 'Under a year: begin now the conversations that you will need then.'
  return 'Over a year: spend your attention on growth, and look again next month.'
}

function nextStep(runway: Amounts): string {
  const months = runwayMonths(runway)
  return months !== undefined && months < RUNWAY_THRESHOLDS.short
    ? 'list your five largest monthly costs today, and mark the one that you can end by Friday.'
    : 'ask me what changes it: “What if I hire for $6,000 a month?” or “What if burn falls by 10%?”'
}

function whatIf(
  changes: readonly Change[],
  runway: NonNullable<FounderContext['runway']>,
  today: IsoDate,
  isAfford: boolean,
): Answer {
  const then = changes.reduce<Amounts>((amounts, { apply }) => apply(amounts, runway), runway)
  const says = changes.map((change) => change.says).join(' and ')
  const [before, after] = [runwayMonths(runway), runwayMonths(then)]
  const end = after === undefined || after === 0 ? undefined : moneyEnds(then, today)
  const now = before === undefined ? 'today the balance does not shrink' : `today it is ${before.toFixed(1)} months`
  const opening = isAfford ? `${afford(after)} With ${says}` : `With ${says}`
  const line =
    after === undefined
      ? `${opening} your money **no longer runs out**: you earn at least what you spend; ${now}.`
      : `${opening} your runway is **${after.toFixed(1)} months**${end ? `, until about ${dayLabel(end)}` : ''}; ${now}.`
  return {
    line,
    evidence: [`Then: ${paceLine(then)}`, `Today: ${paceLine(runway)}`, recorded(runway)],
    next:
      after !== undefined && after < RUNWAY_THRESHOLDS.short
        ? 'write down what would pay for it, by name and amount, before you say yes.'
        : 'write down the result that must be there after 90 days, and check it against this number.',
  }
}

const afford = (months: number | undefined): string =>
  months === undefined || months >= RUNWAY_THRESHOLDS.watchful
    ? 'Yes, as far as the money goes.'
    : months >= RUNWAY_THRESHOLDS.short
      ? 'Only with a plan: it leaves less than a year.'
      : 'Not at this pace: it leaves less than six months.'

/** A wanted number of months: "for 18 months of runway". */
const targetOf = (amounts: readonly Amount[]): number | undefined => {
  const wanted = amounts.find(({ noun, unit }) => unit === 'number' && /^(?:months?|years?)$/.test(noun))
  return wanted && wanted.value * (wanted.noun.startsWith('year') ? 12 : 1)
}

function targetAnswer(
  { text }: Question,
  runway: NonNullable<FounderContext['runway']>,
  today: IsoDate,
  months: number,
): Answer {
  const { bank_balance: balance, monthly_burn: burn, monthly_revenue: revenue } = runway
  const net = netBurn(runway)
  if (net <= 0)
    return {
      line: 'You have that already: the balance **does not shrink**.',
      evidence: [paceLine(runway), recorded(runway)],
      next: nextStep(runway),
    }
  if (/\bmax(?:imum)?\b|\bat most\b|\bcan (?:i|we) (?:\w+ )?(?:spend|burn)\b/.test(text)) {
    return {
      line: `To last ${months} months, burn can be at most **${usd(revenue + balance / months)} a month**; today it is ${usd(burn)}.`,
      evidence: [paceLine(runway), recorded(runway), verdict(runway)],
      next: nextStep(runway),
    }
  }
  const missing = months * net - balance
  const allowed = balance / months
  const evidence = [
    `${months} months × net burn ${usd(net)} = ${usd(months * net)}; in the bank are ${usd(balance)}.`,
    `Without new money, net burn would have to fall by ${usd(Math.max(0, net - allowed))} to ${usd(allowed)} a month.`,
    recorded(runway),
  ]
  const next = 'choose which half comes from cutting and which from earning, and put both into this month’s goals.'
  if (missing <= 0)
    return {
      line: `You have it: your runway is **${(balance / net).toFixed(1)} months**, more than the ${months} you ask for.`,
      evidence: [paceLine(runway), recorded(runway), verdict(runway)],
      next,
    }
  if (/\bcut|\breduc|\bsave\b|\bburn\b/.test(text) && !/\braise\b/.test(text)) {
    return {
      line: `To reach ${months} months, cut burn by **${usd(net - allowed)} a month**, from ${usd(burn)} to ${usd(burn - (net - allowed))}.`,
      evidence,
      next,
    }
  }
  if (/\brevenue\b|\bsales\b|\bearn/.test(text)) {
    return {
      line: `To reach ${months} months, revenue has to rise by **${usd(net - allowed)} a month**, to ${usd(revenue + net - allowed)}.`,
      evidence,
      next,
    }
  }
  return {
    line: `For ${months} months you need **${usd(missing)}** more: today’s runway is ${lastingMonths(runway)}.`,
    evidence,
    next: /\brais/.test(text)
      ? `begin the round by the day six months before the money ends${moneyEnds(runway, today) ? `, ${dayLabel(moneyEnds(runway, today) ?? today)}` : ''}: it takes three to six.`
      : next,
  }
}

const lastingMonths = (runway: Amounts): string => `${(runwayMonths(runway) ?? 0).toFixed(1)} months`

function breakEven(runway: NonNullable<FounderContext['runway']>, today: IsoDate): Answer {
  const net = netBurn(runway)
  const line =
    net <= 0
      ? `You are past break-even: you earn **${usd(-net)} a month** more than you spend.`
      : `You break even at **${usd(runway.monthly_burn)}** of monthly revenue: **${usd(net)} a month** more than today.`
  const growth =
    runway.monthly_revenue > 0 && net > 0 ? ` That is ${percent(net / runway.monthly_revenue)} growth.` : ''
  return {
    line: line + growth,
    evidence: [paceLine(runway), lastingLine(runway, today), recorded(runway)],
    next: nextStep(runway),
  }
}

/** The runway of another time, or how it changed since. */
async function runwayThen(
  { text, spans: [span] }: Question,
  { context: { runway, today }, queries }: AskingFounder,
): Promise<Answer> {
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
      line: `Your runway ${span.label} is not recorded: the history begins later.`,
      evidence: [paceLine(runway), recorded(runway)],
      next: nextStep(runway),
    }
  }
  const column = columnOf(text)
  const asksFor = sumOrMean(text)
  if (asksFor) return overSpan(asksFor, column ?? 'monthly_burn', /\bnet\b/.test(text), span, points, runway)
  if (/\bnet\b/.test(text) && column === 'monthly_burn')
    return {
      line: `Your net burn ${span.label} was **${usd(netBurn(last))}** a month; today it is ${usd(netBurn(runway))}.`,
      evidence: [`Runway record of ${dayLabel(last.day)}: ${paceLine(last)}`, `Today: ${paceLine(runway)}`],
      next: nextStep(runway),
    }
  const isChange =
    TREND.test(text) ||
    /\bchang|\bgrow|\bgrew\b|\bdevelop|\bmore\b|\bless\b|\bsince\b|\btrend|\brise|\brose\b|\bfell\b|\bfall|\bdrop|\blose\b|\blost\b/.test(
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
      ? `, ${last[column] < first[column] ? 'down' : 'up'} ${((100 * Math.abs(last[column] - first[column])) / first[column]).toFixed(1)}%`
      : ''
  const line = isChange
    ? `Your ${name} went from ${value(first)} to **${value(last)}** ${span.label}${growth}.`
    : `Your ${name} ${span.label} was **${value(last)}**; today it is ${value(runway)}.`
  return {
    line,
    evidence: [
      `Runway record of ${dayLabel(last.day)}: ${paceLine(last)}`,
      ...(isChange && first !== last ? [`Runway record of ${dayLabel(first.day)}: ${paceLine(first)}`] : []),
      `Today: ${paceLine(runway)}`,
    ],
    next: nextStep(runway),
  }
}

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
    evidence: records.map((point) => `Runway record of ${dayLabel(point.day)}: ${paceLine(point)}`),
    next,
  }
}

/** The name whose pattern matches first in the text. */
export function firstOf<Name extends string>(
  text: string,
  patterns: readonly (readonly [Name, RegExp])[],
): Name | undefined {
  const found = patterns.flatMap(([name, pattern]) => {
    const at = text.search(pattern)
    return at >= 0 ? [{ name, at }] : []
  })
  return found.toSorted((a, b) => a.at - b.at)[0]?.name
}
