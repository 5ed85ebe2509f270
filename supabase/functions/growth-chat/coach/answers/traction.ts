import { bestLoop, conversionRate, MIN_SIGNIFICANT_MESSAGES, share } from '../../../../../domain/conversion.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext, Loop } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, LoopOn } from '../founder.ts'
import { counted, dayLabel, enumerated, percent, quoted, titled } from '../text.ts'
import { isMoney, type Amount } from '../understand/amounts.ts'
import { spanBefore, type Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import { firstOf } from './runway.ts'

type Measure = keyof Counts

/** Words before "loop" that name none. */
const GENERAL = new Set(
  'per by from in of on the our this that each every which what best worst weakest strongest one any new next first last running paused scaling traction main other same marketing single another good bad'.split(
    ' ',
  ),
)
const MEASURES = ['messages', 'demos', 'conversions'] as const
const NOUNS = { messages: 'message', demos: 'demo', conversions: 'conversion' } as const

const NOTHING: Answer = {
  line: 'There are no traction loops in your records yet, so I cannot count messages, demos or conversions.',
  evidence: ['Your growth squad keeps the loops: one for each channel, with its three counts.'],
  next: 'write to the squad on the Growth Squad tab which channel you try and what it has brought so far.',
  proposals: [{ kind: 'message', text: 'We try this channel: … So far: … messages, … demos, … conversions.' }],
}

export const answerTraction: Answerer = async (question, founder) => {
  const { context } = founder
  const { text, loops: named, spans, amounts } = question
  if (context.loopTotals.loops === 0) return NOTHING
  const supposed = supposedCount(text, amounts) ?? supposedMails(question)
  if (supposed) return whatItBrings(supposed, question, context)
  const which = firstOf(text, [
    ['best', /\bbest\b|\bstrongest\b|\bworks? (?:best|well)\b|\btop\b|\bmost\b|\bhighest\b/],
    ['worst', /\bworst\b|\bweak(?:est)?\b|\bleast\b|\blowest\b|\bstop\b|\bpoor/],
  ] as const)
  const isOfLoops = /\b(?:which|what|best|worst|top) (?:\w+ )?(?:loops?|channels?)\b/.test(text)
  if (spans[0]?.from !== undefined && spans[0].from <= context.today) {
    const [span] = spans
    if (named.length > 1) return comparedLoopsIn(question, span, founder)
    if (which && isOfLoops && named.length === 0) return extremeIn(question, span, which, founder)
    const isCompared =
      spans.length > 1 || /\bthan\b|\bcompare|\bversus\b|\bvs\b|\bbetter\b|\bworse\b|\bslower\b|\bfaster\b/.test(text)
    return isCompared
      ? comparedSpans(question, span, spans[1] ?? spanBefore(span), founder)
      : addedIn(question, span, founder)
  }
  const pace = PACE.exec(text)?.groups?.['unit']
  const measured = measureOf(text)
  if (pace && measured && named.length < 2) return perTime(pace as 'week' | 'month', measured, named[0], context)
  if (named.length > 1) return comparedLoops(named, measureOf(text))
  if (which && named.length === 0) return extreme(context, measureOf(text), which)
  if (/\bcompare\b/.test(text) && context.loops.length > 1)
    return comparedLoops(
      context.loops.toSorted((a, b) => conversionRate(b) - conversionRate(a)),
      measureOf(text),
    )
  const unknown = /\b(?<name>[\p{L}\d]{3,}) (?:loop|channel)\b(?!s)/u.exec(text)?.groups?.['name'] ?? ''
  if (named.length === 0 && unknown && !GENERAL.has(unknown)) {
    return {
      line: `There is **no loop called “${unknown}”** in your records.`,
      evidence: context.loops.map(loopLine),
      next: nextFor(context.loopTotals),
    }
  }
  const [loop] = named
  if (loop) return aboutLoop(question, loop, founder)
  if (
    /\b(?:how many|number of) (?:\w+ )?loops\b|\b(?:which|what|my|list|paused|running|scaling) (?:\w+ )*loops\b|\bpaused?\b|\bscaling\b|\bstatus\b/.test(
      text,
    )
  )
    return statuses(text, context)
  if (/\brates?\b|\bpercent|%|\bshare\b|\bratio\b|\bper (?:demo|conversion|message)\b/.test(text))
    return rates(context.loopTotals, context)
  return totals(measureOf(text), context)
}

const PACE = /\b(?:(?:per|a|each|every) )(?<unit>week|month)\b/

/** How many a week or month, since the first of the loops began. */
function perTime(unit: 'week' | 'month', measure: Measure, loop: Loop | undefined, context: FounderContext): Answer {
  const loops = loop ? [loop] : context.loops
  const begun = loops.map(({ date }) => date).toSorted()[0] ?? context.today
  const many = Math.max(1, daysBetween(begun, context.today) / (unit === 'week' ? 7 : 365.25 / 12))
  const all = loop ? loop[measure] : context.loopTotals[measure]
  return {
    line: `About **${(all / many).toFixed(1)} ${measure} a ${unit}** on average${loop ? ` in ${quoted(loop.name)}` : ''}: ${counted(all, NOUNS[measure])} since ${dayLabel(begun)}.`,
    evidence: loops.map(loopLine),
    next: nextFor(context.loopTotals),
  }
}

const measureOf = (text: string): Measure | undefined =>
  firstOf(text, [
    ['demos', /\bdemos?\b/],
    ['messages', /\bmessages?\b/],
    [
      'conversions',
      /\bconver(?:sions?|t(?:s|ed|ing)?)\b(?! rate)|\bcustomers?\b|\bclients?\b|\bdeals?\b|\bsales\b|\bsigned\b/,
    ],
  ])

function totals(measure: Measure | undefined, { loopTotals: all, loops }: FounderContext): Answer {
  const line = measure
    ? `You have **${counted(all[measure], NOUNS[measure])}** in all, over ${counted(all.loops, 'loop')}.`
    : `In all: **${funnel(all)}**, over ${counted(all.loops, 'loop')}.`
  const by = measure ?? 'conversions'
  return { line, evidence: loops.toSorted((a, b) => b[by] - a[by]).map(loopLine), next: nextFor(all) }
}

function rates(counts: Counts, { loops }: FounderContext): Answer {
  const { messages, demos, conversions } = counts
  return {
    line: `**${percent(share(demos, messages))}** of your messages become demos and **${percent(share(conversions, demos))}** of your demos conversions; of all messages, ${percent(share(conversions, messages))} convert.`,
    evidence: loops.toSorted((a, b) => conversionRate(b) - conversionRate(a)).map(loopLine),
    next: nextFor(counts),
  }
}

function statuses(text: string, { loops, loopTotals: all }: FounderContext): Answer {
  const paused = all.loops - all.running - all.scaling
  const wanted = firstOf(text, [
    ['paused', /\bpaused?\b|\bstopped\b/],
    ['scaling', /\bscaling\b/],
    ['running', /\brunning\b|\bactive\b/],
  ] as const)
  const shown = wanted ? loops.filter(({ status }) => status === wanted) : loops
  const count = { paused, scaling: all.scaling, running: all.running }
  const line = wanted
    ? `**${counted(count[wanted], 'loop')}** of ${all.loops} ${count[wanted] === 1 ? 'is' : 'are'} ${wanted}${shown.length > 0 ? `: ${enumerated(shown.slice(0, 5).map(({ name }) => quoted(name)))}` : ''}.`
    : `You have **${counted(all.loops, 'loop')}**: ${all.running} running, ${all.scaling} scaling, ${paused} paused.`
  return { line, evidence: shown.map(loopLine), next: nextFor(all) }
}

function extreme(
  { loops, loopTotals: all }: FounderContext,
  measure: Measure | undefined,
  which: 'best' | 'worst',
): Answer {
  const byCount = measure && measure !== 'conversions' ? measure : undefined
  const ordered = byCount ? loops.toSorted((a, b) => b[byCount] - a[byCount]) : []
  const significant = loops.filter(({ messages }) => messages >= MIN_SIGNIFICANT_MESSAGES)
  const byRate = (significant.length > 0 ? significant : loops).toSorted(
    (a, b) => conversionRate(a) - conversionRate(b),
  )
  const lowest = byCount ? ordered.at(-1) : byRate[0]
  const highest = byCount ? ordered[0] : bestLoop(loops)
  const loop = which === 'best' ? highest : lowest
  if (!loop)
    return { line: 'No loop has converted yet, so none is ahead.', evidence: loops.map(loopLine), next: nextFor(all) }
  const others = loops
    .filter((other) => other !== loop)
    .toSorted((a, b) => (conversionRate(b) - conversionRate(a)) * (which === 'best' ? 1 : -1))
  const line = byCount
    ? `${titled('loop', loop, loop.name)} has the ${which === 'best' ? 'most' : 'fewest'} ${byCount}: **${formatCount(loop[byCount])}** of ${formatCount(all[byCount])}.`
    : `${titled('loop', loop, loop.name)} is your ${which === 'best' ? 'best' : 'weakest'} loop: **${percent(conversionRate(loop))}** of its messages convert, in all ${percent(conversionRate(all))}.`
  return {
    line,
    evidence: [loopLine(loop), ...others.map(loopLine)],
    next:
      which === 'best'
        ? `give ${quoted(loop.name)} the next two hours that you would have given to another loop.`
        : `change one thing in ${quoted(loop.name)} for the next 50 messages, ${weakStep(loop, all)} first; then pause it or keep it.`,
  }
}

function comparedLoops(loops: readonly Loop[], measure: Measure | undefined): Answer {
  const [first, second] = loops
  if (!first || !second) return NOTHING
  const valueOf = (loop: Loop) => (measure ? loop[measure] : conversionRate(loop))
  const says = (loop: Loop) =>
    measure ? counted(loop[measure], NOUNS[measure]) : `${percent(conversionRate(loop))} of messages convert`
  const [ahead, behind] = valueOf(first) >= valueOf(second) ? [first, second] : [second, first]
  const line =
    valueOf(first) === valueOf(second)
      ? `${quoted(first.name)} and ${quoted(second.name)} are level: **${says(first)}** each.`
      : `${quoted(ahead.name)} is ahead of ${quoted(behind.name)}: **${says(ahead)}** against **${says(behind)}**.`
  return {
    line,
    evidence: loops.map(loopLine),
    next: `repeat what ${quoted(ahead.name)} does, for the buyers of ${quoted(behind.name)}: the same opening, 20 messages, this week.`,
  }
}

async function aboutLoop({ text }: Question, loop: Loop, { context, queries }: AskingFounder): Promise<Answer> {
  const measure = measureOf(text)
  const before = addDays(context.today, -28)
  const history = (await queries.loopsOn([before])).find(({ loop_id }) => loop_id === loop.id)
  const all = context.loopTotals
  if (/\b(?:when|since when|how long)\b.*\b(?:start|beg[au]n|launch|creat|set up|add|run|been)/.test(text))
    return {
      line: `${titled('loop', loop, loop.name)} is in your records since **${dayLabel(loop.date)}**; it is ${loop.status}.`,
      evidence: [loopLine(loop)],
      next: nextFor(loop),
    }
  const isRate = /\brate\b|%|\bpercent|\bshare\b|\bratio\b/.test(text)
  const line =
    isRate && /\bdemos? (?:to|into|per|that|which|who)\b|\b(?:of|from|per) (?:the |our |all )?demos?\b/.test(text)
      ? `**${percent(share(loop.conversions, loop.demos))}** of the demos of ${titled('loop', loop, loop.name)} convert: ${funnel(loop)}.`
      : isRate
        ? `**${percent(conversionRate(loop))}** of the messages of ${titled('loop', loop, loop.name)} convert: ${funnel(loop)}.`
        : measure
          ? `${titled('loop', loop, loop.name)} has **${counted(loop[measure], NOUNS[measure])}**.`
          : `${titled('loop', loop, loop.name)} (${loop.status}): **${funnel(loop)}**.`
  return {
    line,
    evidence: [
      ...(measure ? [loopLine(loop)] : []),
      `${percent(conversionRate(loop))} of its messages convert; over all your loops it is ${percent(conversionRate(all))}. Its weak step: ${weakStep(loop, all)}.`,
      history
        ? `Since ${dayLabel(before)}: ${enumerated(MEASURES.map((count) => `${formatChange(loop[count] - history[count])} ${count}`))}.`
        : `It is in your records since ${dayLabel(loop.date)}.`,
    ],
    next: nextFor(loop),
  }
}

interface Supposed {
  readonly count: number
  readonly of: Measure
  /** Whether the counts before are wanted ("how many messages for …"), or those after. */
  readonly wants: 'effort' | 'result'
}

/** "What would 20 more demos bring?", "how many messages for 5 customers?" */
function supposedCount(text: string, amounts: readonly Amount[]): Supposed | undefined {
  for (const { value, unit, noun } of amounts) {
    const of = unit === 'number' && noun ? measureOf(noun) : undefined
    // "Two customers who pay 600 each" are revenue.
    if (amounts.some((amount) => isMoney(amount, text))) return undefined
    if (of && /\bif\b|\bwould\b|\bbring|\bneed|\btakes?\b|\bget\b|\bmean\b|\bmore\b|\bfor\b/.test(text)) {
      const isEffort =
        /\bneed|\btakes?\b|\bhow many\b.*\b(?:for|to)\b|\bget (?:my|to)\b/.test(text) &&
        !/\bif\b|\bbring\b|\bwould \d/.test(text)
      return { count: value, of, wants: isEffort && of !== 'messages' ? 'effort' : 'result' }
    }
  }
  return undefined
}

/** "What would 100 more cold mails bring?": messages of the loop that is named. */
const supposedMails = ({ text, amounts, loops }: Question): Supposed | undefined => {
  const [amount] = amounts
  const isMeant =
    loops.length > 0 && amount?.unit === 'number' && /\bmore\b/.test(text) && /mails?\b|messages?\b|dms?\b/.test(text)
  return isMeant && amount ? { count: amount.value, of: 'messages', wants: 'result' } : undefined
}

function whatItBrings({ count, of, wants }: Supposed, { loops }: Question, context: FounderContext): Answer {
  const counts: Counts = loops[0] ?? context.loopTotals
  const where = loops[0] ? `in ${quoted(loops[0].name)}` : 'over all your loops'
  const { messages, demos, conversions } = counts
  const toDemo = share(demos, messages)
  const toConversion = share(conversions, demos)
  const evidence = [
    `${percent(toDemo)} of messages become demos and ${percent(toConversion)} of demos conversions, ${where}: ${funnel(counts)}.`,
    ...context.loops.toSorted((a, b) => conversionRate(b) - conversionRate(a)).map(loopLine),
  ]
  const said = counted(count, NOUNS[of])
  const line = (() => {
    if (wants === 'effort') {
      const neededDemos = of === 'conversions' ? (toConversion > 0 ? count / toConversion : undefined) : count
      const neededMessages = neededDemos !== undefined && toDemo > 0 ? neededDemos / toDemo : undefined
      if (neededMessages === undefined || neededDemos === undefined)
        return `I cannot calculate what ${said} take: nothing has converted yet ${where}.`
      return of === 'conversions'
        ? `At your rates ${said} take about **${counted(Math.ceil(neededDemos), 'demo')}** and **${counted(Math.ceil(neededMessages), 'message')}**.`
        : `At your rate ${said} take about **${counted(Math.ceil(neededMessages), 'message')}**.`
    }
    if (of === 'conversions')
      return `${said} more would make **${counted(counts.conversions + count, 'conversion')}** ${where}.`
    const newDemos = of === 'messages' ? count * toDemo : count
    const brought = newDemos * toConversion
    const about = (number: number) =>
      number >= 10 ? String(Math.round(number)) : number.toFixed(1).replace(/\.0$/, '')
    return of === 'messages'
      ? `At your rates ${said} bring about **${about(newDemos)} demos** and **${about(brought)} conversions**.`
      : `At your rate ${said} bring about **${about(brought)} conversions**.`
  })()
  return {
    line,
    evidence,
    next: 'put the first 20 messages on tomorrow’s calendar, to the kind of buyer that converted last.',
    proposals: [{ kind: 'goal', period: 'weekly', text: 'Write 20 messages to the kind of buyer that converted last' }],
  }
}

/** What each loop had added in a span; `since` where its history begins within it. */
interface Added {
  readonly counts: Counts
  readonly loops: readonly { readonly id: string; readonly counts: Counts }[]
  readonly isKnown: boolean
}

function added(span: Span, points: readonly LoopOn[], context: FounderContext): Added {
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

const endOf = ({ to }: Span, today: IsoDate): IsoDate => (to < today ? to : today)
const daysOf = (span: Span, today: IsoDate): IsoDate[] => [addDays(span.from, -1), endOf(span, today)]

async function addedIn(
  { text, loops: named }: Question,
  span: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text)
  const previous = spanBefore(span)
  const points = await queries.loopsOn([...daysOf(span, context.today), ...daysOf(previous, context.today)])
  const ofNamed = named[0] ? points.filter(({ loop_id }) => loop_id === named[0]?.id) : points
  const now = added(span, ofNamed, context)
  const then = added(previous, ofNamed, context)
  const where = named[0] ? ` in ${quoted(named[0].name)}` : ''
  if (!now.isKnown) return unknownSpan(span, context)
  const isRate = /\brates?\b|\bpercent|%|\bshare\b/.test(text)
  const line = isRate
    ? `${capital(span.label)}${where} **${percent(share(now.counts.conversions, now.counts.messages))}** of messages converted: ${funnel(now.counts)}.`
    : measure
      ? `**${counted(now.counts[measure], NOUNS[measure])}**${where} ${span.label}.`
      : `${capital(span.label)}${where}: **${enumerated(MEASURES.map((count) => counted(now.counts[count], NOUNS[count])))}**.`
  const by = measure ?? 'conversions'
  const best = now.loops.toSorted((a, b) => b.counts[by] - a.counts[by]).filter(({ counts }) => counts[by] !== 0)
  return {
    line,
    evidence: [
      ...(then.isKnown
        ? [
            `${capital(previous.label)}: ${measure ? counted(then.counts[measure], NOUNS[measure]) : enumerated(MEASURES.map((count) => counted(then.counts[count], NOUNS[count])))}.`,
          ]
        : []),
      ...(named[0]
        ? [loopLine(named[0])]
        : best.flatMap(({ id, counts }) => {
            const loop = context.loops.find((one) => one.id === id)
            return loop
              ? [
                  `${titled('loop', loop, loop.name)}: ${enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))} in that time.`,
                ]
              : []
          })),
    ],
    next: nextFor(context.loopTotals),
  }
}

/** What each of the loops that are named added in a span. */
async function comparedLoopsIn(
  { text, loops: named }: Question,
  span: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text)
  const { loops, isKnown } = added(span, await queries.loopsOn(daysOf(span, context.today)), context)
  if (!isKnown) return unknownSpan(span, context)
  const lines = named.map((loop) => {
    const counts = loops.find(({ id }) => id === loop.id)?.counts ?? { messages: 0, demos: 0, conversions: 0 }
    const said = measure
      ? counted(counts[measure], NOUNS[measure])
      : enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))
    return `${titled('loop', loop, loop.name)}: **${said}**`
  })
  return {
    line: `${capital(span.label)}: ${lines.join('; ')}.`,
    evidence: named.map(loopLine),
    next: nextFor(context.loopTotals),
  }
}

