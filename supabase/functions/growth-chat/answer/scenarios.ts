import { formatDate, formatMonth } from '../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../domain/days.ts'
import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Query, Supposition } from '../query.ts'
import { counted, enumerated, monthsText, usd } from '../text.ts'
import { monthsAfter } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { netLine } from './measures.ts'
import {
  DAYS_PER_MONTH,
  inUnit,
  lasting,
  type Amounts,
  type MoneyOperation,
  recorded,
  nextStep,
} from './runway-lines.ts'

const KEYS = { balance: 'bank_balance', revenue: 'monthly_revenue', burn: 'monthly_burn' } as const

const NAMES = { balance: 'balance', revenue: 'monthly revenue', burn: 'monthly burn' } as const

const ORDER: readonly Supposition['how'][] = ['set', 'scale', 'add']

/** The amounts after what is supposed. */
export function supposed(amounts: Amounts, suppositions: readonly Supposition[]): Amounts {
  const after = { ...amounts }
  // A share is of today's amount, in whatever order a message says it.
  const ordered = suppositions.toSorted((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how))
  for (const { of, how, value } of ordered) {
    const key = KEYS[of]
    const changed = how === 'add' ? after[key] + value : how === 'set' ? value : after[key] * value
    after[key] = of === 'balance' ? bounded(changed) : Math.max(0, bounded(changed))
  }
  return after
}

/** The largest and the smallest amount that is supposed, US dollars: others make months without end. */
const LARGEST = 1e15
const SMALLEST = 0.01

/** A model supposes anything. */
const bounded = (amount: number): number =>
  Math.abs(amount) < SMALLEST ? 0 : Math.min(Math.max(amount, -LARGEST), LARGEST)

/** "Balance $90,000 → $120,000" */
export const changesOf = (before: Amounts, after: Amounts): string[] =>
  (['balance', 'revenue', 'burn'] as const)
    .filter((of) => before[KEYS[of]] !== after[KEYS[of]])
    .map((of) => `${NAMES[of]} ${usd(before[KEYS[of]])} → ${usd(after[KEYS[of]])}`)

/** "If I have 20,000, spend 2,000 and earn 500 a month": nothing is recorded, so these are all. */
export function toldOnly({ suppositions }: Query, today: IsoDate): Answer {
  const told = supposed({ bank_balance: 0, monthly_revenue: 0, monthly_burn: 0 }, suppositions)
  // Without a loss nothing runs out, whatever there is.
  if (told.bank_balance <= 0 && netBurn(told) > 0)
    return {
      line: 'How much is **in the bank**? It is not recorded yet, and without it no number of months follows. Tell me all three: “I have 20,000, spend 3,000 and earn 500 a month”.',
    }
  return {
    line: `With your numbers ${lasting(told, today)}: balance ${usd(told.bank_balance)}, ${netLine(told)}`,
    evidence: ['None of these amounts is **recorded** yet; your growth squad can keep them for you.'],
    proposals: [
      {
        kind: 'message',
        text: `Please record: balance ${usd(told.bank_balance)}, monthly revenue ${usd(told.monthly_revenue)}, monthly burn ${usd(told.monthly_burn)}.`,
      },
    ],
  }
}

/** Days from today from which a change is told to come later. */
const LATER = 20

/**
 * Amounts that last as long as those of today do until a day, and those that are supposed from then on; undefined where
 * the money ends before.
 */
function changedFrom(day: IsoDate, runway: Amounts, suppositions: readonly Supposition[], today: IsoDate) {
  const months = daysBetween(today, day) / DAYS_PER_MONTH
  const begun = runway.bank_balance - months * netBurn(runway)
  if (begun <= 0) return undefined
  const after = supposed({ ...runway, bank_balance: begun }, suppositions)
  return { ...after, bank_balance: after.bank_balance + months * netBurn(after) }
}

