import { quotedAmong } from '../../../../domain/quotes.ts'
import { LOOP_COUNTS } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext, Loop } from '../../_shared/founder-records.ts'
import { amountsIn, type Amount } from './amounts.ts'
import type { Span } from './calendar-spans.ts'
import { isAsking, isCommon, isShortName } from './common-words.ts'
import { conceptsIn, CONCEPT_WORDS, cuesIn, type Concept, type Cue } from './lexicon.ts'
import { loopsNamed, peopleNamed, recordsNamed, stem, type Named, type NamedLoop, type NamedRecord } from './names.ts'
import { languageOf, withEnglishTimes } from './languages.ts'
import { phraseWords } from './phrase.ts'
import { plain } from './plain.ts'
import { findSpans } from './spans.ts'
import { correctedWord } from './spelling.ts'

/** Entities that a message names, found once by one parser. */
export interface Entities {
  /** As it was written. */
  readonly asked: string
  /** In lower case, without accents, with its spelling corrected. */
  readonly text: string
  readonly words: readonly string[]
  /** The words with names, times and amounts as slots, for the classifier; several readings where names overlap. */
  readonly readings: readonly (readonly string[])[]
  readonly concepts: ReadonlySet<Concept>
  readonly cues: ReadonlySet<Cue>
  readonly spans: readonly Span[]
  /** A day to come. */
  readonly ahead: IsoDate | undefined
  /** The first day of the time to come that `ahead` ends. */
  readonly begins: IsoDate | undefined
  readonly amounts: readonly Amount[]
  readonly loops: readonly Loop[]
  readonly people: readonly string[]
  readonly records: readonly NamedRecord[]
  /** Words about something in particular, and those in quotes. */
  readonly content: readonly string[]
  /** Words that may be a subject, where no particular one is named: "hiring" of "what did they say about hiring". */
  readonly topical: readonly string[]
  /** Words about something in particular that name no loop, no person and no title. */
  readonly unread: readonly string[]
  /** Words of `unread` that the founder's own records have. */
  readonly known: readonly string[]
  /** The same, with those that name a title. */
  readonly named: readonly string[]
  /** Common words that few of the founder's own records have: "quit" of "who quit?" */
  readonly telling: readonly string[]
  /** Names that no record has: "Casimir’s runway". */
  readonly strangers: readonly string[]
}

/** Amounts of a message that are read. */
const MAX_AMOUNTS = 20

const SLOTS = {
  money: '{money}',
  percent: '{percent}',
  factor: '{percent}',
  count: '{number}',
  days: '{duration}',
  weeks: '{duration}',
  months: '{duration}',
  years: '{duration}',
} as const

/** Amounts that a title may have in words: "Pass forty thousand dollars". */
const AMOUNTS: ReadonlySet<string> = new Set([SLOTS.factor, SLOTS.money, SLOTS.count])

/** Words that are typed as one letter. */
const SHORTHAND = { n: 'and', r: 'are', u: 'you' } as const

