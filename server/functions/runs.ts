import type { Database } from '../database/database.ts'

/** PostgreSQL's notification channel; the payload names the function to run. */
const CHANNEL = 'functions'

/** Milliseconds before scheduled functions run for the first time, so that they do not slow down the start. */
const FIRST_RUN_MS = 2000

export interface RunsOptions {
  readonly database: Pick<Database, 'listen'>
  readonly names: ReadonlySet<string>
  /** Seconds between two runs, by name of the function. */
  readonly schedules: ReadonlyMap<string, number>
  /** Runs a function once, and logs its failure. */
  readonly run: (name: string, signal: AbortSignal) => Promise<void>
}

/**
 * Runs functions in the background: when PostgreSQL notifies them, and on their schedules, such as those of mails. Runs of one
 * function never overlap in this process; notifications during a run cause one more run after it.
 * @returns a function that stops it: aborts the runs and waits for them
 * @throws {DatabaseError} when it cannot listen
 */
export async function startRuns({ database, names, schedules, run }: RunsOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const queued = new Set<string>()
  const running = new Map<string, Promise<void>>()

  const drain = async (name: string): Promise<void> => {
    while (!stopping.signal.aborted && queued.delete(name)) await run(name, stopping.signal)
    running.delete(name)
  }
  const enqueue = (name: string): void => {
    if (stopping.signal.aborted || !names.has(name)) return
    queued.add(name)
    if (!running.has(name)) running.set(name, drain(name))
  }
  const enqueueScheduled = () => {
    for (const name of schedules.keys()) enqueue(name)
  }

  const stopListening = await database.listen(CHANNEL, {
    notified: enqueue,
    lost: () => undefined,
    // A notification may have been missed meanwhile.
    restored: enqueueScheduled,
  })
  const first = setTimeout(enqueueScheduled, FIRST_RUN_MS)
  const timers = [...schedules].map(([name, seconds]) => setInterval(() => enqueue(name), seconds * 1000))

  return async () => {
    stopping.abort()
    clearTimeout(first)
    for (const timer of timers) clearInterval(timer)
    await Promise.all([stopListening(), ...running.values()])
  }
}
