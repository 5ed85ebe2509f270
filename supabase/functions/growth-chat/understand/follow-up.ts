import type { IsoDate } from '../../../../domain/week.ts'
import { INTENTS, type Intent, type Query, type Subject } from '../query.ts'
import { shiftedSpan, unitSpan, yearsAfter, type Span } from './calendar-spans.ts'
import type { Entities } from './entities.ts'
import { conceptsIn, type Concept } from './lexicon.ts'
import { phraseWords } from './phrase.ts'
import { mergedLimits, NO_LIMITS, writingLimits } from './writing-limits.ts'

/** Words of a message that continues another, at most. */
const MAX_WORDS = 12
/** Words of a message that says that it adds to another: "and if that brings 3k more on top". */
const MAX_ADDING = 24
/** Words that mean something said before, however many others there are. */
const REFERS =
  /\b(?:(?:of|between) (?:the|those|these) two|of (?:those|these|them)|that (?:week|month|quarter|year|one|case))\b/
const ADDS = /^(?:(?:ok|okay|yes|right|then)[, ]+)*(?:and|also|plus)\b|\bon top\b|\bin addition\b|\bas well\b/
const OPENINGS = new Set(
  'and ok okay but then only also just now or same so without with plus make for in of'.split(' '),
)

/** Whether a message may continue the one before: it is short, or says that it does. */
export const mayFollow = ({ words, text }: Entities): boolean =>
  words.length <= (ADDS.test(text) || REFERS.test(text) ? MAX_ADDING : MAX_WORDS)

/** Whether a message reads as the continuation of another: "and last month?", "only referrals", "cold mail?". */
export const isFragment = (entities: Entities): boolean => {
  const { words, readings, text } = entities
  return (
    mayFollow(entities) &&
    (OPENINGS.has(words[0] ?? '') || /^(?:what|how) about\b/.test(text) || (readings[0]?.length ?? 0) <= 3)
  )
}

/** "And which did not?" of those that worked. */
const OPPOSITE = { positive: 'negative', negative: 'positive', neutral: 'neutral' } as const

/** A query with the fields changed that a fragment names. */
export function changed(
  before: Query,
  next: Query,
  { text, words, amounts, concepts, cues }: Entities,
  today: IsoDate,
): Query {
  // A change of a proposal is a revision; nothing else is put into its text.
  if (before.intent.startsWith('write')) return next
  const [subject = ''] = before.intent.split('.')
  const isNow = words.length <= 3 && words.some((word) => NOW.has(word))
  const spans = isNow
    ? []
    : YEAR_EARLIER.test(text) && before.spans[0]
      ? [yearsAfter(before.spans[0], -1)]
      : next.spans.length > 0
        ? yearBefore(before.spans, next.spans, words)
        : shifted(before.spans, next.unit, words, today)
  const isCompared =
    next.spans.length > 0 &&
    before.spans.length > 0 &&
    /\b(?:better|worse|more|less|higher|lower|up or down)\b/.test(text)
  const comparing = isCompared ? compareOf(before.intent) : undefined
  if (comparing) return { ...before, intent: comparing, spans: [...before.spans.slice(0, 1), ...next.spans] }
  const bare = bareAmount(before, words, amounts, concepts)
  const suppositions = bare ?? next.suppositions
  const isInstead = /\binstead\b/.test(text)
  const added = !bare && (ADDS.test(text) || isInstead) && before.suppositions.length > 0
  // "Instead" replaces what is supposed, and leaves the other amounts as they were told.
  const kept = isInstead
    ? before.suppositions.filter(({ how, of }) => how === 'set' && suppositions.every((one) => one.of !== of))
    : before.suppositions
  const intent = intentOf(before.intent, subject as Subject, next, suppositions, concepts)
  // "How many are done, and how many are not?"
  const other = cues.has('negated') && before.state ? (before.state === 'done' ? 'open' : 'done') : undefined
  return {
    ...before,
    intent,
    spans: spans ?? before.spans,
    ahead: next.ahead ?? before.ahead,
    loops: next.loops.length > 0 ? next.loops : before.loops,
    // "And the other channel?" is all but the one before.
    isWithout:
      next.loops.length > 0 ? next.isWithout : before.isWithout || (before.loops.length > 0 && words.includes('other')),
    counts: next.counts.length > 0 ? next.counts : before.counts,
    amounts: next.amounts.length > 0 ? next.amounts : before.amounts,
    suppositions: suppositions.length === 0 ? before.suppositions : added ? [...kept, ...suppositions] : suppositions,
    periods:
      next.periods.length > 0 && !concepts.has('week')
        ? next.periods
        : next.periods.length > 0 && next.spans.length === 0
          ? next.periods
          : before.periods,
    state: next.state ?? other ?? before.state,
    status: next.status ?? before.status,
    impact: cues.has('negated') && before.impact ? OPPOSITE[before.impact] : (next.impact ?? before.impact),
    verdict: next.verdict ?? before.verdict,
    which: next.which ?? before.which,
    ordinal: next.ordinal,
    unit: next.unit ?? (words.includes('days') ? 'day' : before.unit),
    mood: next.mood ?? before.mood,
    category: next.category ?? before.category,
    concepts: new Set([...next.concepts, ...before.concepts]),
    person: next.person ?? before.person,
    records: next.records.length > 0 || intent !== before.intent ? next.records : before.records,
    about: next.about.length > 0 || intent !== before.intent ? next.about : before.about,
    dictated: `${next.dictated} (${before.dictated})`,
  }
}

