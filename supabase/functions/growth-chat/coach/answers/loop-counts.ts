import { share } from '../../../../../domain/conversion.ts'
import { addDays } from '../../../../../domain/days.ts'
import { formatCount } from '../../../../../domain/numbers.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext, Loop } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { LoopOn } from '../founder.ts'
import { counted, percent, titled } from '../text.ts'
import { firstOf } from '../understand/phrases.ts'
import type { Span } from '../understand/spans.ts'

export type Measure = keyof Counts

export const MEASURES = ['messages', 'demos', 'conversions'] as const
export const NOUNS = { messages: 'message', demos: 'demo', conversions: 'conversion' } as const

export const NO_LOOPS: Answer = {
  line: 'There are no traction loops in your records yet, so I cannot count messages, demos or conversions.',
  evidence: ['Your growth squad keeps the loops: one for each channel, with its three counts.'],
  next: 'write to the squad on the Growth Squad tab which channel you try and what it has brought so far.',
  proposals: [{ kind: 'message', text: 'We try this channel: … So far: … messages, … demos, … conversions.' }],
}

/** "Best per message" asks for a rate, and not for messages. */
export const measureOf = (text: string): Measure | undefined =>
  firstOf(text.replaceAll(/\bper (?:message|demo)\b/g, ''), [
    ['demos', /\bdemos?\b/],
    ['messages', /\bmessages?\b/],
    [
      'conversions',
      /\bconver(?:sions?|t(?:s|ed|ing)?)\b(?! rate)|\bcustomers?\b|\bclients?\b|\bdeals?\b|\bsales?\b|\bsigned\b/,
    ],
  ])

/** Undefined also where several are asked for: "messages, demos and conversions". */
export const onlyMeasureOf = (text: string): Measure | undefined => {
  const [own = text] = text.split(' ; ')
  const asked = [/\bmessages?\b/, /\bdemos?\b/, /\bconversions?\b|\bcustomers?\b/].filter((noun) => noun.test(own))
  return asked.length > 1 && /,|\band\b|\bplus\b|&/.test(own) ? undefined : measureOf(text)
}

/** What each loop had added in a span; `since` where its history begins within it. */
interface Added {
  readonly counts: Counts
  readonly loops: readonly { readonly id: string; readonly counts: Counts }[]
  readonly isKnown: boolean
}

export function added(span: Span, points: readonly LoopOn[], context: FounderContext): Added {
  const before = addDays(span.from, -1)
  const at = (id: string, day: IsoDate) => points.find((point) => point.loop_id === id && point.day === day)
  const ids = [...new Set(points.map(({ loop_id }) => loop_id))]
  const loops = ids.flatMap((id) => {
    const [start, end] = [at(id, before), at(id, endOf(span, context.today))]
    const created = context.loops.find((loop) => loop.id === id)?.date
    if (!end || (!start && created !== undefined && created < span.from)) return []
    const difference = (count: Measure) => end[count] - (start?.[count] ?? 0)
    return [
      {
        id,
        counts: {
          messages: difference('messages'),
          demos: difference('demos'),
          conversions: difference('conversions'),
        },
      },
    ]
  })
  const sum = (count: Measure) => loops.reduce((total, { counts }) => total + counts[count], 0)
  return {
    counts: { messages: sum('messages'), demos: sum('demos'), conversions: sum('conversions') },
    loops,
    isKnown: loops.length > 0,
  }
}

export const endOf = ({ to }: Span, today: IsoDate): IsoDate => (to < today ? to : today)
export const daysOf = (span: Span, today: IsoDate): IsoDate[] => [addDays(span.from, -1), endOf(span, today)]

export const unknownSpan = (span: Span, { loops, loopTotals }: FounderContext): Answer => ({
  line: `What your loops had ${span.label} is **not recorded**: their history begins later.`,
  evidence: [`In all by today: ${funnel(loopTotals)}.`, ...loops.map(loopLine)],
  next: nextFor(loopTotals),
})

/** "150 messages → 11 demos (7%) → 6 conversions (55% of demos)" */
export const funnel = ({ messages, demos, conversions }: Counts): string =>
  `${counted(messages, 'message')} → ${counted(demos, 'demo')} (${percent(share(demos, messages))}) → ${counted(conversions, 'conversion')} (${percent(share(conversions, demos))} of demos)`

export const loopLine = (loop: Loop): string => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(loop)}.`

/** The step at which a loop is below the average of all loops. */
export function weakStep(loop: Counts, all: Counts): string {
  const toDemo = share(share(loop.demos, loop.messages), share(all.demos, all.messages))
  const toConversion = share(share(loop.conversions, loop.demos), share(all.conversions, all.demos))
  return loop.demos > 0 && toConversion < toDemo ? 'demos into conversions' : 'messages into demos'
}

export function nextFor({ demos, messages }: Counts): string {
  const WANTED = 10
  return demos > 0 && messages > 0
    ? `at ${percent(share(demos, messages))}, ${WANTED} demos take ${formatCount(Math.ceil((WANTED * messages) / demos))} messages: put the first 20 on tomorrow’s calendar.`
    : 'write 20 messages to one kind of buyer before noon tomorrow, and note how many answer.'
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
