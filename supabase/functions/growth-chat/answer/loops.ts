import { bestLoop, conversionRate, MIN_SIGNIFICANT_MESSAGES, share } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import { formatChange } from '../../../../domain/numbers.ts'
import { totalsOf, type Counts, type LoopCount } from '../../../../domain/traction.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, countedChange, enumerated, percent, quoted, titled } from '../text.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { bring, needed, rate, ratioOf, ratioText, shareOf } from './conversion-rates.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { buildQuery } from '../understand/build-query.ts'
import { shiftedSpan, type Span } from '../understand/calendar-spans.ts'
import { entitiesIn } from '../understand/entities.ts'
import type { Understood } from '../understand/understand.ts'
import { answerFigure, capital, spansCompared, whereOf } from './figures.ts'
import { gainedIn } from './gained.ts'
import { courseOf, courses } from './loop-course.ts'
import { loopsCompared } from './loops-compared.ts'
import {
  countsOf,
  funnel,
  isOfSeveral,
  loopLine,
  loopsOf,
  nextForLoops,
  rateOf,
  timeOf,
  weakStep,
} from './loop-lines.ts'
import { NOUNS } from './measures.ts'

const COUNTS = ['messages', 'demos', 'conversions'] as const

export const NO_LOOPS: Answer = {
  line: 'There are **no traction loops** in your records yet, so messages, demos and conversions are not recorded.',
  evidence: ['Your growth squad keeps the loops: one for each channel, with its three counts.'],
  next: 'write to the squad on the Growth Squad tab which channel you try and what it has brought so far.',
  proposals: [{ kind: 'message', text: 'We try this channel: … So far: … messages, … demos, … conversions.' }],
}

/** Answer for a span before the history of the loops that are asked about. */
const NOT_RECORDED = 'It is **not recorded** what your loops gained'

const CHOOSE_LOOP = 'ask me which loop works best, or what one of them added this month.'

/** Answers about traction loops and their counts. */
export const answerTraction: Answerer = async (query, founder) => {
  const { context } = founder
  if (context.loopTotals.loops === 0) return NO_LOOPS
  const answer = (await course(query, founder)) ?? (await operations[query.intent]?.(query, founder))
  // How many messages demos take belongs to a question on one of the counts.
  const next = query.intent.startsWith('loops') ? CHOOSE_LOOP : nextForLoops(context.loopTotals)
  return { next, ...(answer ?? (await answerFigure(query, founder))) }
}

const COURSE = /^(?:loops\.(?:describe|compare|status)|(?:messages|demos|conversions|rate)\.trend)$/

/** "Is cold mail getting better?", "which channel gets worse?" */
function course(query: Query, founder: AskingFounder): Promise<Answer | undefined> | undefined {
  if (!query.concepts.has('course') || query.isWithout) return undefined
  if (query.intent === 'loops.worst' || query.intent === 'loops.best') return courses(query, founder)
  const isOne = new Set(query.loops.map(({ name }) => name)).size === 1
  return isOne && COURSE.test(query.intent) && (query.counts.length === 0 || query.intent.startsWith('loops'))
    ? courseOf(query, founder)
    : undefined
}

const addedNothing = (rows: readonly { counts: Counts }[]): boolean =>
  rows.every(({ counts }) => COUNTS.every((count) => counts[count] === 0))

/** All are level at nothing: a first one would be by chance. */
const noneAhead = (query: Query, count?: LoopCount): Answer => ({
  line: `No loop added ${count ?? 'anything'}${timeOf(query)}, so none is ahead.`,
})

const whereLeft = (query: Query): string => (query.isWithout ? whereOf(query) : '')

