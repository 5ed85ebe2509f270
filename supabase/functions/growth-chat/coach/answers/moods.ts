import { meanOf } from '../../../../../domain/check-in-trend.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatDate } from '../../../../../domain/dates.ts'
import type { CheckIn, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { counted, from, weekName } from '../text.ts'
import { anyOf, firstOf } from '../understand/phrases.ts'
import type { Span } from '../understand/spans.ts'
import { nextFor, NO_CHECK_INS, noneIn, weekLine, withLast, type Scope } from './check-in-lines.ts'

const BELOW = /\b(?:below|under|less than|lower than|worse than) [1-5]\b(?!\d)/
const ABOVE = /\b(?:above|over|more than|higher than|better than) [1-5]\b(?!\d| weeks?| months?)/

/** "A mood below 3", "my mood was 4", "at a 5" */
const WANTED = anyOf(
  /\bmoods?\b.{0,20}\b(?:(?:less|lower|worse|more|higher|better) than|below|under|above|over) (?<limit>[1-5])\b(?!\d)/,
  /\bmoods? (?:was |were |is |of |at |= ?)?(?:an? )?(?<mood>[1-5])\b(?! (?:weeks?|days?|months?|years?|check))/,
  /\bat (?:an? )?(?<at>[1-5])\b(?! ?(?:pm|am|%|k\b))/,
)

/** Check-ins with a certain mood, above it or below: in which weeks. */
export async function moodWeeks(
  text: string,
  where: string,
  all: () => Promise<readonly CheckIn[]>,
): Promise<Answer | undefined> {
  const isBelow = BELOW.test(text)
  const isAbove = ABOVE.test(text)
  const wanted = Number(WANTED.exec(text)?.slice(1).find(Boolean))
  if (!(wanted >= 1)) return undefined
  const isLess = /\bor (?:lower|less|worse|below|under)\b|\bat most\b/.test(text) || isBelow
  const isMore = /\bor (?:higher|more|better|above|over)\b|\bat least\b/.test(text) || isAbove
  const limit = isBelow ? wanted - 1 : isAbove ? wanted + 1 : wanted
  const found = (await all()).filter(({ mood }) => (isLess ? mood <= limit : isMore ? mood >= limit : mood === wanted))
  const first = found.at(-1)
  if (first && /\b(?:first|earliest|since when|how long)\b/.test(text))
    return {
      line: `The first week with that mood ${where} is the one of ${weekName(first)}; it is in ${counted(found.length, 'week')}.`,
      evidence: found.map(weekLine),
      next: 'look at what was different in that week, and repeat or avoid it.',
    }
  if (isLess || isMore)
    return withLast(
      found,
      isBelow || isAbove
        ? `Your mood was **${isBelow ? 'below' : 'above'} ${wanted}**`
        : `Your mood was **${wanted} or ${isLess ? 'lower' : 'higher'}**`,
      `Your mood was **never** so ${where}.`,
      where,
    )
  return withLast(found, `Your mood was **${wanted} of 5** (${moodLabel(wanted)})`, `Your mood was **never ${wanted}** ${where}.`, where) // prettier-ignore
}

export function mood(
  text: string,
  checkIns: readonly CheckIn[],
  { label }: Scope,
  isSeveral: boolean,
  { checkins, today }: FounderContext,
): Answer {
  const [latest, before] = checkIns
  if (!latest) return NO_CHECK_INS
  const moods = checkIns.map(({ mood }) => mood)
  const extreme = firstOf(text, [
    ['worst', /\bworst\b|\blowest\b|\bsaddest\b/],
    ['best', /\bbest\b|\bhighest\b|\bhappiest\b/],
  ] as const)
  const average = `${meanOf(moods).toFixed(1)} of 5`
  const evidence = checkIns.map(weekLine)
  const next = nextFor(checkins, today)
  if (/\b(?:highest|best)\b.*\b(?:lowest|worst)\b|\b(?:lowest|worst)\b.*\b(?:highest|best)\b/.test(text)) {
    const [low, high] = [Math.min(...moods), Math.max(...moods)]
    const lastWith = (value: number) => checkIns.find((checkIn) => checkIn.mood === value) ?? latest
    return {
      line: `Your mood ${label} was between **${low} of 5** (${moodLabel(low)}) and **${high} of 5** (${moodLabel(high)}).`,
      evidence: [lastWith(high), lastWith(low)].map(weekLine),
      next,
    }
  }
  if (extreme) {
    const value = extreme === 'best' ? Math.max(...moods) : Math.min(...moods)
    const found = checkIns.filter((checkIn) => checkIn.mood === value)
    const [one] = found
    return {
      line: `Your ${extreme} mood ${label} was **${value} of 5** (${moodLabel(value)}), ${found.length > 1 ? `in ${found.length} weeks, last in` : 'in'} the week of ${formatDate(one?.week_of ?? today)}.${one ? from('check-in', one) : ''}`,
      evidence: found.map(weekLine),
      next,
    }
  }
  if (!isSeveral || checkIns.length === 1) {
    const change =
      before && checkIns.length > 1 ? `; the week before it was ${before.mood} (${moodLabel(before.mood)})` : ''
    const way =
      /\btrend|\bfall|\bchang|\bdevelop|\bbetter\b|\bworse\b|\bimprov|\bgoing\b|\bbeen\b/.test(text) && moods.length > 1
        ? ` Week by week: ${moods.toReversed().join(' → ')}, ${directionOf(moods)}.`
        : ''
    return {
      line: `Your mood ${checkIns.length === 1 && isSeveral ? `${label} was` : 'is'} **${latest.mood} of 5** (${moodLabel(latest.mood)})${change}.${way}`,
      evidence,
      next,
    }
  }
  const first = checkIns.at(-1) ?? latest
  const way = moods.length <= 12 ? `: ${moods.toReversed().join(' → ')}` : ''
  return {
    line: `Your mood ${label} averaged **${average}** and went from ${first.mood} to ${latest.mood}, ${directionOf(moods)}${way}.`,
    evidence,
    next,
  }
}

/** @param moods newest first */
function directionOf(moods: readonly number[]): string {
  const [last = 0, first = 0] = [moods[0], moods.at(-1)]
  return last === first ? 'the same at both ends' : last > first ? 'rising' : 'falling'
}

export function comparedMoods(
  [one, first]: readonly [Span, readonly CheckIn[]],
  [other, second]: readonly [Span, readonly CheckIn[]],
  { checkins, today }: FounderContext,
): Answer {
  if (first.length === 0 || second.length === 0)
    return noneIn(first.length === 0 ? one : other, { checkins, today } as FounderContext)
  const [here, there] = [first, second].map((checkIns) => meanOf(checkIns.map(({ mood }) => mood))) as [number, number]
  const way = here === there ? 'the same' : here > there ? 'better' : 'worse'
  return {
    line: `Your mood is **${way}**: ${here.toFixed(2)} of 5 on average ${one.label}, ${there.toFixed(2)} of 5 ${other.label}.`,
    evidence: [...first, ...second].map(weekLine),
    next: nextFor(checkins, today),
  }
}
