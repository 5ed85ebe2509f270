import { meanOf } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, quoted, weekName } from '../text.ts'
import { unitsSince } from '../understand/calendar-spans.ts'
import type { Answer, Operation, Operations } from './answer.ts'
import { answerFigure } from './figures.ts'
import { checkInsIn, noneIn, wanted, weekLine } from './check-in-lines.ts'

/** Spans of a unit that moods are averaged over, at most. */
const UNITS_SHOWN = 12

/** "My average mood per quarter": the mean of each. */
async function perUnit(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { unit, spans } = query
  const [span] = spans
  if (!query.concepts.has('average') || (unit !== 'month' && unit !== 'quarter' && unit !== 'year')) return undefined
  if (span && daysBetween(span.from, span.to) < 89) return undefined
  const all = await checkInsIn(span, founder)
  const oldest = all.at(-1)
  if (!oldest) return undefined
  const means = unitsSince(unit, span?.from ?? oldest.week_of, founder.context.today, UNITS_SHOWN).flatMap((one) => {
    const moods = all.filter(({ week_of }) => week_of >= one.from && week_of <= one.to).map(({ mood }) => mood)
    return moods.length > 0 ? [`${one.label.replace(/^in /, '')} **${meanOf(moods).toFixed(2)}**`] : []
  })
  return means.length > 1
    ? { line: `Your mood per ${unit}, of 5: ${enumerated(means)}.`, evidence: all.map(weekLine) }
    : undefined
}

/** "The last four check-ins against the four before." */
async function blocksCompared(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { spans, concepts } = query
  const limit = query.limit ?? (spans.length === 2 ? Number(/\b(\d+) weeks/.exec(spans[0]?.label ?? '')?.[1]) : NaN)
  if (Number.isNaN(limit) || (query.limit !== undefined && spans.length > 0) || !concepts.has('blocksOfWeeks'))
    return undefined
  const [first, second, third] = query.amounts.filter(({ unit }) => unit === 'count').map(({ value }) => value)
  // "The last 8 against the 10 before"
  const earlier = first === limit && second && !third ? second : limit
  const all = await checkInsIn(undefined, founder, limit + earlier)
  const moods = all.map(({ mood }) => mood)
  const [newer, older] = [moods.slice(0, limit), moods.slice(limit)]
  if (older.length === 0) return undefined
  const [now, then] = [meanOf(newer), meanOf(older)]
  return {
    line: `Your mood is **${now === then ? 'the same' : now > then ? 'up' : 'down'}**: **${now.toFixed(2)} of 5** over your last ${newer.length} check-ins (${newer.toReversed().join(' → ')}), **${then.toFixed(2)}** over the ${older.length} before (${older.toReversed().join(' → ')}).`,
    evidence: all.map(weekLine),
  }
}

/** The latest mood, or the mean of those that are asked about. */
const moodNow: Operation = async (query, founder) => {
  const special = (await perUnit(query, founder)) ?? (await blocksCompared(query, founder))
  if (special) return special
  const usual = query.concepts.has('average') || query.limit !== undefined ? undefined : 1
  const { checkIns, label } = await wanted(query, founder, usual)
  const [latest] = checkIns
  if (!latest) return noneIn(query, founder.context)
  const evidence = checkIns.map(weekLine)
  if (checkIns.length === 1)
    return {
      line: `Your mood ${query.spans.length + query.about.length > 0 ? `${label} was` : 'is'} **${latest.mood} of 5** (${moodLabel(latest.mood)})${label.includes(formatDate(latest.week_of)) ? '' : `, in the week of ${weekName(latest)}`}.`,
      evidence,
    }
  const moods = checkIns.map(({ mood }) => mood)
  const way =
    latest.mood === (checkIns.at(-1) ?? latest).mood
      ? 'the same at both ends'
      : latest.mood > (checkIns.at(-1) ?? latest).mood
        ? 'rising'
        : 'falling'
  return {
    line: `Your mood ${label} averaged **${meanOf(moods).toFixed(2)} of 5**, ${way}${moods.length <= 12 ? `: ${moods.toReversed().join(' → ')}` : ''}.`,
    evidence,
  }
}

const moodTrend: Operation = async (query, founder) => {
  const blocks = await blocksCompared(query, founder)
  if (blocks) return blocks
  const { checkIns, label } = await wanted(query, founder, 8)
  const [latest, first] = [checkIns[0], checkIns.at(-1)]
  if (!latest || !first) return noneIn(query, founder.context)
  const half = Math.floor(checkIns.length / 2)
  const [newer, older] = [
    meanOf(checkIns.slice(0, half || 1).map(({ mood }) => mood)),
    meanOf(checkIns.slice(half).map(({ mood }) => mood)),
  ]
  const way = newer === older ? 'level' : newer > older ? 'getting **better** (rising)' : 'getting **worse** (falling)'
  return {
    line: `Your mood is ${way} ${label}: ${checkIns
      .map(({ mood }) => mood)
      .toReversed()
      .join(' → ')}, from ${first.mood} (${moodLabel(first.mood)}) to ${latest.mood} (${moodLabel(latest.mood)}).`,
    evidence: checkIns.map(weekLine),
  }
}

