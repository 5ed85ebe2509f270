import { pino } from 'pino'

/**
 * Every event that the server logs. No field may hold a body, token, password, e-mail address, phone number, or text of a
 * chat or of AI memory. Only this file turns events into text.
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
  | { readonly kind: 'secrets-unsealed' }
  | { readonly kind: 'database-lost'; readonly reason: string }
  | { readonly kind: 'database-restored' }
  /** A file of the database is missing or damaged; the reason names the file. */
  | { readonly kind: 'database-damaged'; readonly reason: string }
  /** Changes are refused until there is room again. */
  | { readonly kind: 'disk-full'; readonly freeBytes: number }
  | { readonly kind: 'realtime-failed'; readonly cause: unknown }
  | { readonly kind: 'mail-written'; readonly file: string }
  | { readonly kind: 'mail-failed'; readonly cause: unknown }
  | { readonly kind: 'provider-failed'; readonly provider: string; readonly reason: string }
  | { readonly kind: 'sms-written'; readonly file: string }
  | { readonly kind: 'sms-failed'; readonly cause: unknown }
  /** A promise that no one awaits was rejected: a bug of one request, which ends no others. */
  | { readonly kind: 'rejection-unhandled'; readonly cause: unknown }
  /** The last line: the process ends. */
  | { readonly kind: 'crashed'; readonly cause: unknown }

export type Log = (event: LogEvent) => void

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

const levels: Partial<Record<LogEvent['kind'], Level>> = {
  'request-failed': 'error',
  'catalogue-failed': 'error',
  'database-lost': 'error',
  'database-damaged': 'error',
  'disk-full': 'error',
  'mail-failed': 'error',
  'provider-failed': 'warn',
  'secrets-unsealed': 'warn',
  'sms-failed': 'error',
  'rejection-unhandled': 'error',
  // Pino flushes its buffer at this level.
  crashed: 'fatal',
  'realtime-failed': 'error',
}

/** Milliseconds after which the buffer is flushed. */
const FLUSH_INTERVAL_MS = 100

/** Size of the buffer in bytes. While the disk is full, further lines are lost. */
const MAX_BUFFER_BYTES = 1024 * 1024

/** Writes events to standard output: JSON lines, or short readable lines at a terminal. */
export const createLog = (level: string): Log =>
  process.stdout.isTTY ? createTerminalLog(level, (line) => process.stdout.write(`${line}\n`)) : createJsonLog(level)

/** Pino's levels, in ascending order of severity. */
const severity: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Events that are hidden at a terminal by default. */
const terminalLevels: Partial<Record<LogEvent['kind'], Level>> = {
  request: 'debug',
  'catalogue-loaded': 'debug',
  // The message at the end of the start shows it.
  listening: 'debug',
}

export function createTerminalLog(level: string, write: (line: string) => void, clock = () => new Date()): Log {
  const least = level === 'silent' ? severity.length : severity.indexOf(level)
  return (event) => {
    const own = terminalLevels[event.kind] ?? levels[event.kind] ?? 'info'
    if (severity.indexOf(own) < least) return
    write(`${clock().toTimeString().slice(0, 8)} ${own === 'info' || own === 'debug' ? '' : `${own} `}${lineOf(event)}`)
  }
}

function lineOf(event: LogEvent): string {
  if (event.kind === 'request') return `${event.method} ${event.path} ${event.status} ${event.ms} ms`
  if (event.kind === 'migrated') return `applied ${event.versions.length} migrations to the database`
  const { kind, ...fields } = event
  const words = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  return [kind, ...words].join(' ')
}

/** A value on one line; of an error only the message, since its detail may quote a row. */
const textOf = (value: unknown): string =>
  (value instanceof Error ? value.message : typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(
    /\s+/g,
    ' ',
  )

function createJsonLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // PostgreSQL's detail quotes the row: e-mail addresses and users' texts.
      redact: { paths: ['err.failure.detail'], remove: true },
    },
    output(),
  )
  return ({ kind, ...fields }) => {
    const { cause, ...rest } = fields as { cause?: unknown }
    logger[levels[kind] ?? 'info']({ ...rest, ...(cause === undefined ? {} : { err: cause }) }, kind)
  }
}

/** Buffered: a write for each line costs as much as the request itself. Pino flushes the rest at the end. */
function output() {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
  // An unhandled error event would end the process. Pino retries what it could not write.
  return stream.on('error', () => undefined)
}
