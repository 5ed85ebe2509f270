import { randomBytes } from 'node:crypto'
import { Lru } from '../lru.ts'

/** Prepared statements on one connection; beyond that the least recently used one is closed. */
const MAX_PREPARED = 200

/**
 * The names of the statements prepared on one connection. No name is used twice: whether a statement whose query failed
 * still exists is unknown, so it is closed (closing a missing one is no error) and prepared again under a new name. Nor
 * is it one of another connection: a pooler in session mode may keep the session of one that was closed.
 */
export class PreparedStatements {
  readonly #names = new Lru<string, string>(MAX_PREPARED, (name) => this.#closing.push(name))
  readonly #prefix = randomBytes(6).toString('base64url')
  #closing: string[] = []
  #count = 0

  /** The name to bind for `key`, whether it has to be parsed first, and names to close before that. */
  take(key: string): { name: string; isNew: boolean; closed: readonly string[] } {
    const known = this.#names.get(key)
    const closed = this.#closing
    if (closed.length > 0) this.#closing = []
    if (known !== undefined) return { name: known, isNew: false, closed }
    const name = `${this.#prefix}${++this.#count}`
    this.#names.set(key, name)
    return { name, isNew: true, closed }
  }

  forget(key: string): void {
    const name = this.#names.get(key)
    if (name === undefined) return
    this.#names.delete(key)
    this.#closing.push(name)
  }
}
