import type { RecordReference } from '../../../../domain/records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { buildQuery } from './build-query.ts'
import type { Candidate } from './choose.ts'
import type { Conversation } from './conversation.ts'
import type { Entities } from './entities.ts'
import { selectionOf } from './selection.ts'
import { asksByItself } from './parts.ts'
import { changed, compared, isFragment, withoutSome } from './follow-up.ts'
import {
  againstNow,
  expectedOfIt,
  isApart,
  loopOfStatus,
  withoutWord,
  loopsOfCount,
  ofLastTwo,
  shareOfBefore,
  ofSubjectBefore,
  perOther,
  withLoopBefore,
} from './last-asked.ts'
import {
  atPlace,
  distinct,
  goalsMeant,
  hasPlace,
  loopsIn,
  meansIt,
  meansTime,
  meansSome,
  placeOf,
  referencesIn,
  shownMeant,
  timeMeant,
} from './references.ts'

/** Own subjects that a fragment keeps: everything that is no figure or list of the query before. */
const STANDALONE = new Set('write document talk define outside advice calendar overview'.split(' '))

const OF_LOOPS = /^(?:messages|demos|conversions|rate|loops)\./

/** Of the same loops and time, where it names none. */
const withScope = (own: Query, { spans, loops }: Query): Query => ({
  ...own,
  spans: own.spans.length > 0 ? own.spans : spans,
  loops: own.loops.length > 0 ? own.loops : loops,
})

/** Another question of the same message is one of its own on a reading as likely as this. */
const SURE = 0.6

/** Query of a short follow-up message, and the records of the answer before that it chooses from: "the pricing one". */
export function continued(
  conversation: Conversation,
  candidate: Candidate,
  entities: Entities,
  context: FounderContext | undefined,
  today: IsoDate,
): Query {
  const query = inConversation(conversation, candidate, entities, context, today)
  const records = shownMeant(entities, conversation.lastAnswer)
  if (!records || (query.intent.startsWith('write') && query.intent !== 'write.done')) return query
  const asked = candidate.query
  const { category, verdict } = buildQuery('decisions.list', entities)
  return {
    ...query,
    ofShown: selectionOf(records, {
      ...asked,
      category: asked.category ?? category,
      verdict: asked.verdict ?? verdict,
    }),
  }
}

