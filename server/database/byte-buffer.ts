const INITIAL_BYTES = 64 * 1024

/** A growable byte buffer. Its memory is reused, unless it had to grow. */
export class ByteBuffer {
  #memory = new Uint8Array(INITIAL_BYTES)
  #length = 0

  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length
    if (length > this.#memory.length) this.#grow(length)
    this.#memory.set(chunk, this.#length)
    this.#length = length
  }

  /** A copy of everything appended since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#memory.slice(0, this.#length)
    this.#length = 0
    if (this.#memory.length > INITIAL_BYTES) this.#memory = new Uint8Array(INITIAL_BYTES)
    return bytes
  }

  #grow(length: number): void {
    const larger = new Uint8Array(2 * length)
    larger.set(this.#memory.subarray(0, this.#length))
    this.#memory = larger
  }
}
