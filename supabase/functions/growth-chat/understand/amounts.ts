import type { LoopCount } from '../../../../domain/traction.ts'
import { NUMBER_WORDS } from './number-words.ts'

/** An amount in a message: `count` × `value`. */
export interface Amount {
  readonly value: number
  readonly unit: 'money' | 'percent' | 'factor' | Duration | 'count'
  /** The counted noun in lower case: "demos"; empty where nothing follows. */
  readonly noun: string
  /** The count of loops that the noun stands for: "mails" are messages. */
  readonly of?: LoopCount | undefined
  /** The time that money is for; undefined for money once. */
  readonly per?: 'day' | 'week' | 'month' | 'year'
  /** "€1.500 or 1,5": the number could be read in two ways. */
  readonly isAmbiguous: boolean
  readonly start: number
  readonly end: number
}

export type Duration = 'days' | 'weeks' | 'months' | 'years'

const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mio: 1e6,
  mn: 1e6,
  million: 1e6,
}
const PARTS: Readonly<Record<string, number>> = { half: 1 / 2, third: 1 / 3, quarter: 1 / 4 }
const SPACE = String.raw`[ \u00A0\u202F]`

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:['’]\d{3})+(?:\.\d+)?|\d{1,3}(?:[\u00A0\u202F ]\d{3})+(?![\d.,])|\d{1,12}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:\.\d+)?`
const AMOUNT = new RegExp(
  [
    String.raw`(?<part>\b(?:half|a third|a quarter)(?: of)?(?: (?:the|our|my|that|those|these))? )?`,
    String.raw`(?<currency>[$€£]|\b(?:usd|eur|us\$) ?)?${SPACE}?`,
    String.raw`(?<![\p{L}\d.,])(?:(?<digits>${NUMBER})|(?<word>(?:${Object.keys(NUMBER_WORDS).join('|')})(?: (?:hundred|thousand|million|grand))?)(?!\p{L}))`,
    String.raw`(?:${SPACE}?(?<factor>(?:k|m|mio|mn|thousand|million|grand)(?!\p{L})))?`,
    String.raw`(?:${SPACE}{0,3}(?<unit>%|€|\$|(?:percent|per cent|pct|dollars?|usd|bucks|euros?|eur)(?!\p{L})))?`,
    String.raw`(?<per>${SPACE}?(?:/|p\.?|per|a|an|each|every|the)${SPACE}?(?:month|mo|m|year|yr|y|annum|week|wk|day)(?!\p{L})|${SPACE}(?:monthly|yearly|annually|weekly|daily|pm|pa)(?!\p{L}))?`,
    String.raw`(?:${SPACE}+(?:(?:more|other|new|extra|additional|less|fewer|last|next|full|more of)${SPACE}+)?(?<noun>\p{L}[\p{L}-]*))?`,
  ].join(''),
  'giu',
)

/** Changes without digits: "doubles", "in half", "to zero". */
const SPOKEN: readonly (readonly [RegExp, Pick<Amount, 'value' | 'unit'>])[] = [
  [/\b(?:half a million|half a mil)\b/g, { value: 500_000, unit: 'money' }],
  [/\ba (?:million|mil)\b/g, { value: 1_000_000, unit: 'money' }],
  [
    /\b(?:by|in) half\b|\bhalv(?:e|es|ed|ing)\b|\bhalf (?:the|our|my|of (?:the|our|my)) (?=burn|costs?|revenue|income|team|mrr|spend|sales|customers|clients)/g,
    { value: 0.5, unit: 'factor' },
  ],
  [/\b(?:for|last|reach|get to|to) (?:a|one|another|a whole|a full) year\b(?! ago)/g, { value: 12, unit: 'months' }],
  [/\bhalf a year\b(?! ago)/g, { value: 6, unit: 'months' }],
  [
    /\b(?:a|one) third of (?:the |our |my )?(?=revenue|income|mrr|sales|customers|clients|burn|costs)/g,
    { value: 100 / 3, unit: 'percent' },
  ],
  [
    /\b(?:a|one) quarter of (?:the |our |my )?(?=revenue|income|mrr|sales|customers|clients|burn|costs)/g,
    { value: 25, unit: 'percent' },
  ],
  // Up or down: the verb says which.
  [/\bby (?:a|one) third\b/g, { value: 100 / 3, unit: 'percent' }],
  [/\bby (?:a|one) quarter\b/g, { value: 25, unit: 'percent' }],
  [
    /\b(?:every|all)(?: of)?(?: the| our| my)? (?:customers?|clients?|users?|subscribers?) (?:is |are )?(?:leaves?|leaving|quits?|churns?|walks?|goes|gone|left|cancels?)\b/g,
    { value: 0, unit: 'money' },
  ],
  [
    /\b(?:nobody|no ?one|no customers?) (?:pays?|buys?|renews?)(?: us| anything)?\b|\b(?:revenue|income|sales|mrr) (?:stops?|disappears?|dries up|vanish(?:es)?|(?:is|are) (?:all )?gone)\b/g,
    { value: 0, unit: 'money' },
  ],
  [/\bdoubl(?:e|es|ed|ing)\b|\btwice (?:the|our|my|as)\b/g, { value: 2, unit: 'factor' }],
  [/\btripl(?:e|es|ed|ing)\b/g, { value: 3, unit: 'factor' }],
  [
    /\b(?:lose|loses|losing|lost) (?:all|all of|the whole|every bit of) (?:the |our |my )?(?=revenue|income|sales|mrr)|\b(?:lose|losing|lost) (?:the |our |my )?(?:revenue|income|sales|mrr) (?:entirely|complet\p{L}+|altogether)\b|\b(?:to|at) (?:zero|nothing)\b|(?<!\b(?:lose|loses|losing|lost) )\b(?:no|without(?: any)?|zero) (?:more )?(?=revenue|income|sales|mrr)|\bstop(?:s|ped)? (?:earning|making money)\b/gu,
    { value: 0, unit: 'money' },
  ],
]

const DURATIONS: Readonly<Record<string, Duration>> = {
  day: 'days',
  days: 'days',
  week: 'weeks',
  weeks: 'weeks',
  wks: 'weeks',
  month: 'months',
  months: 'months',
  mos: 'months',
  mths: 'months',
  year: 'years',
  years: 'years',
  yrs: 'years',
}
const PERS = { d: 'day', w: 'week', m: 'month', y: 'year', a: 'year' } as const

/**
 * The amounts of a text, in its order: "$8,000", "€8.000", "8 000", "8'000", "8k/mo", "half of the 14k", "20 %",
 * "20 more demos", "two", "doubles". Spans of time are not amounts: pass a text where they are blanked.
 * @example
 * amountsIn('two hires at 7.5k').map(({ value, unit }) => [value, unit]) // [[2, 'count'], [7500, 'money']]
 */
export function amountsIn(text: string): Amount[] {
  const spoken = SPOKEN.flatMap(([pattern, amount]) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }): Amount => ({
      ...amount,
      noun: '',
      isAmbiguous: false,
      start: index,
      end: index + words.length,
    })),
  ).filter(({ start, end }, at, all) => all.slice(0, at).every((other) => end <= other.start || start >= other.end))
  const written = [...text.matchAll(AMOUNT)].flatMap((match) => {
    const amount = amountOf(match)
    return amount && spoken.every(({ start, end }) => amount.end <= start || amount.start >= end) ? [amount] : []
  })
  return [...spoken, ...written].toSorted((a, b) => a.start - b.start)
}