const LEAVING_OUT =
  /\b(?:forget|without|drop|ignore|skip|scrap|minus|leave out|take out|not counting)\b(?<what>[^,;.]*)/
const KEEPING = /^(?:(?:ok|okay|and|no|then|so),? )*(?:just|only) (?:the|that|with)\b(?<what>[^,;.]*)/
/** Words for what changes an amount of the runway. */
const CHANGES = {
  revenue: ['revenue'],
  burn: ['burn', 'hire'],
  balance: ['balance', 'raiseMoney'],
} as const satisfies Readonly<Record<Query['suppositions'][number]['of'], readonly Concept[]>>

/** "Forget the revenue bit", "just the hire": the case before with some of its changes; undefined where that is not said. */
export function withoutSome(before: Query, { text, amounts }: Entities): Query | undefined {
  const left = LEAVING_OUT.exec(text)
  const said = left ?? KEEPING.exec(text)
  if (before.suppositions.length < 2 || amounts.length > 0 || !said) return undefined
  const concepts = conceptsIn(phraseWords(said.groups?.['what'] ?? ''))
  const suppositions = before.suppositions.filter(
    ({ of }) => CHANGES[of].some((concept) => concepts.has(concept)) !== (left !== null),
  )
  return suppositions.length > 0 && suppositions.length < before.suppositions.length
    ? { ...before, suppositions }
    : undefined
}

const REVISABLE = /^(?:write\.(?!done)|document\.mail)/
const REVISED =
  /^(?:(?:h+m+|uh+m?|no|nah|nope|ok|okay|actually|wait|sorry|oh|but|and|rather|better|instead|please|pls|can you|could you|yes|good|great|now|also|maybe|just|then|hey),? )*(?:(?:make|change|set|put|turn|switch|rename|call|keep) (?:it|that|this|them|the \w+)\b|(?:a bit |much |way |even )?(?:shorter|longer|warmer|softer|firmer|nicer|friendlier|simpler|politer|(?:weekly|monthly|quarterly|yearly)(?! (?:goal|to-?do|target|plan|check|update|summary|report|review)))\b|(?:with|give|use) (?:it )?(?:an?other|a different|a new|the) (?:reason|title|name|topic|blocker|win|mood)|(?:without|drop|remove|leave out|cut) the\b|(?:add|mention|say|tell them)\b(?!.*\b(?:goal|decision|check-?in|call)\b)|(?:the )?(?:reason|title|topic|mood|wins?|blockers?|next|prio|priority|subject)(?: is| was|:| \d)|because\b|(?:for|by|until) (?:the |this |next )*(?:week|month|quarter|year|mon|tue|wed|thu|fri|sat|sun)\w*(?: please| pls)?\W*$|(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)(?:(?: [\w-]+){0,2}\W*$|,| and\b)|(?:review|re-?check|revisit|look(?: at (?:it|this))? again|check again)\b|not \w+,? but |\w+ instead\b)|^(?:hm+,? |no,? |oh,? )?(?:actually|rather|wait)\b(?!,? (?:how|what|when|where|who|why|which|is|are|do|does|did|can|should|show|list|forget|never ?mind|cancel|stop|leave it|no\b)\w*)|\binstead\W*$/
