import type { Database } from '../database/database.ts'

/** PostgreSQL's channel on which a notification names a function that shall run now. */
const CHANNEL = 'functions'

/** Milliseconds after the start until the functions with a schedule run first: starting has the machine to itself. */
const FIRST_RUN_MS = 2000

export interface RunsOptions {
  readonly database: Pick<Database, 'listen'>
  readonly names: ReadonlySet<string>
  /** Seconds between two runs, by name of the function. */
  readonly schedules: ReadonlyMap<string, number>
  /** Runs a function once; tells of a failure itself. */
  readonly run: (name: string, signal: AbortSignal) => Promise<void>
}

/**
 * Runs functions that no request waits for: when they are notified, and on their schedules. A run never overlaps
 * another of the same function in this process; one that is asked for meanwhile happens once afterwards.
 * @returns what stops it: runs under way are aborted and waited for
 * @throws {DatabaseError} when it cannot listen
 */
export async function startRuns({ database, names, schedules, run }: RunsOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const asked = new Set<string>()
  const running = new Map<string, Promise<void>>()

  const runWhileAsked = async (name: string): Promise<void> => {
    while (!stopping.signal.aborted && asked.delete(name)) await run(name, stopping.signal)
    running.delete(name)
  }
  const ask = (name: string): void => {
    if (stopping.signal.aborted || !names.has(name)) return
    asked.add(name)
    if (!running.has(name)) running.set(name, runWhileAsked(name))
  }
  const askForAll = () => {
    for (const name of schedules.keys()) ask(name)
  }

  const stopListening = await database.listen(CHANNEL, {
    notified: ask,
    lost: () => undefined,
    // A notification may have been missed meanwhile.
    restored: askForAll,
  })
  const first = setTimeout(askForAll, FIRST_RUN_MS)
  const timers = [...schedules].map(([name, seconds]) => setInterval(() => ask(name), seconds * 1000))

  return async () => {
    stopping.abort()
    clearTimeout(first)
    for (const timer of timers) clearInterval(timer)
    await Promise.all([stopListening(), ...running.values()])
  }
}
