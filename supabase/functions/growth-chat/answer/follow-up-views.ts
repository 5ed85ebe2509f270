import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { netBurn, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import type { LoopCount } from '../../../../domain/traction.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query, Subject } from '../query.ts'
import { counted, monthsText, percent, titled, usd } from '../text.ts'
import { amountsIn } from '../understand/amounts.ts'
import { isCommon } from '../understand/common-words.ts'
import { stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import { referencesIn } from '../understand/references.ts'
import type { Answer } from './answer.ts'
import { interpret } from './interpret.ts'
import { countsOf, timeOf } from './loop-lines.ts'
import { measures, NOUNS } from './measures.ts'
import { supposed } from './scenarios.ts'
import { foundLine, searchRecords } from './search.ts'

/** "Worth it?" of a case that was supposed: the months that it gains or costs, and how many are left. */
export function worthIt({ suppositions }: Query, { context: { runway } }: AskingFounder): Answer {
  if (!runway) return { line: 'Without your balance, revenue and burn I **cannot weigh** that.' }
  const after = supposed(runway, suppositions)
  const [before, then] = [runwayMonths(runway), runwayMonths(after)]
  const cash = after.bank_balance - runway.bank_balance
  const cost = netBurn(after) - netBurn(runway)
  const pays =
    cash > 0 && cost > 0
      ? [`${usd(cash)} pay for ${(cash / cost).toFixed(1)} months of ${usd(cost)} more net burn a month.`]
      : []
  const rest = {
    evidence: [...pays, 'What it brings beyond that is not recorded.'],
    next: 'write down which number would tell you in three months that it was right.',
  }
  if (then === undefined) return { line: '**By the money, yes**: with it your balance no longer shrinks.', ...rest }
  const gain = before === undefined ? -Infinity : then - before
  const change = Number.isFinite(gain)
    ? `it ${gain < 0 ? 'costs' : 'gains'} ${Math.abs(gain).toFixed(1)} months`
    : 'the balance begins to shrink'
  const isShort = then < RUNWAY_THRESHOLDS.short
  const verdict =
    gain > 0
      ? isShort
        ? 'It helps, but not enough'
        : 'By the money, yes'
      : isShort
        ? 'Rather not'
        : 'You can afford it'
  return {
    line: `**${verdict}**: ${change} and leaves ${monthsText(then)}, ${isShort ? 'under' : 'not under'} six.${gain < 0 && !isShort ? ' It is worth it only if it brings more than that.' : ''}`,
    ...rest,
  }
}

/** "Did I halve it?": the two values of the figure before, and what the factor would have made of the first. */
export async function ofFactor(query: Query, before: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const factor = query.amounts.find(({ unit }) => unit === 'factor')?.value
  const measure = measures[before.intent.split('.')[0] as Subject]
  const [first, second] = before.spans.toSorted((a, b) => a.from.localeCompare(b.from))
  if (factor === undefined || !measure || !first || (measure.kind === 'flow' && !second)) return undefined
  const [then, now] = await measure.read([first, second], before, founder)
  if (then?.value === undefined || now?.value === undefined) return undefined
  const wanted = then.value * factor
  const isReached = factor < 1 ? now.value <= wanted : now.value >= wanted
  return {
    line: `**${isReached ? 'Yes' : 'No'}**: ${measure.format(now.value)} ${second?.label ?? 'today'} is ${percent(now.value / then.value)} of ${measure.format(then.value)} ${first.label}; ${percent(factor)} would be **${measure.format(wanted)}**.`,
    evidence: now.evidence,
  }
}

/** Two loops beside each other: how many of one count each took for one of another, or the count that was asked before. */
export async function ofTwoLoops(query: Query, before: Query, founder: AskingFounder): Promise<Answer> {
  const [many, one] = query.counts
  const asked = { ...before, loops: query.loops, spans: query.spans }
  if (!many || !one)
    return interpret({ ...asked, intent: 'loops.compare', counts: many ? [many] : before.counts }, founder)
  const rows = (await countsOf(asked, founder))
    .map(({ loop, counts }) => ({ loop, counts, each: counts[many] / counts[one] }))
    .toSorted((a, b) => b.each - a.each)
  const [first, second] = rows
  if (!first || !second) return { line: 'Nothing is **recorded** of them for that time.' }
  const title = ({ loop }: typeof first) => titled('loop', loop, loop.name)
  const took = ({ each }: typeof first) => `**${each.toFixed(1)} ${many}**`
  return {
    line: Number.isFinite(first.each)
      ? `${title(first)} took ${took(first)} for one ${NOUNS[one]}${timeOf(asked)}, ${title(second)} ${took(second)}.`
      : `${title(first)} brought **no ${NOUNS[one]}**${timeOf(asked)}, ${title(second)} ${Number.isFinite(second.each) ? `took ${took(second)} for one` : 'none either'}.`,
    evidence: rows.map(
      ({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${shown(counts, many)}, ${shown(counts, one)}.`,
    ),
  }
}

const shown = (counts: Readonly<Record<LoopCount, number>>, count: LoopCount): string =>
  counted(counts[count], NOUNS[count])

export const lineOf = (answer: string): string => answer.split('\n')[0] ?? ''

/** "Did it work?", "did she deliver?" of what the answer before says: what is recorded, and no guess. */
export async function outcome(
  query: Query,
  before: Query,
  lastAnswer: string,
  founder: AskingFounder,
): Promise<Answer> {
  const named = query.records.filter(({ kind }) => kind === 'decision')
  const references = named.length > 0 ? named : referencesIn(lineOf(lastAnswer))
  const [record] = references
  if (record?.kind === 'decision')
    return interpret({ ...before, intent: 'decisions.outcome', records: [record], about: [], spans: [] }, founder)
  const ids = new Set(references.map(({ id }) => id))
  const goals = founder.context.goals.filter(({ id }) => ids.has(id))
  const [goal] = goals
  if (!goal) return { line: 'What came of it is **not recorded**.' }
  const done = goals.filter(({ completed }) => completed)
  const state =
    goals.length > 1
      ? `**${done.length} of ${goals.length}** of these goals are done`
      : `the goal ${titled('goal', goal, goal.text)} is ${goal.completed ? 'done' : 'still open'}`
  return { line: `What came of it is **not recorded**, only that ${state}.` }
}

/** Other records about the one goal that an answer is about; undefined for any other answer. */
export async function moreOfGoal(lastAnswer: string, founder: AskingFounder): Promise<Answer | undefined> {
  const [record, ...others] = referencesIn(lineOf(lastAnswer))
  const goal = record?.kind === 'goal' && founder.context.goals.find(({ id }) => id === record.id)
  if (!goal || others.length > 0) return undefined
  const words = phraseWords(goal.text).filter((word) => !isCommon(word))
  const { found } = await searchRecords(words, founder, ['note', 'decision', 'check-in', 'squad-message'])
  const [best, ...more] = found
  return best
    ? {
        line: `Its words say no more; the nearest in your records: ${foundLine(best, words)}`,
        evidence: more.map((one) => foundLine(one, words)),
      }
    : { line: `What ${titled('goal', goal, goal.text)} is about is **not recorded**: no other record mentions it.` }
}

/** "And a drummer who takes three?": a number times the one price that the answer before names for that. */
export function priceOfMany({ amounts, dictated }: Query, lastAnswer: string): Answer | undefined {
  const many = amounts.find(({ unit }) => unit === 'count')?.value
  const words = new Set(
    phraseWords(dictated)
      .filter((word) => !isCommon(word))
      .map(stem),
  )
  const prices = lineOf(lastAnswer)
    .split(/[,;:.“”](?:\s|$)|[“”]/)
    .filter((clause) => phraseWords(clause).some((word) => words.has(stem(word))))
    .flatMap((clause) => amountsIn(clause).filter(({ unit }) => unit === 'money'))
  const [price] = prices
  if (!many || !price || prices.length > 1) return undefined
  return {
    line: `${many} × ${usd(price.value)} = **${usd(many * price.value)}**, at the price that is written there; whether several cost less is not recorded.`,
  }
}

const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/

/** "How far apart are those two?": the days that the last two answers begin with; undefined where one has none. */
export function timeBetween(lastAnswer: string, earlierAnswer: string): Answer | undefined {
  const [first, second] = [earlierAnswer, lastAnswer]
    .flatMap((answer) => DATE.exec(lineOf(answer))?.[0] ?? [])
    .map((date) => new Date(`${date} UTC`).toISOString().slice(0, 10) as IsoDate)
  if (!first || !second) return undefined
  const days = Math.abs(daysBetween(first, second))
  const weeks = days % 7 === 0 ? counted(days / 7, 'week') : `${(days / 7).toFixed(1)} weeks`
  if (days === 0) return { line: `Both are of **${formatDate(first)}**.` }
  const [earlier, later] = first < second ? [first, second] : [second, first]
  return {
    line: `**${counted(days, 'day')}** (${weeks}): ${formatDate(earlier)} came first, ${formatDate(later)} after it. The ${first < second ? 'first' : 'second'} that you asked about is the **earlier** one.`,
  }
}
