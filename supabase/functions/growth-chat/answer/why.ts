import { formatDate } from '../../../../domain/dates.ts'
import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { enumerated, from, nameOf, quoted, titled } from '../text.ts'
import { mondayOf } from '../understand/calendar-spans.ts'
import { isCommon } from '../understand/common-words.ts'
import { eventsIn, isEvent } from '../understand/events.ts'
import { CUSTOMERS } from '../understand/lexicon.ts'
import { isForm } from '../understand/names.ts'
import { NUMBER_WORDS } from '../understand/number-words.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Operation } from './answer.ts'
import { loopLine } from './loop-lines.ts'
import { searchRecords, type FoundRecord, type Kind } from './search.ts'

const KINDS: readonly Kind[] = ['decision', 'check-in', 'note', 'own-note', 'squad-message']
/** Share of the subject's words, weighed by how rare they are, that a passage must have. */
const MIN_COVERAGE = 0.6
/** Records that are read: one of the words is enough to be looked at. */
const MIN_CANDIDATE = 0.02
/** Weight of a common word: "account" beside "Dentalux". */
const COMMON = 0.25
/** Whoever did something gave the reason with the decision: it wins over a passage that is as near. */
const DECIDED = 0.1
const QUOTED = 220
const SHOWN = 2
/** How people write that something has a reason. */
const EXPLAINS = /\b(?:reasons?|because|due to|said)\b/i
const CUSTOMER: ReadonlySet<string> = new Set(CUSTOMERS.split('|'))
const BY_ONESELF = /\b(?:we|i)\b/i

/** Something that was written: a field of a record, whole or two sentences of it. */
interface Passage {
  readonly record: FoundRecord
  readonly field: string
  readonly text: string
  /** What it is about beside its own words: a title. */
  readonly heading: string
}

/** "Why did we lose the group?", "why did we stop the ads?": the passage that is nearest, with its date first. */
export const whyOf: Operation = async (query, founder) => {
  const { about, dictated, loops } = query
  const events = eventsIn(dictated)
  // What was decided explains what one did, not who was lost.
  const isLoss = events.some((event) => event.has('lose'))
  const names = loops.slice(0, 1).flatMap(({ name }) => phraseWords(name))
  const named = names.filter(
    (word) => phraseWords(dictated).some((one) => isForm(one, word)) && !about.some((one) => isForm(one, word)),
  )
  const things = [...new Set([...about, ...named].filter((word) => !isEvent(word)).map(digits))]
  const passages = await passagesOn([...things, ...about], dictated, founder)
  const all = new Map(things.map((word) => [word, weightOf(word, passages)]))
  const total = [...all.values()].reduce((sum, weight) => sum + weight, 0)
  const scored = passages
    .map((passage) => {
      const words = phraseWords(`${passage.heading} ${passage.text}`).map(digits)
      const isExplained = EXPLAINS.test(passage.text)
      // "The main reason is the import" says of customers why they leave, without naming them.
      const isCovered = (thing: string) => hasForm(words, thing) || (isExplained && CUSTOMER.has(thing))
      const covered = [...all].reduce((sum, [thing, weight]) => sum + (isCovered(thing) ? weight : 0), 0)
      const happening = eventsIn(passage.text)
      const isSame = (one: readonly string[]) =>
        events.some((event) => one.some((word) => event.has(word)) || happening.includes(event))
      const title = phraseWords(passage.heading).map(digits)
      const isDecided =
        BY_ONESELF.test(dictated) &&
        passage.record.kind === 'decision' &&
        (events.length > 0
          ? events.some((event) => title.some((word) => event.has(word))) || !(isLoss || title.some(isEvent))
          : true) &&
        things.every((thing) => hasForm(title, thing))
      const happened = events.length === 0 || isSame(words) || isDecided
      const coverage = total > 0 ? covered / total : Number(isSame(words))
      return { passage, coverage, happened, score: coverage + (isDecided ? DECIDED : 0) }
    })
    .toSorted((a, b) => b.score - a.score || b.passage.record.date.localeCompare(a.passage.record.date))
  const found = distinct(scored.filter(({ coverage, happened }) => happened && coverage >= MIN_COVERAGE))
  const [best, ...others] = found
  if (best) return { line: line(best), evidence: others.slice(0, SHOWN).map(line) }
  const near = distinct(scored.filter(({ coverage }) => coverage >= MIN_COVERAGE))
  const recorded = loops.slice(0, 1).map((loop) => `The loop is recorded without a reason: ${loopLine(loop)}`)
  return {
    line: `There is **nothing in your records on why**: no decision, check-in, note or message answers ${quoted(dictated)}.`,
    evidence: [...recorded, ...near.slice(0, SHOWN).map((one) => `On it, without a why: ${line(one)}`)],
    next: 'write the reason into your next check-in or a decision, and I will find it.',
  }
}

