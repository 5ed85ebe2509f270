import * as z from 'zod/mini'
import { BrokenOff, readPieces } from '../../../../domain/answer-stream.ts'

/**
 * How the reading of an answer ended:
 * - `complete`: the stream said so
 * - `unfinished`: it ended without saying so
 * - `cut`: it could not be read on
 * - `failed`: it told of an error
 * - `missing`: not one byte came; a reply without a body is an empty stream to a browser
 */
export interface Reading {
  readonly end: 'complete' | 'unfinished' | 'cut' | 'failed' | 'missing'
  readonly text: string
}

export interface Listener {
  /** Given all the text so far, each time there is more. */
  onText: (text: string) => void
  /** Something came, be it text or not. */
  onBytes: () => void
}

/** Reads an answer as it is written. */
export async function readAnswer(body: ReadableStream<Uint8Array>, { onText, onBytes }: Listener): Promise<Reading> {
  let text = ''
  let isMissing = true
  const noticed = () => {
    isMissing = false
    onBytes()
  }
  try {
    for await (const piece of readPieces(body, noticed)) {
      text += piece
      onText(text)
    }
    return { end: 'complete', text }
  } catch (error) {
    if (error instanceof BrokenOff) return { end: isMissing ? 'missing' : 'unfinished', text }
    // Half a frame is the end of a stream that was cut.
    return { end: error instanceof z.core.$ZodError ? 'failed' : 'cut', text }
  }
}
