import { expect, test } from 'vitest'
import { recordUrl } from './record-links.ts'

const A = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'

test.each([
  { kind: 'goal', period: 'monthly', place: `/?goals=monthly#${A}` },
  { kind: 'loop', period: null, place: '/traction' },
  { kind: 'check-in', period: null, place: `/brain?tab=check-ins#${A}` },
  { kind: 'decision', period: null, place: `/brain?tab=decisions#${A}` },
  { kind: 'squad-message', period: null, place: `/chat?tab=squad#${A}` },
  { kind: 'cofounder-message', period: null, place: `/chat#${A}` },
] as const)('a $kind is linked to $place', ({ kind, period, place }) => {
  expect(recordUrl({ id: A, kind, period })).toBe(place)
})
