import { share } from '../../../../../domain/conversion.ts'
import { formatCount } from '../../../../../domain/numbers.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { FounderContext, Loop } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, enumerated, percent, quoted, titled } from '../text.ts'
import { plain } from '../understand/plain.ts'
import { hasTerm } from '../understand/terms.ts'
import type { Question } from '../understand/understand.ts'
import {
  added,
  daysOf,
  funnel,
  loopLine,
  type Measure,
  measureOf,
  nextFor,
  NOUNS,
  onlyMeasureOf,
  unknownSpan,
} from './loop-counts.ts'

/** "Messages without cold mail": of all loops but those that are named. */
export async function withoutLoops(
  { text, loops: named, spans: [span] }: Question,
  { context, queries }: AskingFounder,
): Promise<Answer | undefined> {
  if (named.length === 0 || !EXCEPT.test(text)) return undefined
  const rest = context.loops.filter((loop) => !named.includes(loop))
  const isPast = span !== undefined && span.from <= context.today
  const points = isPast ? await queries.loopsOn(daysOf(span, context.today)) : []
  const ofRest = points.filter(({ loop_id }) => rest.some(({ id }) => id === loop_id))
  const now = isPast ? added(span, ofRest, context) : undefined
  if (now && !now.isKnown) return span && unknownSpan(span, context)
  const sum = (count: Measure) => now?.counts[count] ?? rest.reduce((total, loop) => total + loop[count], 0)
  const counts = { messages: sum('messages'), demos: sum('demos'), conversions: sum('conversions') }
  const measure = onlyMeasureOf(text)
  const said = measure ? counted(counts[measure], NOUNS[measure]) : funnel(counts)
  return {
    line: `**${said}** without ${enumerated(named.map(({ name }) => quoted(name)))}${isPast ? ` ${span.label}` : ', in all'}.`,
    evidence: rest.map(loopLine),
    next: nextFor(counts),
  }
}

const EXCEPT = /\b(?:without|except(?: for)?|excluding|excl|apart from|other than|not counting|besides|minus)\b/

/** "What share of our messages came from cold mail?": of all, and no rate of the loop. */
export function shareOfLoop(
  { text, loops: [loop], spans }: Question,
  { loopTotals: all }: FounderContext,
): Answer | undefined {
  const counted = SHARE.exec(text)?.groups?.['counted']
  const measure = counted && measureOf(counted)
  if (!loop || !measure || spans.length > 0) return undefined
  return {
    line: `**${percent(share(loop[measure], all[measure]))}** of your ${measure} are of ${titled('loop', loop, loop.name)}: ${formatCount(loop[measure])} of ${formatCount(all[measure])}.`,
    evidence: [loopLine(loop)],
    next: nextFor(all),
  }
}

const SHARE =
  /(?:%|\bpercent(?:age)?|\bshare|\bpart|\bportion|\bhow many|\bhow much) of (?:all |our |my |the )*(?<counted>messages|demos|conversions|customers|clients|sales)\b.*\b(?:came|comes?|are|is|were|was) (?:from|through|via|by)\b/

/** "How many conversions per 10 demos?" */
export function ratioIn({ text, loops: [loop] }: Question, { loopTotals, loops }: FounderContext): Answer | undefined {
  const { many = '1', of = '' } = /\bhow many\b/.test(text) ? (RATIO.exec(text)?.groups ?? {}) : {}
  const [measure, base] = [measureOf(text.replace(RATIO, '')), measureOf(of)]
  const counts: Counts = loop ?? loopTotals
  if (
    !measure ||
    !base ||
    measure === base ||
    counts[base] === 0 ||
    /^which\b|\b(?:most|best|worst|fewest|least)\b/.test(text)
  )
    return undefined
  const brought = (Number(many) * counts[measure]) / counts[base]
  return {
    line: `About **${brought.toFixed(brought < 1 ? 2 : 1)} ${measure}** per ${many === '1' ? NOUNS[base] : `${formatCount(Number(many))} ${base}`}${loop ? ` in ${quoted(loop.name)}` : ''}: ${funnel(counts)}.`,
    evidence: loops.map(loopLine),
    next: nextFor(counts),
  }
}

const RATIO =
  /\b(?:per|for (?:each|every|an?|one)|out of(?: every)?) (?:(?<many>\d{1,6}) )?(?<of>demos?|messages?|conversions?|customers?|clients?)\b/

/** "How many fairs did we go to?": a loop counts what it brings, and not how often something took place. */
export function eventsOf({ text }: Question, loop: Loop): Answer | undefined {
  const noun = /\bhow many (?!(?:e-?)?mails\b|dms\b)(?<noun>\p{L}+s)\b/u.exec(text)?.groups?.['noun']
  if (!noun || measureOf(text) || !hasTerm(plain(loop.name), noun)) return undefined
  return {
    line: `How many ${noun} there were is **not recorded**: a loop counts messages, demos and conversions.`,
    evidence: [loopLine(loop)],
    next: nextFor(loop),
  }
}

/** "Demos per 100 messages" is a rate, and no count of demos. */
export const DEMOS_PER_MESSAGE = /\bdemos? (?:per|for (?:each|every)|from|out of) (?:an? |\d+ )?messages?\b/

export function extremeDemoRate({ loops, loopTotals: all }: FounderContext, which: 'best' | 'worst'): Answer {
  const rate = ({ demos, messages }: Counts) => share(demos, messages)
  const ordered = loops
    .filter(({ messages }) => messages > 0)
    .toSorted((a, b) => (rate(b) - rate(a)) * (which === 'best' ? 1 : -1))
  const [loop] = ordered
  if (!loop) return { line: 'No loop has sent a message yet.', evidence: loops.map(loopLine), next: nextFor(all) }
  return {
    line: `${titled('loop', loop, loop.name)} gets the ${which === 'best' ? 'most' : 'fewest'} demos per message: **${percent(rate(loop))}** of its messages become demos, in all ${percent(rate(all))}.`,
    evidence: ordered.map(loopLine),
    next: nextFor(all),
  }
}
