import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

describe.each(engines)('read receipts on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const receipt = async (founder: Actor) => (await founder.sees('read_receipts'))[0]
  const answers = (founder: Actor, content: string) => replies(cast.admin, founder, content)
  /** The date of the newest message that the founder sees. */
  const newest = async (founder: Actor) =>
    (await founder.sees('squad_messages')).map(({ created_at }) => String(created_at)).sort().at(-1)! // prettier-ignore
  const reads = (founder: Actor, until: string) => founder.calls('mark_replies_read', { until })

  test('there is none before the squad has read or written', async () => {
    await writes(cast.ana, 'Hello')
    await reads(cast.ana, await newest(cast.ana))
    await cast.admin.calls('mark_conversation_read', { founder: cast.exAdmin.id })
    expect(await cast.admin.sees('read_receipts')).toEqual([])
  })

  test('mark_conversation_read shows the founder until when the squad has read, never backwards', async () => {
    const until = await newest(cast.ana)
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until })
    const read = { unread: 0, unread_since: null, founder_read_until: null, squad_read_until: until }
    expect(await receipt(cast.ana)).toMatchObject(read)
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: '2020-01-01' })
    expect(await receipt(cast.ana)).toMatchObject(read)
    await writes(cast.ana, 'Still there?')
    expect(await receipt(cast.ana)).toMatchObject(read)
  })

  test('a reply is unread, and has read what came before', async () => {
    await answers(cast.ana, 'We are')
    const first = await newest(cast.ana)
    expect(await receipt(cast.ana)).toMatchObject({ unread: 1, unread_since: first, squad_read_until: first })
    await answers(cast.ana, 'Every day')
    await writes(cast.ana, 'Good')
    expect(await receipt(cast.ana)).toMatchObject({ unread: 2, unread_since: first, founder_read_until: null })
  })

  test('mark_replies_read marks until the newest message on the screen, never later than now', async () => {
    const until = await newest(cast.ana)
    await answers(cast.ana, 'One more thing')
    const later = await newest(cast.ana)
    await reads(cast.ana, until)
    expect(await receipt(cast.ana)).toMatchObject({ unread: 1, unread_since: later, founder_read_until: until })
    await reads(cast.ana, '2999-01-01')
    expect(await receipt(cast.ana)).toMatchObject({ unread: 0, unread_since: null })
    await answers(cast.ana, 'And another')
    expect(await receipt(cast.ana)).toMatchObject({ unread: 1, unread_since: await newest(cast.ana) })
  })

  test('mark_replies_read never moves backwards, and a repetition writes nothing', async () => {
    await reads(cast.ana, await newest(cast.ana))
    const version = () => owner.query('select xmin from public.read_receipts where user_id = $1', [cast.ana.id])
    const [before, written] = [await receipt(cast.ana), await version()]
    expect(before).toMatchObject({ unread: 0, founder_read_until: await newest(cast.ana) })
    await reads(cast.ana, await newest(cast.ana))
    await reads(cast.ana, '2020-01-01')
    await expect(reads(cast.ana, '-infinity')).rejects.toMatchObject({ code: '22008' })
    expect(await receipt(cast.ana)).toEqual(before)
    expect(await version()).toEqual(written)
  })

  test('each founder sees and marks their own receipt only; admins see all', async () => {
    await answers(cast.ben, 'Welcome')
    await answers(cast.ana, 'Hello again')
    await reads(cast.ben, await newest(cast.ben))
    expect(await cast.ben.sees('read_receipts')).toMatchObject([{ user_id: cast.ben.id, unread: 0 }])
    expect(await cast.ana.sees('read_receipts')).toMatchObject([{ user_id: cast.ana.id, unread: 1 }])
    expect(await cast.exAdmin.sees('read_receipts')).toEqual([])
    expect(await cast.admin.sees('read_receipts')).toHaveLength(2)
  })

  test('a session that owes a second factor cannot mark replies as read', async () => {
    await cast.database.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
      [cast.ana.id],
    )
    const due = cast.with({ aal: 'aal1' }, cast.ana)
    await expect(reads(due, '2999-01-01')).rejects.toMatchObject({ code: '42501' })
    await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.ana.id])
    expect(await receipt(cast.ana)).toMatchObject({ unread: 1 })
  })

  test('replies to several founders in one statement are counted for each', async () => {
    for (const founder of [cast.ana, cast.ben]) await reads(founder, '2999-01-01')
    await owner.query(
      `insert into public.squad_messages (user_id, sender_type, sender_name, content, created_at)
       select founder, 'squad', 'Upswing Team', 'Number ' || n, now() + (60 * n + 1) * interval '1 second'
       from unnest($1::uuid[]) as founder, generate_series(-1, 2) n`,
      [[cast.ana.id, cast.ben.id]],
    )
    // The one from a minute ago is older than what was read last.
    for (const founder of [cast.ana, cast.ben]) expect(await receipt(founder)).toMatchObject({ unread: 3 })
  })

  test('messages that the service role changes or deletes are counted again', async () => {
    await cast.service.changes('squad_messages', { content: 'Number 0' }, { created_at: '2026-01-01' })
    expect(await receipt(cast.ana)).toMatchObject({ unread: 2 })
    await cast.service.deletes('squad_messages', { content: 'Number 1', user_id: cast.ana.id })
    expect(await receipt(cast.ana)).toMatchObject({ unread: 1, unread_since: await newest(cast.ana) })
    expect(await receipt(cast.ben)).toMatchObject({ unread: 2 })
    await cast.service.deletes('squad_messages', { user_id: cast.ana.id })
    expect(await receipt(cast.ana)).toMatchObject({ unread: 0, unread_since: null })
  })

  // The embedded engine has one session.
  test.each([engine].filter((one) => one === 'postgres'))(
    'a reply written while replies are marked as read stays unread (%s)',
    async () => {
      if (cast.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const writer = await connect(connectionOf(cast.config.url))
      try {
        await answers(cast.ana, 'Shown')
        const shown = await newest(cast.ana)
        await writer.query('begin')
        await writer.query(
          `insert into public.squad_messages (user_id, sender_type, sender_name, content)
           values ($1, 'squad', 'Upswing Team', 'Under way')`,
          [cast.ana.id],
        )
        const reading = reads(cast.ana, shown)
        await vi.waitFor(async () => {
          const { rows } = await writer.query('select from pg_locks where not granted')
          expect(rows).not.toEqual([])
        })
        await writer.query('commit')
        await reading
        expect(await receipt(cast.ana)).toMatchObject({ unread: 1, founder_read_until: shown })
      } finally {
        await writer.end()
      }
    },
  )

  test('concurrent replies, also the very first ones, and marking as read lose no reply', async () => {
    await reads(cast.ana, '2999-01-01')
    for (const founder of [cast.exAdmin, cast.ana]) {
      for (let round = 1; round <= 20; round++) {
        await Promise.all([
          answers(founder, `A ${round}`),
          answers(founder, `B ${round}`),
          reads(founder, '2020-01-01'),
        ])
        expect(await receipt(founder)).toMatchObject({ unread: 2 })
        const shown = await newest(founder)
        await Promise.all([
          reads(founder, shown),
          answers(founder, `C ${round}`),
          reads(founder, shown),
          cast.admin.calls('mark_conversation_read', { founder: founder.id }),
        ])
        expect(await receipt(founder)).toMatchObject({ unread: 1, unread_since: await newest(founder) })
        await reads(founder, await newest(founder))
        expect(await receipt(founder)).toMatchObject({ unread: 0 })
      }
    }
  })
})
