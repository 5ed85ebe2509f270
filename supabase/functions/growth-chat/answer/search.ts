import MiniSearch from 'minisearch'
import { formatDate } from '../../../../domain/dates.ts'
import { unaddressedExcerpt } from '../../../../domain/squad.ts'
import { FOUNDER_AS_SENDER, type CheckIn, type FounderContext } from '../../_shared/founder-records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { AskingFounder, FounderQueries, Found } from '../founder-queries.ts'
import { from, nameOf, quoted, titled } from '../text.ts'
import { mondayOf } from '../understand/calendar-spans.ts'
import { isCommon, isShortName } from '../understand/common-words.ts'
import { isForm, stem } from '../understand/names.ts'
import { plain } from '../understand/plain.ts'
import type { Answer } from './answer.ts'

export type Kind = Found['kind']
const ALL: readonly Kind[] = ['goal', 'note', 'own-note', 'decision', 'check-in', 'squad-message']

/** Words of a question that are searched for. */
const MAX_WORDS = 5
/** Share of the words, weighed by how rare they are, that a record must have. */
const MIN_COVERAGE = 0.5
const MISSING = 0.3
/** Records that an answer shows. */
export const SHOWN = 4
/** Weight of a common word: "charge" beside "Dentalux". */
const COMMON = 0.4
/** Weight of a common word that few records have. */
const TELLING = 0.6
/** Weight of a name, which a record must rather have than a verb beside it. */
const NAME = 2
/** A word with a capital within a sentence. */
const CAPITAL = /(?<=[\p{L},:;] )\p{Lu}\p{L}{2,}/gu

export interface FoundRecord extends Found {
  /** The record's text, as it was written. */
  readonly text: string
  /** Its fields by name, where it has several and all of them are known. */
  readonly fields?: readonly Field[]
}

type Field = readonly [name: string, text: string]

/**
 * Records about some words, best first; empty below a threshold: nothing is a good answer.
 * @param telling common words beside them, which tell which of several records is meant
 */
export async function searchRecords(
  words: readonly string[],
  { context, queries }: AskingFounder,
  kinds: readonly Kind[] = ALL,
  minCoverage = MIN_COVERAGE,
  telling: readonly string[] = [],
): Promise<{ readonly found: readonly FoundRecord[] }> {
  const particular = words.filter((word) => word.length > 2 || /^\d+$/.test(word) || isShortName(word))
  const wanted = (particular.length > 0 ? particular : telling).slice(0, MAX_WORDS)
  if (wanted.length === 0) return { found: [] }
  const beside = telling.filter((word) => !wanted.includes(word)).slice(0, MAX_WORDS)
  const local = recordsOf(context)
  // The context has the newest records only; each word alone, since a record need not have all of them. Words are
  // weighed over all kinds: one that notes have and decisions lack says that no decision is meant.
  const older = await Promise.all([
    ...[wanted.join(' '), ...(wanted.length > 1 ? wanted : [])].map((one) => queries.find(one, kinds)),
    ...(kinds === ALL ? [] : wanted.map((one) => queries.find(one))),
  ])
  const known = new Set(local.map(keyOf))
  const further = older
    .flat()
    .map((one) => ({ ...one, excerpt: unaddressedExcerpt(one.excerpt) }))
    .filter((one) => !known.has(keyOf(one)))
    .map((one) => ({
      ...one,
      text: one.excerpt,
      ...(one.kind === 'check-in' && { date: one.title as IsoDate, title: '' }),
    }))
  const all = new Map([...local, ...further].map((one) => [keyOf(one), one]))
  const found = ranked(wanted, beside, [...all.values()], minCoverage).filter(({ kind }) => kinds.includes(kind))
  return { found: await Promise.all(found.map((one, at) => withFields(one, at < SHOWN ? queries : undefined))) }
}

/** An older check-in with its fields: what a search of the database finds is their texts in one. */
export async function withFields(record: FoundRecord, queries: FounderQueries | undefined): Promise<FoundRecord> {
  const { kind, date, fields } = record
  const [checkIn] = queries && kind === 'check-in' && !fields ? await queries.checkIns({ from: date, to: date }) : []
  return checkIn ? { ...record, ...checkInFields(checkIn) } : record
}

const checkInFields = ({ wins, blockers, next_priority }: CheckIn) =>
  written(['wins', wins], ['blockers', blockers], ['next priority', next_priority])