const digits = (word: string): string => String(NUMBER_WORDS[word] ?? word)

const hasForm = (words: readonly string[], wanted: string): boolean => words.some((word) => isForm(word, wanted))

/** A word that is in few passages says more, a name too; one that is in none counts in full: it is not what is written of. */
function weightOf(word: string, passages: readonly Passage[]): number {
  const times = passages.filter(({ heading, text }) =>
    hasForm(phraseWords(`${heading} ${text}`).map(digits), word),
  ).length
  return Math.log(1 + (passages.length + 1) / (1 + times)) * (isCommon(word) ? COMMON : 1)
}

async function passagesOn(words: readonly string[], asked: string, founder: AskingFounder): Promise<Passage[]> {
  const spelled = Object.keys(NUMBER_WORDS).filter((word) => phraseWords(asked).includes(word))
  const { found } = await searchRecords([...new Set([...spelled, ...words])], founder, KINDS, MIN_CANDIDATE)
  return found.filter(isTold).flatMap((record) => {
    const fields = record.fields ?? [['', record.text] as const]
    return fields.flatMap(([field, text]) =>
      UNTOLD.has(field) ? [] : pairs(text).map((one) => ({ record, field, text: one, heading: headingOf(record) })),
    )
  })
}

/** What was planned or hoped is no reason. */
const UNTOLD: ReadonlySet<string> = new Set(['next priority', 'expected'])

const headingOf = ({ kind, title }: FoundRecord): string => (kind === 'decision' || kind === 'note' ? title : '')

/** The founder's own questions to the squad explain nothing. */
const isTold = ({ kind, title, text }: FoundRecord): boolean =>
  !(kind === 'squad-message' && (title === '' || title === FOUNDER_AS_SENDER) && text.trim().endsWith('?'))

/** A short text whole, of a long one each sentence with the next. */
function pairs(text: string): readonly string[] {
  if (text.length <= QUOTED) return [text]
  const sentences = text.split(/(?<=[.!?])\s+|\n+/)
  return sentences.map((sentence, at) => [sentence, sentences[at + 1]].filter(Boolean).join(' '))
}

/** Of each record its best passage. */
const distinct = <One extends { readonly passage: Passage }>(all: readonly One[]): readonly One[] =>
  all.filter(({ passage }, at) => all.findIndex((other) => other.passage.record === passage.record) === at)

/** A passage with its date first. */
function line({ passage: { record, field, text, heading } }: { readonly passage: Passage }): string {
  const { kind, date, title } = record
  const said = `**${quoted(text, QUOTED)}**`
  if (kind === 'decision') {
    const of = (name: string) => record.fields?.find(([one]) => one === name)?.[1]
    const [reason, result] = [of('reason'), of('result')]
    const parts = [`because **${quoted(reason ?? text, QUOTED)}**`, ...(result ? [`it came to ${quoted(result)}`] : [])]
    return `**${formatDate(date)}**, your decision ${titled('decision', record, heading)}: ${enumerated(parts)}.`
  }
  if (kind === 'check-in') {
    const as = field === 'wins' ? 'as a win ' : field === 'blockers' ? 'as a blocker ' : ''
    return `**Week of ${formatDate(mondayOf(date))}**, your check-in${from('check-in', record)}: ${as}${said}.`
  }
  if (kind === 'note') return `**${formatDate(date)}**, the note ${titled('note', record, title)}: ${said}.`
  if (kind === 'own-note') return `**${formatDate(date)}**, a note of yours${from('own-note', record)}: ${said}.`
  return `**${formatDate(date)}**, ${title && title !== FOUNDER_AS_SENDER ? nameOf(title) : 'you'} wrote: ${said}.`
}
