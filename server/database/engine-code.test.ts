import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINE_MEMORY, withSharedMemory } from './engine-code.ts'

/** A module that imports a function, a table, a global and a memory of two pages, and exports what reads the memory. */
const module = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  // Types: () → i32
  ...[1, 5, 1, 96, 0, 1, 127],
  // Imports: e.f, e.t, e.g, e.m
  ...[2, 29, 4],
  ...[1, 101, 1, 102, 0, 0],
  ...[1, 101, 1, 116, 1, 112, 0, 1],
  ...[1, 101, 1, 103, 3, 127, 0],
  ...[1, 101, 1, 109, 2, 0, 2],
  // Functions, exports: r
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 114, 0, 1],
  // Code: i32.load at 0
  ...[10, 9, 1, 7, 0, 65, 0, 40, 2, 0, 11],
])

interface Instances {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: { r(): number } }
  Table: new (descriptor: object) => object
  Global: new (descriptor: object, value: number) => object
}

const wasm = WebAssembly as unknown as Instances

test('a module that was compiled for a memory of its own reads what another thread writes', () => {
  const m = new WebAssembly.Memory({ ...ENGINE_MEMORY, initial: 2 })
  const imports = { f: () => 0, t: new wasm.Table({ element: 'anyfunc', initial: 1 }), g: new wasm.Global({ value: 'i32' }, 0), m } // prettier-ignore
  expect(() => new wasm.Instance(new wasm.Module(module), { e: imports })).toThrow('mismatch in shared state')
  const instance = new wasm.Instance(new wasm.Module(withSharedMemory(module)), { e: imports })
  expect(m.buffer).toBeInstanceOf(SharedArrayBuffer)
  new Int32Array(m.buffer)[0] = 7
  expect(instance.exports.r()).toBe(7)
})

test('code without an imported memory stays as it is', () => {
  const empty = module.slice(0, 15)
  expect(withSharedMemory(empty)).toBe(empty)
})

test('PGlite imports its memory, with the size that is shared', async () => {
  const code = await readFile(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
  )
  const changed = withSharedMemory(code)
  // The kind of limits is the only byte that differs.
  const differing = [...changed.keys()].filter((index) => changed[index] !== code[index])
  expect(changed).toHaveLength(code.length)
  expect(differing).toHaveLength(1)
})