/** The best or weakest loop: by the count that is named, or by its conversion rate. */
const extreme =
  (which: 'best' | 'worst'): Operation =>
  async (query, founder) => {
    if (isOfSeveral(query)) return compare(query, founder)
    const { context } = founder
    const loops = query.loops.length > 1 || query.isWithout ? query.loops : []
    const all = await countsOf({ ...query, loops }, founder)
    // "Which loop should I stop?" means one that still runs.
    const live =
      which === 'worst' && query.concepts.has('ending') ? all.filter(({ loop }) => loop.status !== 'paused') : []
    const rows = live.length > 0 ? live : all
    if (query.spans.length > 0 && addedNothing(rows)) return noneAhead(query)
    const count = query.concepts.has('rate')
      ? undefined
      : query.counts.find((one) => one !== 'conversions' || query.spans.length > 0)
    if (query.counts.length > 1) return byRate(query, rows, which)
    const ordered = rows.toSorted((a, b) =>
      count ? b.counts[count] - a.counts[count] : rateOf(b.counts) - rateOf(a.counts),
    )
    const significant = ordered.filter(({ counts }) => counts.messages >= MIN_SIGNIFICANT_MESSAGES)
    const known = !count && significant.length > 0 ? significant : ordered
    const best =
      count || query.spans.length > 0
        ? known[0]
        : (known.find(({ loop }) => loop.id === bestLoop(context.loops)?.id) ?? known[0])
    const found = which === 'best' ? best : known.at(-1)
    if (!found || (which === 'best' && !count && rateOf(found.counts) === 0))
      return { line: 'No loop has converted yet, so none is ahead.', evidence: context.loops.map(loopLine) }
    if (which === 'best' && count && found.counts[count] === 0) return noneAhead(query, count)
    const title = titled('loop', found.loop, found.loop.name)
    const others = (which === 'best' ? ordered : ordered.toReversed()).filter(({ loop }) => loop !== found.loop)
    return {
      line: count
        ? `${title} has the ${which === 'best' ? 'most' : 'fewest'} ${count}${timeOf(query)}: **${counted(found.counts[count], NOUNS[count])}**.`
        : `${title} is your ${which === 'best' ? 'best' : 'weakest'} loop${live.length > 0 || query.notStatus ? ' that is not paused' : whereLeft(query)}${timeOf(query)}: **${percent(rateOf(found.counts))}** of its messages convert, against ${percent(rateOf(totalsOf(all.map(({ counts }) => counts))))} over ${query.isWithout || query.notStatus ? 'these' : 'all'} loops.`,
      evidence: others.map(
        ({ loop, counts }) =>
          `${titled('loop', loop, loop.name)}: ${count ? counted(counts[count], NOUNS[count]) : funnel(counts)}.`,
      ),
      next:
        which === 'best'
          ? `give ${quoted(found.loop.name)} the next two hours that you would have given to another loop.`
          : `change one thing in ${quoted(found.loop.name)} for the next 50 messages, ${weakStep(found.loop, context.loopTotals)} first; then pause it or keep it.`,
    }
  }