/** Its own query, a question about the answer, or a change of the query before. */
function inConversation(
  { queries, lastAnswer, isSameMessage }: Conversation,
  { query: own, share }: Candidate,
  entities: Entities,
  context: FounderContext | undefined,
  today: IsoDate,
): Query {
  const [before, earlier] = queries
  // A why that names what happened asks nothing of the answer before.
  if (!before || own.intent === 'records.why') return own
  const [subject = ''] = own.intent.split('.')
  const [subjectBefore = ''] = before.intent.split('.')
  const names = own.spans.length + own.loops.length + own.periods.length + own.amounts.length > 0
  const filters = own.status ?? own.state ?? own.which ?? own.counts[0]
  if (subjectBefore === 'calls' && /\bafter\b|\bthen\b/.test(entities.text) && own.spans.length === 0)
    return { ...before, intent: 'calls.next', ordinal: 2 }
  if (
    subjectBefore === 'advice' &&
    /^(?:(?:and|ok|okay),? )?(?:then|next|after that|what (?:then|next)|what comes (?:then|next|after))\W*$/.test(
      entities.text,
    )
  )
    return { ...own, intent: 'follow.more' }
  const time = timeMeant(entities, own, lastAnswer, before)
  // "What else happened that week?" asks for its check-in.
  if (meansTime(entities, own) && EVENTS.test(entities.text) && /^(?:follow|records|overview|check-ins)$/.test(subject))
    return { ...own, intent: 'check-ins.summary', spans: time ? [time] : [], about: [] }
  // "How has it changed since August?"
  if (own.intent === 'overview.change' && meansIt(entities)) return compared(before, own)
  // "And three of them?" of what a record says the price of.
  if (PRICED.test(lastAnswer) && own.amounts.length === 1 && own.amounts.some(isNumber) && own.loops.length === 0)
    return { ...own, intent: 'follow.count' }
  // "The monthly one is done", of the goals before.
  if (
    (subjectBefore === 'goals' || hasPlace(entities)) &&
    (own.state === 'done' || DID.test(entities.text)) &&
    isStated(entities)
  ) {
    const records = goalsMeant(entities, own, lastAnswer, context)
    if (records.length > 0) return { ...own, intent: 'write.done', records }
  }
  // Where nothing is recorded, amounts that are told add up: "I have 30k and spend 4k", "and if I earn 1,500?"
  if (
    context &&
    !context.runway &&
    own.suppositions.length > 0 &&
    before.suppositions.some(({ of }) => of === 'balance')
  )
    return {
      ...own,
      intent: 'runway.suppose',
      suppositions: [
        ...before.suppositions.filter(({ of }) => own.suppositions.every((one) => one.of !== of)),
        ...own.suppositions,
      ],
    }
  if (before.intent === 'runway.suppose' && own.suppositions.length === 0 && WITHOUT_IT.test(entities.text))
    return { ...before, intent: 'runway.value', suppositions: [], dictated: own.dictated }
  // "How much would we have to raise then?", "until when would it last then?" are of the case before.
  if (own.suppositions.length === 0 && before.suppositions.length > 0 && CASE.test(entities.text)) {
    if (own.intent === 'runway.target') return { ...own, suppositions: before.suppositions }
    if (/^runway\.(?:value|end)$/.test(own.intent) && own.spans.length === 0)
      return { ...own, intent: 'runway.suppose', suppositions: before.suppositions, begins: before.begins }
  }
  const place = placeOf(entities)
  const record = place === undefined ? undefined : atPlace(distinct(referencesIn(lastAnswer)), place)
  const ofRecord = record && aboutRecord(record, own, context)
  if (ofRecord) return ofRecord
  if (isApart(entities.text)) return { ...own, intent: 'follow.compare' }
  const ofBefore =
    expectedOfIt(own, entities, lastAnswer) ??
    loopOfStatus(before, own) ??
    withoutWord(before, own, entities) ??
    withoutSome(before, entities) ??
    perOther(before, own, entities) ??
    withLoopBefore(before, own, entities) ??
    loopsOfCount(before, own, entities) ??
    ofLastTwo(before, earlier, own, entities) ??
    againstNow(before, own, entities) ??
    shareOfBefore(before, own, entities) ??
    ofSubjectBefore(before, own, entities)
  if (ofBefore) return ofBefore
  if (/^squad\.(?:last|said)$/.test(before.intent) && EARLIER.test(entities.text))
    return { ...before, intent: 'squad.last', ordinal: (before.ordinal ?? 1) + 1, about: [] }
  if (CORRECTS.test(entities.text) && (names || filters)) return corrected(before, own, entities, context, today)
  if (own.asksVerdict && before.suppositions.length > 0 && !names)
    return { ...own, intent: 'follow.sure', suppositions: before.suppositions }
  // "Did I halve it?"
  if (PAST.test(entities.text) && meansIt(entities) && own.amounts.some(({ unit }) => unit === 'factor'))
    return { ...own, intent: 'follow.sure', suppositions: [] }
  // What a message names of decisions, notes and calls is read as of these: "which of them went wrong?"
  const next = /^(?:decisions|notes|calls)\./.test(before.intent)
    ? { ...own, ...filtersOf(buildQuery(before.intent, entities)) }
    : own
  const limits = next.verdict ?? next.impact ?? next.category
  if (
    own.intent === 'follow.change' ||
    UNIT.test(entities.text) ||
    (subject === 'follow' && before.suppositions.length > 0 && own.amounts.length > 0) ||
    ((names || own.state || limits || isInverse(before, entities)) &&
      /^follow\.(?:count|list|who|when|why)$/.test(own.intent))
  )
    return changed(before, next, entities, today)
  // "Worth it?" weighs what the answer before is about.
  if (own.asksVerdict && !names && isFragment(entities))
    return { ...own, intent: 'advice.decisions', loops: loopsIn(lastAnswer, context).slice(0, 1), about: before.about }
  const [loop] = loopsIn(lastAnswer, context)
  if (loop && /^loops\.(?:rank|best|worst)$/.test(before.intent) && !names && subject !== 'follow' && meansIt(entities))
    return { ...own, intent: 'loops.describe', loops: [loop] }
  // "Who is Jo?" names somebody: it asks nothing of the answer before.
  if (
    /^(?:follow\.who|records\.find)$/.test(own.intent) &&
    own.concepts.has('who') &&
    own.about.length > 0 &&
    !meansIt(entities)
  )
    return { ...own, intent: 'records.find' }
  // "And if I also sell the van for 8,000", where the van is a word of the founder's records.
  if (
    own.intent.endsWith('.suppose') &&
    own.suppositions.length > 0 &&
    before.suppositions.length > 0 &&
    ALSO.test(entities.text)
  )
    return changed(before, own, entities, today)
  // "How many of those are from before this week?"
  if (subject === subjectBefore && OF_THOSE.test(entities.text) && /\.(?:count|list)$/.test(own.intent))
    return changed(before, own, entities, today)
  if (subject === 'follow') return own
  if (entities.known.length > 0 && share > 0.5) return own
  const isOfFamily = familyOf(before) !== undefined && familyOf(before) === familyOf(own)
  if (!isFragment(entities)) {
    // "How many mails did referrals take in May, and how many demos did we get?", "how many of those signed?"
    const isOn = (isSameMessage || meansIt(entities)) && isOfFamily
    const spans = time ? [time] : isOn && own.spans.length === 0 ? before.spans : own.spans
    const loops = isOn && own.loops.length === 0 ? before.loops : own.loops
    return spans.length === own.spans.length && loops.length === own.loops.length ? own : { ...own, spans, loops }
  }
  if (STANDALONE.has(subject) && share > 0.5 && !/^(?:and|what about|how about)\b/.test(entities.text)) return own
  const isSame = subject === subjectBefore
  const hasOwnNoun = entities.concepts.has(
    ({ 'net-burn': 'netBurn', 'break-even': 'breakEven', 'check-ins': 'checkIns', priorities: 'priority' }[subject] ??
      subject) as never,
  )
  // "How much is left, what is overdue": another question, and no change of the first.
  if (isSameMessage && !isSame && !isOfFamily && share > SURE && asksByItself(entities.text))
    return OF_LOOPS.test(own.intent) && OF_LOOPS.test(before.intent) ? withScope(own, before) : own
  // "And what did I expect of the first one?"
  if (isSame && share > 0.5 && own.records.length > 0) return own
  if (isSame || !hasOwnNoun || share < 0.15) {
    // A measure that is named replaces the one before.
    const merged = changed(before, own, entities, today)
    return time && own.spans.length === 0 ? { ...merged, spans: [time] } : merged
  }
  // "Mood last week, and how many goals are open?" are of no common time.
  if (isSameMessage && !isOfFamily && !time) return own
  return {
    ...own,
    spans: own.spans.length > 0 ? own.spans : time ? [time] : before.spans,
    loops: own.loops.length > 0 ? own.loops : before.loops,
  }
}

