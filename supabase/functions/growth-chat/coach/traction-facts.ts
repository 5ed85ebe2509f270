import {
  bestLoop,
  conversionRate,
  hoursPerConversion,
  share,
  MIN_SIGNIFICANT_MESSAGES,
  weakestLoop,
} from '../../../../domain/conversion.ts'
import { quotedAmong } from '../../../../domain/quotes.ts'
import type { Counts } from '../../../../domain/traction.ts'
import type { FounderContext, Loop } from '../../_shared/founder-records.ts'
import type { Facts } from './facts.ts'
import { askLine } from './money-facts.ts'
import { counted, percent, titled } from './text.ts'

const LOOPS_LISTED = 4
const DEMOS_WANTED = 10

const missing =
  'There is nothing in your records on this yet. Your growth squad keeps your traction loops: tell them on the Growth Squad tab which channel you try, and how many messages, demos and conversions it has brought.'

export const tractionFacts: Facts = {
  title: 'Your traction',
  missing,
  lines: (context, question) => {
    const { loops, loopTotals: all } = context
    if (all.loops === 0) return []
    const quotedLoop = quotedAmong(question, loops, ({ name }) => name)
    return [
      ...(quotedLoop ? [`Asked about: ${loopLine(quotedLoop)}`, `Its weak step: ${weakStep(quotedLoop, all)}.`] : []),
      `In all: ${funnel(all)}. ${counted(all.loops, 'loop')}, ${all.running} running, ${all.scaling} scaling.`,
      ...listed(loops, quotedLoop),
      ...extremes(context),
    ]
  },
  next: ({ loopTotals: { demos, messages } }) =>
    demos > 0 && messages > 0
      ? `at your rate of ${percent(demos / messages)}, ${DEMOS_WANTED} demos take ${Math.ceil((DEMOS_WANTED * messages) / demos)} messages: put the first 20 on tomorrow’s calendar.`
      : undefined,
}

export const costFacts: Facts = {
  title: 'What a conversion costs you',
  missing,
  lines: ({ loops, loopTotals: all }) => {
    if (all.loops === 0) return []
    const hours = hoursPerConversion(all)
    if (hours === undefined) return [`${funnel(all)}: nothing has converted yet, so there is no cost per customer yet.`]
    return [
      `One conversion takes ${perConversion(all, 'messages')} messages and ${perConversion(all, 'demos')} demos over all loops.`,
      `Rule of thumb: three minutes a message and an hour a demo make that **${hours.toFixed(1)} hours** of work. Times what your hour costs, plus tools and ads, that is your CAC.`,
      ...costsCompared(loops),
    ]
  },
}

export const pitchFacts: Facts = {
  title: 'What your slides can say today',
  missing,
  lines: ({ loopTotals: all, runway }) => [
    ...(all.loops > 0 ? [`Traction: ${funnel(all)}.`] : []),
    ...(runway && runway.net_burn > 0 ? [`The ask: ${askLine(runway)}`] : []),
  ],
}

/** "150 messages → 11 demos (7%) → 6 conversions (55% of demos)" */
export const funnel = ({ messages, demos, conversions }: Counts): string =>
  `${counted(messages, 'message')} → ${counted(demos, 'demo')} (${percent(share(demos, messages))}) → ${counted(conversions, 'conversion')} (${percent(share(conversions, demos))} of demos)`

const loopLine = (loop: Loop): string => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(loop)}.`

function listed(loops: readonly Loop[], quotedLoop: Loop | undefined): string[] {
  const others = loops.filter((loop) => loop !== quotedLoop).toSorted((a, b) => conversionRate(b) - conversionRate(a))
  return loops.length > 1 ? others.slice(0, LOOPS_LISTED).map(loopLine) : others.map(loopLine)
}

function extremes({ loops, loopTotals }: FounderContext): string[] {
  const best = bestLoop(loops)
  const weakest = weakestLoop(loops)
  const few = best && best.messages < MIN_SIGNIFICANT_MESSAGES ? ', though on few messages' : ''
  return [
    ...(best
      ? [
          `Best: ${titled('loop', best, best.name)} turns most messages into conversions (${percent(conversionRate(best))}${few}): put the next hour there.`,
        ]
      : []),
    ...(weakest && weakest !== best
      ? [
          `Weakest: ${titled('loop', weakest, weakest.name)} (${percent(conversionRate(weakest))}), weak at ${weakStep(weakest, loopTotals)}.`,
        ]
      : []),
  ]
}

/** The step at which a loop is below the average of all loops. */
function weakStep(loop: Counts, all: Counts): string {
  const toDemo = share(share(loop.demos, loop.messages), share(all.demos, all.messages))
  const toConversion = share(share(loop.conversions, loop.demos), share(all.conversions, all.demos))
  return loop.demos > 0 && toConversion < toDemo
    ? `demos into conversions (${percent(share(loop.conversions, loop.demos))}, in all ${percent(share(all.conversions, all.demos))})`
    : `messages into demos (${percent(share(loop.demos, loop.messages))}, in all ${percent(share(all.demos, all.messages))})`
}

function costsCompared(loops: readonly Loop[]): string[] {
  const [best, weakest] = [bestLoop(loops), weakestLoop(loops)]
  return [best, weakest === best ? undefined : weakest].flatMap((loop) => {
    if (!loop) return []
    const hours = hoursPerConversion(loop)
    const cost = hours === undefined ? `no conversion for ${funnel(loop)}` : `${hours.toFixed(1)} hours a conversion`
    return [`${titled('loop', loop, loop.name)}: ${cost}.`]
  })
}

const perConversion = (counts: Counts, count: 'messages' | 'demos'): string => {
  const each = counts[count] / counts.conversions
  return each >= 10 ? String(Math.round(each)) : each.toFixed(1)
}
