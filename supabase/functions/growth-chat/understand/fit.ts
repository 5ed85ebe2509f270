import type { Subject } from '../query.ts'
import type { Entities } from './entities.ts'
import { COUNTS, NAMED, type Facts } from './facts.ts'
import type { Concept } from './lexicon.ts'

const WHO_IS = /^(?:(?:so|and|remind me|tell me),? )*(?:who is|who's|whos|who was)\b/

/** Subjects that are a figure. */
const FIGURES: ReadonlySet<string> = new Set([
  'messages',
  'demos',
  'conversions',
  'rate',
  'runway',
  'balance',
  'revenue',
  'burn',
  'net-burn',
  'break-even',
  'mood',
])

/** Intents that search records for words, or take any words. */
const SEARCHES: ReadonlySet<string> = new Set(
  'records squad notes write document outside advice follow decisions goals.find goals.status goals.when goals.age wins.find blockers.count blockers.when check-ins.count check-ins.summary calls.topic calls.when define'.split(
    ' ',
  ),
)

/** What a reading is checked against. */
interface Reading {
  readonly subject: Subject
  readonly operation: string
  readonly entities: Entities
  readonly facts: Facts
}

/** A bonus where a condition of a reading holds, and a penalty where it does not. */
const need = (condition: boolean, penalty: number, bonus = 0): number => (condition ? bonus : -penalty)

/** How well what a message names fits a reading: natural logarithms, negative where something is missing or left unread. */
export const fit = (reading: Reading): number => fitOfSubject(reading) + fitOfOperation(reading) + fitOfIntent(reading)

const spanless = ({ spans, ahead }: Entities): boolean => spans.length === 0 || ahead !== undefined

/** How many other subjects a message names. */
const othersOf = (subject: Subject, { named }: Facts): number => named.size - (named.has(subject) ? 1 : 0)

const HOW_OFTEN = /\bhow (?:often|many times)\b/

/** A check-in names itself, or one of its fields. */
const isOfWeek = (concepts: Entities['concepts']): boolean =>
  (['checkIns', 'wins', 'blockers', 'priority', 'mood'] as const).some((concept) => concepts.has(concept))

function fitOfSubject({ subject, operation, entities, facts }: Reading): number {
  const { concepts, loops, people, amounts, unread, telling, known, strangers, ahead } = entities
  const { named, counts, hasChange, isTitled, meansGoal, asksProgress, breaksDown, kinds } = facts
  const has = (concept: Concept) => concepts.has(concept)
  const isNamed = named.has(subject) || (!NAMED[subject] && has('list'))
  const others = othersOf(subject, facts)
  let score = 0
  if (NAMED[subject]) score += need(isNamed, others > 0 ? 1 : 0.3, 0.5)
  const intent = `${subject}.${operation}`
  const isSearch = SEARCHES.has(subject) || SEARCHES.has(intent)
  if (!isSearch) score -= Math.min(3, 0.6 * unread.length + 0.8 * known.length + (isTitled ? 0.7 : 0))
  else if (known.length > 0)
    score +=
      subject === 'records'
        ? 1.4
        : subject === 'outside'
          ? operation === 'action' || operation === 'others'
            ? 0
            : -1.2
          : subject === 'advice'
            ? -0.4
            : 0.5
  if (subject === 'talk' && unread.length > 0) score -= 4
  // What is in the records is no illness: "how many days is Mossgate late?"
  if (intent === 'outside.medical' && known.length > 0) score -= 4
  // "Who tripled its order?" is a question on the records, not on who answers it.
  if (intent === 'talk.who' && telling.length > 0) score -= 4
  // A list of all that waits is no search: "landlord, bank, supplier... where do I start?"
  if (entities.cues.has('beginning') && /\bstart|\bbegin/.test(entities.text) && spanless(entities))
    score += intent === 'overview.today' ? 2 : subject === 'records' ? -2 : 0
  // "When did the booking widget ship?" asks for no call.
  if (kinds.size > 0 && subject === 'calls') score -= 2
  if (kinds.size > 0 && (subject === 'goals' || subject === 'decisions'))
    score += kinds.has(subject === 'goals' ? 'goal' : 'decision') ? 0.4 : -1
  if (meansGoal && subject === 'goals') score += !asksProgress ? 0.5 : operation === 'status' ? 4 : -1
  if (meansGoal && asksProgress && intent === 'outside.unrecorded') score -= 4
  // Nobody has a risk as a figure or as a plan, and a summary looks back.
  if (entities.cues.has('risks') && !isTitled && others === 0 && !/^how\b/.test(entities.text))
    score += intent === 'overview.status' ? 13 : 0
  if (entities.cues.has('summary') && has('week') && entities.spans.length === 0 && others === 0)
    score += intent === 'overview.change' ? 3 : subject === 'document' ? -4 : 0
  if (has('deciding') && (loops.length > 0 || isTitled))
    score += subject === 'decisions' ? 0.6 : subject === 'loops' ? -1 : 0
  if (strangers.length > 0) score += intent === 'outside.others' ? 5 : FIGURES.has(subject) ? -4 : 0
  if (has('unrecorded') && loops.length === 0)
    score += intent === 'outside.unrecorded' ? 2 : FIGURES.has(subject) || subject === 'blockers' ? -1.2 : 0
  if (has('thanks') && others === 0) score += intent === 'talk.thanks' ? 2.5 : 0
  if (has('others')) score += intent === 'outside.others' ? 2.5 : FIGURES.has(subject) || subject === 'loops' ? -1.5 : 0
  if (ahead !== undefined && amounts.length === 0 && intent === 'runway.end')
    score += /\b(?:last|lasts|survive|enough)\b/.test(entities.text) ? 2 : 0.8
  if (ahead !== undefined && intent === 'outside.unrecorded') score -= 2
  if (has('who') && subject === 'goals') score -= 1.5
  if (has('who') && subject === 'records') score += WHO_IS.test(entities.text) && entities.content.length > 0 ? 4 : 0.5
  if (subject === 'write' || subject === 'document')
    score += need(
      has('write') ||
        has('add') ||
        has('tellSquad') ||
        (has('done') && operation === 'done') ||
        (operation === 'check-in' && isOfWeek(concepts)),
      2.5,
    )
  // "How often in the last six weeks did I mention Mossgate": a number, and no record.
  if (HOW_OFTEN.test(entities.text) && known.length > 0)
    score += /^(?:blockers|check-ins)\.count$/.test(intent) ? 2 : subject === 'records' ? -2 : 0
  if (facts.countsUnknown) score += intent === 'outside.unrecorded' ? 8 : 0
  if (facts.edits && !hasChange)
    score += intent === 'outside.action' ? 7 : subject === 'write' || subject === 'follow' ? 0 : -2
  if (breaksDown) score += intent === 'advice.goals' ? 10 : subject === 'write' ? -8 : 0
  // Only a text has a number of words or sentences.
  if (facts.isMeasuredText)
    score += subject === 'document' || intent === 'write.message' ? 4 : subject === 'write' ? 0 : -4
  if (facts.isMeasuredText && !has('write') && intent === 'document.mail') score += 8
  if (facts.isPost) score += intent === 'document.mail' ? 12 : 0
  // A question is no dictation.
  if (
    subject === 'write' &&
    entities.text.endsWith('?') &&
    (/^(?:should|shall|what|how|is|are|do|does)\b/.test(entities.text) ||
      !(has('write') || has('add') || has('tellSquad') || has('done') || isOfWeek(concepts)))
  )
    score -= 3
  // "Did Bo think that is ok" asks without its mark.
  if (subject === 'write' && operation !== 'done' && /^(?:did|does|was|were|has|have)\b/.test(entities.text)) score -= 3
  if (subject === 'advice' && hasChange) score -= 1
  if (subject === 'define' && /\b(?:my|our|we|us|i)\b/.test(entities.text)) score -= 2.5
  if (subject === 'calendar' && others > 0) score -= 1.2
  if (subject === 'calendar' && /\b(?:last|lasts|left|enough|survive|money|cash)\b/.test(entities.text)) score -= 4
  if (subject === 'calls' && has('decisions') && (has('wrong') || has('negative') || has('right'))) score -= 2.5
  // How a loop does is more than its messages, unless a count is named.
  if (COUNTS.has(subject) && counts === 0 && loops.length > 0 && (operation === 'compare' || operation === 'trend'))
    score -= 2
  // Money is none of the counts of a loop.
  if (COUNTS.has(subject) && operation !== 'value' && amounts.some(({ unit }) => unit === 'money')) score -= 3
  if (FIGURES.has(subject)) {
    if (loops.length > 0 && !COUNTS.has(subject) && subject !== 'rate') score -= 1.5
    if (people.length > 0) score -= 2
  }
  return score
}

function fitOfOperation({ subject, operation, entities, facts }: Reading): number {
  const { concepts, loops, amounts, spans, ahead } = entities
  const { counts, isCompared, hasChange, hasNumber, isTitled, loopNames } = facts
  const has = (concept: Concept) => concepts.has(concept)
  let score = 0
  switch (operation) {
    case 'compare':
      // "How many of my goals took longer than two weeks?" and a title compare no times.
      if (subject === 'goals' && spans.length === 0 && (isTitled || amounts.length > 0)) score -= 4
      score += need(isCompared || loopNames > 1 || has('changed'), 1.5, 0.6)
      break
    case 'suppose':
      score += need(
        hasChange || has('hire') || (has('whatIf') && has('leaving')),
        3,
        /\bhow far\b/.test(entities.text)
          ? -4
          : has('whatIf') || has('hire') || has('raiseMoney') || has('runway')
            ? 1.2
            : spans.length === 0
              ? 0.8
              : 0,
      )
      break
    case 'target':
      score += need(amounts.some(({ unit }) => /^(?:months|years|weeks)$/.test(unit)) || ahead !== undefined, 1.5, 1)
      break
    case 'best-time':
      score += need(has('best') || has('first'), 2, 0.5)
      if (has('worst') && !has('best')) score -= 2
      break
    case 'worst-time':
      score += need(has('worst'), 2, 0.5)
      if (has('best') && !has('worst')) score -= 2
      break
    case 'needed':
    case 'yield':
      score += need(hasNumber || has('need') || has('rate'), 1.5)
      if (operation === 'needed' && has('rate') && counts > 1) score += 1
      break
    case 'reached':
      score += need(amounts.length > 0, 2)
      break
    case 'forecast':
      score += need(ahead !== undefined || amounts.length > 0, 1.5, 0.5)
      break
    case 'share':
      if (COUNTS.has(subject)) score += need(loops.length > 0 && has('share'), 2)
      break
    case 'average':
      score += need(has('average'), 1, /\b(?:average|avg|mean|typical(?:ly)?)\b/.test(entities.text) ? 1.5 : 0)
      break
    case 'count':
      if (isCompared && spans.length > 1) score -= 1.5
      break
    case 'value':
      if (FIGURES.has(subject) && ((isCompared && spans.length > 1) || ahead !== undefined)) score -= 1
      if (has('whatIf') && hasChange) score -= 1
      if (COUNTS.has(subject) && has('rate') && counts > 1) score -= 0.8
      if (COUNTS.has(subject) && amounts.some(({ unit }) => unit === 'money')) score -= 2
      break
  }
  return score
}

function fitOfIntent({ subject, operation, entities, facts }: Reading): number {
  const { concepts, loops, people, records, spans, known, unread, telling, ahead } = entities
  const { loopNames } = facts
  const others = othersOf(subject, facts)
  const has = (concept: Concept) => concepts.has(concept)
  let score = 0
  switch (`${subject}.${operation}`) {
    case 'loops.rank':
      score += need(has('best') || has('worst') || others > 1, 1.5)
      break
    case 'loops.compare':
      score += need(loopNames > 1 || has('compared'), 2, loopNames > 1 ? 0.7 : 0)
      break
    case 'loops.describe':
      score += need(loops.length > 0 || others > 1, 1.5)
      break
    case 'loops.status':
    case 'loops.when':
      score += need(loops.length > 0, 1.5)
      break
    case 'loops.best':
      score += need(has('best'), 1)
      break
    case 'loops.worst':
      score += need(has('worst') || !has('best'), 1)
      break
    case 'goals.status':
    case 'goals.age':
    case 'goals.when':
      score += need(records.some(({ known }) => known.kind === 'goal') || unread.length > 0, 1.5, 0.3)
      break
    case 'decisions.why':
    case 'decisions.outcome':
    case 'decisions.expected':
    case 'decisions.when':
      score += need(
        records.some(({ known }) => known.kind === 'decision') || unread.length + loops.length > 0,
        1.2,
        0.4,
      )
      break
    case 'squad.said':
    case 'squad.who':
      score += need(has('squad'), 0.8, people.length > 0 ? 1 : 0.2)
      break
    case 'records.find':
      // "Tiktok?", which is in the records; "Pricing?" of somebody without records asks for advice.
      if (entities.words.length <= 2 && known.length === entities.words.length) score += 8
      score += need(unread.length + telling.length + people.length > 0, 4, Math.min(1.2, 0.4 * unread.length))
      break
    case 'mood.worst-time':
      score += /\bhow low\b/.test(entities.text) ? 3 : 0
      break
    case 'follow.outcome':
      score += /\b(?:happen(?:ed)?|came of)\b/.test(entities.text) ? 1 : 0
      break
    case 'records.why':
      score += need(facts.asksWhyOfEvent, 8, 8)
      break
    case 'overview.compare':
      // Times that are compared without a figure are compared in all.
      score += need(
        facts.isCompared && spans.length > 0 && others === 0 && loopNames === 0,
        6,
        spans.length > 1 ? 4 : 3,
      )
      break
    case 'calendar.until':
      score += need(ahead !== undefined || spans.length > 0, 2)
      break
  }
  return score
}
