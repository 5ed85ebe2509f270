import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { LogEvent } from '../log.ts'
import { createMail } from './mail.ts'

const from = 'Upswing <no-reply@growth.example>'
const message = { to: 'ana@example.com', subject: 'Reset your password', text: 'Your code is 123456' }

/** The first event that sending a mail logs. */
async function eventOf(send: (log: (event: LogEvent) => void) => void): Promise<LogEvent> {
  return new Promise((resolve) => send(resolve))
}

test('without an SMTP server a mail is written to a private file, and the log has its path but not its content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const outbox = join(folder, 'outbox')
  const event = await eventOf((log) => createMail({ from, outbox, log }).send(message))
  const [file = ''] = await readdir(outbox)
  expect(event).toEqual({ kind: 'mail-written', file: join(outbox, file) })
  const eml = await readFile(join(outbox, file), 'utf8')
  expect(eml).toContain('To: ana@example.com')
  expect(eml).toContain('123456')
  expect(eml).toContain('Auto-Submitted: auto-generated')
  expect((await stat(join(outbox, file))).mode & 0o077).toBe(0)
})

test('sends mail through the SMTP server', async () => {
  const received = new Promise<string>((resolve) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          done()
          server.close()
          resolve(text)
        })
      },
    })
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.server.address() as AddressInfo
      createMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outbox: '', log: () => undefined }).send(message)
    })
  })
  expect(await received).toMatch(/^Auto-Submitted: auto-generated\r?\nX-Auto-Response-Suppress: All$/m)
})

test('logs a rejected mail without the address', async () => {
  const event = await eventOf((log) =>
    createMail({ smtpUrl: 'smtp://127.0.0.1:1', from, outbox: '', log }).send(message),
  )
  expect(event).toMatchObject({ kind: 'mail-failed' })
  expect(JSON.stringify(event) + String((event as { cause: unknown }).cause)).not.toContain('ana@')
})
