/** Numbers up to this one count steps and weeks; they are not checked. */
const SMALL = 12
/** Operands of computations that stand in no record: months of a year, percent, days and weeks. */
const CONSTANTS = [12, 100, 7, 30, 52, 365]
/** Numbers of an answer that are checked at most, and steps of a computation: every pair of them is computed with. */
const MAX_NUMBERS = 40
const MAX_STEPS = 3
/** Rounding: half of the last digit that is shown, or this share. */
const ROUNDING = 0.006

interface Written {
  /** As the answer has it: "$8,000", "12%". */
  readonly text: string
  readonly value: number
}

const NUMBER =
  /(?<![\p{L}\d.,])(?:[$€£]\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?<factor>\s?(?:k|m|million|thousand)(?!\p{L}))?(?:\s?%)?(?!\.?\d|\p{L})/giu
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/** The numbers of a text, without those of dates and references. */
function numbersIn(text: string): Written[] {
  const plain = text
    .replaceAll(/\[\[[^[\]]{0,100}\]\]/g, ' ')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, ' ')
    .replaceAll(
      /\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s\d{1,2}\b/giu,
      ' ',
    )
    .replaceAll(/\b(?:19|20)\d\d\b/g, ' ')
    // The numbers of a list.
    .replaceAll(/^\s*\d{1,2}[.)]\s/gm, ' ')
  return [...plain.matchAll(NUMBER)].map(({ 0: written, groups = {} }) => ({
    text: written.trim(),
    value:
      Number((groups['digits'] ?? '').replaceAll(',', '')) *
      (FACTORS[groups['factor']?.trim().toLowerCase() ?? ''] ?? 1),
  }))
}

/**
 * The numbers of an answer that are neither known nor computed from others of the answer that are: in the order of the
 * answer, each once.
 * @param known texts whose numbers are known: the records and the conversation
 */
export function unverifiedNumbers(answer: string, known: readonly string[]): string[] {
  const given = [...new Set(known.flatMap((text) => numbersIn(text).map(({ value }) => value)))]
  const written = numbersIn(answer).slice(0, MAX_NUMBERS)
  const isKnown = (value: number) => value <= SMALL || has(given, value)
  const verified = new Set(written.filter(({ value }) => isKnown(value)).map(({ value }) => value))
  // What is computed may be computed with.
  for (let step = 0; step < MAX_STEPS; step++) {
    const operands = [...verified]
    for (const { value } of written) if (!verified.has(value) && isComputed(value, operands)) verified.add(value)
  }
  return [...new Set(written.filter(({ value }) => !verified.has(value)).map(({ text }) => text))]
}

/** Of two operands one may be a constant. */
const isComputed = (value: number, operands: readonly number[]): boolean =>
  operands.some((a) =>
    [...operands, ...CONSTANTS].some((b) =>
      has([a + b, a - b, b - a, a * b, a / b, b / a, (100 * a) / b, (a * b) / 100], value),
    ),
  )

/** Whether a value is among some, as it may be rounded. */
const has = (values: readonly number[], value: number): boolean =>
  values.some(
    (one) => Math.abs(one - value) <= Math.max(Math.abs(value) * ROUNDING, Number.isInteger(value) ? 0.5 : 0.05),
  )
