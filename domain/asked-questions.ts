/** Questions of one answer that are shown. */
export const MAX_ASKED_QUESTIONS = 3

/** Characters (code points) of a question. */
const QUESTION_LIMIT = 200

/**
 * A question that an answer offers, on a line of its own: `[[ask:How many demos in October?]]`. Pressed, it is the
 * founder's next message.
 * @example
 * askMark('How many demos\n in [October]?') // '[[ask:How many demos in (October)?]]'
 */
export function askMark(question: string): string {
  const line = question.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/g, ' ').trim()
  return `[[ask:${[...line].slice(0, QUESTION_LIMIT).join('').trimEnd()}]]`
}

const MARK = new RegExp(String.raw`\[\[ask:(?<question>[^[\]\n]{1,${QUESTION_LIMIT}})\]\][ \t]*\n?`, 'gu')

/**
 * The questions that an answer offers, in order and each once, at most `MAX_ASKED_QUESTIONS`.
 * @example
 * askedQuestionsIn('Demos went well.\n[[ask:How many in October?]]\n[[ask:How many in May?]]')
 * // ['How many in October?', 'How many in May?']
 */
export function askedQuestionsIn(answer: string): string[] {
  const questions = Array.from(answer.matchAll(MARK), ({ groups }) => groups?.['question']?.trim() ?? '')
  return [...new Set(questions)].filter(Boolean).slice(0, MAX_ASKED_QUESTIONS)
}

/**
 * An answer without its questions, nor one that is incomplete at its end.
 * @example
 * withoutAskedQuestions('Demos went well.\n[[ask:How many in October?]]\n[[as') // 'Demos went well.'
 */
export const withoutAskedQuestions = (answer: string): string =>
  answer
    .replaceAll(MARK, '')
    .replace(/\[\[a[a-z]*(?::[^[\]\n]*\]?)?$/, '')
    .trimEnd()