/** What is asked of a record of the answer before: "when did I set the second one?", "is number two running?" */
function aboutRecord(record: RecordReference, own: Query, context: FounderContext | undefined): Query | undefined {
  const [subject, operation = ''] = own.intent.split('.')
  if (record.kind === 'loop' && (own.status !== undefined || operation === 'when'))
    return {
      ...own,
      intent: own.status === undefined ? 'loops.when' : 'loops.status',
      loops: (context?.loops ?? []).filter(({ id }) => id === record.id),
    }
  const isAsked = operation === 'when' || (subject === 'follow' && operation === 'why')
  if (!isAsked || (record.kind !== 'decision' && record.kind !== 'goal')) return undefined
  const ofDecision = operation === 'why' ? 'decisions.why' : 'decisions.when'
  return { ...own, intent: record.kind === 'decision' ? ofDecision : 'goals.when', records: [record] }
}

/** "I did the second one." */
const DID = /\b(?:i|we) (?:(?:have|just|already) )*(?:did|done)\b/
const STATING = new Set('is are was were i we its thats theyre'.split(' '))
/** First words of a question, and words of one that also limit a list: "only those that are done". */
const ASKING = new Set('is are was were am do does did has have can any'.split(' '))
const LIMITING = new Set('that which who whose what how when where why only just show list'.split(' '))

