import { phraseWords } from './phrase.ts'

/** What happens in a company, each in the words that people have for it: who asks and who wrote use different ones. */
const EVENTS = [
  'lose loses losing lost loss leave leaves leaving left quit quits quitting cancel cancels canceling cancelling canceled cancelled cancellation churn churns churned notice resign resigned withdrew terminate terminated defected departed bailed walked',
  'pause pauses paused pausing stop stops stopped stopping drop drops dropped dropping kill killed killing end ended ending close closed closing shut cut quit ditch ditched axe axed scrap scrapped abandon abandoned cancel cancelled canceled',
  'sign signs signed signing signature signatures buy bought commit committed',
  'raise raised raising increase increased',
  'lower lowered reduce reduced cut discount discounted',
  'hire hires hired hiring recruit recruited employ employed started joined',
  'fire fired dismiss dismissed',
  'build built building develop developed ship shipped',
  'switch switched move moved moving migrate migrated change changed',
  'choose chose chosen pick picked',
  'refuse refused reject rejected decline declined',
  'delay delayed postpone postponed slip slipped',
  'fail failed failing flop flopped',
].map((words): ReadonlySet<string> => new Set(words.split(' ')))

export type Event = (typeof EVENTS)[number]

/** The events that words stand for; whoever did not sign is lost. */
export function eventsIn(text: string): readonly Event[] {
  const words = phraseWords(text)
  const found = EVENTS.filter((event) => words.some((word) => event.has(word)))
  const refused = REFUSED.test(text) ? EVENTS.filter((event) => event.has('refuse') && !found.includes(event)) : []
  const [losing, , signing] = EVENTS
  const lost = losing && signing && found.includes(signing) && NOT.test(text) ? [losing] : []
  return [...lost, ...refused, ...found]
}

const REFUSED = /\b(?:say|says|said|saying) no\b|\bturn(?:ed|s)? (?:\w+ ){1,4}down\b/i

const NOT = /\bnot\b|n['’]?t\b|\bnever\b/i

export const isEvent = (word: string): boolean => EVENTS.some((event) => event.has(word))

const ASKS = /\bwhy\b|\bhow come\b|\breasons?\b|\bwhat (?:made|caused|led|drove)\b|\bwhat was behind\b/
const HAPPENED =
  /\b(?:did|didn['’]?t|had|hadn['’]?t|has|hasn['’]?t|have|haven['’]?t|was|were|wasn['’]?t|weren['’]?t|made|caused|led|drove|what was behind)\b/
const PLANNED = /\b(?:should|shall|would|could|will|can)\b/
const FIGURE = /\b(?:revenue|burn|runway|balance|mood|mrr|turnover|cash|money)\b/
/** A count as the subject: "why did demos drop?" */
const COUNT =
  /\b(?:did|do|does|are|is|were|was|have|has|come|made) (?:(?:my|our|the|your|all|so|few|many|fewer|less|no) )*(?:demos?|messages?|conversions?|conversion rate|rate|sign-?ups)\b/

/** The words of a question without those that ask for a reason, and superlatives, which no record repeats. */
export const reasonWords = (words: readonly string[]): readonly string[] =>
  words.filter(
    (word) =>
      !/^(?:reasons?|caused?|led|drove|behind|biggest|largest|best|worst|main|real|really|actually)$/.test(word),
  )

/**
 * Whether a text asks why something happened, which somebody may have written down; no figure has a reason.
 * @param isParticular whether it names something in particular
 */
export const asksWhyOfEvent = (text: string, isParticular: boolean): boolean =>
  ASKS.test(text) &&
  !PLANNED.test(text) &&
  !FIGURE.test(text) &&
  !COUNT.test(text) &&
  (eventsIn(text).length > 0 || (isParticular && HAPPENED.test(text)))
