import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_LIFETIMES } from '../../server/auth/constants.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { addFactor, gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

interface Push {
  readonly device: string
  readonly kind: string
  readonly about: string
  readonly happened_at: string
  readonly name: string | null
  readonly opens: string
  readonly member: string | null
  readonly state: string | null
  readonly failure: string | null
}

const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }

describe.each(engines)('notifications on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    // Calls begin at any minute here, since the database's clock cannot be moved.
    await owner.query('alter table public.squad_bookings drop constraint squad_bookings_starts_at_check')
  })
  beforeEach(async () => {
    for (const table of [
      'private.push_devices',
      'public.push_settings',
      'public.squad_messages',
      'public.read_receipts',
      'public.notes',
      'public.squad_bookings',
      'auth.mfa_factors',
    ]) {
      await owner.query(`delete from ${table}`)
    }
    await owner.query('update auth.users set banned_until = null, deleted_at = null')
    await owner.query(
      `update auth.sessions set created_at = now(), refreshed_at = null, not_after = null, aal = 'aal1'`,
    )
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  /** The session has the id of its user. @returns the endpoint */
  const device = async ({ id }: Actor, name = id): Promise<string> => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`
    await cast.service.calls('add_push_device', { account: id, session: id, endpoint, ...KEYS })
    return endpoint
  }
  const settings = async (person: Actor, chosen: Row) => {
    await owner.query('delete from public.push_settings where user_id = $1', [person.id])
    await person.adds('push_settings', { user_id: person.id, ...chosen })
  }
  /** The time since the last event is over. */
  const due = () => owner.query('update private.pushes set due_at = now() where due_at is not null')
  const claim = () => cast.service.calls<Push>('claim_pushes', { max_rows: 100 })
  const sent = async (pushes: readonly Push[]) => {
    for (const { device, kind, about, happened_at } of pushes) {
      await cast.service.calls('push_sent', { device, kind, about, happened_at })
    }
  }
  /** What is due is sent. @returns the kinds, in alphabetical order */
  const pushed = async (): Promise<string[]> => {
    await cast.service.calls('plan_pushes')
    await due()
    const pushes = await claim()
    await sent(pushes)
    return pushes.map(({ kind }) => kind).sort()
  }
  const assign = (founder: Actor, member: Actor, by = cast.admin) =>
    by.calls('assign_conversation', { founder: founder.id, member: member.id })
  const waits = (founder: Actor, time: string) =>
    owner.query(`update public.squad_conversations set waiting_since = now() - $2::interval where user_id = $1`, [
      founder.id,
      time,
    ])
  const hourNow = async () =>
    (await owner.query<{ hour: number }>(`select extract(hour from now() at time zone 'UTC')::integer as hour`))[0]
      ?.hour ?? 0

  test('a founder’s message goes to every admin, or to the one who answers', async () => {
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    for (const one of [cast.ana, cast.admin, cast.exAdmin]) await device(one)
    await writes(cast.ana, 'Hello')
    expect(await pushed()).toEqual(['message', 'message'])
    await assign(cast.ana, cast.exAdmin)
    expect(await pushed()).toEqual(['assigned'])
    await writes(cast.ana, 'Hello?')
    await owner.query(`update private.pushes set sent_at = sent_at - interval '1 minute'`)
    expect(await pushed()).toEqual(['message'])
    // Admins know what they assign to themselves.
    await assign(cast.ana, cast.admin)
    expect(await pushed()).toEqual([])
  })

  test('what is due soon is waited for, and nothing when that is all', async () => {
    const next = async () =>
      (await owner.query<{ seconds: number | null }>('select public.next_push() as seconds'))[0]?.seconds
    expect(await next()).toBeNull()
    await device(cast.admin)
    await writes(cast.ana, 'Hello')
    expect(await next()).toSatisfy((seconds) => seconds > 0 && seconds <= 6)
    await owner.query(`update private.pushes set due_at = now() - interval '1 minute'`)
    expect(await next()).toBe(0)
  })

  test('a colleague who is mentioned in an internal note is told, the others are not', async () => {
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    for (const one of [cast.admin, cast.exAdmin]) await device(one)
    const mentioning = (mentions: readonly string[]) =>
      cast.admin.adds('internal_notes', { user_id: cast.ana.id, content: 'Look', mentions: `{${mentions.join(',')}}` })
    await mentioning([cast.exAdmin.id, cast.admin.id, cast.ben.id])
    await due()
    const pushes = await claim()
    expect(pushes).toMatchObject([{ kind: 'mention', about: cast.ana.id, opens: cast.ana.id, name: null }])
    await sent(pushes)
    const [note] = await cast.admin.sees('internal_notes')
    await mentioning([cast.exAdmin.id])
    await owner.query('delete from public.internal_notes where id <> $1', [note?.['id']])
    expect(await pushed()).toEqual([])
  })

  test('what is read, answered, done or assigned to someone else by then is not sent', async () => {
    await device(cast.admin)
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    const ends: (() => Promise<unknown>)[] = [
      () => cast.admin.calls('mark_conversation_read', { founder: cast.ana.id }),
      () => replies(cast.admin, cast.ana, 'Yes'),
      () => cast.admin.calls('mark_conversation_done', { founder: cast.ana.id, until: '2999-01-01' }),
      () => assign(cast.ana, cast.exAdmin),
    ]
    for (const end of ends) {
      await writes(cast.ana, 'Hello')
      await end()
      expect([String(end), await pushed()]).toEqual([String(end), []])
    }
  })

  test('a founder is told of replies, notes and what an admin does to a call, not of what they do themselves', async () => {
    await device(cast.ana)
    await replies(cast.admin, cast.ana, 'Raise it')
    expect(await pushed()).toEqual(['reply'])
    await replies(cast.admin, cast.ana, 'Or more')
    await cast.ana.calls('mark_replies_read', { until: '2999-01-01' })
    expect(await pushed()).toEqual([])
    await cast.admin.adds('notes', { title: 'Buyers', content: 'SSO', user_id: cast.ana.id })
    expect(await pushed()).toEqual(['note'])

    const slot = (hour: number) => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`
    await cast.admin.calls('book_founder_call', { founder: cast.ana.id, member: 'growth', starts_at: slot(15) })
    const state = async () => {
      await due()
      const [push] = await claim()
      if (push) await sent([push])
      await owner.query(`update private.pushes set sent_at = sent_at - interval '1 minute'`)
      return push && [push.kind, push.member, push.state, push.about === push.opens]
    }
    expect(await state()).toEqual(['call', 'growth', 'booked', true])
    const booking = String((await cast.ana.sees('squad_bookings'))[0]?.['id'])
    await cast.admin.calls('move_founder_call', { booking, starts_at: slot(16) })
    expect(await state()).toEqual(['call', 'growth', 'moved', true])
    // From the founder's own page, for which the service acts.
    await cast.service.calls('move_call', { booking, starts_at: slot(17) })
    expect(await state()).toBeUndefined()
    await cast.admin.calls('cancel_founder_call', { booking })
    expect(await state()).toEqual(['call', 'growth', 'cancelled', true])
  })

  test('a call that begins within 15 minutes is announced once, again when it was moved, and never when cancelled', async () => {
    await device(cast.ana)
    const call = { user_id: cast.ana.id, member: 'growth' }
    const now = Date.now()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    await cast.service.adds('squad_bookings', { ...call, starts_at: at(20), ends_at: at(50) })
    expect(await pushed()).toEqual([])
    await cast.service.changes('squad_bookings', call, { starts_at: at(14), ends_at: at(44) })
    expect(await pushed()).toEqual(['call-soon'])
    expect(await pushed()).toEqual([])
    await cast.service.changes('squad_bookings', call, { starts_at: at(15), ends_at: at(45) })
    await cast.service.calls('plan_pushes')
    await cast.service.changes('squad_bookings', call, { cancelled_at: at(0) })
    expect(await pushed()).toEqual([])
  })

  test('a promise that breaks within the hour is announced once; a later wait is another one', async () => {
    await device(cast.admin)
    await writes(cast.ana, 'Hello')
    expect(await pushed()).toEqual(['message'])
    await waits(cast.ana, '22:59')
    expect(await pushed()).toEqual([])
    await waits(cast.ana, '23:01')
    expect(await pushed()).toEqual(['promise'])
    expect(await pushed()).toEqual([])
    await waits(cast.ana, '23:30')
    await cast.service.calls('plan_pushes')
    await replies(cast.admin, cast.ana, 'Yes')
    expect(await pushed()).toEqual([])
  })

  test('a promise is not told once its conversation is snoozed, nor a day after it broke', async () => {
    await device(cast.admin)
    await writes(cast.ana, 'Hello')
    await pushed()
    await waits(cast.ana, '23:30')
    await cast.service.calls('plan_pushes')
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: soon })
    expect(await pushed()).toEqual([])
    await cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: null })
    await waits(cast.ana, '23:31')
    await cast.service.calls('plan_pushes')
    await waits(cast.ana, '48:01')
    await owner.query(
      'update private.pushes set happened_at = (select waiting_since from public.squad_conversations where user_id = about)',
    )
    expect(await pushed()).toEqual([])
  })

  test('without a promise, and with one of an hour, there is no warning', async () => {
    await device(cast.admin)
    await writes(cast.ana, 'Hello')
    await pushed()
    for (const message_hours of [null, 1]) {
      await cast.admin.changes('radar_thresholds', { id: true }, { message_hours })
      await waits(cast.ana, '00:30')
      expect(await pushed()).toEqual([])
    }
    await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: 24 })
  })

  test('nothing goes to who is banned, deleted, signed out, idle, without the role or the second factor', async () => {
    const user = (change: string) => owner.query(`update auth.users set ${change} where id = $1`, [cast.admin.id])
    const session = (change: string) => owner.query(`update auth.sessions set ${change} where id = $1`, [cast.admin.id])
    const back = async () => {
      await user('banned_until = null, deleted_at = null')
      await session(`created_at = now(), refreshed_at = null, not_after = null, aal = 'aal1'`)
      await owner.query('delete from auth.mfa_factors')
    }
    const silent: (() => Promise<unknown>)[] = [
      () => user(`banned_until = now() + interval '1 hour'`),
      () => user('deleted_at = now()'),
      () => session('not_after = now()'),
      () => session(`created_at = now() - interval '${SESSION_LIFETIMES.admin.idle}'`),
      () =>
        session(
          `created_at = now() - interval '${SESSION_LIFETIMES.admin.absolute}', refreshed_at = now() at time zone 'utc'`,
        ),
      () => addFactor(cast.database, cast.admin.id),
    ]
    for (const change of silent) {
      await device(cast.admin)
      await writes(cast.ana, 'Hello')
      await change()
      expect([String(change), await pushed()]).toEqual([String(change), []])
      await back()
    }
    await device(cast.admin)
    await session(`created_at = now() - interval '${SESSION_LIFETIMES.admin.idle}' + interval '1 minute'`)
    await addFactor(cast.database, cast.admin.id)
    await session(`aal = 'aal2'`)
    await writes(cast.ana, 'Hello')
    expect(await pushed()).toEqual(['message'])
    await back()
    // The role is revoked between the message and its notification.
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    await device(cast.exAdmin)
    await writes(cast.ben, 'Hello')
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    await owner.query(
      'delete from private.pushes where device in (select id from private.push_devices where user_id = $1)',
      [cast.admin.id],
    )
    expect(await pushed()).toEqual([])
  })

  test('a device whose session ended is silent until the same person opens the app there again', async () => {
    const endpoint = await device(cast.ana)
    const later = crypto.randomUUID()
    await owner.query('update private.push_devices set session_id = $1', [later])
    await replies(cast.admin, cast.ana, 'Raise it')
    expect(await pushed()).toEqual([])
    for (const other of [cast.ben, cast.admin, cast.exAdmin]) {
      expect(await other.calls('my_push_device', { endpoint })).toEqual([null])
    }
    expect(await cast.ana.calls('my_push_device', { endpoint })).toEqual([{ failure: null, is_retried: false }])
    await replies(cast.admin, cast.ana, 'Or more')
    await owner.query(`update private.pushes set sent_at = null`)
    expect(await pushed()).toEqual(['reply'])
    await cast.ben.calls('remove_push_device', { endpoint })
    expect(await cast.ana.calls('my_push_device', { endpoint })).toEqual([{ failure: null, is_retried: false }])
    await cast.ana.calls('remove_push_device', { endpoint })
    expect(await cast.ana.calls('my_push_device', { endpoint })).toEqual([null])
  })

  test('kinds that are switched off are not sent, and names only where they are wanted', async () => {
    await device(cast.admin)
    await settings(cast.admin, { muted: '{message}' })
    await writes(cast.ana, 'Hello')
    expect(await pushed()).toEqual([])
    await settings(cast.admin, { shows_names: true })
    await writes(cast.ben, 'Hello')
    await due()
    const [named] = await claim()
    expect(named).toMatchObject({ kind: 'message', name: 'ben', about: cast.ben.id })
    await expect(settings(cast.admin, { muted: '{sms}' })).rejects.toMatchObject({ code: '22023' })
    await expect(settings(cast.admin, { quiet_from: 22 })).rejects.toMatchObject({ code: '23514' })
    await expect(settings(cast.admin, { quiet_from: 22, quiet_to: 22 })).rejects.toMatchObject({ code: '23514' })
    await expect(settings(cast.admin, { time_zone: 'Mars/Olympus' })).rejects.toMatchObject({ code: '22023' })
  })

  test('quiet hours hold a notification until they end, over midnight too, and drop what is over by then', async () => {
    await device(cast.ana)
    const hour = await hourNow()
    for (const [from, to] of [
      [hour, (hour + 2) % 24],
      [(hour + 23) % 24, (hour + 1) % 24],
    ] as const) {
      await settings(cast.ana, { quiet_from: from, quiet_to: to })
      await replies(cast.admin, cast.ana, 'Raise it')
      expect(await pushed()).toEqual([])
      const [{ ends, is_end } = { ends: -1, is_end: false }] = await owner.query<{ ends: number; is_end: boolean }>(
        `select extract(hour from due_at at time zone 'UTC')::integer as ends,
           due_at = date_trunc('hour', due_at) and due_at > now() as is_end from private.pushes`,
      )
      expect([ends, is_end]).toEqual([to, true])
      // They are over.
      await settings(cast.ana, { quiet_from: (hour + 3) % 24, quiet_to: (hour + 4) % 24 })
      expect(await pushed()).toEqual(['reply'])
      await owner.query(`update private.pushes set sent_at = null`)
    }
    await settings(cast.ana, { quiet_from: hour, quiet_to: (hour + 2) % 24 })
    const soon = new Date(Date.now() + 10 * 60_000).toISOString()
    const end = new Date(Date.now() + 40 * 60_000).toISOString()
    await cast.service.adds('squad_bookings', { user_id: cast.ana.id, member: 'growth', starts_at: soon, ends_at: end })
    expect(await pushed()).toEqual([])
    expect(await owner.query(`select from private.pushes where kind = 'call-soon' and due_at is not null`)).toEqual([])
  })

  test('what happens while a notification is sent is another one, a minute later at the earliest', async () => {
    await device(cast.ana)
    await replies(cast.admin, cast.ana, 'One')
    await due()
    const first = await claim()
    await replies(cast.admin, cast.ana, 'Two')
    await sent(first)
    await replies(cast.admin, cast.ana, 'Three')
    const [push] = await owner.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::integer as seconds from private.pushes',
    )
    expect(push?.seconds).toBeGreaterThan(50)
    expect(push?.seconds).toBeLessThanOrEqual(60)
    expect(await pushed()).toEqual(['reply'])
    expect(await pushed()).toEqual([])
  })

  test('a person has ten devices, the first one goes; a browser belongs to whom it was added for last', async () => {
    for (let count = 0; count < 12; count++) {
      await device(cast.ana, `phone-${count}`)
      // The embedded engine's clock has milliseconds: two of one have no order.
      await sleep(2)
    }
    const endpoints = await owner.query<{ endpoint: string }>(
      'select endpoint from private.push_devices order by added_at',
    )
    expect(endpoints).toHaveLength(10)
    expect(endpoints[0]?.endpoint).toContain('phone-2')
    const shared = await device(cast.ben, 'phone-5')
    expect(await cast.ana.calls('my_push_device', { endpoint: shared })).toEqual([null])
    expect(await cast.ben.calls('my_push_device', { endpoint: shared })).toEqual([{ failure: null, is_retried: false }])
    const ended = { account: cast.ana.id, session: crypto.randomUUID(), endpoint: 'https://fcm.googleapis.com/x' }
    await expect(cast.service.calls('add_push_device', { ...ended, ...KEYS })).rejects.toMatchObject({ code: '42501' })
  })

  test('one that cannot be computed is handed out with the reason, and stops no other', async () => {
    for (const one of [cast.ana, cast.ben]) await device(one)
    for (const one of [cast.ana, cast.ben]) await replies(cast.admin, one, 'Raise it')
    await owner.query(`alter table public.push_settings disable trigger user`)
    await owner.query(`insert into public.push_settings (user_id, quiet_from, quiet_to) values ($1, 1, 2)`, [
      cast.ana.id,
    ])
    await owner.query(`alter table public.push_settings enable trigger user`)
    await owner.query(`alter table public.push_settings drop constraint push_settings_quiet_to_check`)
    await owner.query(`update public.push_settings set quiet_to = 99`)
    await due()
    const claimed = await claim()
    expect(claimed.map(({ failure }) => failure === null).sort()).toEqual([false, true])
    // A day later it is given up.
    const failures = async (attempts: number) => {
      await owner.query('update private.pushes set attempts = $1, due_at = now() where due_at is not null', [attempts])
      return (await claim()).filter(({ failure }) => failure !== null).length
    }
    expect([await failures(12), await failures(13), await failures(0)]).toEqual([1, 0, 0])
  })

  test.runIf(engine === 'postgres')(
    'a result waits for the device before it locks the queue: both orders would deadlock',
    async () => {
      await device(cast.ana)
      await replies(cast.admin, cast.ana, 'Raise it')
      await due()
      const pushes = await claim()
      await owner.query('update private.push_devices set failures = 1')
      await owner.query('begin')
      // As push_failed and push_device_gone begin.
      await owner.query('select from private.push_devices for update')
      const noted = sent(pushes)
      try {
        await vi.waitFor(async () => {
          const waiting = await owner.query(
            `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
          )
          expect(waiting).not.toEqual([])
        })
        // What waits for the device has no row of the queue yet.
        await owner.query('select from private.pushes for update nowait')
      } finally {
        await owner.query('commit')
        await noted
      }
      expect(await owner.query('select failures from private.push_devices')).toEqual([{ failures: 0 }])
    },
  )

  test('a founder’s device is silent once the session has been idle, or open, for as long as sessions last', async () => {
    const { idle, absolute } = SESSION_LIFETIMES.founder
    const session = (change: string) => owner.query(`update auth.sessions set ${change} where id = $1`, [cast.ana.id])
    const told = async (change: string) => {
      await device(cast.ana)
      await session(change)
      await replies(cast.admin, cast.ana, 'Raise it')
      return (await pushed()).length > 0
    }
    const almost = (lifetime: string) => `now() - interval '${lifetime}' + interval '1 minute'`
    expect(await told(`created_at = ${almost(idle)}`)).toBe(true)
    await session('created_at = now()')
    expect(await told(`created_at = ${almost(absolute)}, refreshed_at = now() at time zone 'utc'`)).toBe(true)
    await session('created_at = now(), refreshed_at = null')
    expect(await told(`created_at = now() - interval '${idle}'`)).toBe(false)
    await session('created_at = now()')
    expect(await told(`created_at = now() - interval '${absolute}', refreshed_at = now() at time zone 'utc'`)).toBe(
      false,
    )
  })

  test('cleaning forgets old notifications, devices without a session and those that have expired', async () => {
    await device(cast.ana)
    await device(cast.ana, 'expired')
    await owner.query(`update private.push_devices set expires_at = now() where endpoint like '%expired'`)
    await device(cast.ben)
    await replies(cast.admin, cast.ana, 'Raise it')
    await pushed()
    await owner.query(`update private.push_devices set added_at = now() - interval '31 days'`)
    await owner.query(`update private.push_devices set session_id = gen_random_uuid() where user_id = $1`, [
      cast.ben.id,
    ])
    await owner.query(`update private.pushes set happened_at = now() - interval '31 days'`)
    await cast.service.calls('delete_expired', { max_rows: 10 })
    expect(await owner.query('select user_id from private.push_devices')).toEqual([{ user_id: cast.ana.id }])
    expect(await owner.query('select from private.pushes')).toEqual([])
  })
})