const TOKEN = /\{\w+\}|\p{L}+(?:['’-]\p{L}+)*|\d+/gu

/** @param context undefined for a caller without an account, and for the questions that the classifier learns from */
export function entitiesIn(asked: string, context: FounderContext | undefined, today: IsoDate): Entities {
  const { words: own, isRare } = ownWords(context)
  const isOwn = (word: string) => own.has(word)
  const quotedLoop = context && quotedAmong(asked, context.loops, ({ name }) => name)
  const unquoted = asked.replaceAll(/“[^“”]*”|"[^"]*"/g, quotedLoop ? ' {loop} ' : ' {title} ')
  const text = withEnglishTimes(
    plain(unquoted)
      .replaceAll(/(?<![\d\s]\s?|\d)%/g, ' percent ')
      .replaceAll(/\bcalendar (?=week|month|quarter|year)/g, '')
      .replaceAll(/(?<=\s)[nru](?=\s)/g, (letter) => SHORTHAND[letter as keyof typeof SHORTHAND]),
  ).replaceAll(/(?<![\p{L}{])\p{L}{2,}(?![\p{L}}])/gu, (word) => correctedWord(word, own))
  const found = findSpans(text, today)
  const blanked = found.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )
  const amounts = amountsIn(blanked)
    .slice(0, MAX_AMOUNTS)
    .map((amount) => ({ ...amount, of: LOOP_COUNTS.find(({ id }) => conceptsIn([amount.noun]).has(id))?.id }))
  const slots = [
    ...found.map(({ start, end, isAhead }) => ({ start, end, slot: isAhead ? '{ahead}' : '{span}' })),
    ...amounts.map(({ start, end, unit }) => ({ start, end, slot: SLOTS[unit] })),
  ]
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    word: token.replaceAll(/['’-]/g, ''),
    slot: slots.find(({ start, end }) => index >= start && index < end)?.slot,
  }))
  const plainWords = tokens.map(({ word, slot }) => (slot ? '' : word))
  const people = context ? peopleNamed(plainWords, context) : []
  // "Halving" of "halving the burn" is an amount, and a word of the goal "Halve the burn".
  const titleWords = tokens.map(({ word, slot }) =>
    !slot || (AMOUNTS.has(slot) && /^\p{L}+$/u.test(word)) ? word : '',
  )
  const records = context ? recordsNamed(asked, titleWords, context) : []
  const [record] = records
  const loops = (context ? loopsNamed(asked, plainWords, context.loops) : []).filter(
    (loop) => !record || !isWithin(loop, record),
  )
  const reading = (named: readonly (readonly [readonly Named<unknown>[], string])[]) =>
    slotted(
      tokens.map(
        ({ word, slot }, at) => slot ?? named.find(([names]) => names.some((one) => one.at.includes(at)))?.[1] ?? word,
      ),
    )
  const ofNames = [
    [people, '{person}'],
    [loops, '{loop}'],
  ] as const
  const readings = [reading([...ofNames, [records.slice(0, 1), '{title}']])]
  if (record && loops.length > 0)
    readings.push(
      reading([
        [people, '{person}'],
        [[record], '{title}'],
        [loops, '{loop}'],
      ]),
    )
  if (record && loops.length === 0) readings.push(reading(ofNames))
  const quotes =
    plain(
      [...asked.matchAll(/“([^“”]*)”|"([^"]*)"/g)].map(([, curly, straight]) => curly ?? straight ?? '').join(' '),
    ).match(/[\p{L}\d]+/gu) ?? []
  const shortNames = shortNamesIn(unquoted)
  const particular = [...new Set(plainWords.filter((word) => isContent(word) || shortNames.has(word)))]
  const topical = [...new Set(plainWords.filter((word) => /^\p{L}/u.test(word) && !isAsking(word)))]
  const content = quotes.length > 0 ? quotes : particular
  const read = new Set([...loops, ...people].flatMap(({ at }) => at.map((index) => tokens[index]?.word)))
  const titled = new Set(
    records
      .slice(0, 1)
      .flatMap(({ at, shared, share }) => (shared > 1 || share >= 0.5 ? at.map((index) => tokens[index]?.word) : [])),
  )
  const unread = particular.filter((word) => !read.has(word) && !titled.has(word))
  return {
    asked,
    text,
    words: tokens.map(({ word }) => word),
    readings,
    concepts: conceptsIn(
      readings
        .flatMap((words) => [...words, '¶'])
        .flatMap((word) => (word.startsWith('{') ? [word] : phraseWords(word))),
    ),
    // Also as it is written: "risks" may be taken for a misspelt "rises".
    cues: cuesIn([...tokens.map(({ word }) => word), '¶', ...phraseWords(unquoted)]),
    spans: found.filter(({ isAhead }) => !isAhead).map(({ span }) => span),
    ahead: found.findLast(({ isAhead }) => isAhead)?.span.to,
    begins: found.findLast(({ isAhead }) => isAhead)?.span.from,
    amounts,
    loops: withOther(
      loops.map(({ known }) => known),
      text,
      context,
    ),
    people: people.map(({ known }) => known),
    records,
    content,
    topical,
    unread,
    known: unread.filter((word) => isOwn(word)),
    named: particular.filter((word) => !read.has(word) && isOwn(word)),
    telling: topical.filter((word) => !content.includes(word) && !read.has(word) && isRare(word)),
    strangers: languageOf(asked) ? [] : strangersIn(asked, isOwn),
  }
}

