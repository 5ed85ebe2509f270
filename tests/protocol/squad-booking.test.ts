import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Call, FreeSlots, ManagedCall } from '../../domain/booking.ts'
import { bookingTokens } from '../../supabase/functions/_shared/calls.ts'
import { signedTokens } from '../../supabase/functions/_shared/signed-token.ts'
import { createTestServer, engines, runFunction, type Person, type TestServer } from '../harness.ts'
import { mailsTo, openMailbox } from '../mailbox.ts'
import { ownerOf } from '../owner.ts'

/** The timeout for background runs, on a busy machine. */
const SOON = { timeout: 10_000, interval: 50 } as const

/** A client of a server's function `booking`. */
function bookingOf(server: TestServer, url = `${server.url}/functions/v1/booking`) {
  const post = (body: unknown, bearer?: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: server.publishableKey,
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    })
  const answer = async <Answer>(body: unknown, bearer?: string): Promise<Answer> => {
    const response = await post(body, bearer)
    expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)])
    return (await response.json()) as Answer
  }
  const tokenOf = async ({ client }: Person): Promise<string> => {
    const session = (await client.auth.getSession()).data.session
    return (await answer<{ token: string }>({ action: 'begin' }, session?.access_token)).token
  }
  const slots = (token: string, member = 'growth') => answer<FreeSlots>({ action: 'slots', token, member })
  const bookRequest = (token: string, starts_at: string | undefined, more: object = {}) => ({
    action: 'book', token, member: 'growth', starts_at, topic: '', time_zone: 'Europe/Berlin', ...more,
  }) // prettier-ignore
  const book = async (token: string, starts_at: string | undefined, more: object = {}) =>
    (await answer<{ call: Call }>(bookRequest(token, starts_at, more))).call
  return { post, answer, tokenOf, slots, bookRequest, book }
}

const refusalOf = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

