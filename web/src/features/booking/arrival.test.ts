import { expect, test } from 'vitest'
import { readLink } from './arrival.ts'

test.each([
  ['#token=a.b', { token: 'a.b' }],
  ['#manage=a.b', { manage: 'a.b' }],
  ['#manage=a.b&do=move', { manage: 'a.b', intent: 'move' }],
  ['#manage=a.b&do=cancel', { manage: 'a.b', intent: 'cancel' }],
  ['#manage=a.b&do=anything', { manage: 'a.b' }],
  ['#call=c1', { call: 'c1' }],
  ['#call=c1&do=move', { call: 'c1', intent: 'move' }],
])('reads the fragment %s', (fragment, brought) => {
  expect(readLink('growth', fragment)).toEqual({ member: 'growth', ...brought })
})

test.each(['', '#', '#top', '#token=', '#access_token=x'])('ignores %j', (fragment) => {
  expect(readLink('growth', fragment)).toBeUndefined()
})
