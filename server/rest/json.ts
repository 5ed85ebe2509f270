/**
 * @returns undefined when the text is not JSON
 * @example
 * parseJson('{"rank":1}') // { rank: 1 }
 * parseJson('{') // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
