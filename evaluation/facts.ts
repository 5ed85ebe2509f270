import type { RecordReference } from '../domain/records.ts'
import type { IsoDate } from '../domain/week.ts'
import type { FounderKey } from './founders/founder.ts'

/** The unit of an expected number. A noun is a pattern: "demos?" matches the numbers that are counts of demos. */
export type Unit = 'money' | 'percent' | 'months' | 'mood' | 'plain' | { readonly noun: string }

/** Something that an answer says, or must not say. */
export type Fact =
  | {
      readonly kind: 'number'
      readonly value: number
      readonly unit: Unit
      /** A quotient: matches as it is rounded in the answer, "9" as well as "9.1". */
      readonly isRounded?: boolean
      readonly tolerance?: number
      /** The first line may state other numbers of the unit instead. */
      readonly isAnywhere?: boolean
    }
  | { readonly kind: 'date'; readonly date: IsoDate; readonly toleranceDays: number }
  | { readonly kind: 'month'; readonly date: IsoDate }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'record'; readonly record: RecordReference }
  | { readonly kind: 'says'; readonly what: string; readonly pattern: RegExp }
  | { readonly kind: 'anyOf' | 'allOf'; readonly facts: readonly Fact[] }
  /** In the line that answers first. */
  | { readonly kind: 'leads'; readonly fact: Fact }

/** A question, or a conversation whose last question is graded. */
export interface Question {
  readonly founder: FounderKey
  readonly ask: string | readonly string[]
  /** Subject of the question. */
  readonly kind: string
  readonly must: readonly Fact[]
  readonly mustNot?: readonly Fact[]
}

type Rounding = { readonly isRounded?: boolean; readonly tolerance?: number; readonly isAnywhere?: boolean }

export const number = (value: number, unit: Unit = 'plain', rounding: Rounding = {}): Fact => ({
  kind: 'number',
  value,
  unit,
  ...rounding,
})
/** A number of something, or how many rows there are. */
export const count = (counted: number | readonly unknown[], noun: string): Fact => {
  const value = typeof counted === 'number' ? counted : counted.length
  return value === 0 ? anyOf(number(0, { noun }), none) : number(value, { noun })
}
export const money = (value: number, rounding: Rounding = {}): Fact => number(value, 'money', rounding)
export const months = (value: number): Fact => number(value, 'months', { isRounded: true, tolerance: 0.06 })
export const percent = (value: number): Fact => number(value, 'percent', { isRounded: true, tolerance: 0.06 })
export const mood = (value: number): Fact => number(value, 'mood', { isRounded: true, tolerance: 0.006 })
/** A number among others, not that of the first line. */
export const mentions = (value: number): Fact => number(value, 'plain', { isAnywhere: true })
export const date = (day: IsoDate, toleranceDays = 0): Fact => ({ kind: 'date', date: day, toleranceDays })
export const month = (day: IsoDate): Fact => ({ kind: 'month', date: day })
export const word = (text: string): Fact => ({ kind: 'word', text })
export const words = (...texts: readonly string[]): Fact[] => texts.map(word)
export const record = (kind: RecordReference['kind'], id: string): Fact => ({ kind: 'record', record: { kind, id } })
export const says = (what: string, pattern: RegExp): Fact => ({ kind: 'says', what, pattern })
export const anyOf = (...facts: readonly Fact[]): Fact => ({ kind: 'anyOf', facts })
export const allOf = (...facts: readonly Fact[]): Fact => ({ kind: 'allOf', facts })

export const leads = (fact: Fact): Fact => ({ kind: 'leads', fact })

/** At least `least` of the texts, in any order. */
export function some(least: number, texts: readonly string[]): Fact {
  if (least >= texts.length) return allOf(...words(...texts))
  return anyOf(
    ...texts.map((text, index) =>
      least === 1 ? word(text) : allOf(word(text), some(least - 1, texts.slice(index + 1))),
    ).slice(0, texts.length - least + 1),
  ) // prettier-ignore
}

export const none: Fact = says(
  'that there is none',
  /\b(?:no|none|nothing|zero|never|not (?:any|a single|one|yet|in|been)|haven't|hasn't|have not|has not|didn't|did not|isn't|aren't|don't have)\b/i,
)

export const notRecorded: Fact = says(
  'that it is not recorded',
  /\b(?:(?:is|are|was|were)(?:n't| not)(?: \w+)? (?:recorded|tracked|stored|logged|kept|measured|among|in (?:your|the|what)|part of|known|available|there|something (?:i|that))|not (?:yet )?(?:recorded|tracked|stored|logged|in (?:your|the) records|know|known|have)|no(?: \w+){0,3} (?:record|records|recorded|entry|entries|data|figures?|numbers?|history|check-ins?|runway|amounts?|loops?|decisions?|notes?|goals?|messages?|calls?|points?|field|way to (?:tell|know))|none (?:is|are|was|were)?\s?(?:recorded|yet)|nothing (?:is |was |has been )?(?:recorded|tracked|there|about|on|logged)|(?:do|does)(?:n't| not) (?:record|track|have|hold|keep|know|store|contain|say|show|include|list|cover|see)|has(?:n't| not) (?:recorded|been)|have(?:n't| not) (?:recorded|been|logged|any)|can(?:'t|not)(?: \w+)? (?:see|tell|know|answer|find)|unknown|unrecorded)\b/i,
)

/** Says in the first line that there is nothing about a subject. */
export const noneAbout = (subject: string): Fact =>
  leads(
    says(
      `that there is nothing about ${subject}`,
      new RegExp(
        String.raw`^\W*(?:no|none|never|nothing|there (?:is|are) no|i (?:found|have|see|know) (?:no|nothing)|i \W*(?:cannot|can't|couldn't|don't))\b|\b(?:no|not|nothing|none|never|cannot|\w+n't)\b[^.\n]{0,60}${subject}|${subject}[^.\n]{0,40}\b(?:no|not|never|none|\w+n't)\b`,
        'i',
      ),
    ),
  )

export const cannot: Fact = says(
  'that it cannot do this',
  /\b(?:can(?:'t|not)|could(?:n't| not)|unable|am not able|not able to|do(?:n't| not) (?:have|know|book|see|do)|no access|only (?:answer|know|read|work|see|talk|help)|outside|beyond|not something|not (?:a )?(?:part|in|among)|nothing (?:about|on)|is(?:n't| not) (?:in|among|part|recorded))\b/i,
)

export const speaksEnglish: Fact = says('that it speaks English', /\b(?:english|englisch|ingl[eé]s|anglais)\b/i)

export const notShrinking: Fact = says(
  'that the balance does not shrink',
  /\b(?:profitab\w+|(?:do|does|is)(?:n't| not) (?:shrink|fall|run out|burn\w*|going down|decreas\w+|drop|end)|not (?:shrinking|burning|falling)|grow(?:s|ing)?|rises?|exceeds?|never|more than you (?:spend|burn)|cash[- ]?(?:flow )?positive|infinite|unlimited|no end|default alive|surplus|break[- ]?even|gain\w*|earn more|no limit|covers?|above)\b/i,
)
