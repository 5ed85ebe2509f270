import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import { careIn } from '../care/care.ts'
import type { Intent, Query } from '../query.ts'
import { buildQuery } from './build-query.ts'
import { calculationIn, type Calculation } from './arithmetic.ts'
import { candidatesOf, type Candidate } from './choose.ts'
import { continued } from './continued.ts'
import type { Conversation } from './conversation.ts'
import { entitiesIn, type Entities } from './entities.ts'
import { draftMeant, isRevision, mayFollow, revised } from './follow-up.ts'
import { isApart } from './last-asked.ts'
import { namesFigure } from './figure-named.ts'
import { itemsOf, partsOf } from './parts.ts'
import { questionBeside } from './question-beside.ts'
import { meansTime, withMeant } from './references.ts'
import { writeIntentOf, writePartsOf } from './several-writes.ts'

/** Query of a message, or of the first of its questions. */
export interface Understood {
  readonly query: Query
  /** How likely it is among all readings: 0 to 1. */
  readonly share: number
  /** Other readings, the most likely first. */
  readonly others: readonly Candidate[]
  readonly calculation: Calculation | undefined
  /** The conversation that the message was read in. */
  readonly conversation: Conversation
  /** The words of a second question, which is read when the first is answered: "and what else went on that week?" */
  readonly rest: string | undefined
  /** All parts of a message that asks for several things to be written, in its order; undefined for any other. */
  readonly parts?: readonly Understood[]
}

/** Context in which a message is read. */
interface Reader {
  /** Undefined for a caller without an account. */
  readonly context: FounderContext | undefined
  readonly today: IsoDate
}

/** Messages that are read, and characters of the last and of those before: reading costs time that others wait for. */
const MAX_READ = { messages: 12, characters: 1000, before: 300 } as const

/** Questions of one message that are answered. */
export const MAX_PARTS = 3

/** Reads a conversation in its order: a message is a query of its own, or changes a field of the one before. */
export function understand(
  messages: readonly ChatMessage[],
  context: FounderContext | undefined,
  today: IsoDate,
): Understood {
  const reader = { context, today }
  const last = messages.at(-1)
  let conversation: Conversation = {
    queries: [],
    calculation: undefined,
    lastAnswer: '',
    earlierAnswer: '',
    isSameMessage: false,
  }
  for (const { role, content } of messages.slice(-MAX_READ.messages, -1)) {
    if (role === 'assistant') conversation = answered(conversation, content)
    else {
      // Of a message of distress, the next one could change only what it asks besides.
      const said = careIn(content) ? questionBeside(content, context, today) : content
      if (said !== undefined) conversation = asked(conversation, said.slice(0, MAX_READ.before), reader)
    }
  }
  return readFirst((last?.content ?? '').slice(0, MAX_READ.characters), conversation, reader)
}

const answered = (conversation: Conversation, lastAnswer: string): Conversation => ({
  ...conversation,
  lastAnswer,
  earlierAnswer: conversation.lastAnswer,
})

/** A conversation with all questions of a message. */
function asked(conversation: Conversation, content: string, reader: Reader): Conversation {
  let [now, rest]: [Conversation, string | undefined] = [conversation, content]
  for (let part = 0; rest !== undefined && part < MAX_PARTS; part++) {
    const understood = readFirst(rest, now, reader)
    for (const one of understood.parts ?? [understood]) now = after({ ...one, conversation: now }, now.lastAnswer)
    rest = understood.rest
  }
  return { ...now, isSameMessage: false }
}

/** Another text in the place of a message: in the conversation that it was read in. */
export const understandInstead = (
  { conversation }: Pick<Understood, 'conversation'>,
  text: string,
  context: FounderContext | undefined,
  today: IsoDate,
): Understood => readFirst(text.slice(0, MAX_READ.characters), conversation, { context, today })

/** A text that follows a message and its answer. */
export const understandNext = (
  understood: Understood,
  answer: string,
  text: string,
  context: FounderContext | undefined,
  today: IsoDate,
): Understood => readFirst(text, after(understood, answer), { context, today })

