import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LogEvent } from '../../log.ts'
import { createSms } from './sms.ts'

const message = { phone: '+351912345678', text: '123456 is your Upswing code.' }

test('without a webhook a text message is written to a private file, and the log has its path but not its content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const outbox = join(folder, 'outbox')
  const events: LogEvent[] = []
  const sms = createSms({ outbox, log: (event) => void events.push(event) })
  expect(sms.provider).toBe('outbox')
  expect(await sms.send(message)).toBe(true)
  const [file = ''] = await readdir(outbox)
  expect(file).toMatch(/\.sms\.json$/)
  expect(events).toEqual([{ kind: 'sms-written', file: join(outbox, file) }])
  expect(JSON.parse(await readFile(join(outbox, file), 'utf8'))).toEqual(message)
  expect((await stat(join(outbox, file))).mode & 0o077).toBe(0)
})

test('a text message that the webhook does not accept is reported, and the log has neither number nor URL', async () => {
  const events: LogEvent[] = []
  const webhookUrl = 'http://127.0.0.1:1/send?key=secret'
  const sms = createSms({ webhookUrl, outbox: '', log: (event) => void events.push(event) })
  expect(sms.provider).toBe('webhook')
  expect(await sms.send(message)).toBe(false)
  expect(events).toMatchObject([{ kind: 'sms-failed' }])
  const reply = String((events[0] as { cause: unknown }).cause)
  expect(reply).toMatch(/^Error: the text message was not accepted: \w+$/)
})