describe.each(engines)('calls with the squad on %s', (engine) => {
  let server: TestServer
  let booking: ReturnType<typeof bookingOf>
  beforeAll(async () => {
    server = await createTestServer(engine, { env: { PUBLIC_URL: 'https://growth.example' } })
    booking = bookingOf(server)
  })
  afterAll(() => server.close())

  test('a founder books a free slot, which is then taken for everyone', async () => {
    const ana = await server.founder('ana')
    const token = await booking.tokenOf(ana)
    const { slots, calls } = await booking.slots(token)
    expect(calls).toEqual([])
    expect(slots.length).toBeGreaterThan(400)
    const call = await booking.book(token, slots[0], { topic: ' How to price? ' })
    expect(call).toMatchObject({ member: 'growth', starts_at: slots[0], topic: 'How to price?', cancelled_at: null })
    const after = await booking.slots(token)
    expect(after.slots).toEqual(slots.slice(1))
    expect(after.calls).toMatchObject([{ id: call.id }])
    const other = await booking.slots(await booking.tokenOf(await server.founder('other')), 'whole-squad')
    expect(other.slots).toEqual(slots.slice(1))
    const { data } = await ana.client.from('squad_bookings').select('id, time_zone').throwOnError()
    expect(data).toEqual([{ id: call.id, time_zone: 'Europe/Berlin' }])
  })

  test('200 founders who book the same 20 slots at once get exactly 20 calls', async () => {
    const founders = await server.database.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) select 'racer' || n || '@example.com', now() from generate_series(1, 200) n returning id`,
    )
    const tokens = await Promise.all(founders.map(async ({ id }) => (await bookingTokens(server).give(id)).token))
    // The last slots, which no other test books.
    const wanted = (await booking.slots(tokens[0] ?? '', 'product')).slots.slice(-20)
    const tries = tokens.map((token, index) =>
      booking.post(booking.bookRequest(token, wanted[index % 20], { member: 'product' })),
    )
    const answers = await Promise.all((await Promise.all(tries)).map(refusalOf))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(20)
    expect(answers.filter(([status, code]) => status === 409 && code === 'taken')).toHaveLength(180)
    const service = server.client(server.secretKey)
    const { data } = await service
      .from('squad_bookings')
      .select('starts_at')
      .eq('member', 'product')
      .gte('starts_at', wanted[0] ?? '')
      .order('starts_at')
      .throwOnError()
    expect(data.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual(wanted)
  }, 60_000)

  test('two identical booking requests create one call', async () => {
    const token = await booking.tokenOf(await server.founder('twice'))
    const { slots } = await booking.slots(token, 'strategy')
    const both = await Promise.all([1, 2].map(() => booking.book(token, slots[50], { member: 'strategy' })))
    expect(both[0]?.id).toBe(both[1]?.id)
  })

  test('rejects a taken slot with 409 taken and the free slots', async () => {
    const [ana, ben] = [await server.founder('early'), await server.founder('late')]
    const [first, second] = [await booking.tokenOf(ana), await booking.tokenOf(ben)]
    const { slots } = await booking.slots(second)
    await booking.book(first, slots[10])
    const refused = await booking.post(booking.bookRequest(second, slots[10]))
    expect(refused.status).toBe(409)
    const body = (await refused.json()) as { code: string; slots: string[] }
    expect(body.code).toBe('taken')
    expect(body.slots).toEqual(slots.filter((slot) => slot !== slots[10]))
    // The founder's own call also blocks the slot, with any member.
    expect((await booking.slots(first, 'product')).slots).not.toContain(slots[10])
    const again = booking.bookRequest(first, slots[10], { member: 'product' })
    expect(await refusalOf(await booking.post(again))).toEqual([409, 'own-call'])
  })

  test('eight accounts of one network book ten of forty slots at once, the rest get 409 network-full', async () => {
    const strict = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '1' } })
    const call = (token: string, starts_at: string | undefined) =>
      fetch(`${strict.url}/functions/v1/booking`, {
        method: 'POST',
        headers: { apikey: strict.publishableKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ action: 'book', token, member: 'growth', starts_at, topic: '', time_zone: 'UTC' }),
      })
    const founders = await Promise.all(Array.from({ length: 8 }, (_, n) => strict.founder(`squad-of-${n}`)))
    const tokens = await Promise.all(founders.map(async ({ id }) => (await bookingTokens(strict).give(id)).token))
    const { slots } = await booking.slots(await booking.tokenOf(await server.founder('counts-slots')))
    const answers = await Promise.all(
      tokens.flatMap((token, n) => slots.slice(n * 5, n * 5 + 5).map((slot) => call(token, slot))),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(30)
    await strict.close()
  })

  test('limits a founder to five upcoming calls with 409 too-many', async () => {
    const token = await booking.tokenOf(await server.founder('eager'))
    const { slots } = await booking.slots(token, 'strategy')
    for (const slot of slots.slice(100, 105)) await booking.book(token, slot, { member: 'strategy' })
    const sixth = booking.bookRequest(token, slots[106], { member: 'strategy' })
    expect(await refusalOf(await booking.post(sixth))).toEqual([409, 'too-many'])
  })

  test('rejects days off and times outside the calendar with 409 taken', async () => {
    const daysOff = await createTestServer(engine, {
      env: { SQUAD_HOLIDAYS: 'monday,tuesday,wednesday,thursday,friday' },
    })
    onTestFinished(() => daysOff.close())
    const there = bookingOf(daysOff)
    const token = await there.tokenOf(await daysOff.founder('ana'))
    const { slots } = await there.slots(token)
    const days = new Set(slots.map((slot) => new Date(slot).getUTCDay()))
    expect([...days].sort()).toEqual([0, 6])
    const monday = new Date(slots.find((slot) => new Date(slot).getUTCDay() === 0) ?? '')
    monday.setUTCDate(monday.getUTCDate() + 1)
    for (const time of [monday.toISOString(), '2020-01-06T15:00:00.000Z', '2126-01-07T15:00:00.000Z']) {
      expect(await refusalOf(await there.post(there.bookRequest(token, time)))).toEqual([409, 'taken'])
    }
  })

  describe('access to booking', () => {
    test('rejects a booking token for a caller who is not signed in with 401', async () => {
      for (const bearer of [undefined, server.publishableKey]) {
        expect((await booking.post({ action: 'begin' }, bearer)).status).toBe(401)
      }
    })

    test('rejects a booking token of another kind or key, or an expired one, with 401', async () => {
      const ana = await server.founder('owner')
      const token = await booking.tokenOf(ana)
      const { slots } = await booking.slots(token)
      const call = await booking.book(token, slots[20])
      const foreign = (await bookingTokens({ secretKey: 'sb_secret_of_another' }).give(ana.id)).token
      for (const forged of ['', 'x.y', call.manage, foreign, token.slice(0, -4), `A${token.slice(1)}`]) {
        expect(await refusalOf(await booking.post(booking.bookRequest(forged, slots[21])))).toEqual([401, 'invalid'])
      }
      for (const forged of [token, call.manage.slice(0, -4)]) {
        for (const action of [{ action: 'cancel' }, { action: 'show' }, { action: 'move', starts_at: slots[21] }]) {
          expect(await refusalOf(await booking.post({ ...action, manage: forged }))).toEqual([401, 'invalid'])
        }
      }
      const late = signedTokens(server.secretKey, 'book a call', z.strictObject({ user: z.string() }))
      const expired = await late.sign({ user: ana.id }, new Date(Date.now() - 1000))
      expect(await refusalOf(await booking.post(booking.bookRequest(expired, slots[21])))).toEqual([401, 'expired'])
      expect((await booking.slots(token)).calls).toMatchObject([{ starts_at: slots[20] }])
    })

    test('rejects the booking token of a deleted account with 401', async () => {
      const gone = await server.founder('gone')
      const token = await booking.tokenOf(gone)
      const { slots } = await booking.slots(token)
      const call = await booking.book(token, slots[30])
      await gone.client.rpc('delete_my_account').throwOnError()
      expect(await refusalOf(await booking.post(booking.bookRequest(token, slots[31])))).toEqual([401, 'invalid'])
      expect(await refusalOf(await booking.post({ action: 'show', manage: call.manage }))).toEqual([410, 'gone'])
    })

    test('rejects a booking token for an aal1 session of a user with a factor with 401', async () => {
      const ana = await server.founder('factor')
      await server.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
        [ana.id],
      )
      const session = (await ana.client.auth.getSession()).data.session
      expect((await booking.post({ action: 'begin' }, session?.access_token)).status).toBe(401)
    })

    test('limits booking requests with 429 and retry-after', async () => {
      const strict = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '0.05' } })
      onTestFinished(() => strict.close())
      const there = bookingOf(strict)
      const token = await there.tokenOf(await strict.founder('ana'))
      await there.slots(token)
      await there.slots(token)
      const refused = await there.post({ action: 'slots', token, member: 'growth' })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  test.each([
    ['an empty body', undefined],
    ['an unknown action', { action: 'steal' }],
    ['an unknown field', { action: 'begin', user: 'ana' }],
    ['a member who cannot be booked', { action: 'slots', token: 'x', member: 'engineer' }],
    ['an invalid time', { action: 'move', manage: 'x', starts_at: 'tomorrow' }],
    ['a topic that is too long', {
      action: 'book', token: 'x', member: 'growth', starts_at: '2026-01-01T10:00:00Z', topic: 'x'.repeat(501), time_zone: 'UTC',
    }],
    ...['a\0b', 'a\ud800b'].map((topic): [string, object] => ['a topic that cannot be stored', {
      action: 'book', token: 'x', member: 'growth', starts_at: '2026-01-01T10:00:00Z', topic, time_zone: 'UTC',
    }]),
  ])('booking rejects %s with 400', async (_what, body) => {
    expect((await booking.post(body)).status).toBe(400)
  }) // prettier-ignore

  test.each([
    ['that the server does not know', 'Mars/Base', 300, 'America/New_York'],
    ['that the database does not know', 'europe/berlin', 301, 'America/New_York'],
    ['without a slash', 'Japan', 302, 'Japan'],
  ])('accepts a booking with a time zone %s', async (_, time_zone, slot, stored) => {
    const founder = await server.founder(`zone-${slot}`)
    const token = await booking.tokenOf(founder)
    const { slots } = await booking.slots(token, 'product')
    const call = await booking.book(token, slots[slot], { member: 'product', time_zone })
    expect(call.starts_at).toBe(slots[slot])
    const { data } = await founder.client.from('squad_bookings').select('time_zone').throwOnError()
    expect(data).toEqual([{ time_zone: stored }])
  })

  test('rejects the booking token of a banned or deleted user with 401', async () => {
    const [banned, gone] = [await server.founder('banned'), await server.founder('gone')]
    const tokens = [await booking.tokenOf(banned), await booking.tokenOf(gone)]
    const { slots } = await booking.slots(tokens[0] ?? '', 'product')
    const { auth } = server.client(server.secretKey)
    await auth.admin.updateUserById(banned.id, { ban_duration: '24h' })
    await auth.admin.deleteUser(gone.id, true)
    for (const token of tokens) {
      const refused = await booking.post(booking.bookRequest(token, slots[310], { member: 'product' }))
      expect(await refusalOf(refused)).toEqual([401, 'invalid'])
    }
  })

  test('limits a founder to ten bookings a day, and a call to five moves, with 429 too-often', async () => {
    const busy = await server.founder('busy')
    const token = await booking.tokenOf(busy)
    const { slots } = await booking.slots(token, 'product')
    const product = { member: 'product' }
    for (let count = 0; count < 9; count++) {
      const { manage } = await booking.book(token, slots[320], product)
      await booking.answer({ action: 'cancel', manage })
    }
    const { manage } = await booking.book(token, slots[320], product)
    expect(await refusalOf(await booking.post(booking.bookRequest(token, slots[321], product)))).toEqual([
      429,
      'too-often',
    ])
    for (let count = 0; count < 5; count++) {
      await booking.answer({ action: 'move', manage, starts_at: slots[321 + count] })
    }
    const once = await booking.post({ action: 'move', manage, starts_at: slots[330] })
    expect(await refusalOf(once)).toEqual([429, 'too-often'])
    await booking.answer({ action: 'cancel', manage })
  })

  test('with BOOKING_URL set, booking returns 404 elsewhere', async () => {
    const elsewhere = await createTestServer(engine, { env: { BOOKING_URL: 'https://cal.example/{member}' } })
    onTestFinished(() => elsewhere.close())
    const ana = await elsewhere.founder('ana')
    const session = (await ana.client.auth.getSession()).data.session
    const refused = await bookingOf(elsewhere).post({ action: 'begin' }, session?.access_token)
    expect(await refusalOf(refused)).toEqual([404, 'elsewhere'])
  })

  describe('a booked call', () => {
    test('a booked call is mailed with a calendar entry; moving updates it, cancelling removes it', async () => {
      const ana = await server.founder('mailed')
      const token = await booking.tokenOf(ana)
      const { slots } = await booking.slots(token, 'strategy')
      const { id } = await booking.book(token, slots[200], {
        member: 'strategy',
        topic: 'Prices; <b>now</b>, or\nlater',
      })
      const mails = async (count: number) => {
        await vi.waitFor(async () => expect(await mailsTo(server, ana)).toHaveLength(count), SOON)
        return (await mailsTo(server, ana)).at(-1)
      }

      const booked = await mails(1)
      expect(booked?.subject).toContain('Call booked: ')
      // The address may belong to another person, so a mail contains no user's text.
      expect(`${booked?.text}${booked?.html}`).not.toMatch(/mailed|Prices/)
      // In the founder's time zone.
      const berlin = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', dateStyle: 'full' })
      expect(booked?.text).toContain(berlin.format(new Date(slots[200] ?? '')))
      expect(booked?.text).toMatch(/(GMT\+1|GMT\+2|CET|CEST)/)
      const entry = entryOf(booked)
      expect(entry).toMatchObject({ METHOD: 'REQUEST', UID: `${id}@calls`, SEQUENCE: '0', STATUS: 'CONFIRMED' })
      expect(entry['DTSTART']).toBe(`${slots[200]?.slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
      expect(entry['DESCRIPTION']).toBeUndefined()
      expect(entry['LOCATION']).toBeUndefined()
      expect(booked?.text).toContain('We’ll send you the join link before the call.')

      const [, manage = ''] = /booking\/strategy#manage=([\w.-]+)&do=move/.exec(booked?.text ?? '') ?? []
      expect(booked?.text).toContain(`https://growth.example/booking/strategy#manage=${manage}&do=cancel`)
      const shown = await booking.answer<ManagedCall>({ action: 'show', manage })
      expect(shown).toMatchObject({ call: { id, starts_at: slots[200], join: null } })
      expect(shown.slots).not.toContain(slots[200])
      await booking.answer({ action: 'move', manage, starts_at: slots[201] })
      const moved = await mails(2)
      expect(moved?.subject).toContain('Call moved: ')
      expect(entryOf(moved)).toMatchObject({ METHOD: 'REQUEST', UID: `${id}@calls`, SEQUENCE: '1' })

      const admin = await server.admin('hands-over')
      await admin.client.rpc('hand_over_call', { booking: id, member: 'product' }).throwOnError()
      const handed = await mails(3)
      expect(handed?.subject).toContain('Call handed over: ')
      expect(handed?.text).toContain('Your call with the Product Advisor on ')
      expect(entryOf(handed)).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '2', SUMMARY: 'Call: Product Advisor' })

      const { call } = await booking.answer<{ call: Call }>({ action: 'cancel', manage })
      expect(call.cancelled_at).not.toBeNull()
      const cancelled = await mails(4)
      expect(entryOf(cancelled)).toMatchObject({
        METHOD: 'CANCEL',
        UID: `${id}@calls`,
        SEQUENCE: '3',
        STATUS: 'CANCELLED',
      })
      expect(cancelled?.text).not.toContain('#manage=')
      expect(await booking.answer({ action: 'show', manage })).toMatchObject({ slots: [], call: { id } })
      expect(await refusalOf(await booking.post({ action: 'move', manage, starts_at: slots[202] }))).toEqual([
        410,
        'gone',
      ])
    })

    test('a booked call shows SQUAD_CALL_URL to its founder only', async () => {
      const meeting = await createTestServer(engine, {
        env: { SQUAD_CALL_URL: 'https://meet.example/{member}?a=1&b=2' },
      })
      onTestFinished(() => meeting.close())
      const there = bookingOf(meeting)
      const ana = await meeting.founder('joins')
      const token = await there.tokenOf(ana)
      const { slots } = await there.slots(token, 'strategy')
      const link = 'https://meet.example/strategy?a=1&b=2'
      const call = await there.book(token, slots[5], { member: 'strategy' })
      expect(call.join).toBe(link)
      expect(call.ics).toContain(`LOCATION:${link}`)
      expect((await there.slots(token, 'strategy')).calls).toMatchObject([{ join: link }])
      await vi.waitFor(async () => expect(await mailsTo(meeting, ana)).toHaveLength(1), SOON)
      const [booked] = await mailsTo(meeting, ana)
      expect(booked?.text).toContain(`Join the call:\n${link}\n`)
      expect(booked?.html).toMatch(/<a href="https:[^"]*">Join the call<\/a>/)
      expect(booked?.text).not.toContain('the join link')
      expect(entryOf(booked)).toMatchObject({ LOCATION: link, URL: link })
      const { data: feed } = await ana.client.rpc('new_calendar_feed', { time_zone: 'UTC' }).throwOnError()
      expect(await (await fetch(`${meeting.url}/functions/v1/calendar-feed?key=${feed}`)).text()).toContain(link)
      expect(await (await fetch(`${meeting.url}/config.json`)).text()).not.toContain('meet.example')
      await there.answer({ action: 'cancel', manage: call.manage })
      await vi.waitFor(async () => expect(await mailsTo(meeting, ana)).toHaveLength(2), SOON)
      expect((await mailsTo(meeting, ana)).at(-1)?.text).not.toContain('meet.example')
    })

    test('rejects moving a call to a taken slot with 409 taken', async () => {
      const [ana, ben] = [await server.founder('mover'), await server.founder('holder')]
      const [hers, his] = [await booking.tokenOf(ana), await booking.tokenOf(ben)]
      const { slots } = await booking.slots(hers, 'strategy')
      const call = await booking.book(hers, slots[250], { member: 'strategy' })
      await booking.book(his, slots[251], { member: 'strategy' })
      const refused = await booking.post({ action: 'move', manage: call.manage, starts_at: slots[251] })
      expect(await refusalOf(refused)).toEqual([409, 'taken'])
      expect(await booking.answer({ action: 'show', manage: call.manage })).toMatchObject({
        call: { starts_at: slots[250] },
      })
    })

    test('rejects cancelling a deleted call with 410 gone', async () => {
      const ana = await server.founder('begun')
      const token = await booking.tokenOf(ana)
      const { slots } = await booking.slots(token, 'strategy')
      const call = await booking.book(token, slots[260], { member: 'strategy' })
      await server.client(server.secretKey).from('squad_bookings').delete().eq('id', call.id).throwOnError()
      expect(await refusalOf(await booking.post({ action: 'cancel', manage: call.manage }))).toEqual([410, 'gone'])
    })
  })

  test('retries mails that the mail server rejects, and loses none', async () => {
    const mailbox = await openMailbox()
    mailbox.refuse(true)
    const failures: unknown[] = []
    const mailing = await createTestServer(engine, {
      env: { SMTP_URL: mailbox.url },
      log: (event) => void (event.kind === 'request-failed' && failures.push(event.cause)),
    })
    onTestFinished(async () => {
      await mailing.close()
      await mailbox.close()
    })
    const there = bookingOf(mailing)
    const token = await there.tokenOf(await mailing.founder('ana'))
    const { slots } = await there.slots(token)
    await there.book(token, slots[0])
    await there.book(token, slots[1])
    await vi.waitFor(() => expect([mailbox.refusals, failures.length > 0]).toEqual([2, true]), SOON)
    expect(failures.map(String).join()).not.toContain('@example.com')
    expect(mailbox.raw).toEqual([])

    mailbox.refuse(false)
    const owner = await ownerOf(mailing.own.config, mailing.database)
    await owner.query('update private.booking_mails set due_at = now()')
    const run = (key: string) => runFunction(mailing, 'booking-mails', { key })
    expect((await run(mailing.publishableKey)).status).toBe(403)
    expect((await run(mailing.secretKey)).status).toBe(200)
    await vi.waitFor(() => expect(mailbox.raw).toHaveLength(2), SOON)
    await vi.waitFor(async () => expect(await owner.query('select from private.booking_mails')).toEqual([]), SOON)
    await owner.end()
  })
})

/** The calendar entry of a mail, by the names of its lines. */
function entryOf(mail: Email | undefined): Record<string, string> {
  const calendar = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  expect(calendar?.method).toBeDefined()
  const content = calendar?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  // Long lines are folded: a line break and a space continue them.
  const lines = text.replaceAll(/\r?\n /g, '').split(/\r?\n/)
  return Object.fromEntries(lines.map((line) => [line.split(/[;:]/)[0] ?? '', line.slice(line.indexOf(':') + 1)]))
}
