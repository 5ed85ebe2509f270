import { BASIS_MARKS } from '../../../domain/answer-basis.ts'
import { rewriteStream } from './rewrite-stream.ts'

const names = BASIS_MARKS.map((mark) => mark.replace('[[', ''))
const MARKS = new RegExp(String.raw`\[\[(?=${names.join('|')})`, 'g')

/** Escaped as Markdown, so that a reader sees the two brackets. */
const ESCAPED = String.raw`[\[`

/** A model's text in which none of the server's own marks stands: those that it writes itself are shown as text. */
export const escapeMarks = (pieces: AsyncIterable<string>): AsyncGenerator<string> =>
  rewriteStream(pieces, begunMark, (text) => text.replaceAll(MARKS, ESCAPED))

/** The end of a text that may become the beginning of a mark. */
function begunMark(text: string): string {
  const longest = Math.max(...BASIS_MARKS.map(({ length }) => length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (BASIS_MARKS.some((mark) => mark.length > length && mark.startsWith(end))) return end
  }
  return ''
}
