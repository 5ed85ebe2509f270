import { share } from '../../_shared/conversion.ts'
import type { Counts, LoopCount } from '../../../../domain/traction.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { counted, quoted, titled } from '../text.ts'
import { conceptsIn } from '../understand/lexicon.ts'
import { plain } from '../understand/plain.ts'
import type { Answer } from './answer.ts'
import { ratioOf } from './conversion-rates.ts'
import { funnel, timeOf } from './loop-lines.ts'
import { NOUNS } from './measures.ts'

const COUNTS = ['messages', 'demos', 'conversions'] as const

/** A number by which loops are set beside each other. */
interface Scale {
  readonly name: string
  readonly of: (counts: Counts) => number
  readonly says: (counts: Counts) => string
  /** The smaller one is ahead: messages for a demo. */
  readonly isLess?: true
}

const countScale = (count: LoopCount): Scale => ({
  name: count,
  of: (counts) => counts[count],
  says: (counts) => counted(counts[count], NOUNS[count]),
})

function ratioScale(part: LoopCount, whole: LoopCount): Scale {
  const isLess = COUNTS.indexOf(part) < COUNTS.indexOf(whole)
  const name = `${part} per ${NOUNS[whole]}`
  return isLess
    ? {
        name,
        isLess,
        of: (counts) => (counts[whole] > 0 ? counts[part] / counts[whole] : Infinity),
        says: (counts) =>
          counts[whole] > 0
            ? `${(counts[part] / counts[whole]).toFixed(1)} ${part} per ${NOUNS[whole]}`
            : `no ${NOUNS[whole]}`,
      }
    : {
        name,
        of: (counts) => share(counts[part], counts[whole]),
        says: (counts) =>
          `${precise(share(counts[part], counts[whole]))} of ${whole} ${part === 'demos' ? 'become demos' : 'convert'}`,
      }
}

/** "5.6%": shares of two loops may be near each other. */
const precise = (value: number): string => `${Number((100 * value).toFixed(1))}%`

/** "Demos per message", "messages to get a demo", "customers for each demo". */
const RATIO =
  /(?<part>\p{L}+)(?: (?:does|do|it|to|we|needs?|takes?|get|gets))* (?:per|for (?:one|each|every|an?|the|its|their)|(?:to )?(?:get|win|make) (?:one|an?)) (?<whole>\p{L}+)/gu
const RATES = /\brates?\b|\bconvert|\bpercent|%|\bshare\b/

const countNamed = (word: string): LoopCount | undefined => COUNTS.find((count) => conceptsIn([word]).has(count))

/** What a message compares loops by, in its order; by how many of their messages convert where it does not say. */
function scalesOf(query: Query): readonly Scale[] {
  const text = plain(query.dictated)
  const ratios = [...text.matchAll(RATIO)].flatMap(({ groups = {} }) => {
    const [part, whole] = [countNamed(groups['part'] ?? ''), countNamed(groups['whole'] ?? '')]
    return part && whole && part !== whole ? [ratioScale(part, whole)] : []
  })
  if (ratios.length > 0) return ratios
  const { counts, concepts, intent } = query
  const isRate =
    counts.length === 0 ||
    intent.startsWith('rate') ||
    RATES.test(text) ||
    (counts.length === 1 && (concepts.has('rate') || concepts.has('converting')))
  return isRate
    ? [ratioScale(...ratioOf(query))]
    : COUNTS.toReversed().filter((count) => counts.includes(count)).map(countScale) // prettier-ignore
}

/** A loop with its status, where there is another of the same name. */
const nameAmong = (loop: Loop, loops: readonly Loop[]): string =>
  `${titled('loop', loop, loop.name)}${loops.some((one) => one !== loop && one.name === loop.name) ? ` (${loop.status})` : ''}`

interface Row {
  readonly loop: Loop
  readonly counts: Counts
}

/** Two loops or more beside each other, by each number that is asked for, with all their counts. */
export function loopsCompared(query: Query, rows: readonly Row[], loops: readonly Loop[]): Answer | undefined {
  const [scale, ...scales] = scalesOf(query)
  if (!scale || rows.length < 2) return undefined
  const ranked = rankedBy(scale, rows)
  const [first, second] = ranked
  if (!first || !second) return undefined
  const others = scales.map((one) => {
    const [ahead, behind] = rankedBy(one, rows)
    if (!ahead || !behind) return ''
    return one.of(ahead.counts) === one.of(behind.counts)
      ? ` In ${one.name} they are level: **${one.says(ahead.counts)}**.`
      : ` In ${one.name} ${quoted(ahead.loop.name)}: **${one.says(ahead.counts)}** against **${one.says(behind.counts)}**${rows.length > 2 ? ` of ${quoted(behind.loop.name)}` : ''}.`
  })
  const names = [first, second].map(({ loop }) => nameAmong(loop, loops))
  const lead =
    scale.of(first.counts) === scale.of(second.counts)
      ? `${names.join(' and ')} are level${timeOf(query)}: **${scale.says(first.counts)}** each.`
      : `${names.join(' is ahead of ')}${timeOf(query)}: **${scale.says(first.counts)}** against **${scale.says(second.counts)}**.`
  const few = [first, second].find(({ counts }) => counts.demos < FEW_DEMOS)
  const doubt =
    scale.name.includes('per') && few
      ? ` ${quoted(few.loop.name)} has only ${counted(few.counts.demos, 'demo')}: too few to be sure.`
      : ''
  const isWhole = query.spans.length > 0 || TOTALS.test(query.dictated)
  const totals =
    isWhole && query.counts.length === 0
      ? ` ${ranked.map(({ loop, counts }) => `${quoted(loop.name)}: ${COUNTS.map((count) => counted(counts[count], NOUNS[count])).join(' → ')}`).join('; ')}.`
      : ''
  return {
    line: `${lead}${others.join('')}${totals}${doubt}`,
    evidence: ranked.map(
      ({ loop, counts }) => `${titled('loop', loop, loop.name)} (${loop.status}): ${funnel(counts)}.`,
    ),
    next: `repeat what ${quoted(first.loop.name)} does, for the buyers of ${quoted(second.loop.name)}: the same opening, 20 messages, this week.`,
  }
}

const TOTALS = /\b(?:totals?|figures|numbers|in all|altogether)\b/i

/** Demos below which a share of them says little. */
const FEW_DEMOS = 5

const rankedBy = ({ of, isLess }: Scale, rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => {
    const difference = of(b.counts) - of(a.counts)
    return Number.isNaN(difference) ? 0 : isLess ? -difference : difference
  })
