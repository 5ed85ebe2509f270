import { pause } from '../_shared/pause.ts'

/** Milliseconds between words: as fast as one reads. */
const WORD_MS = 12

/** A text word by word, until it is said or nobody listens any more. */
export async function* spoken(text: string, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    if (signal.aborted) return
    yield word
    await pause(WORD_MS)
  }
}
