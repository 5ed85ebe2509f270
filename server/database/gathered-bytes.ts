const USUAL_BYTES = 64 * 1024

/** Bytes put together piece by piece; the memory for it is used again unless it had to be larger than usual. */
export class GatheredBytes {
  #memory = new Uint8Array(USUAL_BYTES)
  #length = 0

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#memory.length) this.#grow(length)
    this.#memory.set(piece, this.#length)
    this.#length = length
  }

  /** All that was added since the last time, in memory of its own. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#memory.slice(0, this.#length)
    this.#length = 0
    if (this.#memory.length > USUAL_BYTES) this.#memory = new Uint8Array(USUAL_BYTES)
    return bytes
  }

  #grow(length: number): void {
    const larger = new Uint8Array(2 * length)
    larger.set(this.#memory.subarray(0, this.#length))
    this.#memory = larger
  }
}
