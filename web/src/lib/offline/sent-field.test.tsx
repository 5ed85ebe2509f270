// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, keepDrafts } from './drafts.ts'
import { useSentField, type SentRow } from './sent-field.ts'
import { stubNetwork } from './test-network.ts'

let network: ReturnType<typeof stubNetwork>

beforeEach(() => {
  network = stubNetwork()
  keepDrafts('ada')
  return () => {
    forgetDrafts()
    network.setReachable(true)
    vi.unstubAllGlobals()
  }
})

function setup(contentOf = (text: string) => text, hasQueue = true) {
  keepDrafts('ada')
  const { result } = renderHook(() => useSentField('ada', { name: 'squad', separator: '\n', contentOf, hasQueue }))
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
  const fail = (row: SentRow, text = row.content) => act(async () => result.current.restore(text, row, true))
  const waiting = () => result.current.waiting.map(({ text }) => text)
  return { type, take, send, fail, waiting, text: () => result.current.text, field: () => result.current }
}

test('texts that could not be sent return in their order, before what is typed, and are sent again as the same rows', async () => {
  const { type, take, send, fail, text } = setup()
  const [first, second] = [send('First'), send('Second')]
  type('Third')
  await fail(first)
  await fail(second)
  expect(text()).toBe('First\nSecond\nThird')
  const rows = take()
  expect(rows).toMatchObject([first, second, { content: 'Third' }])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  expect(text()).toBe('')
})

test('without a queue what fails returns to the field, also without a network', async () => {
  const { type, take, send, fail, text, waiting } = setup(undefined, false)
  network.setReachable(false)
  const first = send('First')
  type('Second')
  await fail(first)
  expect(text()).toBe('First\nSecond')
  expect(take()).toMatchObject([first, { content: 'Second' }])
  expect(waiting()).toEqual([])
})

test('what was changed is another row', async () => {
  const { type, take, send, fail } = setup()
  const [first, second] = [send('First'), send('Second')]
  await fail(first)
  await fail(second)
  type('First\nSecond, changed')
  const [kept, changed] = take()
  expect(kept).toMatchObject(first)
  expect(changed?.content).toBe('Second, changed')
  expect(changed?.id).not.toBe(second.id)
})

test('the same text to others is another row', async () => {
  let recipients = 'ada'
  const { take, send, fail } = setup((text) => `To ${recipients}: ${text}`)
  const row = send('First')
  await fail(row, 'First')
  recipients = 'grace'
  const [again] = take()
  expect(again?.content).toBe('To grace: First')
  expect(again?.id).not.toBe(row.id)
})

test('without a network each text waits as a row of its own, in order, and the field is free for the next one', async () => {
  network.setReachable(false)
  const { type, take, send, fail, waiting, text, field } = setup()
  const first = send('First')
  await fail(first)
  expect(text()).toBe('First')
  act(() => field().makeRoom())
  expect(text()).toBe('')
  type('Second')
  expect(take()).toEqual([])
  expect(text()).toBe('')
  expect(waiting()).toEqual(['First', 'Second'])
  expect(field().isWaiting).toBe(true)
  type('Third')
  let sent: readonly SentRow[] = []
  act(() => {
    sent = field().takeWaiting()
  })
  expect(sent).toMatchObject([first, { content: 'Second' }])
  expect(text()).toBe('Third')
  expect(field().isWaiting).toBe(false)
})

test('without a network what fails while the next text is typed waits beside the field', async () => {
  const { type, send, fail, waiting, text } = setup()
  const first = send('First')
  type('Second')
  network.setReachable(false)
  await fail(first)
  expect(text()).toBe('Second')
  expect(waiting()).toEqual(['First'])
})

test('what has waited and is refused with a network returns to the field, and is not sent again by itself', async () => {
  network.setReachable(false)
  const { type, send, fail, waiting, text, field } = setup()
  const first = send('First')
  await fail(first)
  act(() => field().makeRoom())
  network.setReachable(true)
  act(() => void field().takeWaiting())
  type('Second')
  await fail(first)
  expect(text()).toBe('First\nSecond')
  expect(waiting()).toEqual([])
  expect(field().isWaiting).toBe(false)
})

test('what waits can be edited: it returns to the field, and is the same row while it is unchanged', async () => {
  network.setReachable(false)
  const { type, take, send, fail, waiting, text, field } = setup()
  const first = send('First')
  await fail(first)
  act(() => field().makeRoom())
  type('Second')
  act(() => field().edit(first.id))
  expect(text()).toBe('First\nSecond')
  expect(waiting()).toEqual([])
  expect(field().isWaiting).toBe(false)
  expect(take()).toMatchObject([first, { content: 'Second' }])
})
