import { Failures } from './failures.ts'
import { json, refusal, serviceClient, type Client, type FunctionContext } from './function.ts'
import { isService } from './is-service.ts'
import { pause } from './pause.ts'

/** Mails or notifications sent concurrently by one server. */
const MAX_CONCURRENT = 5

/**
 * A queue of mails or notifications in the database, delivered with retries and backoff: each is handed to one server, again after
 * a delay until it is marked as sent.
 */
export interface DeliveryQueue<Mail> {
  /** @throws {Error} */
  claim(service: Client, most: number): Promise<readonly Mail[]>
  /** Sends it. @returns false when it has to wait: it is claimed again later @throws {Error} when it was not accepted */
  send(mail: Mail): Promise<boolean>
  /** @throws {Error} */
  markSent(service: Client, mail: Mail): Promise<void>
  /** Seconds until the next one is due, if it is worth waiting for. @throws {Error} */
  nextDue?(service: Client): Promise<number | null>
}

/** Pauses for what is due next; the rest is left to the next run. */
const MAX_PAUSES = 5

/**
 * Handles a `POST` with the secret key: sends what is due, until nothing is left. A mail is sent twice when a server ends
 * between sending and marking it.
 * @returns `{sent}`, after all were tried; 500 when one was not sent, which is claimed again later
 */
export async function sendClaimed<Mail>(
  request: Request,
  context: FunctionContext,
  queue: DeliveryQueue<Mail>,
): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  let sent = 0
  let claimed: readonly Mail[]
  const failures = new Failures()
  let pauses = 0
  do {
    claimed = await queue.claim(service, MAX_CONCURRENT)
    await failures.each(claimed, async (mail) => {
      if (!(await queue.send(mail))) return
      await withRetries(() => queue.markSent(service, mail))
      sent++
    })
  } while (!request.signal.aborted && (claimed.length > 0 || (pauses++ < MAX_PAUSES && (await hasNext()))))
  return json(failures.report(context), { sent })

  async function hasNext(): Promise<boolean> {
    const seconds = (await queue.nextDue?.(service)) ?? null
    if (seconds !== null) await pause(seconds * 1000, request.signal)
    return seconds !== null
  }
}

/** Pauses before noting a sent mail again, milliseconds: a mail that is not noted is sent twice. */
const RETRY_MS = [200, 1000, 5000] as const

async function withRetries(note: () => Promise<void>): Promise<void> {
  for (const ms of RETRY_MS) {
    try {
      return await note()
    } catch {
      await pause(ms)
    }
  }
  await note()
}