/** The next question of a message, when the one before is answered; undefined where a message has no other. */
export const understandRest = (
  understood: Understood,
  answer: string,
  context: FounderContext | undefined,
  today: IsoDate,
): Understood | undefined => {
  if (understood.rest === undefined) return undefined
  const next = understandNext(understood, answer, understood.rest, context, today)
  return isOfBefore(understood.query, next.query) ? next : { ...next, share: 0 }
}

const after = ({ query, calculation, conversation }: Understood, lastAnswer: string): Conversation => ({
  queries: /^(?:follow|talk)\b/.test(query.intent) ? conversation.queries : [query, ...conversation.queries],
  calculation,
  lastAnswer,
  earlierAnswer: conversation.lastAnswer,
  isSameMessage: true,
})

/** Readings that both have to be as likely as this. */
export const BOTH = 0.5
/** Subjects that take all words of a message, and small talk. */
const WHOLE = new Set('write document talk'.split(' '))
const NO_SECOND = new Set('write document talk outside'.split(' '))

const subjectOf = ({ intent }: Query): string => intent.split('.')[0] ?? ''

/** A message with two questions is read up to the second, if both are understood or the second is clearly one. */
function readFirst(text: string, conversation: Conversation, reader: Reader): Understood {
  const whole = read(text, conversation, reader)
  if (moneyAhead(entitiesIn(text, reader.context, reader.today))) return whole
  const parts = partsToWrite(text, conversation, reader)
  if (parts) return { ...whole, parts }
  const written = writeIntentOf(text)
  // A message that begins as a goal or a decision does is that, whatever else its words are of.
  if (written && written !== whole.query.intent && !/^(?:document|talk|outside)/.test(whole.query.intent)) {
    const { ofShown } = whole.query
    const shown = written === 'write.done' && ofShown && { ...ofShown, asked: { ...ofShown.asked, intent: written } }
    return { ...whole, share: 1, query: { ...queryOf(written, text, reader), ...(shown && { ofShown: shown }) } }
  }
  if (WHOLE.has(subjectOf(whole.query))) return whole
  const [item, ...items] = itemsAsked(text, conversation, reader)
  if (item) return { ...item, rest: items.map(({ query }) => query.dictated).join(', ') }
  for (const { first: words, rest, isAsked } of partsOf(text)) {
    const first = read(words, conversation, reader)
    const second = read(rest, after(first, ''), reader)
    if (isTwo(whole, first, second, isAsked)) return { ...first, rest }
  }
  return whole
}

/** Each thing of a list of different ones: "runway, open goals and my next call". */
function itemsAsked(text: string, conversation: Conversation, reader: Reader): readonly Understood[] {
  const all = itemsOf(text).map((item) => read(item, { ...conversation, queries: [] }, reader))
  const isRead = all.every(
    ({ query, share }) =>
      share >= LISTED && !NO_SECOND.has(subjectOf(query)) && ITEM.test(query.intent) && query.suppositions.length === 0,
  )
  // "Burn and revenue in October" are of one time.
  const areAlike = (['spans', 'loops', 'periods'] as const).every(
    (field) => new Set(all.map(({ query }) => query[field].length > 0)).size <= 1,
  )
  // "Demos and conversions" of a loop are said together.
  if (all.every(({ query }) => OF_LOOPS.test(query.intent))) return []
  return isRead && areAlike && new Set(all.map(({ query }) => subjectOf(query))).size === all.length ? all : []
}

const OF_LOOPS = /^(?:messages|demos|conversions)\./

/** A thing of a list is as likely as this, and is a figure or a list. */
const LISTED = 0.7
const ITEM =
  /^(?:messages|demos|conversions|runway|balance|revenue|burn|net-burn|break-even|mood|goals|check-ins|wins|blockers|priorities|decisions|calls)\.(?:value|end|count|list|status|next|last|streak|review)$/

