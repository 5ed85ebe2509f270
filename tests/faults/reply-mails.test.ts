import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { ensureBuilt } from '../built-server.ts'
import { engines } from '../harness.ts'
import { openMailbox, type Mailbox } from '../mailbox.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Founders whose replies are due at once; `REPLY_MAILS=10000` measures more. */
const DUE = Number(process.env['REPLY_MAILS'] ?? 300)
const SERVERS = 3
/** Mails that a server sends at a time: those of a killed one may be sent again. */
const IN_FLIGHT = 5

beforeAll(ensureBuilt)

const addressesIn = ({ raw }: Mailbox) => raw.map((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? '')

// The embedded engine serves one process.
describe.each(engines.filter((engine) => engine === 'postgres'))('many mails that are due, on %s', (engine) => {
  test(
    `${SERVERS} servers send ${DUE} mails once each, and only those of a killed one again`,
    { timeout: 60_000 + DUE * 100 },
    async () => {
      const own = await openForTest(engine)
      if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const mailbox = await openMailbox()
      onTestFinished(() => mailbox.close())
      const env = { SMTP_URL: mailbox.url }
      const servers = []
      for (let count = 0; count < SERVERS; count++) servers.push(await startForTest(own, env))
      const owner = await connect(connectionOf(own.config.url))
      onTestFinished(() => owner.end())
      await owner.query(
        `insert into auth.users (email, email_confirmed_at)
         select 'founder' || n || '@example.com', now() from generate_series(1, $1::integer) n`,
        [DUE],
      )
      await owner.query(
        `insert into public.squad_messages (user_id, sender_type, sender_name, content, created_at)
         select id, 'squad', 'Upswing Team', 'Raise it', now() - interval '31 minutes' from auth.users
         where email like 'founder%'`,
      )
      const started = performance.now()
      const notify = () => owner.query(`select pg_notify('functions', 'reply-mails')`)
      await notify()
      const untilSent = async (count: number) => {
        while (mailbox.raw.length < count) await sleep(20)
      }
      await untilSent(DUE / 3)
      await servers[0]?.end('SIGKILL')
      const remaining = async () => {
        const { rows } = await owner.query<{ due: number; claimed: number }>(
          `select count(*) filter (where due_at <= now())::integer as due, count(due_at)::integer as claimed
           from private.reply_mails`,
        )
        return rows[0] ?? { due: 0, claimed: 0 }
      }
      while ((await remaining()).due > 0) await sleep(50)
      // Wait for the other servers' mails in flight.
      while ((await remaining()).claimed > IN_FLIGHT) await sleep(50)
      const seconds = (performance.now() - started) / 1000
      const left = (await remaining()).claimed

      // Five minutes pass, and what the killed server had claimed is claimed again.
      await owner.query('update private.reply_mails set due_at = now() where due_at is not null')
      await notify()
      while ((await remaining()).claimed > 0) await sleep(50)
      const sent = addressesIn(mailbox)
      const doubled = sent.length - new Set(sent).size
      console.info(`${DUE} due: ${new Set(sent).size} sent in ${seconds.toFixed(1)} s, ${doubled} of ${left} doubled`)
      expect(new Set(sent).size).toBe(DUE)
      expect(doubled).toBeLessThanOrEqual(left)
    },
  )
})
