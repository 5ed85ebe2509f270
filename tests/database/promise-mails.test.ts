import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

interface Mail {
  readonly member: string
  readonly email: string
  readonly lease: string
  readonly total: number
  readonly founders: readonly { readonly id: string; readonly name: string | null }[]
}

describe.each(engines)('mails about broken promises on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
  })
  beforeEach(async () => {
    for (const table of [
      'public.squad_messages',
      'private.promise_mails',
      'public.mail_settings',
      'server.proven_emails',
    ]) {
      await owner.query(`delete from ${table}`)
    }
    await owner.query('update auth.users set banned_until = null')
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const claim = () => cast.service.calls<Mail>('claim_promise_mails', { max_rows: 10 })
  /** Sends what is due. @returns the address of each mail, with its founders */
  const mails = async () => {
    const claimed = await claim()
    for (const { member, lease } of claimed) await cast.service.calls('promise_mail_sent', { member, lease })
    return Object.fromEntries(claimed.map(({ email, founders }) => [email, founders.map(({ name }) => name)]))
  }
  const waits = async (founder: Actor, time: string) => {
    await writes(founder, 'Hello?')
    await owner.query(`update public.squad_conversations set waiting_since = now() - $2::interval where user_id = $1`, [
      founder.id,
      time,
    ])
  }
  const assign = (founder: Actor, member: Actor) =>
    cast.admin.calls('assign_conversation', { founder: founder.id, member: member.id })
  const anHourPasses = () =>
    owner.query(
      `update private.promise_mails set mailed_at = mailed_at - interval '1 hour', due_at = due_at - interval '1 hour'`,
    )

  test('when no one answers in time, all admins are mailed once; of an assigned one the assignee', async () => {
    await waits(cast.ana, '23:59')
    expect(await mails()).toEqual({})
    await waits(cast.ben, '25:00')
    expect(await mails()).toEqual({ 'adele@example.com': ['ben'], 'emil@example.com': ['ben'] })
    await assign(cast.ana, cast.exAdmin)
    await waits(cast.ana, '24:01')
    expect(await mails()).toEqual({})
    await anHourPasses()
    expect(await mails()).toEqual({ 'emil@example.com': ['ana'] })
    await anHourPasses()
    expect(await mails()).toEqual({})
  })

  test('promises that break within an hour are one mail, those that waited the longest first', async () => {
    await waits(cast.ana, '24:01')
    await waits(cast.ben, '24:02')
    const first = (await claim()).find(({ member }) => member === cast.admin.id)
    expect(first).toMatchObject({ total: 2, founders: [{ name: 'ben' }, { id: cast.ana.id, name: 'ana' }] })
    // It was not confirmed: it is tried again after a pause, with what is still late by then.
    expect(await claim()).toEqual([])
    await replies(cast.admin, cast.ben, 'Yes')
    await owner.query('update private.promise_mails set due_at = now() where due_at is not null')
    expect((await mails())['adele@example.com']).toEqual(['ana'])
  })

  test('nothing is mailed of promises that broke days ago, without a promise, or to who does not want it or may not', async () => {
    await waits(cast.ana, '48:01')
    expect(await mails()).toEqual({})
    await waits(cast.ana, '25:00')
    await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: null })
    expect(await mails()).toEqual({})
    await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: 24 })
    await cast.service.calls('stop_mails', { founder: cast.admin.id, kind: 'promises' })
    expect(await cast.admin.sees('mail_settings')).toMatchObject([{ promises: false, replies: true }])
    await owner.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [cast.exAdmin.id])
    expect(await mails()).toEqual({})
    await waits(cast.ben, '25:00')
    await owner.query('update auth.users set banned_until = null')
    await owner.query('delete from server.proven_emails where user_id = $1', [cast.exAdmin.id])
    expect(await mails()).toEqual({})
  })

  test('who loses the role between the promise and the mail gets none; a later wait is another promise', async () => {
    await waits(cast.ana, '24:01')
    const first = await mails()
    expect(Object.keys(first)).toHaveLength(2)
    await replies(cast.admin, cast.ana, 'Yes')
    await waits(cast.ana, '24:30')
    await cast.service.calls('claim_promise_mails', { max_rows: 0 })
    await anHourPasses()
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    expect(await mails()).toEqual({ 'adele@example.com': ['ana'] })
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
  })

  test('a snoozed conversation is left alone', async () => {
    await waits(cast.ana, '25:00')
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: soon })
    expect(await mails()).toEqual({})
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: null })
    expect(Object.keys(await mails()).toSorted()).toEqual(['adele@example.com', 'emil@example.com'])
  })

  test('a promise that is snoozed after it was queued is not mailed until it is no longer', async () => {
    await waits(cast.ana, '25:00')
    await cast.service.calls('claim_promise_mails', { max_rows: 0 })
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: soon })
    expect(await mails()).toEqual({})
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: null })
    expect(Object.keys(await mails()).toSorted()).toEqual(['adele@example.com', 'emil@example.com'])
    expect(await mails()).toEqual({})
  })

  test('cleaning forgets founders who do not wait any more', async () => {
    await waits(cast.ana, '24:01')
    await waits(cast.ben, '24:01')
    await mails()
    await replies(cast.admin, cast.ana, 'Yes')
    await owner.query(`update private.promise_mails set mailed_at = now() - interval '2 days'`)
    await cast.service.calls('delete_expired', { max_rows: 10 })
    expect(await owner.query('select distinct founder from private.promise_mails')).toEqual([{ founder: cast.ben.id }])
  })
})
