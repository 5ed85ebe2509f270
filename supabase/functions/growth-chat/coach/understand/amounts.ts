/** An amount in a question. */
export interface Amount {
  readonly value: number
  readonly unit: 'dollars' | 'percent' | 'number'
  /** What is counted, in lower case: "demos", "months"; empty where nothing follows. */
  readonly noun: string
  /** Written with k or m: money, unless the noun says what is counted. */
  readonly isShortened: boolean
  /** Where it is in the text. */
  readonly index: number
}

const WORDS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, fifteen: 15,
  twenty: 20, thirty: 30, fifty: 50, hundred: 100,
} // prettier-ignore

const FACTORS: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mio: 1e6, million: 1e6 }

const AMOUNT = new RegExp(
  [
    String.raw`(?<currency>[$€£]\s?)?`,
    String.raw`(?<![\p{L}\d.,])(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,12}(?:\.\d+)?)`,
    String.raw`(?:\s?(?<factor>(?:k|m|mio|thousand|million)(?!\p{L})))?`,
    String.raw`(?:\s{0,6}(?<unit>%|€|(?:percent|per cent|dollars?|usd|bucks|euros?|eur)(?!\p{L})))?`,
    String.raw`(?:\s+(?:(?:more|other|new|extra|additional|less|fewer|(?:last|next)(?!\s+(?:day|week|month|quarter|year)\b))\s+)?(?<noun>\p{L}+))?`,
  ].join(''),
  'giu',
)

/** The amounts of a text, in order: "$8,000", "8k", "10 %", "20 more demos", "twenty demos". */
export function amountsIn(text: string): Amount[] {
  const digits = text
    .replace(/\bby (?:an? |one )third\b/gi, (words) => 'by 33.3 %'.padEnd(words.length))
    .replace(/\bby (?:an? |one )quarter\b/gi, (words) => 'by 25 %'.padEnd(words.length))
    .replace(/\bby half\b/gi, (words) => 'by 50 %'.padEnd(words.length))
    .replace(/\bhalf a million\b/gi, '$500,000')
    .replace(/\ba million\b/gi, '$1,000,000')
    .replace(/(?<![\p{L}\d])\p{L}+(?![\p{L}\d])/gu, (word) => {
      const value = Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined
      // "one" and "hundred" in other senses are no amounts.
      return value === undefined || value === 1 ? word : String(value).padEnd(word.length)
    })
  return [...digits.matchAll(AMOUNT)]
    .filter((match) => !isYear(match, digits))
    .map(({ groups = {}, index }) => {
      const { currency, digits: number = '', factor = '', unit = '', noun = '' } = groups
      const isMoney = currency !== undefined || /dollar|usd|bucks|euro?|€/i.test(unit)
      const part = PART.exec(digits.slice(0, index))?.groups?.['part']?.toLowerCase() ?? ''
      return {
        value: Number(number.replaceAll(',', '')) * (FACTORS[factor.toLowerCase()] ?? 1) * (PARTS[part] ?? 1),
        unit: /%|per ?cent/i.test(unit) ? 'percent' : isMoney ? 'dollars' : 'number',
        noun: noun.toLowerCase(),
        isShortened: factor !== '',
        index,
      }
    })
}

/** "Half of the 14k": before an amount. */
const PART = /\b(?<part>half|a third|a quarter)(?: of)?(?: the| our| my| that| those| these)? $/i
const PARTS: Readonly<Record<string, number>> = {
  half: 1 / 2, 'a third': 1 / 3, 'a quarter': 1 / 4,
} // prettier-ignore

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const BEFORE_YEAR = new RegExp(
  String.raw`\b(?:in|of|since|until|till|during|year|than|vs|and|${MONTH}|\d{1,2}(?:st|nd|rd|th)?)[.,]? $`,
  'i',
)

/** "Until March 2027", "in 2025": a year is no amount. "A cut of 2000 a month" is one. */
const isYear = ({ index, groups = {} }: RegExpExecArray, text: string): boolean =>
  /^20\d\d$/.test(groups['digits'] ?? '') &&
  (groups['currency'] ?? groups['factor'] ?? groups['unit']) === undefined &&
  !/^(?:a|per|each|every|more|less)$/i.test(groups['noun'] ?? '') &&
  BEFORE_YEAR.test(text.slice(0, index))

const COUNTED =
  /^(?:messages?|msgs?|e?mails?|dms?|demos?|conversions?|customers?|clients?|users?|subscribers?|people|persons?|hires|engineers|employees|months?|mos?|weeks?|days?|years?|quarters?|hours?|goals?|leads?|calls?|visitors?|views?|sign-?ups?|downloads?|tickets?|seats?)$/

/**
 * Whether an amount is money that changes something: dollars, or a large number of nothing else.
 * @param text the question that it is in
 */
export const isMoney = ({ unit, value, noun, isShortened }: Amount, text: string): boolean =>
  unit === 'dollars' ||
  (unit === 'number' &&
    !COUNTED.test(noun) &&
    (isShortened ||
      (value >= 100 && /\b(?:a|per|each|every) month\b|\/\s?mo|\beach\b/.test(text) && noun !== 'percent') ||
      (value >= 1000 && !(value >= 1990 && value < 2100))) &&
    (isShortened ||
      /\bif\b|\bwhat about\b|\bmonth(?:ly)?\b|\/\s?mo|\byear|\bpay(?:s|ing)?\b|\bafford|\bhir|\braise|\bcuts?\b|\bsave/.test(
        text,
      )))
