import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import { careIn, dangerIn, leansToDanger } from '../care/care.ts'
import { candidatesOf } from './choose.ts'
import { entitiesIn } from './entities.ts'

/** A question is answered beside distress only on a reading as likely as this. */
const SURE = 0.6
const MIN_WORDS = 3
/** Parts of a message that are read. */
const MOST = 8

/** Where one thought ends and another begins. */
const BREAKS =
  /[.!?;\n…]+\s+|,\s+|\s+[–—-]+\s+|\s+(?:but|so|and)\s+(?=(?:what|how|which|when|who|where|did|do|does|is|are)\b)/u

const LEADING =
  /^(?:(?:so|and|but|ok|okay|ugh|please|pls|just|anyway|honestly|actually|well|tell me|remind me|quick question)\b[,:]?\s*)+/u
const ASKING =
  /^(?:what|whats|how|hows|when|whens|which|who|whos|where|wheres|why|is|are|was|were|do|does|did|has|have|can|could|will|would|should|shd|shall|show|list|give me|find|draft|any|got)\b/u

/** Subjects that are no question of somebody in distress: "why am I like this", "how do I keep going". */
const BUSINESS = new Set(
  'messages demos conversions rate loops runway balance revenue burn net-burn break-even goals check-ins decisions notes squad calls document calendar'.split(
    ' ',
  ),
)
const ALSO = new Set(['overview.change', 'overview.compare', 'outside.unrecorded'])
/** Subjects that are business where a word of the founder's own records is named: "should I keep doing the fairs". */
const WITH_NAMES = /^(?:advice|records|outside\.general|wins|blockers|priorities)/

/**
 * The question about the business that a message of distress asks as well: "scared to look, how much money is left?". The
 * part of the message that asks must be none of distress by itself, and nothing in the message may lean to danger.
 */
export function questionBeside(text: string, context: FounderContext | undefined, today: IsoDate): string | undefined {
  if (dangerIn(text) || leansToDanger(text)) return undefined
  const parts = text
    .split(BREAKS)
    .map((part) => part.trim())
    .slice(0, MOST)
  return parts.find((part) => {
    const plain = part.toLowerCase().replace(/[’']/gu, '').replace(LEADING, '')
    if (part.split(/\s+/u).length < MIN_WORDS || !ASKING.test(plain) || careIn(part)) return false
    const entities = entitiesIn(part, context, today)
    const [first] = candidatesOf(entities, false)
    if (!first || first.share < SURE) return false
    const { intent } = first.query
    const isNamed = entities.known.length + entities.loops.length + entities.records.length > 0
    return BUSINESS.has(intent.split('.')[0] ?? '') || ALSO.has(intent) || (WITH_NAMES.test(intent) && isNamed)
  })
}
