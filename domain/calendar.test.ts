import { expect, test } from 'vitest'
import { sampleEvents } from './calendar.ts'

test('the samples lie one to five days ahead, across the end of a month', () => {
  const starts = sampleEvents(new Date(2026, 0, 29, 23, 30)).map(({ start }) => [start.getMonth() + 1, start.getDate()])
  expect(starts).toEqual([
    [1, 30],
    [1, 31],
    [2, 1],
    [2, 2],
    [2, 3],
  ])
})

test('the launch deadline has no length, the roadmap review ninety minutes', () => {
  const minutes = sampleEvents(new Date()).map(({ start, end }) => (end.getTime() - start.getTime()) / 60_000)
  expect(minutes).toEqual([60, 60, 30, 90, 0])
})
