import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { storedSession } from '../session/client.ts'
import { PERSISTED_DATABASE } from '../session/clear-user-data.ts'
import { PART_FAILED } from './boundary.ts'
import { BUILD } from './service-worker.ts'

/** Milliseconds after which a list is no longer shown offline. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** Characters of JSON that are kept; the lists that were read last go first. */
const MAX_CHARACTERS = 2_000_000

/** Milliseconds between a change and its write. */
const WRITE_DELAY_MS = 2000

/** A query's data as JSON, and when it was read. */
interface PersistedQuery {
  readonly queryKey: QueryKey
  readonly data: string
  readonly readAt: number
}

/** The database has one: that of the user who signed in last. Data of another build may have another shape. */
interface Persisted {
  readonly user: string
  readonly build: string | undefined
  readonly queries: readonly PersistedQuery[]
}

/** The offline cache of lists: keeps in IndexedDB what the founder has read, to show it without a network. */
export function createPersister(client: QueryClient, user: string) {
  const kept = new Map<string, PersistedQuery>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    try {
      const persisted = await inStore('readonly', read)
      if (persisted?.user !== user || persisted.build !== BUILD) return
      for (const query of persisted.queries) if (isRecent(query)) kept.set(JSON.stringify(query.queryKey), query)
    } catch (error) {
      console.error(error)
      await discard()
    }
  }

  /** It is damaged: the next write makes a new one. */
  async function discard(): Promise<void> {
    kept.clear()
    await resultOf(indexedDB.deleteDatabase(PERSISTED_DATABASE))
  }

  function restoreEach(): void {
    const read = [...kept.values()].map(({ data, ...query }) => ({ ...query, data: JSON.parse(data) as unknown }))
    for (const { queryKey, data, readAt } of read)
      // The network may have been lost after a newer read.
      if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < readAt)
        client.setQueryData(queryKey, data, { updatedAt: readAt })
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Rows that the server has not confirmed are not kept.
    if (client.isMutating() > 0) return schedule()
    for (const query of client.getQueryCache().getAll().filter(isKept(user))) collect(kept, query)
    // Signing out, here or in another tab, deletes the database: it must not come back.
    if (storedSession()?.user.id !== user) return
    const record: Persisted = { user, build: BUILD, queries: newestWithinLimit([...kept.values()]) }
    await inStore('readwrite', (store) => store.put(record, RECORD))
  }

  function schedule(): void {
    timer ??= setTimeout(() => void write().catch(console.error), WRITE_DELAY_MS)
  }

  return {
    /** Fills the query cache with what was read last. */
    restore: async () => {
      await load()
      const defaults = client.getDefaultOptions()
      // There is no network to load it again from.
      client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, gcTime: Infinity } })
      try {
        restoreEach()
      } catch (error) {
        console.error(error)
        await discard()
      }
    },
    /** Writes what is read from now on. @returns what stops it */
    start: async () => {
      if (kept.size === 0) await load()
      const writeIfHidden = () => document.visibilityState === 'hidden' && void write().catch(console.error)
      document.addEventListener('visibilitychange', writeIfHidden)
      // What was rendered from it may be damaged. What the screens have read since is written again.
      const onFailure = () => void discard().then(schedule).catch(console.error)
      addEventListener(PART_FAILED, onFailure)
      const unsubscribe = client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') schedule()
      })
      schedule()
      return () => {
        clearTimeout(timer)
        unsubscribe()
        document.removeEventListener('visibilitychange', writeIfHidden)
        removeEventListener(PART_FAILED, onFailure)
      }
    },
  }
}

/**
 * Whether a query is one of the founder's own that are kept (kept-query.ts), loaded.
 * @example
 * import { QueryClient, queryOptions } from '@tanstack/react-query'
 * import { kept } from './kept-query.ts'
 * const queries = new QueryClient()
 * await queries.prefetchQuery(kept(queryOptions({ queryKey: ['goals', 'ana'], queryFn: () => ['Ten demos'] })))
 * queries.setQueryData(['account', 'ana', 'sessions'], [])
 * queries.getQueryCache().getAll().filter(isKept('ana')).map(({ queryKey }) => queryKey) // [['goals', 'ana']]
 */
export const isKept =
  (user: string) =>
  ({ queryKey: [, owner], meta, state }: Query): boolean =>
    meta?.isKept === true && owner === user && state.status === 'success' && state.data !== undefined

function collect(kept: Map<string, PersistedQuery>, { queryKey, state }: Query): void {
  const id = JSON.stringify(queryKey)
  const { data, dataUpdatedAt: readAt } = state
  if (kept.get(id)?.readAt !== readAt) kept.set(id, { queryKey, data: JSON.stringify(data), readAt })
}

const isRecent = ({ readAt }: PersistedQuery): boolean => Date.now() - readAt < MAX_AGE_MS

function newestWithinLimit(queries: readonly PersistedQuery[]): PersistedQuery[] {
  let characters = 0
  return queries
    .filter(isRecent)
    .sort((one, other) => other.readAt - one.readAt)
    .filter(({ data }) => (characters += data.length) <= MAX_CHARACTERS)
}

const STORE = 'queries'
const RECORD = 'last'

const read = (store: IDBObjectStore) => store.get(RECORD) as IDBRequest<Persisted | undefined>

/** Runs one request, with a connection of its own: an open one would block the deletion of the database. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(PERSISTED_DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await resultOf(opening)
  try {
    return await resultOf(request(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
