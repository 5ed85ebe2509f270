/** One pattern of several ways to say something: it matches where one of them does. */
export const anyOf = (...ways: readonly RegExp[]): RegExp =>
  new RegExp(ways.map(({ source }) => `(?:${source})`).join('|'), 'u')

/** One of several words, as a whole: "flights?" is "flight" and "flights". */
export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(String.raw`\b(?:${alternatives.join('|')})\b`, 'u')

/** The name whose pattern matches first in the text. */
export function firstOf<Name extends string>(
  text: string,
  patterns: readonly (readonly [Name, RegExp])[],
): Name | undefined {
  const found = patterns.flatMap(([name, pattern]) => {
    const at = text.search(pattern)
    return at >= 0 ? [{ name, at }] : []
  })
  return found.toSorted((a, b) => a.at - b.at)[0]?.name
}
