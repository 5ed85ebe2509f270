import { pause } from '../_shared/pause.ts'

/** Milliseconds between words: reading speed. */
const WORD_MS = 12

/** Streams a text word by word, until its end or an abort. */
export async function* streamWords(text: string, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    if (signal.aborted) return
    yield word
    await pause(WORD_MS)
  }
}
