import { CHAT_IDLE_TIMEOUT_MS } from '../../../../domain/growth-chat.ts'

/** An idle timeout for a stream: a lost network may report an error to neither end. */
export function createIdleTimeout() {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const restart = () => {
    end()
    timer = setTimeout(() => controller.abort(), CHAT_IDLE_TIMEOUT_MS)
  }
  restart()
  return {
    /** Aborted after the idle timeout. */
    signal: controller.signal,
    /** Restarts the timeout. */
    restart,
    /** Cancels the timeout. */
    end,
  }
}
