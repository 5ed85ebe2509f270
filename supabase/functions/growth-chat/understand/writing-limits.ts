import { conceptsIn } from './lexicon.ts'
import { isForm } from './names.ts'
import { NUMBER_WORDS } from './number-words.ts'
import { phraseWords } from './phrase.ts'

/** What a founder wants a text to keep to. */
export interface WritingLimits {
  readonly words?: number
  readonly sentences?: number
  /** What it must not be about, as the founder says it: "runway", "Delia". */
  readonly without: readonly string[]
  /** Who it is for. */
  readonly reader?: string
}

export const NO_LIMITS: WritingLimits = { without: [] }

const NUMBER = String.raw`(?:\d{1,4}|${Object.keys(NUMBER_WORDS).join('|')}|an?)`
const MOST =
  '(?:under|below|less than|fewer than|at most|max(?:imum)?(?: of)?|no more than|not more than|up to|within|about|around|exactly|just|only|in|of|with)'
/** "In under 60 words", "two sentences", "120 words at most", "a two-sentence". */
const LENGTH = new RegExp(
  String.raw`[\s,]{0,4}(?:(?:and|but|please|pls|make it|keep it(?: to)?|keep to|use) ){0,3}(?:${MOST} ){0,3}(?<![\p{L}\d])(?<many>${NUMBER})[ -](?<unit>words?|sentences?)\b(?! (?:that|which|about|from|for|on|to|of))(?: (?:long|max(?:imum)?|at (?:the )?most|tops|or less|or fewer|only))*`,
  'giu',
)
/** The same before what it is about: "three sentences about the prices". */
const LEADING = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:in|with) )?(?:${MOST} ){0,3}(?<many>${NUMBER})[ -](?<unit>words?|sentences?)(?= (?:that|which|about|from|for|on|to|of)\b)`,
  'iu',
)

const FIGURE_WORDS =
  'numbers?|figures?|amounts?|metrics|kpis?|money|finances?|cash|(?:bank )?balance|runway|burn(?: rate)?|revenue|income|sales|churn|prices?|names?|discounts?|dates?|goals?|decisions?|blockers?|moods?|wins?|channels?|loops?|threats?|jargon|adjectives?|emojis?'
const DETERMINER = String.raw`(?:(?:the|any|our|my|all|all the|a|an) )?`
const WHAT = String.raw`(?<what>[^,.;:!?\n]{2,60}?)`
const CLAUSE_END = String.raw`(?=(?:\s+(?:please|pls|thanks))?\s*(?:$|[,.;:!?\n])|\s+(?:and|but)\s+(?:in|no|none|without|nothing|don'?t|keep|make|leave)\b)`
/** What joins it to the text before. Bounded, since each place of a long message is tried. */
const JOINED = String.raw`[\s,.;]{0,4}(?:(?:and|but|please|pls) ){0,3}`
const LEFT_OUT = [
  String.raw`${JOINED}\b(?:do not|don['’]?t|never|not|without) (?:even )?(?:mention(?:ing)?|nam(?:e|ing)|say(?:ing)? anything (?:about|on)|bring(?:ing)? up|talk(?:ing)? about|touch(?:ing)?(?: on)?|includ(?:e|ing)|us(?:e|ing)) ${DETERMINER}${WHAT}${CLAUSE_END}`,
  String.raw`${JOINED}\b(?:nothing|not a word|no word|no mention) (?:on|about|of) ${DETERMINER}${WHAT}${CLAUSE_END}`,
  String.raw`${JOINED}\b(?:leave|keep) ${DETERMINER}${WHAT} out(?: of (?:it|this|that))?${CLAUSE_END}`,
  String.raw`${JOINED}\b(?:leave out|leaving out|omit(?:ting)?|skip(?:ping)?) ${DETERMINER}${WHAT}${CLAUSE_END}`,
  String.raw`${JOINED}\b(?:without|with no|no) ${DETERMINER}(?<what>(?:${FIGURE_WORDS})(?:(?:,| and| or) (?:${FIGURE_WORDS}))*)${CLAUSE_END}`,
].map((form) => new RegExp(form, 'giu'))
/** A reader by name, at the end of a clause: "an update for Sara". */
const READER = /\s+for (?<reader>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?=\s*(?:$|[,.;:!?]))/u

const countOf = (text: string): number => (/^an?$/i.test(text) ? 1 : (NUMBER_WORDS[text.toLowerCase()] ?? Number(text)))

/**
 * The limits of a text that is asked for, and the words that ask for the text itself.
 * @example
 * writingLimits('mail Jo about the fair, under 60 words, don’t mention the runway')
 * // { text: 'mail Jo about the fair', limits: { words: 60, without: ['runway'] } }
 */
export function writingLimits(dictated: string): { readonly text: string; readonly limits: WritingLimits } {
  const found: { words?: number; sentences?: number } = {}
  const without: string[] = []
  const measure = (...match: readonly unknown[]) => {
    const { many = '', unit = '' } = match.at(-1) as Record<string, string>
    found[/^w/i.test(unit) ? 'words' : 'sentences'] ??= countOf(many)
    return ''
  }
  let text = dictated.replaceAll(LENGTH, measure).replace(LEADING, measure)
  for (const form of LEFT_OUT)
    text = text.replaceAll(form, (...match) => {
      const { what = '' } = match.at(-1) as Record<string, string>
      without.push(...what.split(/,\s*(?:and |or )?| and | or /i).map((one) => one.replace(/^(?:the|any|our|my) /i, '').trim()))
      return ''
    })
  const isLimited = without.length > 0 || found.words !== undefined || found.sentences !== undefined
  const reader = READER.exec(text)?.groups?.['reader']
  return {
    text: isLimited ? tidied(text, dictated) : dictated,
    limits: { ...found, without: without.filter(Boolean), ...(reader && { reader }) },
  }
} // prettier-ignore

const tidied = (text: string, dictated: string): string => {
  const clean = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+(?=[,.;:!?])/g, '')
    .replaceAll(/,(?=[.;:!?])|[,;](?=\s*$)/g, '')
    .replace(/^[\s,.;:]+/, '')
    .trim()
  // "Three sentences for our list about the prices" asks for a mail without saying so.
  return /^(?:for|about|to|on)\b/i.test(clean) && !/^(?:for|about|to|on)\b/i.test(dictated.trim()) ? `Write a mail ${clean}` : clean
} // prettier-ignore

/** The limits of a text, changed by those of a message that follows. */
export const mergedLimits = (before: WritingLimits, next: WritingLimits): WritingLimits => ({
  ...before,
  ...next,
  without: [...new Set([...before.without, ...next.without])],
})

const NUMBERS = /^(?:numbers?|figures?|amounts?|metrics|kpis?|money|finances?)$/i
const HAS_NUMBER = /\d|\bpercent\b|%/

/** Whether a sentence says something of what is to be left out. */
export function mentions(sentence: string, what: string): boolean {
  if (NUMBERS.test(what)) return HAS_NUMBER.test(sentence)
  const words = phraseWords(what)
  const said = phraseWords(sentence)
  const ideas = conceptsIn(words)
  const isIdea = (['runway', 'balance', 'burn', 'revenue'] as const).some(
    (idea) => ideas.has(idea) && conceptsIn(said).has(idea),
  )
  return isIdea || (words.length > 0 && words.every((word) => said.some((one) => isForm(one, word))))
}
