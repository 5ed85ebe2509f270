import { formatDate } from '../../../../../domain/dates.ts'
import { daysBetween } from '../../../../../domain/days.ts'
import { moneyEnds, netBurn, runwayMonths } from '../../../../../domain/runway.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { counted, percent, usd } from '../text.ts'
import type { Amount } from '../understand/amounts.ts'
import { dayAhead } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import { lastingLine, nextStep, paceLine, recorded, verdict } from './runway-lines.ts'
import type { Amounts } from './supposed-runway.ts'

/** "Six months of burn": in dollars. */
export function monthsOf(
  months: number,
  name: 'burn' | 'revenue' | 'net burn',
  runway: NonNullable<FounderContext['runway']>,
): Answer {
  const monthly = { burn: runway.monthly_burn, revenue: runway.monthly_revenue, 'net burn': netBurn(runway) }[name]
  return {
    line: `${counted(months, 'month')} of ${name} is **${usd(months * monthly)}**, at ${usd(monthly)} a month.`,
    evidence: [paceLine(runway), recorded(runway)],
    next: nextStep(runway),
  }
}

export const A_YEAR =
  /\b(?:need|raise|cut|survive|last|reach)\b.*\b(?:for|survive|last|reach|of) (?:an?|one)(?: full| whole| more)? year\b/

/** "How much must we cut to last until June?": in months, to one decimal. */
export function monthsUntil(text: string, today: IsoDate): number | undefined {
  const isAsked =
    /\b(?:how much|what)\b.*\b(?:cut|need|raise|save|burn|spend|earn|revenue|mrr)\b.*\b(?:until|till|through)\b/.test(
      text,
    )
  const day = isAsked ? dayAhead(text, today) : undefined
  return day && Number(((daysBetween(today, day) * 12) / 365.25).toFixed(1))
}

/** A wanted number of months: "for 18 months of runway". */
export const targetOf = (amounts: readonly Amount[]): number | undefined => {
  const wanted = amounts.find(({ noun, unit }) => unit === 'number' && /^(?:months?|years?)$/.test(noun))
  return wanted ? wanted.value * (wanted.noun.startsWith('year') ? 12 : 1) : undefined
}

export function targetAnswer(
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
  if (
    /\b(?:at|to) (?:what|which) burn\b|\bmax(?:imum)?\b|\bat most\b|\bcan (?:i|we) (?:\w+ )?(?:spend|burn)\b/.test(text)
  ) {
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
  if (/\bcut|\breduc|\bsave\b|\bburn\b|\bcheaper\b/.test(text) && !/\braise\b/.test(text)) {
    return {
      line: `To reach ${months} months, cut burn by **${usd(net - allowed)} a month**, from ${usd(burn)} to ${usd(burn - (net - allowed))}.`,
      evidence,
      next,
    }
  }
  if (/\brevenue\b|\bmrr\b|\bincome\b|\bsales\b|\bearn/.test(text)) {
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
      ? `begin the round by the day six months before the money ends${moneyEnds(runway, today) ? `, ${formatDate(moneyEnds(runway, today) ?? today)}` : ''}: it takes three to six.`
      : next,
  }
}

const lastingMonths = (runway: Amounts): string => `${(runwayMonths(runway) ?? 0).toFixed(1)} months`

/** "When are we profitable if revenue grows by 1,000 a month?": each month adds as much. */
export const GROWS_EACH_MONTH =
  /^(?=.*\b(?:break[- ]?even|profitable|profit)\b)(?=.*\b(?:a|per|each|every) month\b).*\brevenue\b.*\b(?:grow|ris|increas|goes? up)/

export function breakEvenAfter(step: number, runway: NonNullable<FounderContext['runway']>, today: IsoDate): Answer {
  const net = netBurn(runway)
  if (net <= 0 || step <= 0) return breakEven(runway, today)
  const months = Math.ceil(net / step)
  // Each month loses one step less than the one before.
  const needed = Array.from({ length: months }).reduce<number>((sum, _, month) => sum + net - month * step, 0)
  return {
    line: `If revenue rises by ${usd(step)} every month, it covers burn after **${counted(months, 'month')}**.`,
    evidence: [
      `Until then about ${usd(needed)} of the ${usd(runway.bank_balance)} in the bank would be used${needed > runway.bank_balance ? ': more than there is' : ''}.`,
      paceLine(runway),
      recorded(runway),
    ],
    next: nextStep(runway),
  }
}

export function breakEven(runway: NonNullable<FounderContext['runway']>, today: IsoDate): Answer {
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
