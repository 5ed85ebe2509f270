import { REFERENCES } from '../../../../domain/records.ts'

/** A text that is pleasant to edit: a reference is a number in brackets, “Ten demos” [1]. */
export interface ShortText {
  readonly text: string
  /** References by number: the first one is that of [1]. */
  readonly references: readonly string[]
}

/** Replaces references by numbers, the same one for the same record. */
export function shorten(markdown: string): ShortText {
  const references = [...new Set(Array.from(markdown.matchAll(REFERENCES), ([reference]) => reference))]
  const text = markdown.replaceAll(REFERENCES, (reference) => `[${references.indexOf(reference) + 1}]`)
  return { text, references }
}

/** A number that the founder has typed and that stands for nothing is part of the text. */
const replaced = ({ text, references }: ShortText, by: (reference: string) => string): string =>
  text.replaceAll(
    /(?<blanks>(?<![ \t])[ \t]*)\[(?<number>[1-9]\d{0,3})\]/g,
    (whole: string, blanks: string, number: string) => {
      const reference = references[Number(number) - 1]
      if (reference === undefined) return whole
      const shown = by(reference)
      return shown && blanks + shown
    },
  )

/** The text with its references, to be shown. */
export const lengthen = (short: ShortText): string => replaced(short, (reference) => reference)

/** The text alone, for pasting elsewhere. */
export const withoutNumbers = (short: ShortText): string => replaced(short, () => '')