/** The loop that added most or least in a span. */
async function extremeIn(
  { text }: Question,
  span: Span,
  which: 'best' | 'worst',
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text) ?? 'conversions'
  const { loops, isKnown } = added(span, await queries.loopsOn(daysOf(span, context.today)), context)
  if (!isKnown) return unknownSpan(span, context)
  const ordered = loops.toSorted((a, b) => (b.counts[measure] - a.counts[measure]) * (which === 'best' ? 1 : -1))
  const lines = ordered.flatMap(({ id, counts }) => {
    const loop = context.loops.find((one) => one.id === id)
    return loop
      ? [`${titled('loop', loop, loop.name)}: **${counted(counts[measure], NOUNS[measure])}** ${span.label}`]
      : []
  })
  return {
    line: `${which === 'best' ? 'Most' : 'Fewest'}: ${lines[0] ?? ''}.`,
    evidence: lines.slice(1).map((line) => `${line}.`),
    next: nextFor(context.loopTotals),
  }
}

async function comparedSpans(
  { text, loops: named }: Question,
  one: Span,
  other: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text)
  const points = await queries.loopsOn([...daysOf(one, context.today), ...daysOf(other, context.today)])
  const ofNamed = named[0] ? points.filter(({ loop_id }) => loop_id === named[0]?.id) : points
  const [first, second] = [added(one, ofNamed, context), added(other, ofNamed, context)]
  if (!first.isKnown || !second.isKnown) return unknownSpan(first.isKnown ? other : one, context)
  const says = (counts: Counts) =>
    measure
      ? counted(counts[measure], NOUNS[measure])
      : enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))
  const difference = first.counts[measure ?? 'conversions'] - second.counts[measure ?? 'conversions']
  return {
    line: `${capital(one.label)}: **${says(first.counts)}**; ${other.label}: **${says(second.counts)}** (${formatChange(difference)} ${measure ?? 'conversions'}).`,
    evidence: first.loops
      .toSorted((a, b) => b.counts.conversions - a.counts.conversions)
      .flatMap(({ id, counts }) => {
        const loop = context.loops.find((known) => known.id === id)
        return loop
          ? [
              `${titled('loop', loop, loop.name)} ${one.label}: ${enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))}.`,
            ]
          : []
      }),
    next: nextFor(context.loopTotals),
  }
}