const OTHER = /\b(?:the|that|my|our) other (?:one|loop|channel)\b/

/** "Newsletter or the other loop": of two loops it is the one that is not named. */
const withOther = (loops: readonly Loop[], text: string, context: FounderContext | undefined): readonly Loop[] =>
  loops.length === 1 && context?.loops.length === 2 && OTHER.test(text)
    ? [...loops, ...context.loops.filter((loop) => !loops.includes(loop))]
    : loops

/** A word of a loop's name that stands in the title of a goal means the goal: "practices" of "12 new practices". */
const isWithin = ({ at, isWhole }: NamedLoop, { known, at: titled, shared }: NamedRecord): boolean =>
  known.kind === 'goal' && !isWhole && shared > at.length && at.every((index) => titled.includes(index))

/** Neighbouring words of one name are one slot. */
const slotted = (words: readonly string[]): string[] =>
  words.filter((word, at) => word !== '' && !(word.startsWith('{') && word === words[at - 1]))

const isContent = (word: string): boolean => /^\p{L}/u.test(word) && !isCommon(word) && !CONCEPT_WORDS.has(word)

/** "Jo": words of two letters with a capital within a sentence. */
const shortNamesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<=\p{Ll},? )\p{Lu}\p{Ll}(?!\p{L})/gu)]
      .map(([word]) => plain(word))
      .filter((word) => isShortName(word)),
  )

/** Words with a capital within a sentence, and possessives before a figure, that are in none of the founder's records. */
function strangersIn(asked: string, isOwn: (word: string) => boolean): string[] {
  const capitals = [
    ...asked.matchAll(/(?<=\p{Ll}[,]? |\p{Ll}['’]s )(?<name>\p{Lu}\p{Ll}{2,})|^(?<first>\p{Lu}\p{Ll}+)(?=['’]s )/gu),
  ].map(({ groups = {} }) => groups['name'] ?? groups['first'] ?? '')
  const owners = [
    ...asked.matchAll(
      /(?<owner>\p{L}{4,}?)['’]?s (?:runway|balance|revenue|burn|money|cash|demos|goals|mood|conversions|decisions|loops)\b/giu,
    ),
  ].map(({ groups = {} }) => groups['owner'] ?? '')
  return [...capitals, ...owners]
    .map(plain)
    .filter(
      (word) =>
        word !== '' &&
        !isOwn(word) &&
        !isOwn(`${word}s`) &&
        !isCommon(word) &&
        !CONCEPT_WORDS.has(word) &&
        !MONTHS.test(word) &&
        conceptsIn([word]).size === 0,
    )
}

const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/

/** Records that may have a word which tells one of them from the others: so many, or such a share. */
const RARE = { count: 3, share: 0.05 } as const

interface OwnWords {
  readonly words: ReadonlySet<string>
  /** Whether some of the records have a word, and few. */
  readonly isRare: (word: string) => boolean
}

const NO_WORDS: OwnWords = { words: new Set(), isRare: () => false }
/** A question is read in several ways, and all questions of a conversation with the same records. */
const known = new WeakMap<FounderContext, OwnWords>()

function ownWords(context: FounderContext | undefined): OwnWords {
  if (!context) return NO_WORDS
  const found = known.get(context) ?? countedWords(context)
  known.set(context, found)
  return found
}

function countedWords(context: FounderContext): OwnWords {
  const { firstName, loops, goals, checkins, decisions, notes, messages, calls } = context
  const records = [goals, checkins, decisions, notes, messages, calls].flat().map(wordsOf)
  const times = new Map<string, number>()
  for (const record of records)
    for (const root of new Set(record.map(stem))) times.set(root, (times.get(root) ?? 0) + 1)
  const most = Math.max(RARE.count, RARE.share * records.length)
  return {
    words: new Set([...records.flat(), ...wordsOf({ firstName, loops })]),
    isRare: (word) => {
      const many = times.get(stem(word)) ?? 0
      return many > 0 && many <= most
    },
  }
}

/** The words of all texts of a record. */
const wordsOf = (record: object): string[] =>
  plain(
    Object.entries(record)
      .filter(([key]) => key !== 'id')
      .map(([, value]) => (typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : ''))
      .join(' '),
  ).match(/\p{L}{2,}/gu) ?? []
