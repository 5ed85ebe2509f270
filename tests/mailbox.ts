import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Person, TestServer } from './harness.ts'

/** The mails to a person of a server that has no mail server, the oldest first. */
export async function mailsTo({ own }: TestServer, { email }: Pick<Person, 'email'>): Promise<Email[]> {
  const folder = join(own.dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).sort()
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

/** A mail server on a free port that keeps what it gets. */
export interface Mailbox {
  readonly url: string
  /** The mails so far, as they arrived. */
  readonly raw: readonly string[]
  mails(): Promise<Email[]>
  /** From now on, whether recipients are refused for the moment. */
  refuse(isRefusing: boolean): void
  readonly refusals: number
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const raw: string[] = []
  let isRefusing = false
  let refusals = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (!isRefusing) return done()
      refusals++
      done(Object.assign(new Error('later'), { responseCode: 451 }))
    },
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        raw.push(text)
        done()
      })
    },
  })
  // A client that was killed.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    raw,
    mails: () => Promise.all(raw.map((text) => PostalMime.parse(text))),
    refuse: (refuses) => void (isRefusing = refuses),
    get refusals() {
      return refusals
    },
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}
