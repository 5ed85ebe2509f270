import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { loadCatalogue, type Catalogue } from './catalogue.ts'

/** Caches the catalogue: loads it on first use, and reloads it on `notify pgrst, 'reload schema'`. */
export class CurrentCatalogue {
  readonly #database: Database
  readonly #log: Log
  readonly #schemas: readonly string[]
  #catalogue: Catalogue | undefined
  #listening: Promise<unknown> | undefined
  #loading: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(database: Database, log: Log, schemas: readonly string[]) {
    this.#database = database
    this.#log = log
    this.#schemas = schemas
  }

  /** @returns undefined when it cannot be loaded; the next request tries again */
  async get(): Promise<Catalogue | undefined> {
    if (this.#catalogue) return this.#catalogue
    this.#loading ??= this.#reloadOrLog().finally(() => (this.#loading = undefined))
    await this.#loading
    return this.#catalogue
  }

  /** Loads run one after another, so that the newest result stays. */
  #reload(): Promise<void> {
    const load = () => this.#load()
    this.#last = this.#last.then(load, load)
    return this.#last
  }

  async #reloadOrLog(): Promise<void> {
    try {
      await this.#reload()
    } catch (cause) {
      this.#log({ kind: 'catalogue-failed', cause })
    }
  }

  async #load(): Promise<void> {
    // Before the first load, so that no notification is missed in between.
    await (this.#listening ??= this.#listen())
    const start = performance.now()
    const catalogue = await loadCatalogue(this.#database, this.#schemas)
    this.#catalogue = catalogue
    const ms = Math.round(performance.now() - start)
    this.#log({ kind: 'catalogue-loaded', tables: catalogue.tables.size, functions: catalogue.functions.size, ms })
  }

  async #listen(): Promise<void> {
    const later = () => void this.#reloadOrLog()
    const listener = {
      notified: (payload: string) => (payload === 'reload schema' ? later() : undefined),
      lost: () => undefined,
      restored: later,
    }
    try {
      await this.#database.listen('pgrst', listener)
    } catch (error) {
      this.#listening = undefined
      throw error
    }
  }
}
