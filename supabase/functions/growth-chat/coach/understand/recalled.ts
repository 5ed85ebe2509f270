/** As answers write a day. */
export const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/
const SENDER =
  /^(?:The last message of your squad is from )?(?!You\b)\p{Lu}[\p{L}.’' -]{1,60}(?:, \p{Lu}\p{L}{2} \d| wrote on )/u
const ASKS_WHEN =
  /^(?:(?:and|but|so) )?(?:when|what day|which day|what date|which date|which week|what week)(?: (?:(?:was|is|did|were) (?:that|this|it|they)|(?:did|do|have) (?:i|we|they|he|she|you) \p{L}+ (?:it|that|this|them)))?(?: \p{L}+){0,2}[?!. ]*$/u
const ASKS_WHO =
  /^(?:(?:and|but|so) )?who (?:(?:said|told|wrote|says|advised|suggested|recommended) (?:that|this|it|me that)|was (?:that|it))[?!. ]*$/

/**
 * What "when was that?" and "who said that?" mean: the first line of the answer before that has a day, or a person.
 * @param text in lower case
 */
export function lineRecalled(text: string, answer: string): string | undefined {
  const wanted = ASKS_WHEN.test(text) ? DATE : ASKS_WHO.test(text) ? SENDER : undefined
  if (!wanted) return undefined
  const line = answer
    .split('\n')
    .map((written) => written.replace(/^(?:- |> )/, ''))
    .find((written) => wanted.test(written) && !written.startsWith('**Next step'))
  // The client sends the answers before: what the coach does not write stays out.
  return line?.replaceAll('<', '‹').replaceAll('![', '[').replaceAll('[[propose-', '')
}
