import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import { writeToOutbox } from './outbox.ts'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Hands a message over; nobody waits for its delivery, so the answer's time tells nothing about an account. */
  send(message: Message): void
}

/** Mail through an SMTP server, or, without one, as .eml files that the log names. */
export function createMail(options: {
  /** e.g. `smtps://user:password@mail.example:465`. */
  readonly smtpUrl?: string | undefined
  /** Sender, e.g. `Upswing <no-reply@growth.example>`. */
  readonly from: string
  /** Folder for the files. */
  readonly outbox: string
  readonly log: Log
}): Mail {
  const { smtpUrl, from, outbox, log } = options
  const deliver = smtpUrl === undefined ? writeTo(outbox, from, log) : sendThrough(smtpUrl, from)
  return {
    send: (message) => {
      deliver(message).catch((cause: unknown) => log({ kind: 'mail-failed', cause: withoutAddresses(cause) }))
    },
  }
}

function sendThrough(smtpUrl: string, from: string) {
  const transport = createTransport(smtpUrl)
  return async (message: Message): Promise<void> => {
    await transport.sendMail({ from, ...message })
  }
}

function writeTo(outbox: string, from: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (message: Message): Promise<void> => {
    const { message: eml } = await transport.sendMail({ from, ...message })
    log({ kind: 'mail-written', file: await writeToOutbox(outbox, 'eml', eml as Buffer) })
  }
}

/** An SMTP server's refusal quotes the recipient; only its number and nodemailer's code are told. */
function withoutAddresses(cause: unknown): Error {
  const { code, responseCode } = cause as { code?: string; responseCode?: number }
  return new Error(`mail was not accepted: ${code ?? 'unknown'} ${responseCode ?? ''}`.trim())
}
