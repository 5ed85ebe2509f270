import * as z from 'zod/mini'
import { StreamInterrupted, parseAnswerStream } from '../../../../domain/answer-stream.ts'

/**
 * How an answer's stream ended:
 * - `complete`: with [DONE]
 * - `unfinished`: without [DONE]
 * - `cut`: with a read error
 * - `failed`: with an error event
 * - `missing`: without a byte; a response without a body is an empty stream in browsers
 */
export interface AnswerResult {
  readonly end: 'complete' | 'unfinished' | 'cut' | 'failed' | 'missing'
  readonly text: string
}

export interface Listener {
  /** Gets the whole text so far, each time there is more. */
  onText: (text: string) => void
  /** Called for every chunk, with or without text. */
  onBytes: () => void
}

/** Reads an answer's stream. */
export async function readAnswer(
  body: ReadableStream<Uint8Array>,
  { onText, onBytes }: Listener,
): Promise<AnswerResult> {
  let text = ''
  let isMissing = true
  const noticed = () => {
    isMissing = false
    onBytes()
  }
  try {
    for await (const piece of parseAnswerStream(body, noticed)) {
      text += piece
      onText(text)
    }
    return { end: 'complete', text }
  } catch (error) {
    if (error instanceof StreamInterrupted) return { end: isMissing ? 'missing' : 'unfinished', text }
    // A cut stream may end inside a frame.
    return { end: error instanceof z.core.$ZodError ? 'failed' : 'cut', text }
  }
}
