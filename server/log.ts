import { pino } from 'pino'

/**
 * Every event the server tells. No field ever holds a body, token, password, e-mail address or phone number in clear,
 * chat or memory text. Text is made here and nowhere else.
 */
export type LogEvent =
  | { readonly kind: 'listening'; readonly url: string; readonly engine: string; readonly readyMs: number }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'migrated'; readonly versions: readonly string[] }
  | { readonly kind: 'catalogue-loaded'; readonly tables: number; readonly functions: number; readonly ms: number }
  | { readonly kind: 'catalogue-failed'; readonly cause: unknown }
  | {
      readonly kind: 'request'
      readonly requestId: string
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      readonly userId?: string | undefined
    }
  | { readonly kind: 'request-failed'; readonly requestId: string; readonly path: string; readonly cause: unknown }
  | { readonly kind: 'database-lost'; readonly reason: string }
  | { readonly kind: 'database-restored' }
  | { readonly kind: 'realtime-failed'; readonly cause: unknown }
  | { readonly kind: 'mail-written'; readonly file: string }
  | { readonly kind: 'mail-failed'; readonly cause: unknown }
  | { readonly kind: 'provider-failed'; readonly provider: string; readonly reason: string }
  | { readonly kind: 'sms-written'; readonly file: string }
  | { readonly kind: 'sms-failed'; readonly cause: unknown }

export type Log = (event: LogEvent) => void

type Level = 'debug' | 'info' | 'warn' | 'error'

const levels: Partial<Record<LogEvent['kind'], Level>> = {
  'request-failed': 'error',
  'catalogue-failed': 'error',
  'database-lost': 'error',
  'mail-failed': 'error',
  'provider-failed': 'warn',
  'sms-failed': 'error',
  'realtime-failed': 'error',
}

/** Milliseconds after which an event is written even if no others follow. */
const LONGEST_UNWRITTEN_MS = 100

/** Bytes that wait to be written at most, while nothing can be: a full disk. Later lines are lost. */
const MOST_UNWRITTEN = 1024 * 1024

/** Writes events to standard output as JSON lines. */
export function createLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // PostgreSQL's detail quotes the row: e-mail addresses and people's texts.
      redact: { paths: ['err.failure.detail'], remove: true },
    },
    output(),
  )
  return ({ kind, ...fields }) => {
    const { cause, ...rest } = fields as { cause?: unknown }
    logger[levels[kind] ?? 'info']({ ...rest, ...(cause === undefined ? {} : { err: cause }) }, kind)
  }
}

/** Lines are gathered: to hand over each one costs as much as to answer the request. Pino flushes what is left at the end. */
function output() {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    maxLength: MOST_UNWRITTEN,
    periodicFlush: LONGEST_UNWRITTEN_MS,
  })
  // An error that nobody hears ends the process; what was not written is tried again.
  return stream.on('error', () => undefined)
}