export const suppose: MoneyOperation = (
  { suppositions, amounts, ahead, begins, unit, asksWhether, concepts },
  runway,
  today,
) => {
  const doubtful = amounts.find(({ isAmbiguous }) => isAmbiguous)
  if (doubtful)
    return {
      line: `I am not sure which amount you mean: **${usd(doubtful.value)}** or **$${(doubtful.value / 1000).toFixed(2)}**? Write it without separators, please.`,
    }
  if (suppositions.length === 0)
    return {
      line: `I need the amount: what would it cost or bring **a month**, or once? Today ${lasting(runway, today)}.`,
      evidence: [netLine(runway)],
      questions: [
        'What if it costs $5,000 a month?',
        'What if it brings $5,000 a month?',
        'What if it costs $5,000 once?',
      ],
    }
  const isLater = begins !== undefined && daysBetween(today, begins) > LATER
  const changed = isLater ? changedFrom(begins, runway, suppositions, today) : undefined
  if (isLater && !changed)
    return {
      line: `The money ends **before** ${formatDate(begins)}: ${lasting(runway, today)}.`,
      evidence: [netLine(runway), recorded(runway)],
    }
  const after = supposed(runway, suppositions)
  const [before, then] = [runwayMonths(runway), runwayMonths(changed ?? after)]
  const difference =
    before !== undefined && then !== undefined
      ? ` That is ${Math.abs(then - before).toFixed(1)} months ${then < before ? 'less' : 'more'} than today’s ${monthsText(before)}.`
      : ''
  const isFar = ahead !== undefined && begins === undefined && daysBetween(today, ahead) > 13
  const isEnough = isFar && (moneyEnds(after, today) ?? '9999') >= ahead
  const opening =
    isFar && asksWhether
      ? `**${isEnough ? 'Yes' : 'No'}**, that ${isEnough ? 'lasts' : 'does not last'} until ${formatDate(ahead)}: then`
      : concepts.has('affording')
        ? `${then === undefined || then >= RUNWAY_THRESHOLDS.short ? '**Yes**' : '**Not safely**'}: then`
        : 'Then'
  const lasts =
    isFar && !asksWhether ? ` It ${isEnough ? 'lasts' : 'does **not** last'} until ${formatDate(ahead)}.` : ''
  return {
    line: `${opening} ${lasting(changed ?? after, today, runway)}${inUnit(then, unit)}: ${enumerated(changesOf(runway, after))}${changed && begins ? ` from ${formatDate(begins)}` : ''}.${difference}${marginText(runway, after)}${lasts}`,
    evidence: [netLine(after), recorded(runway)],
    next:
      then !== undefined && then < RUNWAY_THRESHOLDS.short
        ? 'decide it only with a plan for the months that it costs: what is cut or raised, by when.'
        : 'write down which number would tell you in three months that it was right.',
  }
}

/** What is left each month, where revenue covers the burn before or after a change. */
function marginText(before: Amounts, after: Amounts): string {
  const [was, is] = [-netBurn(before), -netBurn(after)]
  if (was === is || (was <= 0 && is <= 0)) return ''
  return is >= 0
    ? ` That leaves a surplus of **${usd(Math.abs(is))} a month**${was > 0 ? `, of ${usd(was)} today` : ''}.`
    : ` You would lose **${usd(-is)} a month** instead of earning ${usd(was)}.`
}

const MOST_MONTHS = 240

/** In which month from now revenue covers the burn, the money ends, and revenue is nothing. */
function monthsOn(begun: Amounts, repeated: readonly Supposition[]) {
  let amounts = begun
  let lowest = amounts.bank_balance
  let [covered, ended, nothing]: (number | undefined)[] = []
  for (let month = 1; month <= MOST_MONTHS && ended === undefined; month++) {
    amounts = supposed(amounts, repeated)
    amounts = { ...amounts, bank_balance: amounts.bank_balance - netBurn(amounts) }
    lowest = Math.min(lowest, amounts.bank_balance)
    if (amounts.bank_balance < 0) ended = month
    if (netBurn(amounts) <= 0) covered ??= month
    if (amounts.monthly_revenue <= 0) nothing ??= month
  }
  return { covered, ended, nothing, lowest }
}

/** What comes before revenue covers the burn: the end of the money. */
function endsBefore(amounts: Amounts, growth: Supposition, months: number): string {
  const { ended } = monthsOn(amounts, [growth])
  return ended !== undefined && ended < months ? ` The money ends **before**: after ${counted(ended, 'month')}.` : ''
}