function amountOf({ 0: whole, index, groups = {} }: RegExpExecArray): Amount | undefined {
  const { part, currency, digits, word = '', factor = '', unit = '', per = '', noun = '' } = groups
  if (!digits && word === 'one' && !currency && !factor) return undefined
  const [first = '', second = ''] = word.split(' ')
  const { value, isAmbiguous } = digits
    ? parseNumber(digits, factor !== '', currency ?? unit)
    : { value: (NUMBER_WORDS[first] ?? 1) * (second === 'hundred' ? 100 : (FACTORS[second] ?? 1)), isAmbiguous: false }
  const scaled = value * (FACTORS[factor] ?? 1) * (PARTS[part?.split(' ').find((one) => PARTS[one]) ?? ''] ?? 1)
  const bare = noun.toLowerCase()
  const isPercent = /%|per ?cent|pct/.test(unit)
  const isMoney = currency !== undefined || (unit !== '' && !isPercent) || per !== ''
  const isShort = (factor !== '' && factor !== 'm') || second !== '' || scaled >= 1e6
  const duration = isMoney || isPercent ? undefined : DURATIONS[bare]
  const time = /[a-z]+/.exec(per.replace(/^\s*(?:\/|per|p\.?|an?|each|every|the)\s?(?=\p{L})/u, ''))?.[0]
  return {
    value: scaled,
    unit: duration ?? (isPercent ? 'percent' : isMoney || (isShort && !COUNTED.has(bare)) ? 'money' : 'count'),
    noun: bare,
    ...(time && { per: PERS[time[0] as keyof typeof PERS] ?? 'month' }),
    isAmbiguous,
    start: index + (whole.length - whole.trimStart().length),
    end: index + whole.length - (noun && !duration ? noun.length : 0),
  }
}

/** "8.000" are eight thousand in one country and eight in another. */
function parseNumber(digits: string, isShortened: boolean, currency: string) {
  const groups = /^\d{1,3}(?:([.,'’ \u00A0\u202F])\d{3})+/.exec(digits)
  const separator = groups?.[1]
  if (separator === '.') {
    const isDecimal = isShortened && !/\.\d{3}\.\d{3}/.test(digits)
    const plain = isDecimal ? digits : digits.replaceAll('.', '').replace(',', '.')
    return {
      value: Number(plain),
      isAmbiguous: currency !== '€' && !/\.\d{3}\.|,/.test(digits) && !currency.startsWith('eur'),
    }
  }
  if (separator) return { value: Number(digits.replaceAll(separator, '')), isAmbiguous: false }
  return { value: Number(digits.replace(',', '.')), isAmbiguous: false }
}

/** Nouns that a shortened number counts, where it is no money: "2k messages". */
export const COUNTED: ReadonlySet<string> = new Set(
  'message messages msgs mails mail emails email dms demos demo conversions conversion customers customer clients users subscribers people leads visitors views signups downloads seats followers units'.split(
    ' ',
  ),
)
