import type { FunctionContext } from './function.ts'

/** Why rows of a batch failed, each reason once: a mail server that is away refuses all mails alike. */
export class Failures {
  readonly #causes = new Map<string, unknown>()

  /** Runs the same for each row; one that fails affects no other. */
  async each<Row>(rows: readonly Row[], run: (row: Row) => Promise<void>): Promise<void> {
    for (const result of await Promise.allSettled(rows.map(run))) {
      if (result.status === 'rejected') this.add(result.reason)
    }
  }

  add(cause: unknown): void {
    this.#causes.set(String(cause), cause)
  }

  /** Logs them. @returns the status of the response: 500 when there was one */
  report({ waitUntil }: FunctionContext): 200 | 500 {
    for (const cause of this.#causes.values()) waitUntil(Promise.reject(cause))
    return this.#causes.size > 0 ? 500 : 200
  }
}
