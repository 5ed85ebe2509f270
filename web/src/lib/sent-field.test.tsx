// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, keepDrafts } from './drafts.ts'
import { useSentField, type SentRow } from './sent-field.ts'

vi.mock('./network.ts', () => ({ isOffline: () => false, checkNetwork: async () => true }))

beforeEach(() => {
  keepDrafts('ada')
  return forgetDrafts
})

function setup(contentOf = (text: string) => text) {
  keepDrafts('ada')
  const { result } = renderHook(() => useSentField('ada', { name: 'squad', separator: '\n', contentOf }))
  const type = (text: string) => act(() => result.current.setText(text))
  const take = () => {
    let rows: readonly SentRow[] = []
    act(() => {
      rows = result.current.take()
    })
    return rows
  }
  /** Sends what is in the field as one row. */
  const send = (text: string) => {
    type(text)
    const [row] = take()
    if (!row) throw new Error('nothing was sent')
    return row
  }
  const fail = (row: SentRow, text = row.content) => act(() => result.current.restore(text, row, true))
  return { type, take, send, fail, text: () => result.current.text }
}

test('texts that could not be sent return in their order, before what is typed, and are sent again as the same rows', () => {
  const { type, take, send, fail, text } = setup()
  const [first, second] = [send('First'), send('Second')]
  type('Third')
  fail(first)
  fail(second)
  expect(text()).toBe('First\nSecond\nThird')
  const rows = take()
  expect(rows).toMatchObject([first, second, { content: 'Third' }])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  expect(text()).toBe('')
})

test('what was changed is another row', () => {
  const { type, take, send, fail } = setup()
  const [first, second] = [send('First'), send('Second')]
  fail(first)
  fail(second)
  type('First\nSecond, changed')
  const [kept, changed] = take()
  expect(kept).toMatchObject(first)
  expect(changed?.content).toBe('Second, changed')
  expect(changed?.id).not.toBe(second.id)
})

test('the same text to others is another row', () => {
  let recipients = 'ada'
  const { take, send, fail } = setup((text) => `To ${recipients}: ${text}`)
  const row = send('First')
  fail(row, 'First')
  recipients = 'grace'
  const [again] = take()
  expect(again?.content).toBe('To grace: First')
  expect(again?.id).not.toBe(row.id)
})
