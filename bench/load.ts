// The client of the measured server, in its own process: runs the loads that it is sent, and returns figures.
import { HttpConnection, requestText } from './http-connection.ts'
import { percentile } from './statistics.ts'

/** The requests that a set of connections repeats; several loads run concurrently. */
export type Load =
  | { readonly kind: 'requests'; readonly connections: number; readonly requests: readonly string[] }
  /** Each connection rotates its refresh token. */
  | { readonly kind: 'refresh'; readonly apiKey: string; readonly tokens: readonly string[] }

export interface Round {
  readonly port: number
  readonly seconds: number
  readonly loads: readonly Load[]
}

export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** All of the round, those of its beginning too. */
  readonly answers: number
}

/** Milliseconds at the beginning of a round that do not count. */
const WARM_UP_MS = 400

process.on('message', (round: Round) => {
  run(round).then(
    (figures) => process.send?.({ figures }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

const run = ({ port, seconds, loads }: Round): Promise<Figures[]> =>
  Promise.all(loads.map((load) => runLoad(port, seconds, load)))

async function runLoad(port: number, seconds: number, load: Load): Promise<Figures> {
  const countFrom = performance.now() + WARM_UP_MS
  const until = countFrom + seconds * 1000
  const latencies: number[] = []
  let answers = 0
  const nexts = load.kind === 'refresh' ? refreshing(load) : requesting(load)
  await Promise.all(
    nexts.map(async (next) => {
      const connection = new HttpConnection(port)
      let body: Buffer | undefined
      for (let sentAt = performance.now(); sentAt < until;) {
        const answer = await connection.send(next(body))
        const at = performance.now()
        if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`)
        answers++
        if (sentAt >= countFrom && at <= until) latencies.push(at - sentAt)
        body = answer.body
        sentAt = at
      }
      connection.close()
    }),
  )
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    answers,
  }
}

/** Creates a connection's next request from the body of its last response. */
type Next = (body: Buffer | undefined) => string

function requesting({ connections, requests }: Load & { kind: 'requests' }): Next[] {
  const any = () => requests[Math.floor(Math.random() * requests.length)] ?? ''
  return Array.from({ length: connections }, () => any)
}

function refreshing({ apiKey, tokens }: Load & { kind: 'refresh' }): Next[] {
  const path = '/auth/v1/token?grant_type=refresh_token'
  return tokens.map((first) => (body) => {
    const [, refresh_token = first] = /"refresh_token":"([^"]+)"/.exec(body?.toString() ?? '') ?? []
    return requestText({ method: 'POST', path, apiKey, body: { refresh_token } })
  })
}
