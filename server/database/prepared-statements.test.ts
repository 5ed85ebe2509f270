import { expect, test } from 'vitest'
import { PreparedStatements } from './prepared-statements.ts'

test('a statement is parsed once and bound under the same name afterwards', () => {
  const prepared = new PreparedStatements()
  const first = prepared.take('select 1')
  expect(first.isNew).toBe(true)
  expect(prepared.take('select 1')).toEqual({ name: first.name, isNew: false, closed: [] })
})

test('two connections never use the same name', () => {
  const [one, other] = [new PreparedStatements(), new PreparedStatements()]
  expect(one.take('select 1').name).not.toBe(other.take('select 1').name)
})

test('a forgotten statement is closed and prepared again under another name', () => {
  const prepared = new PreparedStatements()
  const first = prepared.take('select 1')
  prepared.forget('select 1')
  const second = prepared.take('select 1')
  expect(second.isNew).toBe(true)
  expect(second.name).not.toBe(first.name)
  expect(second.closed).toEqual([first.name])
})

test('closes the least recently used statement beyond the limit', () => {
  const prepared = new PreparedStatements()
  const names = Array.from({ length: 200 }, (_, index) => prepared.take(`select ${index}`).name)
  prepared.take('select 0')
  prepared.take('one more')
  expect(prepared.take('select 0').isNew).toBe(false)
  expect(prepared.take('select 2').closed).toEqual([])
  const again = prepared.take('select 1')
  expect(again.isNew).toBe(true)
  expect(again.name).not.toBe(names[1])
})
