import type { LoopCount } from '../../../../domain/traction.ts'
import { INTENTS, type Intent, type Query, type Subject } from '../query.ts'
import type { Span } from './calendar-spans.ts'
import type { Entities } from './entities.ts'
import type { Concept } from './lexicon.ts'
import { meansIt, referencesIn } from './references.ts'

const isMeasured = ({ intent }: Query): boolean => intent.endsWith('.value') || intent.endsWith('.compare')

const TWO = /\b(?:(?:the|those|these) two|both|either|which (?:one|is|was|were|of (?:them|those)))\b/
const SHARE = /%|\b(?:percent|percentage|pct)\b/
const CHANGE =
  /\b(?:up|down|more|less|fewer|better|worse|growth|gr[eo]wn?|chang(?:e|ed)|increased?|rise|rose|dropp?e?d?|fell|jump|difference|in|saved?|gain(?:ed)?|lost?|lose)\b/
const HOW_MUCH = /\bhow (?:much|many)\b/
const SUM =
  /\b(?:add (?:them|those|these|both|the two|it) (?:up|together)|sum(?: (?:them|it|of (?:them|both)))?(?: up)?|together|combined|in total|altogether)\b/
/** "Which should I drop?": one of what was asked about, by how it does. */
const WHICH = /\bwhich\b/

/** "Which of the two", "up how many percent", "add them up": the two loops or times that were asked about last. */
export function ofLastTwo(
  before: Query,
  earlier: Query | undefined,
  own: Query,
  { asked, text, amounts, concepts }: Entities,
): Query | undefined {
  const compared = { ...own, intent: 'follow.compare' as const, spans: own.spans.length > 0 ? own.spans : before.spans }
  const isChoice = TWO.test(text) || (WHICH.test(text) && (concepts.has('ending') || concepts.has('should')))
  if (isChoice && isMeasured(before) && before.loops.length === 2 && own.loops.length === 0)
    return { ...compared, loops: before.loops }
  if (earlier?.intent !== before.intent) return undefined
  const [one, ...more] = before.loops
  const [other, ...others] = earlier.loops
  const isOfTwo = one && other && one !== other && more.length + others.length === 0
  if (isOfTwo && SUM.test(text) && isMeasured(before)) return { ...before, loops: [other, one] }
  if (isOfTwo && isChoice && (TWO.test(text) || own.loops.length === 0)) return { ...compared, loops: [other, one] }
  const isAsked =
    TWO.test(text) || ((SHARE.test(asked) || HOW_MUCH.test(text)) && CHANGE.test(text) && amounts.length === 0)
  return isAsked && isMeasured(before) && !namesOther(before, concepts) && isOtherTime(before.spans, earlier.spans)
    ? { ...own, intent: 'follow.compare' as const, spans: [] }
    : undefined
}

const isOtherTime = ([one]: readonly Span[], [other]: readonly Span[]): boolean => one?.from !== other?.from

const CONCEPT_OF: Readonly<Partial<Record<Subject, Concept>>> = {
  messages: 'messages',
  demos: 'demos',
  conversions: 'conversions',
  rate: 'rate',
  runway: 'runway',
  balance: 'balance',
  revenue: 'revenue',
  burn: 'burn',
  'net-burn': 'netBurn',
  mood: 'mood',
}

const subjectOf = ({ intent }: Query): Subject => intent.split('.')[0] as Subject

/** Whether a message names a figure that was not asked about before. */
const namesOther = (before: Query, concepts: Entities['concepts']): boolean =>
  Object.entries(CONCEPT_OF).some(([subject, concept]) => subject !== subjectOf(before) && concepts.has(concept))

const AGAINST_NOW =
  /\b(?:better|worse) off\b|\bbetter or worse\b|\b(?:is|are|was|were) (?:that|it|we|this|they) (?:any )?(?:better|worse|more|less|higher|lower)\b/

const WHICH_LOOP = /\bwhich (?:loop|channel|one)s?\b/

/** "Which loop were they from?" after a count of all. */
export function loopsOfCount(before: Query, own: Query, { text }: Entities): Query | undefined {
  const subject = subjectOf(before) as LoopCount
  const isAsked = WHICH_LOOP.test(text) && /^loops\.(?:list|count|best|rank)/.test(own.intent)
  return isAsked && COUNTS.has(subject) && isMeasured(before) && before.loops.length === 0 && own.counts.length === 0
    ? { ...own, intent: 'loops.rank', counts: [subject], spans: own.spans.length > 0 ? own.spans : before.spans }
    : undefined
}

/** "So are we better off now?" after a figure of the past: that time beside today. */
export function againstNow(before: Query, own: Query, { text, concepts, amounts }: Entities): Query | undefined {
  const [span] = before.spans
  const isAsked = AGAINST_NOW.test(text) && own.spans.length + own.loops.length + amounts.length === 0
  return isAsked && span && before.intent.endsWith('.value') && !namesOther(before, concepts)
    ? { ...own, intent: 'follow.compare', spans: [] }
    : undefined
}

/** "What share of all is that?" of some loops, "which percent is done?" of goals. */
export function shareOfBefore(before: Query, own: Query, { text, asked, amounts }: Entities): Query | undefined {
  if (!(SHARE.test(asked) || /\b(?:share|fraction|portion|proportion)\b/.test(text))) return undefined
  if (amounts.length + own.spans.length > 0 || CHANGE.test(text)) return undefined
  const subject = subjectOf(before)
  if (subject === 'goals' && before.records.length === 0) return { ...before, intent: 'goals.share' }
  return COUNTS.has(subject) && isMeasured(before) && before.loops.length > 0 && own.loops.length === 0
    ? { ...before, intent: `${subject}.share` as Intent }
    : undefined
}