/** Each part of a message that asks for several things to be written; undefined for a message that does not. */
function partsToWrite(text: string, conversation: Conversation, reader: Reader): readonly Understood[] | undefined {
  const own = { ...conversation, queries: [], lastAnswer: '' }
  const parts = writePartsOf(text).map((part) => {
    const understood = read(part.text, part.intent ? own : conversation, reader)
    const isRead = part.intent === undefined || part.intent === understood.query.intent
    // A sentence that names what it wants to have written is read as that.
    return isRead
      ? { ...understood, conversation }
      : { ...understood, conversation, share: 1, query: queryOf(part.intent, part.text, reader) }
  })
  const [first, ...others] = parts
  return first && others.length > 0 && subjectOf(first.query) === 'write' ? parts : undefined
}

const queryOf = (intent: Intent, text: string, { context, today }: Reader): Query =>
  buildQuery(intent, entitiesIn(text, context, today))

/** "I know there are two of them", "Dashiell wants three": told beside a question, and no other one. */
const TOLD =
  /^(?:(?:and|but|so|yeah|yes|well|because|cause),? )*(?:(?:i|we|he|she|they) (?!need\b|want to know\b|should\b|can\b|could\b)\p{L}+|feels?|it feels|(?!(?:what|who|which|how|when|why|where)\b)\p{L}+ (?:wants|said|says|asked|asks|needs|thinks|love|loves)|everyone|everybody|people)\b[^?]*$/iu

function isTwo(whole: Understood, first: Understood, second: Understood, isAsked: boolean): boolean {
  if (first.query.intent === 'outside.others') return false
  if (TOLD.test(second.query.dictated) || isApart(whole.query.dictated)) return false
  if (first.share < BOTH || WHOLE.has(subjectOf(first.query)) || NO_SECOND.has(subjectOf(second.query))) return false
  const isSupposing = whole.query.suppositions.length > 0
  // "What if we raise 100k, and hire two?" is one case; what is asked of it is another question.
  if (isSupposing && !(isAsked && isOfCase(first.query, second.query))) return false
  // "Did we cancel it, and when?" asks one thing, and a comma before a pronoun only sets off its noun.
  if (second.query.intent.startsWith('follow') && (!isAsked || BARE.test(second.query.dictated))) return false
  if (second.share < BOTH) return isAsked && !isSupposing
  return isOther(first.query, second.query)
}

/** Money after something else is named: "and how many weeks is that" asks for no runway after a mood. */
const isOfBefore = (first: Query, second: Query): boolean =>
  namesFigure(second) || !OF_MONEY.test(second.intent) || OF_MONEY.test(first.intent)

const OF_MONEY = /^(?:runway|balance|burn|net-burn|revenue|break-even)\./

const BARE = /^(?:when|why|who|how|where)\W*$/i

/** Whether a second query asks of the case that the first supposes: "worth it?" */
const isOfCase = ({ suppositions }: Query, second: Query): boolean =>
  JSON.stringify(second.suppositions) === JSON.stringify(suppositions)

/** Whether two queries have different answers. */
const isOther = (one: Query, other: Query): boolean =>
  one.intent !== other.intent ||
  // "Which worked, and which did not?"
  (one.impact !== undefined && other.impact !== undefined && one.impact !== other.impact) ||
  (['spans', 'loops', 'counts', 'state', 'which', 'verdict', 'periods', 'suppositions'] as const).some(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )

/** "And the burn that month?" after a record: no record has a burn to change to, so it is a question of its own. */
const isChangeOfRecord = ({ query }: Candidate, before: Query | undefined, entities: Entities): boolean =>
  query.intent.startsWith('follow') &&
  before !== undefined &&
  /^(?:records|decisions|squad|notes)\./.test(before.intent) &&
  meansTime(entities, query) &&
  FIGURES.some((figure) => entities.concepts.has(figure))

