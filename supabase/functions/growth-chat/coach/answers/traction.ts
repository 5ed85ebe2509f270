import { formatDate } from '../../../../../domain/dates.ts'
import { bestLoop, conversionRate, MIN_SIGNIFICANT_MESSAGES, share } from '../../../../../domain/conversion.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { FounderContext, Loop } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, enumerated, percent, quoted, titled } from '../text.ts'
import { firstOf } from '../understand/phrases.ts'
import { calendarSpan, spanBefore } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import {
  funnel,
  loopLine,
  type Measure,
  measureOf,
  MEASURES,
  nextFor,
  NO_LOOPS,
  NOUNS,
  onlyMeasureOf,
  weakStep,
} from './loop-counts.ts'
import { DEMOS_PER_MESSAGE, eventsOf, extremeDemoRate, ratioIn, shareOfLoop, withoutLoops } from './loop-shares.ts'
import {
  addedIn,
  BY_THE_END,
  comparedLoopsIn,
  comparedSpans,
  extremeIn,
  extremeTime,
  extremeTimeIn,
  untilThen,
} from './loop-spans.ts'
import { supposedCount, supposedMails, whatItBrings } from './supposed-traction.ts'

/** Words before "loop" that name none. */
const GENERAL = new Set(
  'per by from in of on the our this that each every which what best worst weakest strongest one any new next first last running paused scaling traction main other same marketing single another good bad'.split(
    ' ',
  ),
)
/** "Which loop has brought a sale?" */
const BROUGHT = /\b(?:bring|brings|brought|made?|makes|w[io]n|led|gave|gives?|got|gets?|closed?|converts?|converted)\b/

export const answerTraction: Answerer = async (question, founder) => {
  const { context } = founder
  const { text, loops: named, spans, amounts } = question
  if (context.loopTotals.loops === 0) return NO_LOOPS
  const others = await withoutLoops(question, founder)
  if (others) return others
  const ofLoop = shareOfLoop(question, context)
  if (ofLoop) return ofLoop
  const supposed = supposedCount(text, amounts) ?? supposedMails(question)
  if (supposed) return whatItBrings(supposed, question, context)
  const ratio = ratioIn(question, context)
  if (ratio) return ratio
  const time = extremeTimeIn(text)
  if (time) return extremeTime(time, question, founder)
  const which = firstOf(text, [
    [
      'best',
      /\bbest\b|\bstrongest\b|\bworks? (?:best|well)\b|\b(?:double down|invest|bet|focus|scale|push)\b(?!.*\bpaused\b)|\btop\b|\bmost\b|\bhighest\b/,
    ],
    [
      'worst',
      /\bworst\b|\bweak(?:est)?\b|\bleast\b|\bfewest\b|\blowest\b|\bstop\b|\bpoor|\b(?:kill|ditch|axe|drop|cut|scrap|quit|abandon|pause|close|give up(?: on)?|get rid of)\b(?! off)/,
    ],
  ] as const)
  const isPast = /\b(?:did|have) (?:i|we) pause/.test(text)
  const isOfLoops = /\b(?:which|what|best|worst|top) (?:of (?:my|our|the) )?(?:\w+ )?(?:loops?|channels?)\b/.test(text)
  if (spans[0]?.from !== undefined && spans[0].from <= context.today) {
    const [span] = spans
    if (BY_THE_END.test(text)) return untilThen(question, span, founder)
    if (named.length > 1) return comparedLoopsIn(question, span, founder)
    if (which && isOfLoops && named.length === 0) return extremeIn(question, span, which, founder)
    const isCompared =
      spans.length > 1 || /\bthan\b|\bcompare|\bversus\b|\bvs\b|\bbetter\b|\bworse\b|\bslower\b|\bfaster\b/.test(text)
    return isCompared
      ? comparedSpans(question, span, spans[1] ?? spanBefore(span), founder)
      : addedIn(question, span, founder)
  }
  if (measureOf(text) && named.length < 2 && TREND.test(text)) {
    const lastMonth = spanBefore(calendarSpan('month', context.today))
    return comparedSpans(question, lastMonth, spanBefore(lastMonth), founder)
  }
  const pace = PACE.exec(text)?.groups?.['unit']
  const measured = measureOf(text)
  if (pace && measured && named.length < 2) return perTime(pace as 'week' | 'month', measured, named[0], context)
  if (named.length > 1) return comparedLoops(named, measureOf(text))
  if (isPast) return statuses(text, context)
  if (which && named.length === 0 && DEMOS_PER_MESSAGE.test(text)) return extremeDemoRate(context, which)
  if (which && named.length === 0) return extreme(context, measureOf(text), which)
  if (isOfLoops && named.length === 0 && measureOf(text) && BROUGHT.test(text))
    return extreme(context, measureOf(text), 'best')
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
  if (loop) return eventsOf(question, loop) ?? aboutLoop(question, loop, founder)
  if (
    /\b(?:how many|number of) (?:\w+ )?loops\b|\b(?:which|what|my|list|paused|running|scaling) (?:\w+ )*loops\b|\bpaused?\b|\bscaling\b|\bstatus\b/.test(
      text,
    )
  )
    return statuses(text, context)
  if (/\brates?\b|\bpercent|%|\bshare\b|\bratio\b|\bper (?:demo|conversion|message)\b/.test(text))
    return rates(context.loopTotals, context)
  return totals(onlyMeasureOf(text), context)
}

