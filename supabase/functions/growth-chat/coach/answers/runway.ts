import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../../domain/runway.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, RunwayPoint } from '../founder.ts'
import { dayLabel, percent, usd } from '../text.ts'
import type { Amount } from '../understand/amounts.ts'
import type { Question } from '../understand/understand.ts'

type Amounts = Pick<NonNullable<FounderContext['runway']>, 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** Dollars a month of a hire whose cost is not said. The coach's assumption. */
const HIRE = 5000
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

export const answerRunway: Answerer = async (question, founder) => {
  const { runway, today } = founder.context
  if (!runway) return NOT_RECORDED
  const { text, spans, amounts } = question
  const [span] = spans
  const isGoal = targetOf(amounts) !== undefined && /\b(?:to|must|need|have to|want)\b.*\bmonths\b/.test(text)
  if (span && span.from <= today && !isGoal && !/\bif\b/.test(text) && span.label !== 'today')
    return runwayThen(question, founder)
  const target = targetOf(amounts)
  if (
    target !== undefined &&
    /\b(?:need|raise|reach|get|have|cut|for|must|enough)\b/.test(text) &&
    changesOf(question).length === 0
  )
    return targetAnswer(question, runway, today, target)
  const changes = changesOf(question)
  if (changes.length > 0) return whatIf(changes, runway, today, /\bafford/.test(text))
  if (/\bbreak[- ]?even\b|\bprofitab/.test(text)) return breakEven(runway, today)
  return plainAnswer(text, runway, today)
}

/** One amount as it is recorded, or what follows from them. */
function plainAnswer(text: string, runway: NonNullable<FounderContext['runway']>, today: IsoDate): Answer {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = netBurn(runway)
  const isOfTime =
    /\bhow long\b|\buntil when\b|\bwhen\b|\bhow many months\b|\bhow much time\b|\brun(?:ning)? out\b|\blasts?\b/.test(
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
          ['revenue', /\brevenues?\b|\bmrr\b|\bincome\b|\barr\b|\bearn/],
          ['balance', /\bbalance\b|\bbank\b|\bcash\b|\bmoney\b/],
        ])
  const evidence = [paceLine(runway), lastingLine(runway, today), recorded(runway)]
  const next = nextStep(runway)
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
    ? { line: runwayLine(runway, today), evidence: [paceLine(runway), recorded(runway), verdict(runway)], next }
    : { line: lines[asked], evidence, next }
}

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

interface Change {
  readonly says: string
  /** Shares are of today's amounts, in whatever order the changes come. */
  readonly apply: (runway: Amounts, today: Amounts) => Amounts
}

const DOLLARS: ReadonlySet<string> = new Set(['dollars', 'number'])

/** What the question supposes, part by part: "hire for $8,000 and cut burn by 10%". */
function changesOf({ text, amounts }: Question): readonly Change[] {
  const worded = wordedChanges(text)
  if (worded.length > 0) return worded
  const changes = amounts.flatMap((amount, index) => {
    const before = amounts.slice(0, index).findLast(({ unit }) => unit !== 'number')?.index ?? 0
    const after = text.slice(amount.index, amounts[index + 1]?.index ?? text.length)
    return changeOf(amount, text.slice(before, amount.index), after, text, amounts[index - 1]) ?? []
  })
  if (
    changes.length === 0 &&
    amounts.every(({ unit }) => unit === 'number') &&
    /\b(?:if|when|after|afford)\b.*\bhir(?:e|ing)\b|\bafford\b.*\bhire\b/.test(text)
  ) {
    return [burnBy(HIRE, `a hire at ${usd(HIRE)} a month (my assumption)`)]
  }
  return changes
}

