import { share } from '../../_shared/conversion.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { totalsOf, type Counts, type LoopCount } from '../../../../domain/traction.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, percent, titled } from '../text.ts'
import type { Operation } from './answer.ts'
import { capital, whereOf } from './figures.ts'
import { countsOf, funnel, loopLine, loopsOf, rateOf, timeOf } from './loop-lines.ts'
import { NOUNS } from './measures.ts'

/** The share that is meant: messages that convert, messages that become demos, or demos that convert. */
export function ratioOf({ counts, concepts }: Query): readonly [part: LoopCount, whole: LoopCount] {
  if (!counts.includes('demos')) return ['conversions', 'messages']
  // "What share of cold mail becomes a demo?" counts the messages of a loop without a word for them.
  return (counts.includes('messages') || concepts.has('intoDemo')) && !counts.includes('conversions')
    ? ['demos', 'messages']
    : ['conversions', 'demos']
}

/** "17% of messages become demos" */
export const ratioText = (query: Query, counts: Counts): string => {
  const [part, whole] = ratioOf(query)
  return `${percent(share(counts[part], counts[whole]))} of ${whole} ${part === 'demos' ? 'become demos' : 'convert'}`
}

/** A share of all, or of some loops. */
export const rate: Operation = async (query, founder) => {
  const rows = await countsOf(query, founder)
  // A span before the history of the loops.
  if (query.spans.length > 0 && rows.length === 0) return undefined
  const isAll = query.loops.length === 0 && query.spans.length === 0
  const counts = isAll ? founder.context.loopTotals : totalsOf(rows.map((row) => row.counts))
  const [part, whole] = ratioOf(query)
  const many = query.amounts.find(({ unit, of }) => unit === 'count' && of === whole)?.value ?? 0
  const each =
    many > 0
      ? ` That is ${((many * counts[part]) / Math.max(1, counts[whole])).toFixed(1)} ${part} per ${formatCount(many)} ${whole}.`
      : ''
  return {
    line: `${timeOf(query) ? `${capital(timeOf(query).trim())} ` : ''}**${percent(share(counts[part], counts[whole]))}** of ${query.loops.length > 0 ? 'the' : 'your'} ${whole}${whereOf(query)} ${part === 'demos' ? 'become demos' : 'convert'}: ${funnel(counts)}.${each}`,
    evidence: rows
      .toSorted((a, b) => rateOf(b.counts) - rateOf(a.counts))
      .map(({ loop, counts: own }) => `${titled('loop', loop, loop.name)}: ${funnel(own)}.`),
  }
}

/** How many of one count another one takes: "messages per demo", "demos for ten customers". */
export const needed =
  (asked: LoopCount): Operation =>
  async (query, founder) => {
    const { context } = founder
    const wanted = query.amounts.find(({ unit }) => unit === 'count')
    // "Messages per demo in October" is of that time; what some more will take goes by all that is known.
    const isOfTime = query.spans.length > 0 && wanted === undefined
    const counts: Counts = isOfTime
      ? totalsOf((await countsOf(query, founder)).map((row) => row.counts))
      : query.loops.length > 0
        ? totalsOf(loopsOf(query, context))
        : context.loopTotals
    const other = query.counts.find((count) => count !== 'conversions')
    const hasBase = wanted !== undefined && wanted.of !== undefined && wanted.of !== 'conversions'
    // "How many mails for a customer" counts mails, whatever else it is called.
    const of: LoopCount = asked === 'conversions' && !hasBase ? (other ?? 'messages') : asked
    const named = (wanted?.of === of ? undefined : wanted?.of) ?? query.counts.find((count) => count !== of)
    const base: LoopCount = named ?? (of === 'conversions' ? 'messages' : 'conversions')
    const many = wanted?.value ?? 1
    if (counts[base] === 0)
      return {
        line: `I **cannot calculate** that: there is no ${NOUNS[base]} yet${whereOf(query)}.`,
        evidence: [`${funnel(counts)}.`],
      }
    const value = (many * counts[of]) / counts[base]
    const says = many === 1 ? value.toFixed(value < 1 ? 2 : 1) : formatCount(Math.ceil(value))
    const also =
      of === 'messages' && base === 'conversions' && many > 1
        ? ` and **${counted(Math.ceil((many * counts.demos) / counts.conversions), 'demo')}**`
        : ''
    return {
      line: `At your rate ${counted(many, NOUNS[base])} ${many === 1 ? 'takes' : 'take'} about **${says} ${of}**${also}${whereOf(query)}${isOfTime ? timeOf(query) : ''}: ${funnel(counts)}.`,
      evidence: context.loops.map(loopLine),
    }
  }

/** Expected result of some more of one count at the rates so far. */
export const bring =
  (subject: LoopCount): Operation =>
  (query, founder) => {
    const { context } = founder
    const of =
      query.amounts.find(({ unit }) => unit === 'count')?.of ??
      query.counts.find((count) => count !== 'conversions') ??
      // "100 more cold mails" are messages, where nobody names conversions.
      (subject === 'conversions' && query.loops.length > 0 && !query.counts.includes('conversions')
        ? 'messages'
        : subject)
    const counts: Counts = query.loops.length > 0 ? totalsOf(loopsOf(query, context)) : context.loopTotals
    const many = query.amounts.find(({ unit }) => unit === 'count' || unit === 'money')?.value
    if (many === undefined) return rate(query, founder)
    const [toDemo, toConversion] = [share(counts.demos, counts.messages), share(counts.conversions, counts.demos)]
    const about = (value: number) => (value >= 10 ? Math.round(value) : Number(value.toFixed(1)))
    const demos = of === 'messages' ? many * toDemo : many
    const line =
      of === 'conversions'
        ? `${counted(many, 'conversion')} more would make **${counted(counts.conversions + many, 'conversion')}**${whereOf(query)}.`
        : `At your rates ${counted(many, NOUNS[of])} more bring about ${of === 'messages' ? `**${about(demos)} demos** and ` : ''}**${about(demos * toConversion)} conversions**${whereOf(query)}.`
    return {
      line,
      evidence: [
        `${percent(toDemo)} of messages become demos and ${percent(toConversion)} of demos conversions: ${funnel(counts)}.`,
      ],
      proposals: [
        { kind: 'goal', period: 'weekly', text: 'Write 20 messages to the kind of buyer that converted last' },
      ],
    }
  }

/** Share of some loops in all of one count. */
export const shareOf =
  (of: LoopCount): Operation =>
  async (query, founder) => {
    if (query.loops.length === 0) return undefined
    const [own, all] = await Promise.all([countsOf(query, founder), countsOf({ ...query, loops: [] }, founder)])
    const [part, whole] = [totalsOf(own.map(({ counts }) => counts))[of], totalsOf(all.map(({ counts }) => counts))[of]]
    return {
      line: `**${percent(share(part, whole))}** of your ${of}${timeOf(query)} are of ${enumerated(query.loops.map((loop) => titled('loop', loop, loop.name)))}: ${formatCount(part)} of ${formatCount(whole)}.`,
      evidence: all.map(({ loop, counts }) => `${titled('loop', loop, loop.name)}: ${counted(counts[of], NOUNS[of])}.`),
    }
  }
