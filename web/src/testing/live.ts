import type { Row } from './rows.ts'

/** The changes that a channel listens to. */
interface Binding {
  readonly id: number
  readonly table: string
  readonly filter?: string
}

interface Channel {
  readonly topic: string
  readonly joinRef: string
  /** The access token that it was joined with. */
  readonly token: string | undefined
  readonly bindings: readonly Binding[]
}

interface Join {
  readonly access_token?: string
  readonly config: { readonly postgres_changes: readonly Omit<Binding, 'id'>[] }
}

type Message = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

/** The client is kept from one test to the next, with its socket. */
const connection: { socket?: LiveSocket; isLive: boolean } = { isLive: false }
let ids = 0
const waiting = new Map<string, () => void>()
const channels = new Map<string, Channel>()

/**
 * The websocket of live changes: the real client speaks to it. Until `goLive` it leaves joins without a response, as a
 * network without websockets does.
 */
export class LiveSocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number; wasClean: boolean }) => void) | undefined

  constructor() {
    connection.socket = this
    queueMicrotask(() => {
      this.readyState = 1
      this.onopen?.()
    })
  }

  send(text: string): void {
    const [joinRef, ref, topic, event, payload] = JSON.parse(text) as Message
    const reply = (response: unknown) => this.receive([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }])
    if (event !== 'phx_join') {
      if (event === 'phx_leave') leave(topic)
      if (event === 'phx_leave' || event === 'heartbeat') reply({})
      return
    }
    const join = () => {
      const { config, access_token: token } = payload as Join
      const bindings = config.postgres_changes.map((binding) => ({ ...binding, id: ++ids }))
      channels.set(topic, { topic, joinRef: String(joinRef), token, bindings })
      reply({ postgres_changes: bindings })
    }
    if (connection.isLive) join()
    else waiting.set(topic, join)
  }

  receive(message: Message): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }))
  }

  close(): void {
    this.readyState = 3
    queueMicrotask(() => this.onclose?.({ code: 1000, wasClean: true }))
  }
}

function leave(topic: string): void {
  channels.delete(topic)
  waiting.delete(topic)
}

/** Joins are accepted from now on, and those that wait. */
export function goLive(): void {
  connection.isLive = true
  for (const join of waiting.values()) join()
  waiting.clear()
}

export function resetLive(): void {
  connection.isLive = false
}

/** The tables whose changes are reported. */
export const liveTables = (): string[] =>
  [...channels.values()].flatMap(({ bindings }) => bindings.map(({ table }) => table)).toSorted()

/** The access tokens of the joined channels. */
export const liveTokens = (): (string | undefined)[] => [...channels.values()].map(({ token }) => token)

/** Reports a change to its subscribers. */
export function emitChange(table: string, row: Row, type: 'INSERT' | 'UPDATE' | 'DELETE'): void {
  for (const { topic, bindings } of channels.values()) {
    const isFor = ({ table: of, filter }: Binding) =>
      of === table && (filter === undefined || filter === `user_id=eq.${String(row['user_id'])}`)
    const to = bindings.filter(isFor).map(({ id }) => id)
    if (to.length === 0) continue
    const data = { schema: 'public', table, type, commit_timestamp: new Date().toISOString(), columns: [], record: {}, errors: null } // prettier-ignore
    connection.socket?.receive([null, null, topic, 'postgres_changes', { ids: to, data }])
  }
}