/** Words of a message that changes what another dictated: a reason has a sentence of its own. */
const MAX_REVISING = 30

/** Whether a message changes what the one before has written: "hm make it weekly, and five", "shorter". */
export const isRevision = (before: Query, { text, words, asked }: Entities): boolean =>
  isLimit(before, asked) ||
  (REVISABLE.test(before.intent) && words.length <= MAX_REVISING && REVISED.test(text) && !text.endsWith('?'))

/** Words for what each of several drafts is, where a message changes one of them: "make the goal monthly". */
const DRAFTED = [
  ['write.goal', /\bgoal\b|\b(?:week|month|quarter|year)ly\b/],
  ['write.decision', /\bdecision\b|\breason\b|\bbecause\b|\breview\b/],
  ['write.message', /\bmessage\b|\bsquad\b/],
  ['write.call', /\bcall\b/],
  ['write.check-in', /\bcheck-?in\b|\bmood\b|\bblocker/],
] as const

/** Of the drafts that were written last, the one that a message means. */
export function draftMeant(queries: readonly Query[], { text }: Entities): Query | undefined {
  const end = queries.findIndex(({ intent }) => !intent.startsWith('write'))
  const drafts = end < 0 ? queries : queries.slice(0, end)
  const meant = DRAFTED.find(([intent, words]) => words.test(text) && drafts.some((one) => one.intent === intent))
  return drafts.find(({ intent }) => intent === meant?.[0]) ?? queries[0]
}

/** The text dictated before, with the founder's changes. */
export function revised(before: Query, next: Query): Query {
  const { text, limits } = writingLimits(next.dictated)
  if (!LIMITED.test(before.intent) || text === next.dictated)
    return { ...before, revisions: [...(before.revisions ?? []), next.dictated] }
  const revisions = text.split(' ').length > 1 ? [...(before.revisions ?? []), text] : before.revisions
  return { ...before, ...(revisions && { revisions }), limits: mergedLimits(before.limits ?? NO_LIMITS, limits) }
}

const LIMITED = /^(?:write\.message|document\.)/
/** Words beside the limits in a message that only changes these: "ok, make it under 60 words". */
const MAX_BESIDE = 4

/** Whether a message only limits the text before: "in under 60 words", "and don't mention the runway". */
function isLimit(before: Query, asked: string): boolean {
  const { text } = writingLimits(asked)
  return LIMITED.test(before.intent) && text !== asked && text.split(/\s+/).filter(Boolean).length <= MAX_BESIDE
}

/**
 * "And two of them", "and for 4k", "double that": the change before, with another number or amount; undefined for a change
 * of its own.
 */
function bareAmount(
  before: Query,
  words: readonly string[],
  amounts: Entities['amounts'],
  concepts: Entities['concepts'],
): Query['suppositions'] | undefined {
  const [old] = before.suppositions
  const [amount] = amounts
  if (!old) return undefined
  const factor = amount?.unit === 'factor' ? amount.value : words.includes('half') ? 0.5 : undefined
  const isOfMeasure = MEASURES.some(([, concept]) => concepts.has(concept))
  if (factor !== undefined && (!isOfMeasure || words.includes('that')))
    return before.suppositions.map((one) => ({ ...one, value: scaledChange(one, factor) }))
  if (!amount) return undefined
  if (amount.unit === 'count' && amount.value < 200)
    return before.suppositions.map((one) => ({ ...one, value: one.value * amount.value }))
  const isBare =
    (amount.unit === 'money' || amount.unit === 'percent' || amount.unit === 'count') &&
    words.every(
      (word) =>
        OPENINGS.has(word) ||
        /^(?:\d+k?|k|what|how|a|an|about|if|it|its|month|year|per|each|one|instead|him|her)$/.test(word),
    )
  if (isBare && amount.unit === 'percent')
    return [{ ...old, how: 'scale', value: 1 + ((old.value < 1 ? -1 : 1) * amount.value) / 100 }]
  return isBare ? [{ ...old, value: Math.sign(old.value || 1) * amount.value }] : undefined
}

/** Twice a change: twice the amount, and twice the percent of "10% less". */
const scaledChange = ({ how, value }: Query['suppositions'][number], factor: number): number =>
  how === 'scale' ? 1 + (value - 1) * factor : value * factor

/** The figure before, compared with the time that a message names. */
export const compared = (before: Query, { spans }: Query): Query => ({
  ...before,
  intent: compareOf(before.intent) ?? before.intent,
  spans: spans.length > 0 ? spans : before.spans,
})