/** Changes that are said without a number. */
function wordedChanges(text: string): readonly Change[] {
  const changes: Change[] = []
  if (/\brevenues? (?:were to )?doubl/.test(text) || /\bdoubl\w* (?:my |our |the )?revenue/.test(text))
    changes.push(revenueTimes(2, 'revenue doubled'))
  if (/\bhal(?:ve|ved|ving|f)\b.{0,12}\bburn\b|\bburn\b.{0,12}\bhal(?:ved|f)\b/.test(text))
    changes.push(burnTimes(0.5, 'burn halved'))
  if (/\b(?:without|no) (?:any )?revenue\b/.test(text))
    changes.push({ says: 'no revenue', apply: (runway) => ({ ...runway, monthly_revenue: 0 }) })
  return changes
}

function changeOf(
  amount: Amount,
  before: string,
  after: string,
  text: string,
  previous: Amount | undefined,
): Change | undefined {
  const near = `${before} ${after}`
  const isYearly =
    /\b(?:a|per|each|every) (?:year|annum)\b|\/\s?(?:yr|year)|\byearly\b|\bannual/.test(after) ||
    /\b(?:annual|yearly)\b/.test(before)
  const isMonthly = /\b(?:a|per|each|every) month\b|\bmonthly\b|\/\s?mo/.test(near)
  const times =
    previous?.unit === 'number' &&
    /\b(?:people|hires|engineers|developers|persons|employees|customers|clients|of them|salespeople|reps|designers)\b/.test(
      previous.noun,
    ) &&
    /\beach\b|\bfor\b|\bat\b|\bpaying\b/.test(near)
      ? previous.value
      : 1
  const isPercent = amount.unit === 'percent'
  if (!isPercent && !DOLLARS.has(amount.unit)) return undefined
  if (
    amount.unit === 'number' &&
    !(
      amount.value >= 100 &&
      /^(?:|a|per|each|in|to|more|monthly|for|from|on|and|every|how|my|our|would|what|less|of|instead|at|the|then|by|salary|engineer|developer|month)$/.test(
        amount.noun,
      )
    )
  )
    return undefined
  const monthly = (isYearly ? amount.value / 12 : amount.value) * times
  const money = usd(monthly)
  const share = amount.value / 100
  const names = (pattern: RegExp) =>
    pattern.test(before) || (!/\b(?:if|cut|hire|raise|revenue|burn)\b/.test(before) && pattern.test(near))

  if (names(/\bprices?\b|\bpricing\b/) && isPercent) {
    const factor = isFall(near) ? 1 - share : 1 + share
    return revenueTimes(factor, `prices ${isFall(near) ? 'down' : 'up'} ${amount.value}% with the same customers`)
  }
  if (names(/\brevenues?\b|\bmrr\b|\bsales\b|\bincome\b|\bcustomers?\b|\bclients?\b|\bsubscri/)) {
    const isDown = isFall(near)
    if (isPercent)
      return revenueTimes(isDown ? 1 - share : 1 + share, `revenue ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (isTo(before))
      return { says: `revenue of ${money} a month`, apply: (runway) => ({ ...runway, monthly_revenue: monthly }) }
    return revenueBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} revenue a month`)
  }
  if (
    names(
      /\brais(?:e|ed|ing)\b|\binvest|\bfund|\bgrants?\b|\bloan\b|\bround\b|\bget\b|\breceive\b|\bborrow\b|\bputs? in\b|\bseed\b|\bcheques?\b|\bangels?\b|\bbridge\b|\bgives? (?:us|me)\b|\banother\b.{0,3}\$/,
    ) &&
    !isPercent &&
    !isMonthly
  ) {
    return {
      says: `${usd(amount.value)} more in the bank`,
      apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance + amount.value }),
    }
  }
  if (
    names(
      /\bhir(?:e|es|ed|ing)\b|\b(?:more|extra|another|one) person\b|\bsalary\b|\bemploy|\bengineers?\b|\bdevelopers?\b|\bcontractor\b|\bpay(?:ing)?\b/,
    ) &&
    !isPercent
  ) {
    return burnBy(monthly, `${money} more burn a month${times > 1 ? ` (${times} × ${usd(monthly / times)})` : ''}`)
  }
  if (names(/\bburn\b|\bcosts?\b|\bspend(?:ing)?\b|\bexpenses?\b|\bcut(?:ting)?\b|\bsav(?:e|ed|ing)\b|\breduc/)) {
    const isDown = isFall(near) || /\bcut|\bsav(?:e|ing)|\breduc/.test(near)
    if (isPercent) return burnTimes(isDown ? 1 - share : 1 + share, `burn ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (isTo(before))
      return { says: `burn of ${money} a month`, apply: (runway) => ({ ...runway, monthly_burn: monthly }) }
    const isOnce = !isMonthly && !isYearly && !isDown && /\bspend|\bcosts?\b/.test(near) && !/\bburn\b/.test(near)
    if (isOnce)
      return {
        says: `${usd(amount.value)} spent once`,
        apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance - amount.value }),
      }
    return burnBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} burn a month`)
  }
  if (/\bafford|\bbuy/.test(text) && !isPercent) {
    return isMonthly || isYearly
      ? burnBy(monthly, `${money} more burn a month`)
      : {
          says: `${usd(amount.value)} spent once`,
          apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance - amount.value }),
        }
  }
  return undefined
}