/** Whether a message says something of what is listed before, and asks for no part of it: "those that are done". */
const isStated = (entities: Entities): boolean =>
  meansSome(entities) &&
  !entities.asked.trim().endsWith('?') &&
  !ASKING.has(entities.words[0] ?? '') &&
  (hasPlace(entities) || entities.words.some((word) => STATING.has(word))) &&
  !entities.words.some((word) => LIMITING.has(word))

/** Subjects that are asked of the same time and loops in one message. */
const FAMILIES = ['messages demos conversions rate', 'mood wins blockers priorities check-ins'].map(
  (subjects) => new Set(subjects.split(' ')),
)
const familyOf = ({ intent }: Query) => FAMILIES.find((family) => family.has(intent.split('.')[0] ?? ''))

const filtersOf = ({ verdict, impact, category, member, about }: Query): Partial<Query> => ({
  verdict,
  impact,
  category,
  member,
  about: category === undefined ? about : about.filter((word) => word !== category),
})

const isNumber = ({ unit, value }: Query['amounts'][number]): boolean => unit === 'count' && value > 1 && value < 1000

const CASE = /\b(?:then|would|in (?:that|this) case|with (?:that|this|it)|after (?:that|it))\b/
const WITHOUT_IT = /\bwithout (?:that|this|it)\b/
const OF_THOSE = /\bof (?:those|these|them)\b/
/** An amount in a quote of the first line. */
const PRICED = /^[^\n]*“[^”\n]*\$\d/
/** "In weeks pls", "per month". */
const UNIT =
  /^(?:(?:and|ok|so|but|what about|how about|make it) )*(?:(?:in|per|a|each) )?(?:days?|weeks?|months?|quarters?|years?|daily|weekly|monthly|yearly)(?:,? (?:please|pls|then|instead|though))*\W*$/
const EVENTS = /\b(?:else|happen(?:ed)?|went on|going on|week)\b/
const CORRECTS = /^(?:no|nope|nah|not|sorry|wait|oops|rather|actually|i (?:mean|meant))\b/
const EARLIER =
  /\b(?:before (?:that|this|it|then)|(?:one|message) before)\b|^(?:and )?(?:the )?(?:previous|earlier) (?:one|message)\b|^(?:ok |so )?and before\W*$/
const ALSO = /^(?:(?:ok|okay|so|right),? )?(?:and|also|plus)\b|\balso\b/
const PAST = /\b(?:did|have|has)\b/

/** The question before with what "no, the paused one", "not october, november" and "I meant demos" name instead. */
function corrected(
  before: Query,
  own: Query,
  entities: Entities,
  context: FounderContext | undefined,
  today: IsoDate,
): Query {
  const isNot = entities.cues.has('negated')
  const [old] = before.loops
  const ofStatus = (own.status && old ? (context?.loops ?? []) : []).filter(
    ({ name, status }) => name === old?.name && (status === own.status) !== isNot,
  )
  const spans = own.spans.filter(({ from }) => before.spans.every((span) => span.from !== from))
  const loops = own.loops.filter((loop) => !before.loops.includes(loop))
  const counts = own.counts.filter((count) => !before.intent.startsWith(count))
  return changed(
    before,
    {
      ...own,
      spans: spans.length > 0 ? spans : own.spans,
      counts: counts.length > 0 ? counts : own.counts,
      loops: ofStatus.length > 0 ? ofStatus : loops.length > 0 ? loops : own.loops,
      status: isNot ? undefined : own.status,
    },
    entities,
    today,
  )
}

/** "And how many are not?" */
const isInverse = ({ state, impact }: Query, { cues }: Entities): boolean =>
  (state ?? impact) !== undefined && cues.has('negated')
