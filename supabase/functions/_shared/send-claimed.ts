import { Failures } from './failures.ts'
import { json, refusal, serviceClient, type Client, type FunctionContext } from './function.ts'
import { isService } from './is-service.ts'
import { pause } from './pause.ts'

/** Mails or notifications sent concurrently by one server. */
const MAX_CONCURRENT = 5

/** Milliseconds after which the queue is looked at again while something slow is being sent. */
const CLAIM_AGAIN_MS = 1000

/** Milliseconds after which what is being sent has failed: less than anything is claimed for. */
const SEND_LIMIT_MS = 60_000

/**
 * A queue of mails, notifications or webhooks in the database, delivered with retries and backoff: each is handed to one server, again after
 * a delay until it is marked as sent.
 */
export interface DeliveryQueue<Mail> {
  /** Sent concurrently by one server, if not five. */
  readonly concurrency?: number
  claim(service: Client, most: number): Answer<readonly Mail[]>
  /**
   * Sends it, within a minute. @returns false when it has to wait: it is claimed again later
   * @throws {Error} when it was not accepted
   */
  send(mail: Mail): Promise<boolean>
  markSent(service: Client, mail: Mail): Answer<unknown>
  /** Seconds until the next one is due, if it is worth waiting for. */
  nextDue?(service: Client): Answer<number>
}

/** What a function of the database answers. */
type Answer<Data> = PromiseLike<{ readonly data: Data | null; readonly error: { readonly message: string } | null }>

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
  const { concurrency = MAX_CONCURRENT } = queue
  const inFlight = new Set<Promise<void>>()
  const failures = new Failures()
  let sent = 0
  let pauses = 0
  try {
    while (!request.signal.aborted) {
      const free = concurrency - inFlight.size
      for (const mail of free > 0 ? await claim(free) : []) {
        const sending = failures.run(() => withinLimit(send(mail))).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
      }
      if (inFlight.size > 0) await nextEnd(inFlight)
      else if (pauses++ >= MAX_PAUSES || !(await hasNext())) break
    }
  } finally {
    await Promise.all(inFlight)
  }
  return json(failures.report(context), { sent })

  async function claim(most: number): Promise<readonly Mail[]> {
    return (await dataOf(queue.claim(service, most), 'nothing can be claimed')) ?? []
  }

  async function send(mail: Mail): Promise<void> {
    if (!(await queue.send(mail))) return
    await withRetries(() => dataOf(queue.markSent(service, mail), 'it cannot be marked as sent'))
    sent++
  }

  async function hasNext(): Promise<boolean> {
    const seconds = queue.nextDue ? await dataOf(queue.nextDue(service), 'the next one cannot be read') : null
    if (seconds !== null) await pause(seconds * 1000, request.signal)
    return seconds !== null
  }
}

/** So that none holds its place, and the run, for ever. What it does later is not waited for. */
async function withinLimit(sending: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`sending took more than ${SEND_LIMIT_MS / 1000} s`)), SEND_LIMIT_MS)
  })
  await Promise.race([sending, late]).finally(() => clearTimeout(timer))
}

/** Waits until one of them has ended, or for a moment. */
async function nextEnd(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([...inFlight, pause(CLAIM_AGAIN_MS, waiting.signal)])
  waiting.abort()
}

/** @throws {Error} */
async function dataOf<Data>(answer: Answer<Data>, failed: string): Promise<Data | null> {
  const { data, error } = await answer
  if (error) throw new Error(`${failed}: ${error.message}`)
  return data
}

/** Pauses before noting a sent mail again, milliseconds: a mail that is not noted is sent twice. */
const RETRY_MS = [200, 1000, 5000] as const

async function withRetries(note: () => Promise<unknown>): Promise<void> {
  for (const ms of RETRY_MS) {
    try {
      await note()
      return
    } catch {
      await pause(ms)
    }
  }
  await note()
}
