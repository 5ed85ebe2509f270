import type { Query } from '../query.ts'
import { enumerated, quoted } from '../text.ts'
import { mentions, NO_LIMITS, type WritingLimits } from '../understand/writing-limits.ts'

/** A paragraph of a draft. */
export interface Paragraph {
  readonly text: string
  /** `frame` greets and signs; `filler` may go; the rest is what the founder dictated, which is never cut for its length. */
  readonly role: 'frame' | 'filler' | 'said'
}

export const limitsOf = ({ limits }: Query): WritingLimits => limits ?? NO_LIMITS

export const countWords = (text: string): number =>
  text.replaceAll(/\[\[[^\]]*\]\]/g, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’.,$€£%-]*/gu)?.length ?? 0

const sentencesOf = (text: string): string[] => text.match(/[^.!?…]+(?:[.!?…]+(?=\s|$)|[.](?=\S)[^.!?…]*)*[.!?…]*\s*/gu)?.map((one) => one.trim()).filter(Boolean) ?? [] // prettier-ignore

/**
 * A draft within its limits, and a sentence on what could not be kept to. What is to be left out goes first, then what the
 * founder did not dictate; sentences above their number are joined.
 */
export function limited(
  paragraphs: readonly Paragraph[],
  limits: WritingLimits,
): { readonly paragraphs: readonly string[]; readonly broken: string } {
  const broken: string[] = []
  const { sentences, words, without } = limits
  const isOut = (sentence: string) => without.some((what) => mentions(sentence, what))
  const isLeft = (sentence: string) => !isOut(sentence)
  const body = paragraphs.filter(({ role }) => role === 'said').flatMap(({ text }) => sentencesOf(text))
  const isEmptied = body.length > 0 && body.every(isOut)
  if (isEmptied)
    broken.push(
      `I could **not leave out** ${enumerated(without.filter((what) => body.some((one) => mentions(one, what))).map((what) => quoted(what, 40)))}: all that you dictated has it`,
    )
  let kept: readonly Paragraph[] = paragraphs.flatMap((one): readonly Paragraph[] => {
    const said = sentencesOf(one.text)
    if (one.role === 'frame' || (isEmptied && one.role === 'said') || said.every(isLeft)) return [one]
    const text = said.filter(isLeft).join(' ')
    return text === '' ? [] : [{ ...one, text }]
  })
  const number = (role?: Paragraph['role']) =>
    kept.filter((one) => one.role !== 'frame' && (!role || one.role === role)).flatMap(({ text }) => sentencesOf(text)).length // prettier-ignore
  const length = () => kept.reduce((sum, { text }) => sum + countWords(text), 0)
  const isTooLong = () => (sentences !== undefined && number() > sentences) || (words !== undefined && length() > words)
  while (isTooLong() && kept.some(({ role }) => role === 'filler')) {
    const last = kept.findLastIndex(({ role }) => role === 'filler')
    kept = kept.filter((_, at) => at !== last)
  }
  if (sentences !== undefined && number('said') > sentences) kept = inSentences(kept, sentences)
  if (words !== undefined && length() > words)
    broken.push(`It has ${length()} words and not ${words}: I cut nothing that you dictated`)
  return { paragraphs: kept.map(({ text }) => text), broken: broken.length > 0 ? ` ${broken.join('. ')}.` : '' }
}

/** The dictated sentences in so many, the last of them joined. */
function inSentences(paragraphs: readonly Paragraph[], most: number): readonly Paragraph[] {
  const said = paragraphs.filter(({ role }) => role === 'said').flatMap(({ text }) => sentencesOf(text))
  const joined = said
    .slice(most - 1)
    .map((one, at, all) => (at < all.length - 1 ? one.replace(/[.…]+$/, '') : one))
    .join('; ')
  const first = paragraphs.find(({ role }) => role === 'said')
  return paragraphs.flatMap((one) =>
    one.role !== 'said'
      ? [one]
      : one === first
        ? [{ ...one, text: [...said.slice(0, most - 1), joined].join(' ') }]
        : [],
  )
}
