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
  | { readonly kind: 'secrets-unsealed' }
  | { readonly kind: 'database-lost'; readonly reason: string }
  | { readonly kind: 'database-restored' }
  | { readonly kind: 'realtime-failed'; readonly cause: unknown }
  | { readonly kind: 'mail-written'; readonly file: string }
  | { readonly kind: 'mail-failed'; readonly cause: unknown }
  | { readonly kind: 'provider-failed'; readonly provider: string; readonly reason: string }
  | { readonly kind: 'sms-written'; readonly file: string }
  | { readonly kind: 'sms-failed'; readonly cause: unknown }
  /** The last line: the process ends. */
  | { readonly kind: 'crashed'; readonly cause: unknown }

export type Log = (event: LogEvent) => void

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

const levels: Partial<Record<LogEvent['kind'], Level>> = {
  'request-failed': 'error',
  'catalogue-failed': 'error',
  'database-lost': 'error',
  'mail-failed': 'error',
  'provider-failed': 'warn',
  'secrets-unsealed': 'warn',
  'sms-failed': 'error',
  // Pino writes this level at once, with all that waits to be written.
  crashed: 'fatal',
  'realtime-failed': 'error',
}

/** Milliseconds after which an event is written even if no others follow. */
const LONGEST_UNWRITTEN_MS = 100

/** Bytes that wait to be written at most, while nothing can be: a full disk. Later lines are lost. */
const MOST_UNWRITTEN = 1024 * 1024

/** Writes events to standard output: JSON lines, or one short line each for a person at a terminal. */
export const createLog = (level: string): Log =>
  process.stdout.isTTY ? createTerminalLog(level, (line) => process.stdout.write(`${line}\n`)) : createJsonLog(level)

/** Levels from the least to the most urgent, as pino has them. */
const urgency: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** What a person at a terminal does not want to see by default. */
const terminalLevels: Partial<Record<LogEvent['kind'], Level>> = {
  request: 'debug',
  'catalogue-loaded': 'debug',
  // The message at the end of the start says it.
  listening: 'debug',
}

export function createTerminalLog(level: string, write: (line: string) => void, clock = () => new Date()): Log {
  const least = level === 'silent' ? urgency.length : urgency.indexOf(level)
  return (event) => {
    const own = terminalLevels[event.kind] ?? levels[event.kind] ?? 'info'
    if (urgency.indexOf(own) < least) return
    write(`${clock().toTimeString().slice(0, 8)} ${own === 'info' || own === 'debug' ? '' : `${own} `}${lineOf(event)}`)
  }
}

function lineOf(event: LogEvent): string {
  if (event.kind === 'request') return `${event.method} ${event.path} ${event.status} ${event.ms} ms`
  if (event.kind === 'migrated') return `the database was brought up to date (${event.versions.length} migrations)`
  const { kind, ...fields } = event
  const words = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  return [kind, ...words].join(' ')
}

/** On one line, whatever it is; of an error its message, since a detail may quote a row. */
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
