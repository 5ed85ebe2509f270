import { expect, test } from 'vitest'
import { networkOf, networksOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['in-process', 'in-process'],
])('the address %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.113.0/24'],
  ['2001:db8:1:2ff:3::6', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['in-process', 'in-process', 'in-process'],
])('the address %s is in the range %s and the site %s', (address, range, site) => {
  expect(networksOf(address)).toMatchObject({ range, site })
})
