import { formatDate } from '../../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { moneyEnds, netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../../domain/runway.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import { usd } from '../text.ts'
import { isMoney } from '../understand/amounts.ts'
import { anyOf, firstOf, words } from '../understand/phrases.ts'
import { dayAhead } from '../understand/spans.ts'
import {
  COLUMN_NAMES,
  columnOf,
  lastingLine,
  nextStep,
  NOT_RECORDED,
  paceLine,
  recorded,
  runwayLine,
  verdict,
} from './runway-lines.ts'
import {
  A_YEAR,
  breakEven,
  breakEvenAfter,
  GROWS_EACH_MONTH,
  monthsOf,
  monthsUntil,
  targetAnswer,
  targetOf,
} from './runway-targets.ts'
import { asksForExtreme, extremeEver, runwayThen, TREND } from './runway-then.ts'
import { type Amounts, type Change, changesOf } from './supposed-runway.ts'

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
  const isAhead = asksAhead(text)
  if (span && span.from <= today && !isGoal && !isAhead && !/\bif\b/.test(text) && span.label !== 'today')
    return runwayThen(question, founder)
  const target = targetOf(amounts) ?? (A_YEAR.test(text) ? 12 : monthsUntil(text, today))
  const column = /\bmonths? of (?:our |my |net )?(?<of>burn|revenue|mrr|costs|spending)\b/.exec(text)?.groups?.['of']
  if (target !== undefined && column && changes.length === 0 && !/\b(?:need|raise|for|have|left|last)\b/.test(text))
    return monthsOf(
      target,
      /\bnet\b/.test(text) ? 'net burn' : column === 'revenue' || column === 'mrr' ? 'revenue' : 'burn',
      runway,
    )
  if (
    target !== undefined &&
    /\b(?:needs?|raise|reach|gets?|gives?|takes?|have|cut|for|must|enough|lasts?|live|survive)\b/.test(text) &&
    changes.length === 0
  )
    return targetAnswer(question, runway, today, target)
  const trend = changes.length === 0 && TREND.test(text) ? columnOf(text) : undefined
  if (trend) {
    const from = addDays(today, -92)
    return runwayThen({ ...question, spans: [{ from, to: today, label: `since ${formatDate(from)}` }] }, founder)
  }
  const share =
    changes.length === 0 || !/\bif\b|\bcut|\braise|\bgrow|\bless\b|\bmore\b/.test(text)
      ? shareOf(text, runway)
      : undefined
  if (share) return { line: share, evidence: [paceLine(runway), recorded(runway)], next: nextStep(runway) }
  const growth = GROWS_EACH_MONTH.test(text) ? amounts.find((amount) => isMoney(amount, text)) : undefined
  if (growth) return breakEvenAfter(growth.value, runway, today)
  if (changes.length > 0) return whatIf(changes, runway, today, /\bafford/.test(text))
  if (/\bbreak[- ]?even\b|\bprofitab|\bdefault (?:alive|dead)\b/.test(text)) return breakEven(runway, today)
  return plainAnswer(text, runway, today)
}

/** Of a follow-up, its own words count: "what about August?" after "how long will it last?" asks for a month that was. */
function asksAhead(text: string): boolean {
  const AHEAD =
    /\b(?:will|can|could|going to|gonna|due|after that|(?:survive|last|make it|get|stay alive) (?:until|till|through))\b/
  const [own = text] = text.split(' ; ')
  if (/\b(?:was|were|did|had)\b/.test(text)) return false
  return AHEAD.test(own) || (AHEAD.test(text) && !/\bhow long\b/.test(text))
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
  const asked = /\bsurplus\b|\bbeyond\b|\bmore than (?:i|we) (?:spend|burn|pay)\b/.test(text)
    ? 'net'
    : isOfTime
      ? 'months'
      : firstOf(text, [
          [
            'months',
            /\brunway\b|\bhow long\b|\bmonths\b|\blasts?\b|\bsurvive\b|\bout of (?:money|cash)\b|\bmoney (?:is |all )?(?:end|run|gone|left|last)|\btime (?:do|have|is|left)\b|\bis the money gone\b|\bbankrupt/,
          ],
          [
            'net',
            /\bsurplus\b|\bprofits?\b|\bbeyond (?:the |our )?costs?\b|\bnet burn\b|\bburn rate\b|\blos(?:e|ing)\b|\bshrinks?\b/,
          ],
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

const OF_LATER = anyOf(
  words('will', 'would', 'going to', 'gonna', 'from now'),
  /\bleft (?:in|by|at|after)\b/,
  /\bin (?:a|an|\d+|two|three|four|five|six|nine|twelve) (?:weeks?|months?|years?)\b/,
  /\bby (?:the end|christmas|new year)\b|\bnext (?:month|quarter|year)\b/,
)

const asksForBalanceAhead = (text: string): boolean =>
  /\b(?:balance|bank|cash|money|have|left (?:at|by))\b/.test(text) &&
  /\bhow much\b|\bbalance\b|\bwhat(?:'s|s| is| will)?\b/.test(text) &&
  OF_LATER.test(text) &&
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
        ? `${says} **${usd(left)}** in the bank on ${formatDate(day)}, at this pace.`
        : `${says} **nothing**: at this pace the money ends before ${formatDate(day)}, and ${usd(-left)} would be missing.`,
    evidence: [`Then: ${paceLine(then)}`, lastingLine(then, today), recorded(runway)],
    next: nextStep(runway),
  }
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
      : `${opening} your runway is **${after.toFixed(1)} months**${end ? `, until about ${formatDate(end)}` : ''}; ${now}.`
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
