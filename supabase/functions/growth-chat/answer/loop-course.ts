import { share } from '../../_shared/conversion.ts'
import { addDays } from '../../../../domain/days.ts'
import type { Counts } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { enumerated, titled } from '../text.ts'
import { unitsSince, type Span } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { capital, spansCompared, whereOf } from './figures.ts'
import { gainedIn } from './gained.ts'
import { funnel, loopsOf, weakStep } from './loop-lines.ts'

/** Conversions from which their number says more than the demos do. */
const TELLING = 5
const MONTHS_SHOWN = 6

/** The last four weeks, and the four before. */
const usualSpans = (today: IsoDate): readonly [Span, Span] => [
  { from: addDays(today, -55), to: addDays(today, -28), label: 'in the 4 weeks before' },
  { from: addDays(today, -27), to: today, label: 'in the last 4 weeks' },
]

/** What tells how a loop did, and how much of it there was. */
function tellingOf(then: Counts, now: Counts): readonly [name: string, before: number, after: number] {
  if (Math.max(then.conversions, now.conversions) >= TELLING) return ['conversions', then.conversions, now.conversions]
  if (then.messages > 0 && now.messages > 0)
    return ['demos per message', share(then.demos, then.messages), share(now.demos, now.messages)]
  return ['demos', then.demos, now.demos]
}

/** Changes of a rate below this share of it say nothing. */
const NOISE = 0.1

const wayOf = (before: number, after: number): Way => (after === before ? 'level' : after > before ? 'better' : 'worse')

type Way = 'level' | 'better' | 'worse'

/** "1.5% after 2.4%" */
const percentages = (before: number, after: number): string =>
  `${(100 * after).toFixed(1)}% after ${(100 * before).toFixed(1)}%`

/** Better or worse, and by what; mixed where a few conversions say the opposite of the demos. */
function judged(then: Counts, now: Counts): { readonly way: Way | 'mixed'; readonly by: string } {
  const [name, before, after] = tellingOf(then, now)
  const isRate = name === 'demos per message'
  const way = isRate && Math.abs(after - before) < NOISE * before ? 'level' : wayOf(before, after)
  const converting = wayOf(then.conversions, now.conversions)
  return name === 'conversions' || way === converting || converting === 'level' || way === 'level'
    ? { way, by: isRate ? `${name}, ${percentages(before, after)}` : name }
    : { way: 'mixed', by: `conversions, ${converting}, and ${name}, ${way}` }
}

/** Whether loops get better or worse: two times beside each other, and the months so far. */
export async function courseOf(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { context, queries } = founder
  const { today } = context
  const loops = loopsOf(query, context)
  const named = spansCompared(query, today)
  const [earlier, later] = named ?? usualSpans(today)
  const months = unitsSince('month', addDays(today, -31 * MONTHS_SHOWN), today, MONTHS_SHOWN)
  const [then, now, ...history] = await gainedIn([earlier, later, ...months], loops, queries)
  if (!then?.isKnown || !now?.isKnown) return undefined
  const { way, by } = judged(then.counts, now.counts)
  const who = whereOf({ ...query, isWithout: false }).replace(/^ in /, '') || 'all loops together'
  const verb = loops.length > 1 ? (named ? 'did' : 'are') : named ? 'did' : 'is'
  const unfinished = named && later.to > today ? ' (not over yet)' : ''
  const did = named
    ? `${verb} **${way === 'level' ? 'the same' : way}** ${later.label}${unfinished}`
    : `${verb} **${way === 'level' || way === 'mixed' ? way : `getting ${way}`}**`
  return {
    line: `${capital(who)} ${did} by ${by}: **${funnel(now.counts)}**${named ? '' : ` ${later.label}`}, against **${funnel(then.counts)}** ${earlier.label}.`,
    evidence: history
      .map((gain, at) => ({ gain, span: months[at] }))
      .toReversed()
      .flatMap(({ gain, span }) => (gain.isKnown && span ? [`${capital(span.label)}: ${funnel(gain.counts)}.`] : [])),
    isList: true,
    next: `change one thing this week, ${weakStep(now.counts, context.loopTotals)} first, and see what it adds.`,
  }
}

/** "Which channel is getting worse?": every loop that does. */
export async function courses(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { context, queries } = founder
  const wanted = query.which === 'best' ? 'better' : 'worse'
  const [earlier, later] = spansCompared(query, context.today) ?? usualSpans(context.today)
  const [then, now] = await gainedIn([earlier, later], context.loops, queries)
  if (!then?.isKnown || !now?.isKnown) return undefined
  const rows = now.loops.flatMap(({ loop, counts }) => {
    const own = then.loops.find((one) => one.loop === loop)?.counts
    if (!own) return []
    const { way, by } = judged(own, counts)
    return [
      {
        loop,
        way,
        line: `${titled('loop', loop, loop.name)}: ${funnel(counts)} ${later.label}, ${funnel(own)} ${earlier.label} (by ${by}: ${way}).`,
      },
    ]
  })
  const found = rows.filter(({ way }) => way === wanted)
  const names = enumerated(found.map(({ loop }) => titled('loop', loop, loop.name)))
  return {
    line:
      found.length === 0
        ? `**No loop** is getting ${wanted} ${later.label}, against ${earlier.label.replace('in the 4', 'the 4')}.`
        : `${names} ${found.length === 1 ? 'is' : 'are'} getting **${wanted}** ${later.label}, against ${earlier.label.replace('in the 4', 'the 4')}.`,
    evidence: [...found, ...rows.filter((row) => !found.includes(row))].map(({ line }) => line),
    isList: true,
  }
}
