import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import { needsStartTls } from '../transport-security.ts'
import { writeToOutbox } from './outbox.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** An iCalendar object, which mail programs offer to put into the reader's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
}

export interface Mail {
  /** Waits until the message was accepted. @throws {Error} that says so without addresses, when it was not */
  deliver(message: Message): Promise<void>
  /** Hands a message over; nobody waits for its delivery, so the answer's time tells nothing about an account. */
  send(message: Message): void
}

/** Mail through an SMTP server, or, without one, as .eml files that the log names. */
export function createMail(options: {
  /** e.g. `smtps://user:password@mail.example:465`. */
  readonly smtpUrl?: string | undefined
  /** Whether mail may go to another machine in clear: else that one has to offer STARTTLS. */
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

/** Milliseconds of silence after which an SMTP server is given up. */
const PATIENCE_MS = 15_000

function sendThrough(smtpUrl: string, from: string, isInsecureAllowed: boolean) {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: !isInsecureAllowed && needsStartTls(smtpUrl),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  return async (message: Message): Promise<void> => {
    await transport.sendMail(asSent(from, message))
  }
}

function writeTo(outbox: string, from: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message: Message): Promise<void> => {
    const { message: eml } = await transport.sendMail(asSent(from, message))
    log({ kind: 'mail-written', file: await writeToOutbox(outbox, 'eml', eml as Buffer) })
  }
}

/** What nodemailer calls it. */
const asSent = (from: string, { calendar, ...message }: Message) => ({
  from,
  ...message,
  ...(calendar && { icalEvent: { filename: 'invite.ics', ...calendar } }),
})

/** An SMTP server's refusal quotes the recipient; only its number and nodemailer's code are told. */
function withoutAddresses(cause: unknown): Error {
  const { code, responseCode } = cause as { code?: string; responseCode?: number }
  return new Error(`mail was not accepted: ${code ?? 'unknown'} ${responseCode ?? ''}`.trim())
}
