/**
 * Rewrites a text that arrives in pieces.
 * @param begun the end of a text that may become what is rewritten; it is held back until that is known
 * @param rewrite called for parts that hold nothing in half; what is held at the end of the stream is passed on as it is
 */
export async function* rewriteStream(
  pieces: AsyncIterable<string>,
  begun: (text: string) => string,
  rewrite: (text: string) => string,
): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    const end = text.length - begun(text).length
    held = text.slice(end)
    if (end > 0) yield rewrite(text.slice(0, end))
  }
  if (held !== '') yield held
}
