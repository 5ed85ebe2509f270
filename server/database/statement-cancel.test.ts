import { expect, test } from 'vitest'
import { shareWithEngine, StatementCancel } from './statement-cancel.ts'

const INTERRUPT_PENDING = 64
const QUERY_CANCEL_PENDING = 68

function engine() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  const shared = shareWithEngine(memory)
  const inEngine = new StatementCancel(shared)
  inEngine.locate(INTERRUPT_PENDING, QUERY_CANCEL_PENDING)
  const words = new Int32Array(memory.buffer)
  const flags = () => [words[INTERRUPT_PENDING / 4], words[QUERY_CANCEL_PENDING / 4]]
  return { inEngine, inMain: new StatementCancel(shared), flags }
}

test('cancelling sets the flags of the running batch, and its end clears them', () => {
  const { inEngine, inMain, flags } = engine()
  inEngine.begin()
  inMain.cancel(0)
  expect(flags()).toEqual([1, 1])
  inEngine.end()
  expect(flags()).toEqual([0, 0])
  expect(inMain.answered).toBe(1)
})

test('a cancellation never hits a batch after the one it is for', () => {
  const { inEngine, inMain, flags } = engine()
  inMain.cancel(0)
  expect(flags()).toEqual([0, 0])
  inEngine.begin()
  inEngine.end()
  inEngine.begin()
  inMain.cancel(0)
  expect(flags()).toEqual([0, 0])
  inMain.cancel(1)
  expect(flags()).toEqual([1, 1])
})

test('an engine with a private memory is not cancelled', () => {
  const statements = new StatementCancel(shareWithEngine(undefined))
  statements.begin()
  expect(() => statements.cancel(0)).not.toThrow()
})