/** Weeks with a certain mood. */
const moodWeeks: Operation = async (query, founder) => {
  const { mood: value, bound } = query
  if (value === undefined) return moodNow(query, founder)
  // "The last time it was 4 or more" limits nothing.
  const limit = query.amounts.some(({ value: many, noun }) => many === query.limit && OF_WEEKS.test(noun))
    ? query.limit
    : undefined
  const all = await checkInsIn(query.spans[0], founder, query.spans[0] ? undefined : limit)
  const found = all.filter(({ mood }) => isWithin(mood, value, bound))
  const of = limit !== undefined && query.spans.length === 0 ? ` of your last ${limit}` : ''
  const says = bound ? BOUND_NAMES[bound](value) : `${value} of 5 (${moodLabel(value)})`
  const one = query.which === 'first' ? found.at(-1) : found[0]
  return {
    line: one
      ? `Your mood was **${says}** in **${counted(found.length, 'week')}**${of}, ${query.which === 'first' ? 'first' : 'last'} in the week of ${weekName(one)}: wins ${quoted(one.wins, 60)}.`
      : `Your mood was **never** ${says}.`,
    evidence: found.map(weekLine),
    isList: true,
  }
}

const OF_WEEKS = /^(?:check-?ins?|weeks?|entries|ones)$/

const isWithin = (mood: number, value: number, bound: Query['bound']): boolean =>
  ((bound === 'above' || bound === 'least') && mood > value) ||
  ((bound === 'below' || bound === 'most') && mood < value) ||
  (bound !== 'above' && bound !== 'below' && mood === value)

const BOUND_NAMES = {
  above: (value: number) => `above ${value}`,
  below: (value: number) => `below ${value}`,
  least: (value: number) => `${value} or better`,
  most: (value: number) => `${value} or lower`,
} as const

const moodList: Operation = async (query, founder) => {
  if (query.mood !== undefined && query.bound) return moodWeeks(query, founder)
  const { checkIns, label } = await wanted(query, founder, 8)
  return {
    line: `${checkIns.length === 1 ? `Your mood ${label}` : `Your moods ${label}, oldest first`}: **${checkIns
      .map(({ mood }) => mood)
      .toReversed()
      .join(' → ')}**.`,
    evidence: checkIns.map(weekLine),
    isList: true,
  }
}

/** The best or worst weeks: with what was written then. */
const moodExtreme =
  (which: 'best' | 'worst'): Operation =>
  async (query, founder) => {
    const { unit } = query
    // "Which month was the best?" compares their means.
    if (unit === 'month' || unit === 'quarter' || unit === 'year') return answerFigure(query, founder)
    const all = await checkInsIn(query.spans[0], founder, query.spans[0] ? undefined : query.limit)
    const value = which === 'best' ? Math.max(...all.map(({ mood }) => mood)) : Math.min(...all.map(({ mood }) => mood))
    const found = all.filter(({ mood }) => mood === value)
    const [one] = found
    if (!one) return noneIn(query, founder.context)
    const other =
      query.concepts.has('best') && query.concepts.has('worst')
        ? ` Your ${which === 'best' ? 'lowest' : 'highest'} is **${which === 'best' ? Math.min(...all.map(({ mood }) => mood)) : Math.max(...all.map(({ mood }) => mood))} of 5**.`
        : ''
    return {
      line: `Your ${which} week${query.spans[0] ? ` ${query.spans[0].label}` : ''} is the one of **${weekName(one)}**: mood **${value} of 5** (${moodLabel(value)})${found.length > 1 ? `, the last of ${found.length} such weeks` : ''}; ${which === 'best' ? `wins ${quoted(one.wins)}` : one.blockers.trim() ? `blocked by ${quoted(one.blockers)}` : `wins ${quoted(one.wins)}`}.${other}`,
      evidence: found.slice(1).map(weekLine),
    }
  }

/** "When did my mood start to drop?": the last week before it changed, and the moods since. */
async function moodTurn(
  { words, spans: [span] }: { words: Query['concepts']; spans: Query['spans'] },
  founder: AskingFounder,
) {
  if (!words.has('when') || !(words.has('changed') || words.has('trend') || words.has('course'))) return undefined
  const all = await checkInsIn(span, founder)
  const [latest] = all
  if (!latest) return undefined
  // From the newest back, for as long as it was not lower then, to the last week that was clearly better.
  const highest = Math.max(...all.slice(0, RECENT).map(({ mood }) => mood))
  const at = all.findIndex(({ mood }) => mood === highest)
  const since = all.slice(0, at + 1)
  const first = since.at(-2)
  if (!first || latest.mood >= highest) return undefined
  return `Your mood began to fall in the week of **${weekName(first)}**, after ${highest} of 5 the week before: ${since
    .map(({ mood }) => mood)
    .toReversed()
    .join(' → ')}.`
}

/** Check-ins in which a change of the mood is looked for. */
const RECENT = 12

const moodWhy: Operation = async (query, founder) => {
  const turn = await moodTurn({ words: query.concepts, spans: query.spans }, founder)
  const { checkIns, label } = await wanted(query, founder, 1)
  const [one] = checkIns
  if (!one) return noneIn(query, founder.context)
  return {
    line: `${turn ? `${turn} ` : ''}Why is **not recorded**, but ${label} you wrote ${one.blockers.trim() ? `as blocker ${quoted(one.blockers, 160)} and as win` : 'no blocker, and as win'} ${quoted(one.wins, 120)} (mood ${one.mood} of 5, week of ${weekName(one)}).`,
    evidence: checkIns.slice(1).map(weekLine),
  }
}

export const moodOperations: Operations = {
  'mood.value': moodNow,
  'mood.trend': moodTrend,
  'mood.compare': blocksCompared,
  'mood.when': moodWeeks,
  'mood.count': moodWeeks,
  'mood.list': moodList,
  'mood.best-time': moodExtreme('best'),
  'mood.worst-time': moodExtreme('worst'),
  'mood.why': moodWhy,
}