const unknownSpan = (span: Span, { loops, loopTotals }: FounderContext): Answer => ({
  line: `What your loops had ${span.label} is **not recorded**: their history begins later.`,
  evidence: [`In all by today: ${funnel(loopTotals)}.`, ...loops.map(loopLine)],
  next: nextFor(loopTotals),
})

/** "150 messages → 11 demos (7%) → 6 conversions (55% of demos)" */
export const funnel = ({ messages, demos, conversions }: Counts): string =>
  `${counted(messages, 'message')} → ${counted(demos, 'demo')} (${percent(share(demos, messages))}) → ${counted(conversions, 'conversion')} (${percent(share(conversions, demos))} of demos)`

export const loopLine = (loop: Loop): string => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(loop)}.`

/** The step at which a loop is below the average of all loops. */
function weakStep(loop: Counts, all: Counts): string {
  const toDemo = share(share(loop.demos, loop.messages), share(all.demos, all.messages))
  const toConversion = share(share(loop.conversions, loop.demos), share(all.conversions, all.demos))
  return loop.demos > 0 && toConversion < toDemo ? 'demos into conversions' : 'messages into demos'
}

function nextFor({ demos, messages }: Counts): string {
  const WANTED = 10
  return demos > 0 && messages > 0
    ? `at ${percent(share(demos, messages))}, ${WANTED} demos take ${formatCount(Math.ceil((WANTED * messages) / demos))} messages: put the first 20 on tomorrow’s calendar.`
    : 'write 20 messages to one kind of buyer before noon tomorrow, and note how many answer.'
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