/** The comparison of a subject, where it has one. */
const compareOf = (intent: Intent): Intent | undefined => {
  const [subject = ''] = intent.split('.')
  return (INTENTS[subject as Subject] as readonly string[]).includes('compare')
    ? (`${subject}.compare` as Intent)
    : undefined
}

/** The same operation of the subject that a fragment names, where there is one. */
function intentOf(
  before: Intent,
  subject: Subject,
  next: Query,
  suppositions: Query['suppositions'],
  concepts: Entities['concepts'],
): Intent {
  const [, operation = ''] = before.split('.')
  const [count] = next.counts
  // "Which is the oldest?" of goals, "anything due?" of decisions.
  if (subject === 'goals' && next.which && /\.(?:list|count|status)$/.test(before) && concepts.has('first'))
    return 'goals.oldest'
  if (subject === 'decisions' && (next.verdict ?? (concepts.has('due') ? 'due' : undefined)) === 'due')
    return 'decisions.review'
  if (suppositions.length > 0 && ['runway', 'burn', 'revenue', 'balance', 'net-burn'].includes(subject))
    return subject === 'balance' && suppositions.every(({ of }) => of === 'balance')
      ? 'balance.suppose'
      : 'runway.suppose'
  const counted = count && ['messages', 'demos', 'conversions'].includes(subject) ? count : undefined
  if (counted && (INTENTS[counted] as readonly string[]).includes(operation)) return `${counted}.${operation}` as Intent
  // "Lowest week", of a mood or of demos.
  const isRanked = concepts.has('best') || concepts.has('worst')
  const isValue = /^(?:value|trend|average)$/.test(operation) && next.unit !== undefined && isRanked
  if (next.which && isValue && (INTENTS[subject] as readonly string[]).includes('best-time'))
    return `${subject}.${next.which === 'worst' ? 'worst' : 'best'}-time` as Intent
  if (next.which && /^(?:best|worst)-time$/.test(operation))
    return `${subject}.${next.which === 'worst' ? 'worst' : 'best'}-time` as Intent
  if (subject === 'loops' && next.which && /best|worst/.test(operation))
    return `loops.${next.which === 'worst' ? 'worst' : 'best'}` as Intent
  const named = MEASURES.find(([other, concept]) => other !== subject && concepts.has(concept))?.[0]
  const isMeasure = MEASURES.some(([other]) => other === subject)
  if (named && isMeasure && !concepts.has(subject as Concept))
    return `${named}.${(INTENTS[named] as readonly string[]).includes(operation) ? operation : 'value'}` as Intent
  return before
}

const MEASURES = [
  ['balance', 'balance'],
  ['revenue', 'revenue'],
  ['net-burn', 'netBurn'],
  ['burn', 'burn'],
  ['runway', 'runway'],
] as const

/** "And the August before?" is a year earlier than the one that was asked about. */
function yearBefore([old]: readonly Span[], next: readonly Span[], words: readonly string[]): readonly Span[] {
  const [span] = next
  if (!span || span.from !== old?.from || !words.some((word) => BEFORE.has(word))) return next
  const year = Number(span.from.slice(0, 4))
  const earlier = (day: IsoDate) => `${year - 1}${day.slice(4)}` as IsoDate
  return [{ from: earlier(span.from), to: earlier(span.to), label: span.label.replace(String(year), String(year - 1)) }]
}

/** "And the year before?" of a month is the same month. */
const YEAR_EARLIER =
  /\b(?:the year (?:before|earlier)|(?:a|one) year (?:before|earlier)|same (?:month|time|week|quarter) (?:the year before|a year (?:before|earlier)))\b/
const NOW = new Set(['now', 'currently'])
const BEFORE = new Set(['before', 'previous', 'prior', 'earlier'])
const AFTER = new Set(['after', 'following'])

/** "And the month before?": the time before the one that was asked about. */
function shifted(
  spans: readonly Span[],
  unit: Query['unit'],
  words: readonly string[],
  today: IsoDate,
): readonly Span[] | undefined {
  const [span = unit && unitSpan(unit, today)] = spans
  if (!span) return undefined
  if (words.some((word) => BEFORE.has(word))) return [shiftedSpan(span, -1)]
  return words.some((word) => AFTER.has(word)) ? [shiftedSpan(span, 1)] : undefined
}
