import { expect, test } from 'vitest'
import { readHosts } from './postgres-hosts.ts'

const accepted: Record<string, readonly string[]> = {
  'postgres://me:pw@h1/db': ['postgres://me:pw@h1/db'],
  'postgres:///db?host=/run/postgresql': ['postgres:///db?host=/run/postgresql'],
  'postgresql://me@h1:5432,h2:5433/db': ['postgresql://me@h1:5432/db', 'postgresql://me@h2:5433/db'],
  'postgres://h1,h2:5433/db': ['postgres://h1/db', 'postgres://h2:5433/db'],
  'postgres://me:a@b,c:d@h1,h2/db': ['postgres://me:a@b,c:d@h1/db', 'postgres://me:a@b,c:d@h2/db'],
  'postgres://[::1]:1,[::2]/db': ['postgres://[::1]:1/db', 'postgres://[::2]/db'],
  'postgres://h1,h2/db?sslmode=verify-full&target_session_attrs=any': [
    'postgres://h1/db?sslmode=verify-full',
    'postgres://h2/db?sslmode=verify-full',
  ],
  'postgres://me@/db?host=h1,::2&port=5433': ['postgres://me@h1:5433/db', 'postgres://me@[::2]:5433/db'],
  'postgres:///db?host=/run/one,/run/two&port=1,2': ['postgres://%2Frun%2Fone:1/db', 'postgres://%2Frun%2Ftwo:2/db'],
}

test.each(Object.entries(accepted))('%s', (url, urls) => {
  expect(readHosts(url)).toMatchObject({ ok: true, value: { urls } })
})

test.each(['any', 'read-write', 'primary'])('target_session_attrs=%s', (target) => {
  expect(readHosts(`postgres://h1,h2/db?target_session_attrs=${target}`)).toMatchObject({ value: { target } })
})

test.each(['postgres://h1/db', 'postgres://h1,h2/db'])('the server of %s has to be a primary', (url) => {
  expect(readHosts(url)).toMatchObject({ value: { target: 'primary' } })
})

test.each([
  ['mysql://h1/db', /^is not a URL such as/],
  ['postgres://me:secret@h1,,h2/db', /^is not a URL such as/],
  ['postgres://me:secret@h1:port,h2/db', /^is not a URL such as/],
  ['postgres://me:secret@h1:65536,h2/db', /^is not a URL such as/],
  ['postgres://me:secret@h1:5432:5433/db', /^is not a URL such as/],
  ['postgres://me:secret@h1,h2,h3/db?port=1,2', /3 hosts and 2 ports$/],
  ['postgres://me:secret@h1/db?port=1,2', /1 hosts and 2 ports$/],
  [
    'postgres://me:secret@h1,h2/db?target_session_attrs=standby',
    /target_session_attrs=standby is not one of any, read-write, primary$/,
  ],
  ['postgres://me:secret@h1/db?target_session_attrs=', /target_session_attrs= is not one of/],
])('%s is refused without its password', (url, reason) => {
  const read = readHosts(url)
  expect(read.ok ? '' : read.failure).toMatch(reason)
  expect(read.ok ? '' : read.failure).not.toContain('secret')
})
