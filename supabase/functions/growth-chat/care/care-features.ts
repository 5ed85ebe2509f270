import { BUCKETS, featuresOf } from '../understand/features.ts'
import { phraseWords } from '../understand/phrase.ts'

/**
 * A feature that every message has, in a bucket of its own. Its weight leans to no care: a message of unknown words has no
 * other features that weigh, and must not be shared out among all classes.
 */
const ALWAYS = BUCKETS
/** Rows of the table of weights. */
export const CARE_BUCKETS = BUCKETS + 1

/**
 * Features of a message for the care classifier: its words as they were written. Without the founder's names, times and
 * corrected spelling that `entitiesIn` finds, since danger is looked for before any record is loaded, in little time.
 */
export function careFeatures(text: string): ReadonlyMap<number, number> {
  const words = phraseWords(text).map((word) => (/^\d+$/.test(word) ? '{number}' : word))
  return new Map([...featuresOf(words, manner(words)), [ALWAYS, 1]])
}

const OTHERS = new Set('he hes she shes her him his someone somebody they er sie elle il'.split(' '))
const SELF = new Set(
  'i im ive id ill me my myself mine ich mich mir mein meine yo mi je mon ma io mio eu meu ik mijn'.split(' '),
)
const TEAM = new Set('we were our us weve wir unser nous notre nos'.split(' '))
const ASKING = new Set(
  'what which when how who why where is are did do does should can any list show write add log tell ask draft set'.split(
    ' ',
  ),
)

/** The person of a message, and whether it is a question: people tell of themselves, and ask about the business. */
function manner(words: readonly string[]): string[] {
  const names = (some: ReadonlySet<string>) => words.some((word) => some.has(word))
  const who = names(OTHERS) ? 'others' : names(SELF) ? 'self' : names(TEAM) ? 'team' : 'nobody'
  const how = ASKING.has(words[0] ?? '') ? 'asks' : 'says'
  return [who, how, `${who} ${how}`]
}

/** Words that a sentence must have to be read alone. */
const MIN_WORDS = 3

/** The sentences of a message that has several: "what is our burn? i want to die" is half about money. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text
    .split(/[.!?;\n…]+\s/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= MIN_WORDS)
  return sentences.length === 1 && sentences[0] === text.trim() ? [] : sentences
}