const isFall = (text: string): boolean =>
  /\blet (?:someone|somebody|him|her|them|one) go\b|\bfire\b|\bfall|\bfell\b|\bdrop|\blos(?:e|t|ing)\b|\bless\b|\bdown\b|\bdecreas|\bshrink|\blower|\bchurn|\bfewer\b|\bleav(?:e|es|ing)\b/.test(
    text,
  )
const isTo = (before: string): boolean =>
  /\b(?:to|of|was|were|is|at|becomes?|reach(?:es)?)\s*$/.test(before) &&
  !/\b(?:rise|grow|raise|fall|cut|drop)\w* by\s*$/.test(before)
const burnBy = (dollars: number, says: string): Change => ({
  says,
  apply: (runway) => ({ ...runway, monthly_burn: Math.max(0, runway.monthly_burn + dollars) }),
})
const burnTimes = (factor: number, says: string): Change => ({
  says,
  apply: (runway, today) => ({ ...runway, monthly_burn: runway.monthly_burn + today.monthly_burn * (factor - 1) }),
})
const revenueBy = (dollars: number, says: string): Change => ({
  says,
  apply: (runway) => ({ ...runway, monthly_revenue: Math.max(0, runway.monthly_revenue + dollars) }),
})
const revenueTimes = (factor: number, says: string): Change => ({
  says,
  apply: (runway, today) => ({
    ...runway,
    monthly_revenue: runway.monthly_revenue + today.monthly_revenue * (factor - 1),
  }),
})

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
  const points = await queries.runwayUntil(span.to < today ? span.to : today)
  const [last] = points
  const first = points.find(({ day }) => day < span.from) ?? points.at(-1)
  if (!last || !first) {
    return {
      line: `Your runway ${span.label} is not recorded: the history begins later.`,
      evidence: [paceLine(runway), recorded(runway)],
      next: nextStep(runway),
    }
  }
  const column = firstOf(text, [
    ['monthly_burn', /\bburn\b|\bspend|\bexpenses?\b|\bcosts?\b/],
    ['monthly_revenue', /\brevenues?\b|\bmrr\b|\bincome\b|\bearn/],
    ['bank_balance', /\bbalance\b|\bbank\b|\bcash\b|\bmoney\b/],
  ] as const)
  const isChange =
    /\bchang|\bgrow|\bgrew\b|\bdevelop|\bmore\b|\bless\b|\bsince\b|\btrend|\brise|\brose\b|\bfell\b|\bfall/.test(text)
  const value = (point: RunwayPoint | Amounts): string =>
    column
      ? usd(point[column])
      : runwayMonths(point) === undefined
        ? 'no shrinking balance'
        : `${(runwayMonths(point) ?? 0).toFixed(1)} months`
  const name = column
    ? { monthly_burn: 'monthly burn', monthly_revenue: 'monthly revenue', bank_balance: 'bank balance' }[column]
    : 'runway'
  const line = isChange
    ? `Your ${name} went from ${value(first)} to **${value(last)}** ${span.label}.`
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