/** Unique key of a record. */
export const keyOf = ({ kind, id, date, excerpt }: Found): string =>
  `${kind} ${kind === 'squad-message' ? `${date} ${excerpt.replaceAll(/\s+/g, ' ').slice(0, 40)}` : id}`

/** BM25 weighed by how many of the words a record has, and only records with the rare words of the question. */
function ranked(
  words: readonly string[],
  telling: readonly string[],
  records: readonly FoundRecord[],
  minCoverage: number,
): FoundRecord[] {
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
    processTerm: (term) => stem(plain(term)),
    searchOptions: {
      boost: { title: 2 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 6 ? 1 : false),
    },
  })
  index.addAll(records.map(({ title, text }, id) => ({ id, title, text })))
  const times = new Map(words.map((word) => [word, records.filter((one) => hasWord(one, word)).length]))
  const names = new Set(
    records.flatMap(({ title, text }) => (`${title}. ${text}`.match(CAPITAL) ?? []).map((name) => stem(plain(name)))),
  )
  const rarityOf = (many: number) => Math.log(1 + (records.length + 1) / (1 + many))
  const rarity = new Map(
    [...times].map(([word, many]) => [
      word,
      rarityOf(many) * (names.has(stem(word)) ? NAME : isCommon(word) ? COMMON : 1),
    ]),
  )
  // A word that no record has weighs less, most of all a common one: people paraphrase.
  const missing = (word: string) => (isCommon(word) ? MISSING / 2 : MISSING)
  const all = [...rarity].reduce((sum, [word, weight]) => sum + weight * (times.get(word) === 0 ? missing(word) : 1), 0)
  const found = index.search([...words, ...telling].join(' ')).flatMap(({ id, score }) => {
    const record = records[id as number]
    if (!record) return []
    const beside = telling
      .filter((word) => hasWord(record, word))
      .reduce((sum, word) => sum + TELLING * rarityOf(records.filter((one) => hasWord(one, word)).length), 0)
    const covered = words
      .filter((word) => hasWord(record, word))
      .reduce((sum, word) => sum + (rarity.get(word) ?? 0), beside)
    const near = nearest(record, [...words, ...telling]) / (words.length + telling.length)
    return covered / all >= minCoverage ? [{ record, covered, score: (score * covered * (1 + near)) / all }] : []
  })
  // The newest of check-ins that say the same counts, not the shortest.
  const best = (one: (typeof found)[number]) =>
    one.record.kind === 'check-in'
      ? Math.max(
          ...found
            .filter((other) => other.record.kind === 'check-in' && other.covered === one.covered)
            .map(({ score }) => score),
        )
      : one.score
  return found
    .map((one) => ({ ...one, score: best(one) }))
    .toSorted((a, b) => b.score - a.score || b.record.date.localeCompare(a.record.date))
    .map(({ record }) => record)
}

/** How many of some words a record has in one sentence of one field: those of two fields may have nothing in common. */
const nearest = ({ title, text, fields }: FoundRecord, words: readonly string[]): number =>
  Math.max(
    ...[title, ...(fields?.map(([, one]) => one) ?? [text])]
      .flatMap((one) => one.split(/[.!?]\s|\n|;/))
      .map((one) => words.filter((word) => hasWord({ title: '', text: one }, word)).length),
  )

const hasWord = ({ title, text }: Pick<FoundRecord, 'title' | 'text'>, word: string): boolean => {
  const wanted = stem(word)
  // "Same" is no form of "Sam".
  const isSame = (one: string) =>
    word.length < 4 ? one === word || one === `${word}s` || `${one}s` === word : stem(one) === wanted
  return (plain(`${title} ${text}`).match(/[\p{L}\d]+/gu) ?? []).some((one) => isSame(one) || isForm(one, word))
}