/** "Is it getting worse?" after a mood: an operation on the figure before, where a message names no other. */
export function ofSubjectBefore(before: Query, own: Query, { concepts }: Entities): Query | undefined {
  const [subject, operation] = [subjectOf(before), own.intent.split('.')[1] ?? '']
  const isOther =
    subjectOf(own) !== subject && CONCEPT_OF[subject] !== undefined && CONCEPT_OF[subjectOf(own)] !== undefined
  const isKnown = (INTENTS[subject] as readonly string[]).includes(operation)
  // What changes another amount is a case of the runway: "and if we lose the revenue?" after the balance.
  if (own.suppositions.some(({ of }) => of !== subject)) return undefined
  if (!isOther || !isKnown || operation === 'value' || before.suppositions.length > 0 || namesOther(before, concepts))
    return undefined
  return {
    ...own,
    intent: `${subject}.${operation}` as Intent,
    loops: own.loops.length > 0 ? own.loops : before.loops,
  }
}

const OF_LOOPS = /^(?:loops|messages|demos|conversions|rate)\./

/** "Are they better than cold mail?": the loop before beside the one that is named. */
export function withLoopBefore(before: Query, own: Query, entities: Entities): Query | undefined {
  const [one, ...more] = before.loops
  const [other, ...others] = own.loops
  const isPair = one && other && one !== other && more.length + others.length === 0
  if (
    !isPair ||
    !entities.concepts.has('compared') ||
    !OF_LOOPS.test(before.intent) ||
    !(OF_LOOPS.test(own.intent) || own.intent === 'follow.compare')
  )
    return undefined
  if (!meansIt(entities) && !/\b(?:they|they(?:\W)?re|those)\b/.test(entities.text) && own.counts.length > 0)
    return undefined
  const [subject] = [subjectOf(before)]
  const counts = COUNTS.has(subject) ? [subject as LoopCount] : before.counts
  return {
    ...own,
    intent: 'loops.compare',
    loops: [one, other],
    counts: own.counts.length > 0 ? own.counts : counts,
    spans: own.spans.length > 0 ? own.spans : before.spans,
  }
}

const COUNTS: ReadonlySet<string> = new Set<LoopCount>(['messages', 'demos', 'conversions'])

const PER =
  /^(?:(?:and|so|ok|okay|what is that|whats that|how (?:much|many) (?:is|are) (?:that|it|they)|thats how many|that is),? )*(?:per|for (?:one|each|every|a)|to get (?:one|a)|a) (?:\w+ )?\w+\W*$/

/** "Per demo?" of messages: how many of the count before one of another takes. */
export function perOther(before: Query, own: Query, { text }: Entities): Query | undefined {
  const subject = subjectOf(before) as LoopCount
  const other = own.counts.find((count) => count !== subject)
  return COUNTS.has(subject) && isMeasured(before) && other && own.counts.length === 1 && PER.test(text)
    ? { ...before, intent: `${subject}.needed` as Intent, counts: [subject, other], amounts: [] }
    : undefined
}

const APART =
  /\bhow (?:far apart|long (?:between|apart)|many (?:days|weeks|months) (?:apart|between|lie between|are between))\b|\bwhich (?:one )?(?:came|was|is) (?:first|earlier|later)\b/i

/** Whether a message asks for the time between two things that were asked about. */
export const isApart = (text: string): boolean => APART.test(text)

const EXPECTED = /\b(?:expect(?:ed)?|hoped?|hoping|feared?|supposed to|meant to bring|aimed for)\b/

/** "What was supposed to come of it?" of the decision that the answer before is on. */
export function expectedOfIt(own: Query, { text }: Entities, lastAnswer: string): Query | undefined {
  const [record] = referencesIn(lastAnswer.split('\n')[0] ?? '')
  const isAsked = EXPECTED.test(text) && own.records.length + own.loops.length + own.amounts.length === 0
  return isAsked && record?.kind === 'decision'
    ? { ...own, intent: 'decisions.expected', records: [record], about: [] }
    : undefined
}

/** "The paused one" of several loops that were asked about. */
export function loopOfStatus(before: Query, own: Query): Query | undefined {
  const loops = own.status ? before.loops.filter(({ status }) => status === own.status) : []
  if (own.loops.length > 0 || loops.length === 0 || loops.length === before.loops.length) return undefined
  const isOfLoops = OF_LOOPS.test(own.intent) && !/\.(?:rank|best|worst|count|list)$/.test(own.intent)
  return {
    ...(isOfLoops ? own : before),
    loops,
    status: undefined,
    spans: own.spans.length > 0 ? own.spans : before.spans,
  }
}

const EXCLUDING =
  /\b(?:without|except(?: for)?|excluding|not counting|leaving out|minus|but not)(?: for)? (?:the |those |any )?(?<what>\p{L}+)(?: ones?)?\b/u

/** "Without the paperwork ones": the count before, of what has not that word. */
export function withoutWord(before: Query, own: Query, { text }: Entities): Query | undefined {
  const what = EXCLUDING.exec(text)?.groups?.['what']
  const isCounted = /^(?:blockers|check-ins)\.(?:count|when)$/.test(before.intent) && before.about.length > 0
  return what && isCounted && own.loops.length === 0
    ? { ...before, notAbout: [...(before.notAbout ?? []), what] }
    : undefined
}
