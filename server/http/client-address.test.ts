import { expect, test } from 'vitest'
import { clientAddressOf } from './client-address.ts'

const behindOne = (forwardedFor: string | undefined) => clientAddressOf({ remoteAddress: '10.0.0.1', forwardedFor }, 1)

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[fe80::1%eth0]:4711', 'fe80::1'],
  [undefined, '10.0.0.1'],
])('behind one proxy %j is the client %s, without its port or zone', (forwardedFor, address) => {
  expect(behindOne(forwardedFor)).toBe(address)
})

test('ignores X-Forwarded-For without a trusted proxy', () => {
  expect(clientAddressOf({ remoteAddress: '10.0.0.1', forwardedFor: '203.0.113.7' }, 0)).toBe('10.0.0.1')
})

test.each([0, 1])('a link-local client behind %d proxies has no zone, which no column stores', (trustProxy) => {
  expect(clientAddressOf({ remoteAddress: 'fe80::1%eth0', forwardedFor: undefined }, trustProxy)).toBe('fe80::1')
})
