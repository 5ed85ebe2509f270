import { expect, test } from 'vitest'
import { isPublicAddress, postFailures, postUrlError, resolvedError } from './outgoing-post.ts'

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback, another one', '127.8.9.10'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private, 10/8', '10.0.0.1'],
  ['private, 172.16/12', '172.31.255.254'],
  ['private, 192.168/16', '192.168.1.1'],
  ['link-local and metadata of AWS, Azure and Google', '169.254.169.254'],
  ['carrier-grade NAT, and metadata of Alibaba', '100.100.100.200'],
  ['protocol assignments, and metadata of Oracle', '192.0.0.192'],
  ['wire server of Azure', '168.63.129.16'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '203.0.113.5'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['IPv6 unique local', 'fc00::1'],
  ['IPv6 metadata of AWS', 'fd00:ec2::254'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv4-mapped', '::ffff:10.0.0.1'],
  ['IPv4-mapped, in hexadecimal', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible, in hexadecimal', '::808:808'],
  ['IPv4-translated', '::ffff:0:8.8.8.8'],
  ['NAT64 with dots', '64:ff9b::10.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a public address', '64:ff9b::808:808'],
  ['local NAT64', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:4136:e378::'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv6 outside of the routed range', '4000::1'],
  ['discarded', '100::1'],
  ['no address', 'hooks.example'],
  ['nothing', ''],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'https://127.0.0.1/in',
  'https://2130706433/in',
  'https://017700000001/in',
  'https://0x7f.1/in',
  'https://127.1/in',
  'https://１２７.0.0.1/in',
  'https://127.0.0.1./in',
  'https://localhost/in',
  'https://LOCALHOST./in',
  'https://api.localhost/in',
  'https://[::1]/in',
  'https://[::ffff:10.0.0.1]/in',
  'https://[64:ff9b::a00:1]:8443/in',
  'https://169.254.169.254/latest/meta-data',
])('%s leads into a private network', (url) => {
  expect(postUrlError(url, false)).toBe(postFailures.private)
  expect(postUrlError(url, true)).toBeUndefined()
})

test.each([
  ['http://hooks.example/in', 'Not a URL that begins with https://'],
  ['ftp://hooks.example/in', 'Not a URL that begins with https://'],
  ['file:///etc/passwd', 'Not a URL that begins with https://'],
  ['javascript:alert(1)', 'Not a URL that begins with https://'],
  ['https://ana@hooks.example/in', 'A URL must not contain a user name or password'],
  ['https://:secret@hooks.example/in', 'A URL must not contain a user name or password'],
  ['hooks.example/in', 'Not a URL'],
  ['https://', 'Not a URL'],
  ['https://256.0.0.1/', 'Not a URL'],
  ['', 'Not a URL'],
])('%s is refused', (url, reason) => {
  expect(postUrlError(url, false)).toBe(reason)
})

test('public URLs are requested, with any port; plain http and private networks where they are allowed', () => {
  for (const url of [
    'https://hooks.example/in?a=b',
    'https://hooks.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ]) {
    expect([url, postUrlError(url, false)]).toEqual([url, undefined])
  }
  expect(postUrlError('http://10.0.0.1:8080/in', true)).toBeUndefined()
  expect(postUrlError('ftp://10.0.0.1/in', true)).toBeDefined()
  expect(postUrlError('http://ana@10.0.0.1/in', true)).toBeDefined()
})

test('one private address among those of a name is enough', () => {
  expect(resolvedError(['93.184.216.34', '2606:4700::1111'])).toBeUndefined()
  expect(resolvedError(['93.184.216.34', '10.0.0.1'])).toBe(postFailures.private)
  expect(resolvedError([])).toBe(postFailures.unknownHost)
})
