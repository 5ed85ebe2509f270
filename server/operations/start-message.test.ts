import { expect, test } from 'vitest'
import { readConfig, type Config } from '../config.ts'
import { accountLines, startMessage } from './start-message.ts'

function configOf(env: Readonly<Record<string, string>> = {}): Config {
  const read = readConfig({ DATA_DIR: '/srv/upswing', ...env })
  if (!read.ok) throw new Error(read.failure)
  return read.value
}
const admin = { email: 'admin@localhost.localdomain', password: 'shown-once' }

test('the start message has the URL, the admin, the folders of data and mails, the landing page, and how to stop', () => {
  expect(startMessage(configOf(), { engine: 'pglite', firstAdmin: admin })).toBe(`
  Upswing is running at http://localhost:3000

  Admin    admin@localhost.localdomain, password shown-once (shown only now)
  Data     /srv/upswing (embedded PostgreSQL)
  Mail     kept in /srv/upswing/outbox until SMTP_URL is set
  Landing  founders land at /command after signing in, which shows the 404 page; LANDING_PATH=/ leads to the board
  Stop     Ctrl-C
`)
})

test('the start message shows no password of a connection', () => {
  const config = configOf({
    DATABASE_URL: 'postgres://owner:hidden@127.0.0.1:5432/growth',
    SMTP_URL: 'smtps://me:hidden@mail.example:465',
    LANDING_PATH: '/',
  })
  const message = startMessage(config, { engine: 'postgres' })
  expect(message).not.toContain('hidden')
  expect(message).not.toContain('Landing')
  expect(message).toContain('  Admin    see `npm run admin -- list`\n')
  expect(message).toContain('  Data     PostgreSQL at 127.0.0.1:5432/growth\n')
  expect(message).toContain('  Mail     sent by mail.example:465\n')
})

test('the start message names all hosts of the database', () => {
  const config = configOf({ DATABASE_URL: 'postgres://owner:hidden@127.0.0.1:5432,localhost:5433/growth' })
  const message = startMessage(config, { engine: 'postgres' })
  expect(message).toContain('  Data     PostgreSQL at 127.0.0.1:5432,localhost:5433/growth\n')
})

test('the start message of a demo shows both accounts, in a terminal and in a log', () => {
  const sample = { founder: 'founder@demo.example', admin: 'admin@demo.example', password: 'demo' }
  const message = startMessage(configOf({ LANDING_PATH: '/' }), { engine: 'pglite', sample })
  expect(message).toContain(
    '  Founder  founder@demo.example, password demo\n  Admin    admin@demo.example, password demo\n',
  )
  expect(accountLines({ sample }).join('\n')).toContain('Its admin is admin@demo.example with the same password')
  expect(accountLines({ firstAdmin: { email: 'named@example.com' } })).toEqual([])
})
