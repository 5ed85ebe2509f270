import { meanOf } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import type { Query } from '../query.ts'
import { counted, quoted, weekName } from '../text.ts'
import type { Operation, Operations } from './answer.ts'
import { checkInsIn, noneIn, wanted, weekLine } from './check-in-lines.ts'

/** The latest mood, or the mean of those that are asked about. */
const moodNow: Operation = async (query, founder) => {
  const usual = query.concepts.has('average') || query.limit !== undefined ? undefined : 1
  const { checkIns, label } = await wanted(query, founder, usual)
  const [latest] = checkIns
  if (!latest) return noneIn(query, founder.context)
  const evidence = checkIns.map(weekLine)
  if (checkIns.length === 1)
    return {
      line: `Your mood ${query.spans.length + query.about.length > 0 ? `${label} was` : 'is'} **${latest.mood} of 5** (${moodLabel(latest.mood)}), in the week of ${weekName(latest)}.`,
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
  const all = await checkInsIn(query.spans[0], founder)
  const found = all.filter(({ mood }) => isWithin(mood, value, bound))
  const says = bound ? BOUND_NAMES[bound](value) : `${value} of 5 (${moodLabel(value)})`
  const one = query.which === 'first' ? found.at(-1) : found[0]
  return {
    line: one
      ? `Your mood was **${says}** in **${counted(found.length, 'week')}**, ${query.which === 'first' ? 'first' : 'last'} in the week of ${weekName(one)}: wins ${quoted(one.wins, 60)}.`
      : `Your mood was **never** ${says}.`,
    evidence: found.map(weekLine),
    isList: true,
  }
}

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

const moodWhy: Operation = async (query, founder) => {
  const { checkIns, label } = await wanted(query, founder, 1)
  const [one] = checkIns
  if (!one) return noneIn(query, founder.context)
  return {
    line: `Why is **not recorded**, but ${label} you wrote ${one.blockers.trim() ? `as blocker ${quoted(one.blockers, 160)} and as win` : 'no blocker, and as win'} ${quoted(one.wins, 120)} (mood ${one.mood} of 5, week of ${weekName(one)}).`,
    evidence: checkIns.slice(1).map(weekLine),
  }
}

export const moodOperations: Operations = {
  'mood.value': moodNow,
  'mood.trend': moodTrend,
  'mood.when': moodWeeks,
  'mood.count': moodWeeks,
  'mood.list': moodList,
  'mood.best-time': moodExtreme('best'),
  'mood.worst-time': moodExtreme('worst'),
  'mood.why': moodWhy,
}
