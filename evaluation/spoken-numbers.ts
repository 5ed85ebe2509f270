import type { Unit } from './facts.ts'

interface SpokenNumber {
  /** More than one where a point may separate thousands or decimals. */
  readonly values: readonly number[]
  /** Half of the last digit's place: 9.1 stands for 9.05 to 9.15. */
  readonly precision: number
  readonly isShortened: boolean
  readonly unit: 'money' | 'percent' | 'months' | 'mood' | 'plain'
  /** The words after it and before it, for its noun. */
  readonly after: string
  readonly before: string
}

const NUMBER =
  /(?<currency>us\$|\$|€|usd\s?)?\s?(?<digits>\d{1,3}(?:[,.’'\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)(?:\s?(?<suffix>(?:k|m|mio|million|thousand)\b))?/g

const NUMBER_WORDS = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen',
  'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty',
] as const // prettier-ignore

/** The numbers in a text in lower case without dates. */
export function spokenNumbers(text: string): readonly SpokenNumber[] {
  const inDigits = text
    .replace(new RegExp(String.raw`\b(${NUMBER_WORDS.join('|')})\b`, 'g'), (word) =>
      String(NUMBER_WORDS.findIndex((known) => known === word)),
    )
    .replace(/\bonce\b/g, '1 time')
    .replace(/\btwice\b/g, '2 times')
  return [...inDigits.matchAll(NUMBER)].map((match) => {
    const { currency, digits = '', suffix } = match.groups ?? {}
    const after = inDigits.slice(match.index + match[0].length, match.index + match[0].length + 60)
    const before = inDigits.slice(Math.max(0, match.index - 40), match.index)
    const isMinus = /(?:^|[\s(:])[-−–]\s?$/.test(before)
    const factor = suffix === undefined ? 1 : /^k|thousand/.test(suffix) ? 1000 : currency || suffix !== 'm' ? 1e6 : 1
    const { values, decimals } = parse(digits)
    return {
      values: values.flatMap((value) => (isMinus ? [value * factor, -value * factor] : [value * factor])),
      precision: (factor * 10 ** -decimals) / 2,
      isShortened: factor > 1,
      unit: unitOf(currency !== undefined, before, after, suffix),
      after,
      before,
    }
  })
}

function parse(digits: string): { values: number[]; decimals: number } {
  const plain = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''))
  const grouped = /^(\d{1,3}(?:[,.’'\u00A0\u202F]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(digits)
  if (!grouped) {
    const [whole = '', decimals = ''] = digits.split(/[.,]/)
    return { values: [Number(`${whole}.${decimals || '0'}`)], decimals: decimals.length }
  }
  const [, thousands = '', decimals = ''] = grouped
  const value = Number(`${thousands.replaceAll(/\D/g, '')}.${decimals || '0'}`)
  // "1.234" is a thousand in German, and little more than one in English.
  const values = /^\d{1,3}\.\d{3}$/.test(digits) ? [value, plain(digits)] : [value]
  return { values, decimals: decimals.length }
}

function unitOf(isMoney: boolean, before: string, after: string, suffix: string | undefined): SpokenNumber['unit'] {
  if (isMoney || /^\s?(?:dollars?|usd|us\$|\$|€|bucks|dolares|dollar)/.test(after)) return 'money'
  if (/^\s?(?:%|percent|per cent|prozent|por ciento|pour ?cent)/.test(after)) return 'percent'
  if (suffix === 'm' || /^[\s-]?(?:more |full |whole )?(?:months?\b|mos?\b|monate?n?|mes(?:es)?\b|mois)/.test(after))
    return 'months'
  if (/^\s?(?:\/\s?5|(?:out )?of 5|von 5)/.test(after) || /\b(?:mood|average)\b[^\d.]{0,25}$/.test(before))
    return 'mood'
  return 'plain'
}

/** Whether a number counts what the noun names: "12 demos", "12 open weekly goals", "demos: 12". */
const counts = ({ after, before }: SpokenNumber, noun: string): boolean =>
  new RegExp(String.raw`^(?:\s+(?:of\s+(?:the|your|\d+)|[a-z-]+)){0,4}?\s+(?:${noun})\b`).test(after) ||
  new RegExp(String.raw`\b(?:${noun})\b[^\d.;]{0,12}$`).test(before)

/** Whether a number is of the unit that was asked for. */
export const isOfUnit = (stated: SpokenNumber, unit: Unit): boolean =>
  typeof unit === 'object' ? stated.unit === 'plain' && counts(stated, unit.noun) : stated.unit === unit

/** Whether a number is the expected one, as exactly as it is stated. */
export function isValue(
  stated: SpokenNumber,
  expected: { readonly value: number; readonly unit: Unit; readonly isRounded?: boolean; readonly tolerance?: number },
): boolean {
  const isOther =
    stated.unit !== 'plain' &&
    typeof expected.unit === 'string' &&
    expected.unit !== 'plain' &&
    stated.unit !== expected.unit
  if (isOther) return false
  if (typeof expected.unit === 'object' && (stated.unit === 'money' || stated.unit === 'months' || stated.unit === 'percent')) return false // prettier-ignore
  const rounding = expected.isRounded || stated.isShortened ? stated.precision * 1.02 : 0
  const allowed = Math.max(expected.tolerance ?? 0.005, rounding)
  // Something is not rounded to nothing: 0.3 % is not 0 %.
  return stated.values.some(
    (value) => Math.abs(value - expected.value) <= allowed + 1e-9 && (value !== 0 || Math.abs(expected.value) < 0.05),
  )
}
