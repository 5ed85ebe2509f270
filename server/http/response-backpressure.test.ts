import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { ResponseBackpressure } from './response-backpressure.ts'

const MB = 1024 * 1024

const response = () =>
  Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy(this: EventEmitter) {
      this.emit('close')
    },
  }) as unknown as ServerResponse

describe('unsent answers', () => {
  test('one caller may have 64 MiB unsent', () => {
    const unsent = new ResponseBackpressure()
    const answers = [response(), response()]
    for (const answer of answers) unsent.hold('ana', 32 * MB, answer)
    expect(unsent.isFull('ana')).toBe(true)
    expect(unsent.fits('ana', MB)).toBe(false)
    expect(unsent.fits('ben', MB)).toBe(true)
    answers[0]?.emit('close')
    expect(unsent.isFull('ana')).toBe(false)
    expect(unsent.fits('ana', 32 * MB)).toBe(true)
    expect(unsent.fits('ana', 33 * MB)).toBe(false)
  })

  test('all callers may have 512 MiB unsent, and small responses are never rejected', () => {
    const unsent = new ResponseBackpressure()
    for (let count = 0; count < 8; count++) unsent.hold(`user ${count}`, 64 * MB, response())
    expect(unsent.fits('ana', MB)).toBe(false)
    expect(unsent.fits('ana', 50_000)).toBe(true)
    expect(unsent.isFull('ana')).toBe(false)
  })

  test('a closed connection is not counted', () => {
    const unsent = new ResponseBackpressure()
    unsent.hold('ana', 64 * MB, Object.assign(response(), { destroyed: true }))
    expect(unsent.isFull('ana')).toBe(false)
  })

  test('closes the connection of a client that reads too slowly', () => {
    vi.useFakeTimers()
    const unsent = new ResponseBackpressure(1000)
    unsent.hold('ana', 64 * MB, response())
    vi.advanceTimersByTime(999)
    expect(unsent.isFull('ana')).toBe(true)
    vi.advanceTimersByTime(1)
    expect(unsent.isFull('ana')).toBe(false)
    vi.useRealTimers()
  })
})
