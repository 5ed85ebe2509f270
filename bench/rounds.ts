import type { Child } from './child.ts'
import { PASSWORD, type Founder } from './cohort.ts'
import type { Seeded } from './databases.ts'
import { requestText } from './http-connection.ts'
import type { Figures, Load, Round } from './load.ts'
import type { Report } from './report.ts'
import { median } from './statistics.ts'

/** The context of a measurement. */
export interface Scene {
  readonly report: Report
  readonly load: Child<Round, Figures[]>
  readonly rounds: number
  readonly seconds: number
  readonly isQuick: boolean
}

/** Concurrent connections, unless a figure says otherwise. */
export const CONNECTIONS = 32

/** Beside those: one that waits for each answer, a few, and more than the database has processes for. */
export const OTHER_CONNECTIONS = [1, 8, 128]

/** Before the first round of a work: until then the server's hot paths are interpreted, or compiled while they run. */
export const WARM_UP_SECONDS = 5

type Measures = Readonly<Record<string, () => Promise<unknown>>>
type Results<These extends Measures> = { readonly [Name in keyof These]: Awaited<ReturnType<These[Name]>>[] }

/** Alternates the measurements, so that other load on the machine affects all of them alike. */
export async function interleave<These extends Measures>(rounds: number, measures: These): Promise<Results<These>> {
  const results = Object.fromEntries(Object.keys(measures).map((name) => [name, [] as unknown[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) results[name]?.push(await measure())
  }
  return results as Results<These>
}

export const medianRate = (rounds: readonly Figures[]): number => median(rounds.map(({ perSecond }) => perSecond))

/** One round of several loads side by side. @returns the figures of the first */
export async function play({ load, seconds }: Scene, port: number, ...loads: Load[]): Promise<Figures> {
  const [figures] = await load.ask({ port, seconds, loads })
  if (!figures) throw new Error('a round without a load')
  return figures
}

const columns = 'select=id,user_id,text,period,completed,created_at'

/** One founder's twenty goals, each time of another founder. */
export const readLoad = ({ apiKey, readers }: Seeded, connections = CONNECTIONS): Load => ({
  kind: 'requests',
  connections,
  requests: readers.map(({ id, accessToken }) => {
    const path = `/rest/v1/goals?${columns}&user_id=eq.${id}&order=created_at.desc`
    return requestText({ method: 'GET', path, apiKey, token: accessToken })
  }),
})

/** A new goal, answered as it is stored. */
export const insertLoad = ({ apiKey, writers }: Seeded, connections = CONNECTIONS): Load => ({
  kind: 'requests',
  connections,
  requests: writers.map(({ id, accessToken }) =>
    requestText({
      method: 'POST',
      path: `/rest/v1/goals?${columns}`,
      apiKey,
      token: accessToken,
      headers: ['prefer: return=representation'],
      body: { user_id: id, text: 'Ten demos with finance teams', period: 'weekly' },
    }),
  ),
})

export const loads = { read: readLoad, insert: insertLoad } as const
export const names = { read: 'Read', insert: 'Insert' } as const

export const signInLoad = ({ apiKey, readers }: Seeded, connections: number): Load => ({
  kind: 'requests',
  connections,
  requests: readers.map(({ email }) => {
    const body = { email, password: PASSWORD }
    return requestText({ method: 'POST', path: '/auth/v1/token?grant_type=password', apiKey, body })
  }),
})

export const refreshLoad = ({ apiKey }: Seeded, founders: readonly Founder[]): Load => ({
  kind: 'refresh',
  apiKey,
  tokens: founders.map(({ refreshToken }) => refreshToken),
})
