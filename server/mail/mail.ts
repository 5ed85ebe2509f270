import { createTransport } from 'nodemailer'
import { HeaderError, preparedHeaders } from '../../domain/mail-headers.ts'
import type { Log } from '../log.ts'
import { needsStartTls } from '../transport-security.ts'
import { writeToOutbox } from './outbox.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** An iCalendar object, which mail programs offer to add to the recipient's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** More headers, e.g. `{ 'List-Unsubscribe': '<https://…>' }`. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mail {
  /** Sends a message and waits until it is accepted. @throws {Error} without addresses in its text */
  deliver(message: Message): Promise<void>
  /** Sends a message in the background and without a retry, so that response times do not reveal whether an account exists. */
  send(message: Message): void
}

/** Sends mail through an SMTP server; without one, writes .eml files and logs their paths. */
export function createMail(options: {
  /** e.g. `smtps://user:password@mail.example:465`. */
  readonly smtpUrl?: string | undefined
  /** Whether mail may be sent unencrypted to another machine; otherwise STARTTLS is required. */
  readonly isInsecureAllowed?: boolean
  /** Sender, e.g. `Upswing <no-reply@growth.example>`. */
  readonly from: string
  /** Folder for the files. */
  readonly outbox: string
  readonly log: Log
}): Mail {
  const { smtpUrl, from, outbox, log, isInsecureAllowed = false } = options
  const accept = smtpUrl === undefined ? writeTo(outbox, from, log) : sendThrough(smtpUrl, from, isInsecureAllowed)
  const deliver = async (message: Message): Promise<void> => {
    try {
      await accept(message)
    } catch (cause) {
      throw withoutAddresses(cause)
    }
  }
  return {
    deliver,
    send: (message) => {
      deliver(message).catch((cause: unknown) => log({ kind: 'mail-failed', cause }))
    },
  }
}

/** Connection and idle timeout of an SMTP server, milliseconds. */
const SMTP_TIMEOUT_MS = 15_000

function sendThrough(smtpUrl: string, from: string, isInsecureAllowed: boolean) {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: !isInsecureAllowed && needsStartTls(smtpUrl),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return async (message: Message): Promise<void> => {
    await transport.sendMail(toNodemailer(from, message))
  }
}

function writeTo(outbox: string, from: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message: Message): Promise<void> => {
    const { message: eml } = await transport.sendMail(toNodemailer(from, message))
    log({ kind: 'mail-written', file: await writeToOutbox(outbox, 'eml', eml as Buffer) })
  }
}

/** A message in nodemailer's format. */
const toNodemailer = (from: string, { calendar, headers, ...message }: Message) => ({
  from,
  ...message,
  ...(calendar && { icalEvent: { filename: 'invite.ics', ...calendar } }),
  headers: preparedHeaders(headers),
})

/** An SMTP server's error quotes the recipient, so only its number and nodemailer's code are kept. */
function withoutAddresses(cause: unknown): Error {
  if (cause instanceof HeaderError) return cause
  const { code, responseCode } = cause as { code?: string; responseCode?: number }
  return new Error(`mail was not accepted: ${code ?? 'unknown'} ${responseCode ?? ''}`.trim())
}
