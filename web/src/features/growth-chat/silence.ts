import { CHAT_SILENCE_MS } from '../../../../domain/growth-chat.ts'

/** Notices when a server says nothing for too long: a network may be gone without a word to either end. */
export function noticeSilence() {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const heard = () => {
    end()
    timer = setTimeout(() => silence.abort(), CHAT_SILENCE_MS)
  }
  heard()
  return {
    /** Aborted when it was silent for too long. */
    signal: silence.signal,
    /** Something came. */
    heard,
    /** Nobody listens any longer. */
    end,
  }
}