/** "And blockers?" after the wins asks for no other list of these. */
const isOtherOfWeek = ({ query }: Candidate, before: Query | undefined, { concepts, words }: Entities): boolean =>
  query.intent.startsWith('follow') &&
  before !== undefined &&
  OF_WEEK.test(before.intent) &&
  words.length <= MAX_FRAGMENT &&
  (['wins', 'blockers', 'priority', 'mood'] as const).some(
    (concept) => concepts.has(concept) && !before.intent.startsWith(concept.slice(0, 4)),
  )

const OF_WEEK = /^(?:wins|blockers|priorities|mood|check-ins)\./
const MAX_FRAGMENT = 5

const SUM = String.raw`bridge|round|funding|investment|(?:a|the) (?:raise|loan)|(?:i|we) (?:must|need to|have to|should) raise|(?:must|should|do) (?:i|we) (?:need to |have to )?raise`
const NEEDED = new RegExp(
  String.raw`\bhow (?:big|large|much|high)\b.{0,60}\b(?:${SUM})\b|\b(?:bridge|raise|loan|round)\b.{0,60}\bhow (?:big|large|much|high)\b`,
)
/** What is asked of others or written down asks for no calculation, and a loan that is paid back is none to get. */
const NO_SUM = /\b(?:remind|goal|log|note|ask (?:him|her|them|the)|pay back|repay|prices?)\b/
const REVENUE_NEEDED = /\bwhat (?:would|must|should|does|do)\b.*\brevenue\b.*\b(?:have to|need to|must)\b/
const BALANCE_THEN = /\bhow much\b.*\b(?:bank|account|balance)\b/

/** "How big must a bridge be so that we get through to June?", "how much is in the bank by then?": money of a time to come. */
function moneyAhead(entities: Entities): Candidate | undefined {
  const { text, ahead, amounts, asked } = entities
  if (writeIntentOf(asked) || NO_SUM.test(text)) return undefined
  if (NEEDED.test(text) && (ahead !== undefined || amounts.some(({ unit }) => unit === 'months'))) {
    const query = buildQuery('runway.target', entities)
    return { query: { ...query, concepts: new Set([...query.concepts, 'raiseMoney']) }, share: 1 }
  }
  if (REVENUE_NEEDED.test(text) && (ahead !== undefined || amounts.some(({ unit }) => unit === 'months')))
    return { query: { ...buildQuery('runway.target', entities), money: ['revenue'] }, share: 1 }
  return BALANCE_THEN.test(text) && ahead !== undefined
    ? { query: buildQuery('balance.forecast', entities), share: 1 }
    : undefined
}

const FIGURES = ['balance', 'revenue', 'burn', 'netBurn', 'runway', 'messages', 'demos', 'conversions', 'mood'] as const

function read(text: string, conversation: Conversation, { context, today }: Reader): Understood {
  const entities = entitiesIn(text, context, today)
  const { calculation: before, queries, lastAnswer } = conversation
  const canFollow = queries.length > 0 && mayFollow(entities)
  const [lastQuery] = queries
  const candidates = candidatesOf(entities, canFollow)
  const own = candidates.filter(
    (one) => !isChangeOfRecord(one, lastQuery, entities) && !isOtherOfWeek(one, lastQuery, entities),
  )
  const [likeliest] = own.length > 0 ? own : candidates
  const best = moneyAhead(entities) ?? likeliest
  if (!best) throw new Error('no reading of a message')
  const all = own.reduce((sum, { share }) => sum + share, 0)
  const first = best === likeliest ? { ...best, share: all > 0 ? best.share / all : best.share } : best
  const others = candidates.filter((one) => one !== best)
  const meant = withMeant(first.query, entities, lastAnswer, context, lastQuery)
  const draft = draftMeant(queries, entities)
  const query =
    draft && isRevision(draft, entities)
      ? revised(draft, meant)
      : canFollow
        ? continued(conversation, { query: meant, share: first.share }, entities, context, today)
        : meant
  return {
    query,
    share: query === meant ? first.share : 1,
    others,
    calculation: calculationIn(text) ?? (before && calculationIn(`${before.result} ${entities.text}`)),
    conversation,
    rest: undefined,
  }
}
