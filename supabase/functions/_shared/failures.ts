import type { FunctionContext } from './function.ts'

/** Why rows of a batch failed, each reason once: a mail server that is away refuses all mails alike. */
export class Failures {
  readonly #causes = new Map<string, unknown>()

  /** Runs the same for each row; one that fails affects no other. */
  async each<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
    await Promise.all(rows.map((row) => this.run(() => work(row))))
  }

  /** Runs it, and keeps why it failed. */
  async run(work: () => Promise<void>): Promise<void> {
    await work().catch((cause: unknown) => this.add(cause))
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
