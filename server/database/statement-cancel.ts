/** State shared by the main thread and an engine's thread, besides messages. */
export interface SharedWithEngine {
  /** The engine's own memory; undefined when it is private, and no statement can be cancelled. */
  readonly memory: WebAssembly.Memory | undefined
  readonly words: Int32Array
}

/** Positions in `words`: batches answered, the phase of the running one, and the addresses of PostgreSQL's two flags. */
const ANSWERED = 0
const PHASE = 1
const INTERRUPT_PENDING = 2
const QUERY_CANCEL_PENDING = 3

/** `CANCELLING` is a lock: the engine's thread ends no batch while the flags are set. */
const PHASES = { idle: 0, running: 1, cancelling: 2, cancelled: 3 } as const

export const shareWithEngine = (memory: WebAssembly.Memory | undefined): SharedWithEngine => ({
  memory,
  words: new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)),
})

/**
 * Cancels statements inside the engine. PostgreSQL looks at two flags wherever it may stop, and its signal handlers set
 * them; WebAssembly receives no signals, so the main thread sets the flags in the engine's memory. The statement fails
 * with 57014 and its transaction is rolled back, as with `pg_cancel_backend()`.
 */
export class StatementCancel {
  readonly #memory: WebAssembly.Memory | undefined
  readonly #words: Int32Array

  constructor({ memory, words }: SharedWithEngine) {
    this.#memory = memory
    this.#words = words
  }

  /** Batches answered, those whose responses are still buffered included. */
  get answered(): number {
    return Atomics.load(this.#words, ANSWERED)
  }

  /** In the engine's thread, once it is open: where its flags are. */
  locate(interruptPending: number, queryCancelPending: number): void {
    this.#words[INTERRUPT_PENDING] = interruptPending
    this.#words[QUERY_CANCEL_PENDING] = queryCancelPending
  }

  /** In the engine's thread: before a batch runs. */
  begin(): void {
    Atomics.store(this.#words, PHASE, PHASES.running)
  }

  /** In the engine's thread: after a batch. A cancellation that came too late for it must not hit the next one. */
  end(): void {
    const leave = (phase: number) => Atomics.compareExchange(this.#words, PHASE, phase, PHASES.idle) === phase
    while (!leave(PHASES.running)) {
      if (!leave(PHASES.cancelled)) continue
      this.#setFlags(0)
      break
    }
    Atomics.add(this.#words, ANSWERED, 1)
  }

  /**
   * In the main thread: cancels the batch that runs, if it is still the one after `answered` others. To be repeated while
   * it runs: PostgreSQL forgets a cancellation that comes between two statements.
   */
  cancel(answered: number): void {
    const phase = Atomics.load(this.#words, PHASE)
    if (phase !== PHASES.running && phase !== PHASES.cancelled) return
    if (Atomics.compareExchange(this.#words, PHASE, phase, PHASES.cancelling) !== phase) return
    const isRunning = this.answered === answered
    if (isRunning) this.#setFlags(1)
    Atomics.store(this.#words, PHASE, isRunning ? PHASES.cancelled : phase)
  }

  #setFlags(value: 0 | 1): void {
    if (!this.#memory) return
    const memory = new Int32Array(this.#memory.buffer)
    for (const flag of [QUERY_CANCEL_PENDING, INTERRUPT_PENDING]) {
      Atomics.store(memory, (this.#words[flag] ?? 0) / Int32Array.BYTES_PER_ELEMENT, value)
    }
  }
}
