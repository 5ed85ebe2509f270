import { storedSession, tables } from '../session/client.ts'
import { config } from '../session/config.ts'
import { OUTBOX } from '../session/clear-user-data.ts'
import { local } from './storage.ts'
import { createStore, useStore } from '../data/store.ts'
import { isDuplicate } from '../data/use-optimistic.ts'
import { newUuid } from '../data/uuid.ts'

/** Milliseconds in which a message can be taken back. Once it is stored, it cannot be deleted. */
export const UNDO_MS = 10_000

/** A message that is confirmed, and sent when its time to undo is over. */
export interface OutboxMessage {
  /** Of the row: a duplicate key means that it has arrived. */
  readonly id: string
  readonly content: string
  /** Milliseconds since the epoch. Once it is past, the message may have arrived and cannot be taken back. */
  readonly sendAt: number
  /** Where it was confirmed. */
  readonly page: string
}

/** Of this page. */
const PAGE = newUuid()

/** In local storage, so that it outlives its tab; one entry for each message, since tabs do not wait for each other. */
const prefixOf = (user: string) => `${OUTBOX}${user}:`
const keyOf = (user: string, id: string) => prefixOf(user) + id

/** Counts changes in this tab and in others. */
const changes = createStore(0)
const changed = () => changes.set(changes.current() + 1)
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(OUTBOX)) changed()
})

/** The user's messages that wait to be sent, the next one first. */
export function outboxOf(user: string): readonly OutboxMessage[] {
  return local
    .keys(prefixOf(user))
    .flatMap((key) => read(key) ?? [])
    .toSorted((a, b) => a.sendAt - b.sendAt)
}

export function useOutbox(user: string): readonly OutboxMessage[] {
  useStore(changes)
  return outboxOf(user)
}

function read(key: string): OutboxMessage | undefined {
  const message = local.read(key) as Partial<OutboxMessage> | undefined
  // What is damaged has another shape.
  return message?.content && message.sendAt !== undefined && message.id ? (message as OutboxMessage) : undefined
}

function write(user: string, message: OutboxMessage): void {
  local.setItem(keyOf(user, message.id), JSON.stringify(message))
  changed()
}

function remove(user: string, id: string): void {
  local.removeItem(keyOf(user, id))
  changed()
}

/** Sends a message in a while. */
export function queueMessage(user: string, { id, content }: Pick<OutboxMessage, 'id' | 'content'>): void {
  write(user, { id, content, sendAt: Date.now() + UNDO_MS, page: PAGE })
}

/**
 * Of two tabs one sends a message, and it is not taken back meanwhile.
 * @param run gets the message, unless it waits no more
 */
function exclusively<Result>(
  user: string,
  id: string,
  run: (message: OutboxMessage | undefined) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(user, id)
  const runCurrent = () => run(read(key))
  // Missing without TLS, and refused where storage is forbidden; the row's id then still stores it once.
  const { locks } = navigator as { readonly locks?: LockManager | null }
  if (!locks) return runCurrent()
  return locks.request(key, runCurrent).catch((error: unknown) => {
    if ((error as Error).name !== 'SecurityError') throw error
    return runCurrent()
  })
}

/** @returns false when it is too late: the message may have arrived */
export const takeBack = (user: string, id: string): Promise<boolean> =>
  exclusively(user, id, async (message) => {
    if (!message || message.sendAt <= Date.now()) return false
    remove(user, id)
    return true
  })

/**
 * Sends a message if its time to undo is over.
 * @param onRefused gets a message that the server refuses: it does not wait any longer
 * @returns whether it was sent now
 * @throws when the server cannot be reached or cannot store it now: the message waits
 */
export const sendDue = (user: string, id: string, onRefused: (message: OutboxMessage) => void): Promise<boolean> =>
  exclusively(user, id, async (message) => {
    if (!message || message.sendAt > Date.now()) return false
    const isStored = await store(user, message)
    if (!isStored) onRefused(message)
    remove(user, id)
    return isStored
  })

/** Sends all that waits, before the session ends. What cannot be stored stays. */
export async function sendAll(user: string): Promise<void> {
  const send = async (message: OutboxMessage | undefined) => {
    if (!message) return
    write(user, { ...message, sendAt: 0 })
    if (await store(user, message)) remove(user, message.id)
    // It has not arrived. Not due, since the next attempt moves it to the field, which signing out empties.
    else write(user, { ...message, sendAt: Date.now() + UNDO_MS })
  }
  for (const { id } of outboxOf(user)) await exclusively(user, id, send).catch(console.error)
}

/** @returns false when the server refuses it. @throws when it may accept it later */
async function store(user: string, message: OutboxMessage): Promise<boolean> {
  const messages = (await tables()).from('squad_messages')
  const { error, status } = await messages.insert(rowOf(user, message))
  if (!error) return true
  if (!isRefusal(status)) throw new Error(error.message)
  if (!isDuplicate(error)) return false
  // An attempt before has stored it, or another device another text of the same proposal.
  const { data } = await messages.select('content').eq('id', message.id).maybeSingle().throwOnError()
  return data?.content === message.content
}

/** Statuses of requests that may succeed later: the session expired, a timeout, too many requests. */
const TEMPORARY = new Set([401, 408, 429])

/** The status is 0 where the server was not reached. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !TEMPORARY.has(status)

const rowOf = (user: string, { id, content }: OutboxMessage) =>
  ({ id, user_id: user, content, sender_type: 'user' }) as const

addEventListener('pagehide', sendOnLeave)

/**
 * Sends at once what was confirmed on this page, in requests that outlive it. They end the time to undo; an entry stays
 * until the next page knows that the row is stored.
 */
function sendOnLeave(): void {
  const session = storedSession()
  if (!session) return
  const user = session.user.id
  for (const { id } of outboxOf(user)) {
    const message = read(keyOf(user, id))
    // Taken back meanwhile, or another page still shows it.
    if (message?.page !== PAGE) continue
    write(user, { ...message, sendAt: 0 })
    void fetch(`${config().supabaseUrl}/rest/v1/squad_messages`, {
      method: 'POST',
      keepalive: true,
      headers: {
        apikey: config().supabaseKey,
        Authorization: `Bearer ${session.access_token}`,
        'Content-Type': 'application/json',
        Prefer: 'return=minimal',
      },
      body: JSON.stringify(rowOf(user, message)),
    }).catch(() => undefined)
  }
}
