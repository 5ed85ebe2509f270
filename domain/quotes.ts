/** Characters of a record that a suggested question quotes. */
const SUGGESTED = 40

/**
 * A record's text on one line, cut between words to `limit` characters, and without quotation marks.
 * @example
 * excerptOf('Ten demos by the end of\nthis month', 15) // 'Ten demos by…'
 */
export function excerptOf(text: string, limit = SUGGESTED): string {
  const line = text.replace(/["“”]/g, '’').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= limit) return line
  const kept = characters.slice(0, limit - 1).join('')
  // A single long word, such as a URL, is cut within it.
  const whole = /\s/.test(characters[limit - 1] ?? '') ? kept : kept.replace(/\s\S*$/, '')
  return `${whole.replace(/[\s.,;:–-]+$/, '')}…`
}

/**
 * A record as a question quotes it.
 * @example
 * quoteOf('Raise the "real" price') // '“Raise the ’real’ price”'
 */
export const quoteOf = (text: string): string => `“${excerptOf(text)}”`

/**
 * A question without its quotes.
 * @example
 * withoutQuotes('How is “Ten demos” going?') // 'How is   going?'
 */
export const withoutQuotes = (question: string): string => question.replace(/“[^“”]*”|"[^"]*"/g, ' ')

/**
 * The text among `texts` that the question quotes; undefined when it quotes none of them.
 * @example
 * quotedAmong('How is “Ten dem…” going?', ['Ten demos', 'Hire'], (goal) => goal) // 'Ten demos'
 */
export function quotedAmong<Known>(question: string, known: readonly Known[], textOf: (one: Known) => string) {
  const quotes = [...question.matchAll(/“([^“”]+)”|"([^"]+)"/g)].map(([, curly, plain]) => curly ?? plain ?? '')
  return known.find((one) => quotes.some((quote) => isExcerpt(quote, textOf(one))))
}

function isExcerpt(quote: string, text: string): boolean {
  const whole = excerptOf(text, Infinity).toLowerCase()
  const wanted = quote.trim().toLowerCase()
  return wanted.endsWith('…') ? whole.startsWith(wanted.slice(0, -1)) : whole === wanted
}