/** How a count develops, which whole months say. */
const TREND =
  /\b(?:is|are|do|does)\b.*\b(?:growing|grow|rising|increasing|falling|declining|decreasing|shrinking|going (?:up|down)|improving)\b|\btrend\b/

const PACE = /\b(?:(?:per|a|each|every) )(?<unit>week|month)\b/

/** How many a week or month, since the first of the loops began. */
function perTime(unit: 'week' | 'month', measure: Measure, loop: Loop | undefined, context: FounderContext): Answer {
  const loops = loop ? [loop] : context.loops
  const begun = loops.map(({ date }) => date).toSorted()[0] ?? context.today
  const many = Math.max(1, daysBetween(begun, context.today) / (unit === 'week' ? 7 : 365.25 / 12))
  const all = loop ? loop[measure] : context.loopTotals[measure]
  return {
    line: `About **${(all / many).toFixed(1)} ${measure} a ${unit}** on average${loop ? ` in ${quoted(loop.name)}` : ''}: ${counted(all, NOUNS[measure])} since ${formatDate(begun)}.`,
    evidence: loops.map(loopLine),
    next: nextFor(context.loopTotals),
  }
}

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
  const count = { paused, scaling: all.scaling, running: all.running }
  const isNegated =
    wanted !== undefined && new RegExp(`\\b(?:not|isnt|arent|isn't|aren't) (?:\\w+ )?${wanted}\\b`).test(text)
  if (isNegated) {
    const others = loops.filter(({ status }) => status !== wanted)
    return {
      line: `**${counted(all.loops - count[wanted], 'loop')}** of ${all.loops} ${all.loops - count[wanted] === 1 ? 'is' : 'are'} not ${wanted}${others.length > 0 ? `: ${enumerated(others.slice(0, 5).map(({ name, status }) => `${quoted(name)} (${status})`))}` : ''}.`,
      evidence: others.map(loopLine),
      next: nextFor(all),
    }
  }
  const shown = wanted ? loops.filter(({ status }) => status === wanted) : loops
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
  if (!first || !second) return NO_LOOPS
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
  const measure = onlyMeasureOf(text)
  const before = addDays(context.today, -28)
  const history = (await queries.loopsOn([before])).find(({ loop_id }) => loop_id === loop.id)
  const all = context.loopTotals
  if (/\b(?:when|since when|how long)\b.*\b(?:start|beg[au]n|launch|creat|set up|add|run|been)/.test(text))
    return {
      line: `${titled('loop', loop, loop.name)} is in your records since **${formatDate(loop.date)}**; it is ${loop.status}.`,
      evidence: [loopLine(loop)],
      next: nextFor(loop),
    }
  const isRate = /\brate\b|%|\bpercent|\bshare\b|\bratio\b/.test(text)
  const isToDemos =
    isRate &&
    /\bmessages?\b/.test(text) &&
    /\bdemos?\b/.test(text) &&
    !/\bconver(?:sions|ts?)\b|\bcustomers?\b/.test(text)
  const line = isToDemos
    ? `**${percent(share(loop.demos, loop.messages))}** of the messages of ${titled('loop', loop, loop.name)} become demos: ${funnel(loop)}.`
    : isRate &&
        /\bdemos? (?:to|into|per|that|which|who|become|turn|convert|end|lead)\b|\b(?:of|from|per) (?:\w+ ){0,2}demos?\b/.test(
          text,
        )
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
        ? `Since ${formatDate(before)}: ${enumerated(MEASURES.map((count) => `${formatChange(loop[count] - history[count])} ${count}`))}.`
        : `It is in your records since ${formatDate(loop.date)}.`,
    ],
    next: nextFor(loop),
  }
}