/** "If revenue keeps falling by $400 a month": the months one after the other. */
export const overMonths: MoneyOperation = ({ suppositions }, runway, today) => {
  const repeated = suppositions.filter(({ isRepeated }) => isRepeated)
  if (repeated.length === 0) return undefined
  const begun = supposed(
    runway,
    suppositions.filter(({ isRepeated }) => !isRepeated),
  )
  const isCovered = netBurn(begun) <= 0
  const { covered, ended, nothing, lowest } = monthsOn(begun, repeated)
  const after = (months: number) =>
    `after **${counted(months, 'month')}**, in ${formatMonth(monthsAfter(today, months))}`
  const parts = [
    ...(nothing ? [`revenue is at **$0** ${after(nothing)}`] : []),
    ...(covered && !isCovered && (ended === undefined || covered < ended)
      ? [`revenue covers the burn ${after(covered)}`]
      : []),
    ended
      ? `the money ends ${after(ended)}`
      : `the balance does not run out${lowest < runway.bank_balance ? ` and never falls below **${usd(lowest)}**` : ''}`,
  ]
  return {
    line: `Then ${enumerated(parts)}. Without the change: ${lasting(runway, today).replaceAll('**', '')}.`,
    evidence: [
      `Month by month from today: ${enumerated(repeated.map(repetition))}.`,
      netLine(runway),
      recorded(runway),
    ],
    next: 'compare it with what was recorded a month from now.',
  }
}

const repetition = ({ of, how, value }: Supposition): string => {
  const isMore = how === 'scale' ? value >= 1 : value >= 0
  const much = how === 'scale' ? `${Number(Math.abs(100 * (value - 1)).toFixed(1))}%` : usd(Math.abs(value))
  return `${NAMES[of]} ${much} ${isMore ? 'more' : 'less'} each month`
}

export const left: MoneyOperation = (query, runway, today) => {
  const { suppositions, amounts } = query
  const [amount] = amounts
  // A recurring amount is no one-time payment.
  if (amount?.per || suppositions.length === 0) return suppose(query, runway, today)
  const after = supposed(
    runway,
    suppositions.map((one) =>
      one.of === 'balance' ? one : { of: 'balance', how: 'add', value: -Math.abs(amount?.value ?? one.value) },
    ),
  )
  return {
    line: `You would have **${usd(after.bank_balance)}** left of ${usd(runway.bank_balance)}; then ${lasting(after, today)}.`,
    evidence: [netLine(after), recorded(runway)],
  }
}

/** Months that somebody may want the money to last, at least. */
const SHORTEST = 0.25

/** Changes that make the money last some months: less burn, more revenue, or money raised. */
export const target: MoneyOperation = ({ amounts, ahead, concepts, suppositions, money }, runway, today) => {
  const duration = amounts.find(
    ({ unit }) => unit === 'months' || unit === 'years' || unit === 'weeks' || unit === 'days',
  )
  const factor = { months: 1, years: 12, weeks: 84 / 365.25, days: 1 / DAYS_PER_MONTH } as const
  const months = duration
    ? duration.value * factor[duration.unit as keyof typeof factor]
    : ahead
      ? monthsUntil(today, ahead)
      : undefined
  // "From tomorrow" says when something begins, and not how long the money is to last.
  if (months === undefined || months < SHORTEST) return undefined
  const base = supposed(runway, suppositions)
  const now = runwayMonths(base)
  const rest = { evidence: [netLine(base), recorded(runway)] }
  if (now === undefined || now >= months)
    return {
      line: `Nothing has to change for **${monthsName(months)}**: ${lasting(base, today)}. You could spend **${usd(base.bank_balance / months - netBurn(base))} a month** more, and it would still last so long.`,
      ...rest,
    }
  const needed = Math.ceil(netBurn(base) - base.bank_balance / months)
  const raise = Math.ceil(months * netBurn(base) - base.bank_balance)
  const cut =
    needed > base.monthly_burn
      ? `no cut is enough: burn is only ${usd(base.monthly_burn)}`
      : `cut burn by **${usd(needed)} a month**, to ${usd(base.monthly_burn - needed)}`
  const earn = `earn **${usd(needed)} a month** more, ${usd(base.monthly_revenue + needed)} in all`
  const get = `raise **${usd(raise)}**: ${monthsName(months)} × ${usd(netBurn(base))} net burn = ${usd(months * netBurn(base))}, less the ${usd(base.bank_balance)} in the bank`
  const asksSum = concepts.has('capital') && !concepts.has('ending')
  const [first, ...others] =
    concepts.has('raiseMoney') || asksSum
      ? [get, cut, earn]
      : money.find((figure) => figure === 'revenue' || figure === 'burn') === 'revenue'
        ? [earn, cut, get]
        : [cut, earn, get]
  return {
    line: `To ${ahead && !duration ? `last until ${formatDate(ahead)}` : `reach ${monthsName(months)}`}, ${first ?? cut}.`,
    evidence: [
      `Or: ${others.join('; ').replaceAll('**', '')}.`,
      ...rest.evidence,
      `Today: ${lasting(runway, today).replaceAll('**', '')}.`,
    ],
    next: 'begin with the largest cost that no customer would notice.',
  }
}