/** The records of a context as what is searched. */
const recordsOf = ({ goals, notes, decisions, checkins, messages }: FounderContext): FoundRecord[] => [
  ...goals.map(({ id, text, date }) => ({ kind: 'goal' as const, id, title: text, text: '', excerpt: '', date })),
  ...notes.map(({ id, title, content, date }) => ({
    kind: 'note' as const,
    id,
    title,
    text: content,
    excerpt: content,
    date,
  })),
  ...decisions.map(({ id, title, reason, result, expected, outcome, date }) => {
    const fields = written(['reason', reason], ['expected', expected], ['result', result], ['outcome', outcome])
    return { kind: 'decision' as const, id, title, ...fields, date }
  }),
  ...checkins.map((one) => ({
    kind: 'check-in' as const, id: one.id, title: '', ...checkInFields(one), date: one.week_of,
  })), // prettier-ignore
  ...messages.map(({ sender, content, date }) => ({
    kind: 'squad-message' as const,
    id: '',
    title: sender === FOUNDER_AS_SENDER ? '' : sender,
    text: content,
    excerpt: content,
    date,
  })),
]

/** The fields that something is written in, and all of it as one text. */
function written(...all: readonly (readonly [name: string, text: string | null | undefined])[]) {
  const fields = all.filter((field): field is Field => Boolean(field[1]))
  const text = fields.map(([, one]) => one).join('. ')
  return { fields, text, excerpt: text }
}

/** Quotes of a record on some words: its fields that have one, or else all. */
function says({ title, text, fields }: FoundRecord, words: readonly string[]): string {
  if (!fields || fields.length === 0) return quoted(passage(text || title, words), QUOTED)
  const has = (one: string) => words.some((word) => hasWord({ title: '', text: one }, word))
  const about = fields.filter(([, one]) => has(one))
  const shown = about.length > 0 && !has(title) ? about : fields
  return shown.map(([name, one]) => `${name} ${quoted(passage(one, words), QUOTED)}`).join(', ')
}

/** Characters of a record that is quoted as an answer. */
const QUOTED = 220

/** The part of a text that has the words, whole sentences. */
function passage(text: string, words: readonly string[]): string {
  if (text.length <= QUOTED) return text
  const sentences = text.split(/(?<=[.!?])\s+|\n+/)
  const at = sentences.findIndex((sentence) => words.some((word) => hasWord({ title: '', text: sentence }, word)))
  return sentences.slice(Math.max(0, at)).join(' ')
}

/** One found record as a sentence: where it is written, when, and its words. */
export function foundLine(record: FoundRecord, words: readonly string[] = []): string {
  const { kind, date, title, text } = record
  const said = says(record, words)
  switch (kind) {
    case 'goal':
      return `A goal of ${formatDate(date)}: ${titled('goal', record, title)}.`
    case 'note':
      return `The note ${titled('note', record, title)} of ${formatDate(date)}: ${said}.`
    case 'own-note':
      return `A note of yours of ${formatDate(date)}${from('own-note', record)}: ${said}.`
    case 'decision':
      return `Your decision ${titled('decision', record, title)} of ${formatDate(date)}${text ? `: ${said}` : ''}.`
    case 'check-in':
      return `Your check-in of the week of ${formatDate(mondayOf(date))}${from('check-in', record)}: ${said}.`
    case 'squad-message':
    case 'cofounder-message':
      return `${title ? nameOf(title) : 'You'} wrote on ${formatDate(date)}: ${said}.`
    default:
      return kind satisfies never
  }
}

/** A question that the founder wrote, with what the squad wrote next. */
export function withReply(record: FoundRecord, line: string, { context: { messages } }: AskingFounder): string {
  if (record.kind !== 'squad-message' || record.title !== '' || !record.text.trim().endsWith('?')) return line
  const at = messages.findIndex(({ content, date }) => content === record.text && date === record.date)
  const reply = messages.slice(0, Math.max(0, at)).findLast(({ sender }) => sender !== FOUNDER_AS_SENDER)
  return reply
    ? `${line} ${nameOf(reply.sender)} wrote next, on ${formatDate(reply.date)}: ${quoted(reply.content, QUOTED)}.`
    : line
}

/** Other kinds of records, where the kind that was asked for has nothing; else the answer that there is nothing. */
export async function elsewhere(words: readonly string[], founder: AskingFounder, noun: string): Promise<Answer> {
  const { found } = await searchRecords(words, founder)
  const [best, ...others] = found
  return best
    ? { line: foundLine(best, words), evidence: others.map((one) => foundLine(one, words)) }
    : { line: nothingAbout(words, noun) }
}

/** "There is nothing about “patents” in your records." */
export const nothingAbout = (words: readonly string[], noun = 'record'): string =>
  `There is **no ${noun} about ${quoted(words.join(' '), 60)}** in your records.`
