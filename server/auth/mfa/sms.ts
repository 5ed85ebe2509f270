import type { Log } from '../../log.ts'
import { writeToOutbox } from '../../mail/outbox.ts'
import { SMS_WEBHOOK_TIMEOUT_MS } from '../constants.ts'

export interface TextMessage {
  /** E.164 with its plus, e.g. `+351912345678`. */
  readonly phone: string
  readonly text: string
}

export interface Sms {
  readonly provider: 'webhook' | 'outbox'
  /** @returns whether the message was accepted; if not, the log says why */
  send(message: TextMessage): Promise<boolean>
}

/** Sends text messages through the operator's webhook; without one, writes .sms.json files and logs their paths. */
export function createSms(options: {
  /** Gets each message as JSON, `{"phone","text"}`; user and password in the URL are sent as basic authentication. */
  readonly webhookUrl?: string | undefined
  /** Folder for the files. */
  readonly outbox: string
  readonly log: Log
}): Sms {
  const { webhookUrl, outbox, log } = options
  const deliver = webhookUrl === undefined ? writeTo(outbox, log) : postTo(new URL(webhookUrl))
  return {
    provider: webhookUrl === undefined ? 'outbox' : 'webhook',
    send: async (message) => {
      try {
        await deliver(JSON.stringify(message))
        return true
      } catch (cause) {
        log({ kind: 'sms-failed', cause: withoutAddresses(cause) })
        return false
      }
    },
  }
}

function postTo(webhook: URL) {
  // fetch refuses a URL with a password.
  const { username, password } = webhook
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const url = new URL(webhook)
  url.username = url.password = ''
  return async (body: string): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(username && { authorization: `Basic ${basic}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(SMS_WEBHOOK_TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(String(response.status), { cause: 'status' })
  }
}

const writeTo = (outbox: string, log: Log) => async (body: string) =>
  log({ kind: 'sms-written', file: await writeToOutbox(outbox, 'sms.json', body) })

/** An error's text may quote the webhook's URL, which often contains a key, so only numbers and codes are logged. */
function withoutAddresses(failure: unknown): Error {
  const { name, message, cause } = failure as Error
  const reason = cause === 'status' ? message : ((cause as { code?: string } | undefined)?.code ?? name)
  return new Error(`the text message was not accepted: ${reason}`)
}