const monthsName = (months: number): string => `${Number.isInteger(months) ? months : months.toFixed(1)} months`

export const forecast: MoneyOperation = ({ ahead, amounts, suppositions }, runway, today) => {
  const duration = amounts.find(({ unit }) => unit === 'months')
  const day = ahead ?? (duration ? addDays(today, duration.value * DAYS_PER_MONTH) : undefined)
  if (!day) return undefined
  const after = supposed(runway, suppositions)
  const months = monthsUntil(today, day)
  const balance = after.bank_balance - months * netBurn(after)
  return {
    line:
      balance >= 0
        ? `At this pace you will have about **${usd(balance)}** on ${formatDate(day)}.`
        : `At this pace **nothing** is left by ${formatDate(day)}: ${lasting(after, today)}.`,
    evidence: [
      `${usd(after.bank_balance)} today ${netBurn(after) > 0 ? '−' : '+'} ${months.toFixed(1)} months × ${usd(Math.abs(netBurn(after)))}.`,
      netLine(after),
      recorded(runway),
    ],
    next: nextStep(after),
  }
}

const isMonthEnd = (day: IsoDate): boolean => addDays(day, 1).endsWith('-01')

/** Whole months where the day of the month is the same, or both are the last of theirs. */
function monthsUntil(today: IsoDate, day: IsoDate): number {
  const whole =
    (Number(day.slice(0, 4)) - Number(today.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(today.slice(5, 7))
  return monthsAfter(today, whole) === day || (isMonthEnd(today) && isMonthEnd(day))
    ? whole
    : daysBetween(today, day) / DAYS_PER_MONTH
}

/** Revenue that covers the burn: how far, when at some growth, how many customers of some price. */
export const breakEven: MoneyOperation = ({ amounts, suppositions, concepts }, runway, today) => {
  const gap = netBurn(runway)
  const rest = { evidence: [netLine(runway), recorded(runway)] }
  if (gap === 0) return { line: 'You are **at break-even**: revenue covers the burn exactly.', ...rest }
  if (gap < 0)
    return {
      line: `You are **past break-even**: revenue exceeds burn by **${usd(-gap)} a month**, so you earn more than you spend.`,
      ...rest,
    }
  const price = amounts.find(({ unit }) => unit === 'money')
  if (price && price.value > 0 && concepts.has('customers')) {
    const monthly = price.value / (price.per === 'year' ? 12 : 1)
    return {
      line: `**${counted(Math.ceil(gap / monthly), 'customer')}** more at ${usd(monthly)} a month close the gap of ${usd(gap)}.`,
      ...rest,
    }
  }
  const share = amounts.find(({ unit }) => unit === 'percent')
  const growth = suppositions.find(({ of }) => of === 'revenue')
  if (share && runway.monthly_revenue > 0 && share.value > 0) {
    const months = Math.ceil(Math.log(runway.monthly_burn / runway.monthly_revenue) / Math.log(1 + share.value / 100))
    return {
      line: `With revenue growing by ${share.value}% a month you break even after **${counted(months, 'month')}**, in ${formatMonth(addDays(today, months * DAYS_PER_MONTH))}.${endsBefore(runway, { of: 'revenue', how: 'scale', value: 1 + share.value / 100 }, months)}`,
      ...rest,
    }
  }
  if (growth?.how === 'add' && growth.value > 0) {
    const months = Math.ceil(gap / growth.value)
    return {
      line: `With ${usd(growth.value)} more revenue each month you break even after **${counted(months, 'month')}**, in ${formatMonth(addDays(today, months * DAYS_PER_MONTH))}.${endsBefore(runway, growth, months)}`,
      ...rest,
    }
  }
  return {
    line: `You break even at **${usd(runway.monthly_burn)}** of monthly revenue: **${usd(gap)} a month** more than today’s ${usd(runway.monthly_revenue)}.`,
    ...rest,
    next: 'work out how many customers that is at your price, and write the number down as a goal.',
  }
}