/** By the share that two counts make: "contracts per demo". */
function byRate(query: Query, rows: readonly { loop: Loop; counts: Counts }[], which: 'best' | 'worst'): Answer {
  const [part, whole] = ratioOf(query)
  const rate = ({ counts }: { counts: Counts }) => share(counts[part], counts[whole])
  const [first, ...others] = rows
    .filter(({ counts }) => counts[whole] > 0)
    .toSorted((a, b) => (rate(b) - rate(a)) * (which === 'best' ? 1 : -1))
  if (!first) return { line: `No loop has a ${NOUNS[whole]} yet.` }
  return {
    line: `${titled('loop', first.loop, first.loop.name)} gets the ${which === 'best' ? 'most' : 'fewest'} ${part} per ${NOUNS[whole]}${timeOf(query)}: **${ratioText(query, first.counts)}**.`,
    evidence: others.map(({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${ratioText(query, counts)}.`),
  }
}

/** All loops in the order of a count; the first one answers "which has most". */
const rank: Operation = async (query, founder) => {
  if (query.which)
    return extreme(query.which === 'worst' ? 'worst' : 'best')(
      { ...query, counts: query.counts.length > 0 ? query.counts : ['conversions'], spans: query.spans },
      founder,
    )
  const rows = await countsOf({ ...query, loops: query.isWithout ? query.loops : [] }, founder)
  if (query.counts.length > 1) {
    const [part, whole] = ratioOf(query)
    const rated = rows.toSorted(
      (a, b) => share(b.counts[part], b.counts[whole]) - share(a.counts[part], a.counts[whole]),
    )
    const [ahead] = rated
    return (
      ahead && {
        line: `${titled('loop', ahead.loop, ahead.loop.name)} is ahead${timeOf(query)}: **${ratioText(query, ahead.counts)}**.`,
        evidence: rated.map(({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${ratioText(query, counts)}.`),
        isList: true,
      }
    )
  }
  const by = query.counts[0] ?? 'conversions'
  const ordered = rows.toSorted((a, b) => b.counts[by] - a.counts[by])
  const [first] = ordered
  if (first?.counts[by] === 0) return noneAhead(query, by)
  return {
    line: `${first ? titled('loop', first.loop, first.loop.name) : 'No loop'} has the most ${by}${timeOf(query)}: **${counted(first?.counts[by] ?? 0, NOUNS[by])}**.`,
    evidence: ordered.map(
      ({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${counted(counts[by], NOUNS[by])}.`,
    ),
    isList: true,
  }
}

/** Two loops or more beside each other, in what is asked for or by their rates. */
const compare: Operation = async (query, founder) => {
  const pair = isOfSeveral(query) ? undefined : timesCompared(query, founder.context.today)
  if (pair) return compareTimes({ ...query, spans: pair }, founder)
  const rows = await countsOf({ ...query, isWithout: false }, founder)
  const [first] = rows
  const answer = loopsCompared(query, rows, founder.context.loops)
  return answer ?? (first && describe({ ...query, loops: [first.loop] }, founder))
}

/** "Newsletter or fairs since May? Who brought more demos, and who more customers?" What follows asks of the same loops. */
export async function loopsOfAll(
  text: string,
  { query, rest }: Understood,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const { context } = founder
  if (rest === undefined || !OF_LOOPS.test(query.intent)) return undefined
  const whole = buildQuery('loops.compare', entitiesIn(text, context, context.today))
  const beside = buildQuery('loops.compare', entitiesIn(rest, context, context.today))
  const isOfOthers = beside.loops.length + beside.spans.length + beside.about.length > 0
  if (whole.loops.length < 2 || whole.spans.length > 1 || whole.isWithout || beside.counts.length === 0 || isOfOthers)
    return undefined
  return loopsCompared(whole, await countsOf(whole, founder), context.loops)
}

const OF_LOOPS = /^(?:messages|demos|conversions|rate|loops)\./

/** Two times that are compared: both named, or one with the one before, or with the one that is not over. */
function timesCompared(query: Query, today: IsoDate): readonly Span[] | undefined {
  const [span, ...others] = query.spans
  if (!span) return undefined
  if (others.length > 0) return query.spans
  if (query.concepts.has('oneBefore')) return [span, shiftedSpan(span, -1)]
  return query.loops.length > 0 ? spansCompared(query, today) : undefined
}

/** All counts of one loop, or of all, in two spans of time. */
const compareTimes: Operation = async (query, founder) => {
  if (query.loops.length > 0 && query.counts.length === 0 && !query.isWithout) return courseOf(query, founder)
  const [later, earlier] = query.spans.toSorted((a, b) => b.from.localeCompare(a.from))
  if (!later || !earlier) return undefined
  const [now, then] = await gainedIn([later, earlier], loopsOf(query, founder.context), founder.queries)
  if (!now?.isKnown || !then?.isKnown) return undefined
  const says = ({ counts }: { readonly counts: Counts }) =>
    enumerated(COUNTS.toReversed().map((count) => counted(counts[count], NOUNS[count])))
  return {
    line: `${capital(later.label)}${whereOf(query)}: **${says(now)}**; ${earlier.label}: **${says(then)}**.`,
    evidence: COUNTS.map((count) => `${capital(count)}: ${formatChange(now.counts[count] - then.counts[count])}.`),
  }
}

/** How a loop compares with all: what to do about it. */
function verdictOf(loop: Counts, all: Counts): string {
  const [own, mean] = [percent(conversionRate(loop)), percent(conversionRate(all))]
  if (conversionRate(loop) < conversionRate(all) / 2)
    return `It converts ${own} of its messages, far below your average of ${mean}: change one thing for the next 50 messages, or pause it.`
  return conversionRate(loop) > conversionRate(all) * 1.5
    ? `It converts ${own} of its messages, well above your average of ${mean}: give it more of your time.`
    : `It converts ${own} of its messages, near your average of ${mean}.`
}

const describe: Operation = async (query, { context, queries }) => {
  const [loop] = query.loops
  const [unknown] = query.about
  if (!loop && unknown && query.spans.length === 0)
    return { line: `There is **no loop called “${unknown}”** in your records.`, evidence: context.loops.map(loopLine) }
  if (loop && query.concepts.has('whatIf') && query.concepts.has('stopping') && query.amounts.length === 0)
    return stopped(query, { context, queries })
  if (!loop || query.loops.length > 1) return totals(query, { context, queries })
  const since = { from: addDays(context.today, -27), to: context.today, label: 'in the last 4 weeks' }
  const [now] = await gainedIn([query.spans[0] ?? since], [loop], queries)
  const gained = now?.loops[0]
  const asked = query.spans[0]
  return {
    line:
      asked && gained
        ? `${titled('loop', loop, loop.name)} (${loop.status}) ${asked.label}: **${funnel(gained.counts)}**.`
        : `${titled('loop', loop, loop.name)} (${loop.status}): **${funnel(loop)}**. ${verdictOf(loop, context.loopTotals)}`,
    evidence: [
      `${percent(conversionRate(loop))} of its messages convert; over all your loops it is ${percent(conversionRate(context.loopTotals))}. Its weak step: ${weakStep(loop, context.loopTotals)}.`,
      ...(gained
        ? [
            `${capital(asked?.label ?? since.label)}: ${enumerated(COUNTS.map((count) => countedChange(gained.counts[count], NOUNS[count])))}.`,
          ]
        : []),
      `It is in your records since ${formatDate(loop.date)}.`,
    ],
    next: `change one thing in ${quoted(loop.name)} this week, ${weakStep(loop, context.loopTotals)} first, and see what it adds.`,
  }
}

/** "What if referrals stop?": the last four weeks without a loop. */
async function stopped(query: Query, { context, queries }: AskingFounder): Promise<Answer | undefined> {
  const span = { from: addDays(context.today, -27), to: context.today, label: 'the last 4 weeks' }
  const [own, all] = [
    (await gainedIn([span], query.loops, queries))[0],
    (await gainedIn([span], context.loops, queries))[0],
  ]
  if (!own?.isKnown || !all) return undefined
  const [conversions, demos] = [all.counts.conversions - own.counts.conversions, all.counts.demos - own.counts.demos]
  return {
    line: `Without ${enumerated(query.loops.map((loop) => titled('loop', loop, loop.name)))}, ${span.label} would have brought **${counted(conversions, 'conversion')}** instead of ${all.counts.conversions} and **${counted(demos, 'demo')}** instead of ${all.counts.demos}.`,
    evidence: [
      ...all.loops.map(({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${funnel(counts)}.`),
      'How much revenue comes from a loop is not recorded.',
    ],
    isList: true,
  }
}

const totals: Operation = async (query, founder) => {
  const rows = await countsOf(query, founder)
  const all =
    query.spans.length === 0 && query.loops.length === 0
      ? founder.context.loopTotals
      : totalsOf(rows.map(({ counts }) => counts))
  return {
    line: `${query.spans[0] ? capital(query.spans[0].label) : 'In all'}: **${funnel(all)}**, over ${counted(rows.length, 'loop')}.`,
    evidence: rows
      .toSorted((a, b) => b.counts.conversions - a.counts.conversions)
      .map(({ loop, counts }) => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(counts)}.`),
    isList: true,
  }
}

/** Each of several times with all its counts: "demos and conversions in September and October". */
async function totalsOfTimes(query: Query, founder: AskingFounder): Promise<Answer> {
  const gains = await gainedIn(query.spans, loopsOf({ ...query, spans: [] }, founder.context), founder.queries)
  return {
    line: gains
      .map(({ counts }, at) => `${capital(query.spans[at]?.label ?? '')}${whereOf(query)}: **${funnel(counts)}**.`)
      .join(' '),
  }
}

const statusList: Operation = ({ status, concepts }, { context: { loops, loopTotals: all } }) => {
  const paused = all.loops - all.running - all.scaling
  const count = { paused, scaling: all.scaling, running: all.running }
  const isNegated = status !== undefined && concepts.has('negated')
  const shown = status ? loops.filter((loop) => (loop.status === status) !== isNegated) : loops
  const many = status ? (isNegated ? all.loops - count[status] : count[status]) : all.loops
  const names =
    shown.length > 0 ? `: ${enumerated(shown.slice(0, 6).map((loop) => titled('loop', loop, loop.name)))}` : ''
  return {
    line: status
      ? `**${counted(many, 'loop')}** of ${all.loops} ${many === 1 ? 'is' : 'are'} ${isNegated ? 'not ' : ''}${status}${names}.`
      : `You have **${counted(all.loops, 'loop')}**: ${all.running} running, ${all.scaling} scaling, ${paused} paused${names}.`,
    evidence: shown.map(loopLine),
  }
}

const status: Operation = (query, founder) => {
  const [loop] = query.loops
  if (!loop) return statusList(query, founder)
  return {
    line: `${titled('loop', loop, loop.name)} is **${loop.status}**: ${funnel(loop)}.`,
    evidence: [verdictOf(loop, founder.context.loopTotals)],
  }
}

const when: Operation = ({ loops: [loop] }, { context }) => {
  if (!loop)
    return {
      line: 'Your loops, by the day on which they were added:',
      evidence: context.loops.map((one) => `${titled('loop', one, one.name)}: since ${formatDate(one.date)}.`),
      isList: true,
    }
  return {
    line: `${titled('loop', loop, loop.name)} is in your records since **${formatDate(loop.date)}**; it is ${loop.status}.`,
    evidence: [loopLine(loop)],
  }
}

/** "By the end of September": all until then, and not those of the month. */
async function until(of: LoopCount, query: Query, { context, queries }: AskingFounder): Promise<Answer | undefined> {
  const day = query.spans[0]?.to
  if (!day || !query.concepts.has('asOf')) return undefined
  const ids = new Set(loopsOf(query, context).map(({ id }) => id))
  const points = (await queries.loopsOn([day < context.today ? day : context.today])).filter(({ loop_id }) =>
    ids.has(loop_id),
  )
  const total = totalsOf(points)
  return points.length === 0
    ? undefined
    : {
        line: `**${counted(total[of], NOUNS[of])}** in all${whereOf(query)} by ${formatDate(day)}.`,
        evidence: [`By then: ${funnel(total)}.`],
      }
}

/** Several loops that are named with one count are set beside each other; several counts are all said. */
const countValue =
  (of: LoopCount): Operation =>
  async (query, founder) => {
    const total = await until(of, query, founder)
    if (total) return total
    if (query.counts.length > 1) return query.spans.length < 2 ? totals(query, founder) : totalsOfTimes(query, founder)
    return undefined
  }

const ofCount = (of: LoopCount): Operations => ({
  [`${of}.value`]: countValue(of),
  [`${of}.compare`]: (query: Query, founder: AskingFounder) =>
    isOfSeveral(query) && query.spans.length < 2
      ? compare(query.counts.length > 1 ? query : { ...query, counts: [of] }, founder)
      : undefined,
  [`${of}.needed`]: needed(of),
  [`${of}.yield`]: bring(of),
  [`${of}.share`]: shareOf(of),
})

const operations: Operations = {
  ...ofCount('messages'),
  ...ofCount('demos'),
  ...ofCount('conversions'),
  'rate.value': (query, founder) =>
    query.loops.length > 1 && !query.isWithout ? compare(query, founder) : rate(query, founder),
  'rate.compare': (query, founder) =>
    query.spans.length > 0 && query.loops.length < 2 ? undefined : compare(query, founder),
  'loops.count': statusList,
  'loops.list': statusList,
  'loops.best': extreme('best'),
  'loops.worst': extreme('worst'),
  'loops.compare': async (query, founder) =>
    (await compare(query, founder)) ?? { line: `${NOT_RECORDED}${timeOf(query)}.` },
  'loops.rank': rank,
  'loops.describe': describe,
  'loops.status': status,
  'loops.when': when,
}
