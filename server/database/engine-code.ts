import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

declare global {
  // Missing from the types of Node.
  namespace WebAssembly {
    function compile(bytes: Uint8Array): Promise<Module>
    interface Memory {
      readonly buffer: SharedArrayBuffer
    }
    var Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => Memory
    var Module: new (bytes: Uint8Array) => Module
  }
}

/**
 * The engine's memory, in pages of 64 KiB: PGlite's own figures. It is shared between threads, so that the main thread
 * can cancel a statement that runs (`statement-cancel.ts`).
 */
export const ENGINE_MEMORY = { initial: 2048, maximum: 32_768, shared: true } as const

/**
 * Bytes of code that a function runs before V8 optimizes it (its default: 1.8 million in Node.js 20, 13 million in 24). A start
 * runs much code once; to leave that as it is saves a fifth of the start and a tenth of the memory at rest.
 */
const OPTIMIZED_AFTER = 50_000_000

/** The engine's memory: shared with this thread, or private where a database is created, whose program needs it. */
export type EngineMemory = 'shared' | 'private'

const compiledEngines = new Map<EngineMemory, Promise<WebAssembly.Module>>()

/** The engine's code, compiled once in a process: threads share it, and the next engine starts in half the time. */
export function compileEngine(memory: EngineMemory): Promise<WebAssembly.Module> {
  if (compiledEngines.size === 0) setFlagsFromString(`--wasm-tiering-budget=${OPTIMIZED_AFTER}`)
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compiled =
    compiledEngines.get(memory) ??
    readFile(join(folder, 'pglite.wasm')).then((code) =>
      WebAssembly.compile(memory === 'shared' ? withSharedMemory(code) : code),
    )
  compiledEngines.set(memory, compiled)
  return compiled
}

/** Sections and imports: https://webassembly.github.io/spec/core/binary/modules.html */
const HEADER_BYTES = 8
const IMPORT_SECTION = 2
const IMPORTED = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const
const HAS_MAXIMUM = 1
const SHARED_WITH_MAXIMUM = 3

/**
 * Declares the memory that a WebAssembly module imports as shared: PGlite's is compiled for a memory of its own, and an
 * engine links only with what it declares. Code that imports no memory is returned as it is.
 */
export function withSharedMemory(code: Uint8Array): Uint8Array {
  const reader = new Reader(code, HEADER_BYTES)
  while (reader.at < code.length) {
    const sectionAt = reader.at
    const id = reader.byte()
    const length = reader.number()
    const start = reader.at
    const end = start + length
    if (id === IMPORT_SECTION) {
      const limits = findMemoryLimits(reader)
      if (!limits) return code
      const imports = [
        ...[code.subarray(start, limits.start), Uint8Array.of(SHARED_WITH_MAXIMUM)],
        ...[encode(limits.minimum), encode(ENGINE_MEMORY.maximum), code.subarray(limits.end, end)],
      ]
      const changed = imports.reduce((sum, { length: bytes }) => sum + bytes, 0)
      const before = [code.subarray(0, sectionAt), Uint8Array.of(IMPORT_SECTION), encode(changed)]
      return Buffer.concat([...before, ...imports, code.subarray(end)])
    }
    reader.at = end
  }
  return code
}

/** Position of the limits of the imported memory. */
function findMemoryLimits(reader: Reader): { start: number; end: number; minimum: number } | undefined {
  for (let count = reader.number(); count > 0; count--) {
    reader.skipName()
    reader.skipName()
    switch (reader.byte()) {
      case IMPORTED.function:
        reader.number()
        break
      case IMPORTED.table:
        reader.byte()
        reader.limits()
        break
      case IMPORTED.memory: {
        const start = reader.at
        return { start, minimum: reader.limits(), end: reader.at }
      }
      case IMPORTED.global:
        reader.at += 2
        break
      case IMPORTED.tag:
        reader.byte()
        reader.number()
        break
      default:
        throw new Error('not the imports of a WebAssembly module')
    }
  }
  return undefined
}

class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    const byte = this.#bytes[this.at++]
    if (byte === undefined) throw new Error('a WebAssembly module ends too early')
    return byte
  }

  /** An unsigned number of seven bits a byte (LEB128). */
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  skipName(): void {
    const length = this.number()
    this.at += length
  }

  /** @returns the minimum */
  limits(): number {
    const kind = this.byte()
    const minimum = this.number()
    if (kind & HAS_MAXIMUM) this.number()
    return minimum
  }
}

function encode(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.of(...bytes, rest)
}
