import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CALENDAR_SCOPE, type FoundEvent } from '../../domain/calendar.ts'
import type { LogEvent } from '../../server/log.ts'
import type { Call, FreeSlots } from '../../domain/booking.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf } from '../owner.ts'
import { startGoogle, type GoogleEvent, type ScriptedGoogle } from '../scripted-google.ts'

const WEEK = { from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z' }

const standup: GoogleEvent = {
  summary: 'Standup',
  start: { dateTime: '2026-11-24T09:00:00Z' },
  end: { dateTime: '2026-11-24T09:30:00Z' },
}

/** The timeout for mails, on a busy machine. */
const SOON = { timeout: 10_000, interval: 50 } as const

interface Received {
  readonly status: number
  readonly body: {
    readonly status?: string
    readonly events?: readonly FoundEvent[]
    readonly is_complete?: boolean
    readonly error?: string
    readonly retry_after?: number
  }
  readonly headers: Headers
}

describe.each(engines)('Google Calendar on %s', (engine) => {
  let google: ScriptedGoogle
  let server: TestServer
  /** Every response and log event that a browser or an operator sees. */
  const seen: string[] = []
  let names = 0

  const start = async (env: Record<string, string>, on?: TestServer) =>
    createTestServer(engine, {
      env: { PUBLIC_URL: 'https://growth.example', ...env },
      ...(on && engine === 'postgres' && { on: on.own }),
      log: (event: LogEvent) => void seen.push(inspected(event)),
    })

  beforeAll(async () => {
    google = await startGoogle()
    server = await start(google.env)
  })
  beforeEach(() => {
    google.holds([standup])
    google.consentsWith({})
    google.asked.length = 0
  })
  afterAll(async () => {
    await google.close()
    await server.close()
  })

  const founder = () => server.founder(`founder${++names}`)

  const call = async (
    name: string,
    body: unknown,
    { client }: Pick<Person, 'client'>,
    { method = 'POST', to = server, origin = '' } = {},
  ): Promise<Received> => {
    const token = (await client.auth.getSession()).data.session?.access_token
    const answer = await fetch(`${to.url}/functions/v1/${name}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        apikey: to.publishableKey,
        Authorization: `Bearer ${token}`,
        ...(origin !== '' && { Origin: origin }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    seen.push(text, JSON.stringify([...answer.headers]))
    return { status: answer.status, body: JSON.parse(text) as Received['body'], headers: answer.headers }
  }
  const exchange = (body: unknown, person: Person) => call('google-calendar-auth', body, person)
  const eventsOf = (person: Person, span: object = WEEK) => call('google-calendar-events', span, person)
  const statusOf = async ({ client }: Person) => (await client.rpc('calendar_connection').throwOnError()).data

  /** Visits Google's consent page like the web app. @returns the query of the callback */
  async function goesToGoogle({ client }: Person): Promise<URLSearchParams> {
    const { data } = await client.rpc('begin_calendar_connection').throwOnError()
    seen.push(JSON.stringify(data))
    return google.leadsBack(data[0], 'https://growth.example')
  }

  async function connected(): Promise<Person> {
    const person = await founder()
    expect(await exchange(Object.fromEntries(await goesToGoogle(person)), person)).toMatchObject({ status: 200 })
    return person
  }

  describe('connecting a Google calendar', () => {
    test('connects a Google calendar with the code of the callback', async () => {
      const ana = await founder()
      expect(await statusOf(ana)).toBe('none')
      const back = Object.fromEntries(await goesToGoogle(ana))
      expect(await exchange(back, ana)).toMatchObject({ status: 200, body: { connected: true } })
      expect(await statusOf(ana)).toBe('connected')
      const { form } = google.asked.at(-1) ?? {}
      expect(Object.fromEntries(form ?? [])).toEqual({
        grant_type: 'authorization_code', code: back['code'], code_verifier: expect.stringMatching(/^[\w-]{43,128}$/),
        redirect_uri: 'https://growth.example/calendar-callback',
        client_id: google.env.GOOGLE_CLIENT_ID, client_secret: google.env.GOOGLE_CLIENT_SECRET,
      }) // prettier-ignore
    })

    test('rejects a callback whose state another founder started with 400, does not exchange its code, and discards the state', async () => {
      const [ana, eve] = [await founder(), await founder()]
      const back = Object.fromEntries(await goesToGoogle(ana))
      google.asked.length = 0
      expect(await exchange(back, eve)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching('not begun') },
      })
      expect(await exchange(back, ana)).toMatchObject({ status: 400 })
      expect(google.asked).toEqual([])
      expect([await statusOf(ana), await statusOf(eve)]).toEqual(['none', 'none'])
    })

    test('rejects another founder’s code with the caller’s own state with 400', async () => {
      const [ana, eve] = [await founder(), await founder()]
      const [hers, eves] = [await goesToGoogle(ana), await goesToGoogle(eve)]
      const mixed = { code: eves.get('code'), state: hers.get('state') }
      expect(await exchange(mixed, ana)).toMatchObject({
        status: 400,
        body: { error: 'Google does not take this code' },
      })
      expect(await statusOf(ana)).toBe('none')
    })

    test('a state of a calendar connection works once', async () => {
      const ana = await founder()
      const back = Object.fromEntries(await goesToGoogle(ana))
      await exchange(back, ana)
      google.asked.length = 0
      expect(await exchange(back, ana)).toMatchObject({ status: 400 })
      expect(google.asked).toEqual([])
      expect(await statusOf(ana)).toBe('connected')
    })

    test('a state of a calendar connection expires after ten minutes', async () => {
      const ana = await founder()
      const back = Object.fromEntries(await goesToGoogle(ana))
      const owner = await ownerOf(server.own.config, server.database)
      const [row] = await owner.query<{ minutes: number }>(
        'select extract(epoch from expires_at - now()) / 60 as minutes from private.calendar_attempts where user_id = $1',
        [ana.id],
      )
      expect(Math.round(Number(row?.minutes))).toBe(10)
      await owner.query('update private.calendar_attempts set expires_at = now() where user_id = $1', [ana.id])
      await owner.end()
      expect(await exchange(back, ana)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching('too long') },
      })
    })

    test('keeps the newest five connection attempts of a founder, and deletes expired ones', async () => {
      const ana = await founder()
      const attempts = []
      for (let attempt = 0; attempt < 7; attempt++) attempts.push(Object.fromEntries(await goesToGoogle(ana)))
      const owner = await ownerOf(server.own.config, server.database)
      const count = async () =>
        owner.query<{ n: number }>('select count(*)::int as n from private.calendar_attempts where user_id = $1', [
          ana.id,
        ])
      expect(await count()).toEqual([{ n: 5 }])
      expect(await exchange(attempts[1], ana)).toMatchObject({ status: 400 })
      expect(await exchange(attempts[2], ana)).toMatchObject({ status: 200 })
      await owner.query('update private.calendar_attempts set expires_at = now() where user_id = $1', [ana.id])
      await (await founder()).client.rpc('begin_calendar_connection').throwOnError()
      expect(await count()).toEqual([{ n: 0 }])
      await owner.end()
    })

    test('the Origin header of another page does not change the redirect URI', async () => {
      const ana = await founder()
      const back = Object.fromEntries(await goesToGoogle(ana))
      expect(await call('google-calendar-auth', back, ana, { origin: 'https://evil.example' })).toMatchObject({
        status: 200,
      })
    })

    test('on a local server the redirect URI uses the host under which the page was opened', async () => {
      const local = await start({ ...google.env, PUBLIC_URL: 'http://localhost:3000' })
      onTestFinished(() => local.close())
      const ana = await local.founder('local')
      const { data } = await ana.client.rpc('begin_calendar_connection').throwOnError()
      const origin = 'http://127.0.0.1:3000'
      const back = Object.fromEntries(await google.leadsBack(data[0], origin))
      expect(await call('google-calendar-auth', back, ana, { to: local, origin })).toMatchObject({ status: 200 })
    })

    test.each([
      ['no body', undefined],
      ['no state', { code: 'x' }],
      ['no code', { state: 'x' }],
      ['a code that is not a string', { code: 1, state: 'x' }],
      ['a very long code', { code: 'x'.repeat(3000), state: 'x' }],
      ['an unknown state', { code: 'x', state: 'x' }],
    ])('google-calendar-auth rejects %s with 400 and a message', async (_, body) => {
      const answer = await exchange(body, await founder())
      expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } })
      expect(google.asked).toEqual([])
    })

    test('google-calendar-auth rejects a caller who is not signed in with 401', async () => {
      expect(await call('google-calendar-auth', { code: 'x', state: 'x' }, { client: server.client() })).toMatchObject({
        status: 401,
      })
    })

    test('rejects and revokes a grant without the scope for events', async () => {
      google.consentsWith({ scope: 'openid email' })
      const ana = await founder()
      const before = google.grants()
      const answer = await exchange(Object.fromEntries(await goesToGoogle(ana)), ana)
      expect(answer).toMatchObject({ status: 400, body: { error: 'Reading events was not allowed at Google' } })
      expect(await statusOf(ana)).toBe('none')
      await expect.poll(() => google.grants()).toBe(before)
    })

    test('rejects a token response without a refresh token', async () => {
      const ana = await founder()
      const back = Object.fromEntries(await goesToGoogle(ana))
      google.answersOnce(/token/, {
        status: 200,
        body: { access_token: 'short', expires_in: 60, scope: CALENDAR_SCOPE },
      })
      expect(await exchange(back, ana)).toMatchObject({ status: 400, body: { error: 'Google gave no lasting access' } })
      expect(await statusOf(ana)).toBe('none')
    })

    test.each([
      ['an internal error', { status: 500 }, 503],
      ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 503],
      ['an unknown client', { status: 401, body: { error: 'invalid_client' } }, 502],
      ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 503],
      ['an unexpected body', { status: 200, body: [] }, 502],
    ])('does not connect a calendar after a response of Google with %s', async (_, answer, status) => {
      const ana = await founder()
      const back = Object.fromEntries(await goesToGoogle(ana))
      google.answersOnce(/token/, answer)
      expect(await exchange(back, ana)).toMatchObject({ status, body: { error: expect.stringMatching('Google') } })
      expect(await statusOf(ana)).toBe('none')
    })

    test('an aal1 session of a user with a second factor neither connects nor reads a calendar', async () => {
      const ana = await connected()
      const { data } = await ana.client.auth.mfa.enroll({ factorType: 'totp' })
      const owner = await ownerOf(server.own.config, server.database)
      await owner.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [data?.id])
      await owner.end()
      expect((await ana.client.rpc('begin_calendar_connection')).error).toMatchObject({ code: '42501' })
      expect((await ana.client.rpc('calendar_connection')).error).toMatchObject({ code: '42501' })
      expect(await eventsOf(ana)).toMatchObject({ status: 401 })
      expect(await exchange({ code: 'x', state: 'x' }, ana)).toMatchObject({ status: 401 })
    })
  })

  describe('events of a Google calendar', () => {
    test('returns no events without a connection', async () => {
      expect(await eventsOf(await founder())).toMatchObject({ status: 200, body: { status: 'none', events: [] } })
      expect(google.asked).toEqual([])
    })

    test('returns timed, all-day, untitled and overlapping events, without cancelled, declined and outside ones', async () => {
      const dateTime = (text: string, timeZone = 'Europe/Lisbon') => ({ dateTime: text, timeZone })
      google.holds([
        { summary: 'Acme demo', start: dateTime('2026-11-23T10:00:00+01:00'), end: dateTime('2026-11-23T11:00:00+01:00') },
        { summary: 'Launch', start: { date: '2026-11-27' }, end: { date: '2026-11-28' } },
        { summary: 'Offsite', start: { date: '2026-11-20' }, end: { date: '2026-11-25' } },
        { summary: 'Grant', start: dateTime('2026-11-25T17:00:00Z'), end: dateTime('2026-11-25T17:00:00Z') },
        { start: dateTime('2026-11-26T23:00:00-05:00'), end: dateTime('2026-11-27T01:00:00-05:00') },
        { summary: 'Gone', status: 'cancelled', start: dateTime('2026-11-24T09:00:00Z'), end: dateTime('2026-11-24T10:00:00Z') },
        { ...standup, summary: 'Declined', attendees: [{ self: true, responseStatus: 'declined' }] },
        { summary: 'Home', eventType: 'workingLocation', start: { date: '2026-11-24' }, end: { date: '2026-11-25' } },
        { summary: 'Before', start: dateTime('2026-11-22T22:00:00Z'), end: dateTime('2026-11-22T23:00:00Z') },
        { summary: 'After', start: dateTime('2026-11-30T00:00:00Z'), end: dateTime('2026-11-30T01:00:00Z') },
      ]) // prettier-ignore
      const { body } = await eventsOf(await connected())
      expect(body.status).toBe('connected')
      expect(body.is_complete).toBe(true)
      expect(body.events?.map((event) => ({ ...event, id: undefined }))).toEqual([
        { title: 'Offsite', type: 'meeting', start: '2026-11-20', end: '2026-11-25', all_day: true },
        { title: 'Acme demo', type: 'demo', start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T10:00:00.000Z', all_day: false },
        { title: 'Grant', type: 'deadline', start: '2026-11-25T17:00:00.000Z', end: '2026-11-25T17:00:00.000Z', all_day: false },
        { title: 'Launch', type: 'deadline', start: '2026-11-27', end: '2026-11-28', all_day: true },
        { title: '(No title)', type: 'meeting', start: '2026-11-27T04:00:00.000Z', end: '2026-11-27T06:00:00.000Z', all_day: false },
      ]) // prettier-ignore
    })

    test('a recurring event keeps its local hour when the clocks change', async () => {
      // Weekly at nine in New York, where it is standard time from November 1 on.
      google.holds(
        ['2026-10-26T09:00:00-04:00', '2026-11-02T09:00:00-05:00'].map((dateTime, week) => ({
          id: `weekly_${week}`, recurringEventId: 'weekly', summary: 'Weekly',
          start: { dateTime, timeZone: 'America/New_York' },
          end: { dateTime: dateTime.replace('T09', 'T10'), timeZone: 'America/New_York' },
        })),
      ) // prettier-ignore
      const { body } = await eventsOf(await connected(), { from: '2026-10-26T00:00:00Z', to: '2026-11-09T00:00:00Z' })
      expect(body.events?.map(({ start }) => start)).toEqual(['2026-10-26T13:00:00.000Z', '2026-11-02T14:00:00.000Z'])
      expect(google.askedForEvents().at(-1)?.url.searchParams.get('singleEvents')).toBe('true')
    })

    test('reads several pages of events up to a limit, and reports an incomplete list', async () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          summary: `Event ${index}`,
          start: { dateTime: new Date(Date.parse(WEEK.from) + index * 60_000).toISOString() },
          end: { dateTime: new Date(Date.parse(WEEK.from) + (index + 1) * 60_000).toISOString() },
        }))
      const ana = await connected()
      google.holds(many(7), 3)
      expect((await eventsOf(ana)).body.events?.map(({ title }) => title)).toEqual(
        many(7).map(({ summary }) => summary),
      )
      expect(google.askedForEvents()).toHaveLength(3)
      google.holds(many(23), 2)
      const { body } = await eventsOf(ana)
      expect([body.events?.length, body.is_complete]).toEqual([20, false])
    })

    test('refreshes the access token when it expires or Google rejects it', async () => {
      const ana = await connected()
      google.endsAccessTokens()
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
      const owner = await ownerOf(server.own.config, server.database)
      await owner.query('update private.calendar_connections set access_token_ends_at = now() where user_id = $1', [
        ana.id,
      ])
      await owner.end()
      google.asked.length = 0
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
      expect(google.asked.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['token', 'events', 'events'])
    })

    test('reports a revoked grant as broken until the founder connects again', async () => {
      const ana = await connected()
      google.endsGrants()
      expect(await eventsOf(ana)).toMatchObject({ status: 200, body: { status: 'broken', events: [] } })
      expect(await statusOf(ana)).toBe('broken')
      google.asked.length = 0
      expect(await eventsOf(ana)).toMatchObject({ body: { status: 'broken' } })
      expect(google.asked).toEqual([])
      await exchange(Object.fromEntries(await goesToGoogle(ana)), ana)
      expect(await statusOf(ana)).toBe('connected')
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
    })

    test.each([
      ['429', { status: 429, headers: { 'retry-after': '42' } }, 42],
      [
        'a rate limit with status 403',
        { status: 403, body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } },
        60,
      ],
      ['an internal error', { status: 503 }, 60],
      ['a very long Retry-After', { status: 429, headers: { 'retry-after': '99999' } }, 600],
    ])('answers %s of Google with 503 and retry-after', async (_, answer, seconds) => {
      const ana = await connected()
      google.answersOnce(/events$/, answer)
      const busy = await eventsOf(ana)
      expect(busy).toMatchObject({ status: 503, body: { retry_after: seconds } })
      expect(busy.headers.get('retry-after')).toBe(String(seconds))
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
    })

    test('reports a missing scope as broken, and logs a disabled API for the operator', async () => {
      const ana = await connected()
      const narrow = { errors: [{ reason: 'insufficientPermissions' }], status: 'PERMISSION_DENIED' }
      google.answersOnce(/events$/, { status: 403, body: { error: narrow } })
      expect(await eventsOf(ana)).toMatchObject({ body: { status: 'broken' } })
      const ben = await connected()
      const off = { errors: [{ reason: 'accessNotConfigured' }], message: `Enable it for ${ben.email}` }
      google.answersOnce(/events$/, { status: 403, body: { error: off } })
      const answer = await eventsOf(ben)
      expect(answer).toMatchObject({ status: 502, body: { error: 'Google refused to show the calendar' } })
      expect(await statusOf(ben)).toBe('connected')
      await expect
        .poll(() => seen.some((text) => text.includes('Google answered 403 (accessNotConfigured)')))
        .toBe(true)
      expect(seen.join('\n')).not.toContain(`Enable it for ${ben.email}`)
    })

    test('stored Google tokens cannot be decrypted for another founder', async () => {
      const [ana, eve] = [await connected(), await connected()]
      const owner = await ownerOf(server.own.config, server.database)
      await owner.query(
        `update private.calendar_connections set (refresh_token, access_token) =
           (select refresh_token, access_token from private.calendar_connections where user_id = $1) where user_id = $2`,
        [ana.id, eve.id],
      )
      await owner.end()
      expect(await eventsOf(eve)).toMatchObject({ body: { status: 'broken' } })
      expect((await eventsOf(ana)).body.events).toHaveLength(1)
    })

    test('limits requests for calendar events with 429', async () => {
      const strict = await start({ ...google.env, RATE_LIMIT_FACTOR: '0.04' })
      onTestFinished(() => strict.close())
      const person = await strict.founder('often')
      const ask = () => call('google-calendar-events', WEEK, person, { to: strict })
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
      expect(await ask()).toMatchObject({ status: 429, body: { retry_after: expect.any(Number) } })
    })

    test('rejects a time span that ends before it starts with 400', async () => {
      expect(await eventsOf(await founder(), { from: WEEK.to, to: WEEK.from })).toMatchObject({ status: 400 })
    })
  })

  describe('a call that stands in the Google calendar by its mail', () => {
    const booking = async <Answer>(body: object, person: Person) => {
      const { status, body: answer } = await call('booking', body, person)
      expect(status).toBe(200)
      return answer as Answer
    }
    /** Gives Google the mails so far, once there are `count`. */
    const deliver = async (person: Person, count: number) => {
      await vi.waitFor(async () => expect(await mailsTo(server, person)).toHaveLength(count), SOON)
      for (const { attachments } of await mailsTo(server, person))
        for (const { content } of attachments)
          google.receivesInvitation(typeof content === 'string' ? content : new TextDecoder().decode(content))
    }
    const entries = () =>
      google.events().map(({ summary, start }) => [summary, 'dateTime' in start ? start.dateTime : start.date])

    interface Change {
      readonly by: Person
      readonly call: Call
    }
    const byFounder = {
      move: ({ by, call: { manage } }: Change, starts_at: string) => booking({ action: 'move', manage, starts_at }, by),
      cancel: ({ by, call: { manage } }: Change) => booking({ action: 'cancel', manage }, by),
    }
    const byTeam = {
      move: async ({ by, call: { id } }: Change, starts_at: string) =>
        by.client.rpc('move_founder_call', { booking: id, starts_at }).throwOnError(),
      cancel: async ({ by, call: { id } }: Change) =>
        by.client.rpc('cancel_founder_call', { booking: id }).throwOnError(),
    }

    test.each([
      ['the founder', byFounder],
      ['the team', byTeam],
    ])('is moved and removed there when %s moves and cancels it', async (who, { move, cancel }) => {
      google.holds([])
      const ana = await connected()
      const adele = await server.admin(`admin${++names}`)
      const by = who === 'the team' ? adele : ana
      const { token } = await booking<{ token: string }>({ action: 'begin' }, ana)
      const { slots } = await booking<FreeSlots>({ action: 'slots', token, member: 'growth' }, ana)
      const [first = '', second = ''] = slots
      const { call } = await booking<{ call: Call }>(
        { action: 'book', token, member: 'growth', starts_at: first, topic: '', time_zone: 'UTC' },
        ana,
      )
      await deliver(ana, 1)
      expect(entries()).toEqual([['Call: Growth Expert', first]])

      await move({ by, call }, second)
      await deliver(ana, 2)
      expect(entries()).toEqual([['Call: Growth Expert', second]])
      // The calendar shows the squad's calls by itself.
      const span = { from: first, to: new Date(Date.parse(second) + 86_400_000).toISOString() }
      expect((await eventsOf(ana, span)).body).toMatchObject({ status: 'connected', events: [] })

      await adele.client.rpc('hand_over_call', { booking: call.id, member: 'product' }).throwOnError()
      await deliver(ana, 3)
      expect(entries()).toEqual([['Call: Product Advisor', second]])

      await cancel({ by, call })
      await deliver(ana, 4)
      expect(entries()).toEqual([])
    })
  })

  describe('disconnecting a Google calendar', () => {
    test('disconnecting deletes the tokens and revokes the grant at Google', async () => {
      const ana = await connected()
      const before = google.grants()
      expect(await call('google-calendar-auth', {}, ana, { method: 'DELETE' })).toMatchObject({ status: 200 })
      expect(await statusOf(ana)).toBe('none')
      expect((await eventsOf(ana)).body).toMatchObject({ status: 'none' })
      await expect.poll(() => google.grants()).toBe(before - 1)
      expect(await call('google-calendar-auth', {}, ana, { method: 'DELETE' })).toMatchObject({ status: 200 })
    })

    test('disconnecting works when Google fails', async () => {
      const ana = await connected()
      google.answersOnce(/revoke/, { status: 500 })
      expect(await call('google-calendar-auth', {}, ana, { method: 'DELETE' })).toMatchObject({ status: 200 })
      expect(await statusOf(ana)).toBe('none')
    })

    test('deleting the account deletes its calendar connection', async () => {
      const ana = await connected()
      await ana.client.rpc('delete_my_account').throwOnError()
      const owner = await ownerOf(server.own.config, server.database)
      expect(await owner.query('select from private.calendar_connections where user_id = $1', [ana.id])).toEqual([])
      await owner.end()
    })
  })

  test('without a Google client answers 503, and does not show a redirect URI in /config.json', async () => {
    const plain = await start({})
    onTestFinished(() => plain.close())
    const ana = await plain.founder('plain')
    const answer = await call('google-calendar-auth', { code: 'x', state: 'x' }, ana, { to: plain })
    expect(answer).toMatchObject({ status: 503, body: { error: expect.stringMatching('not configured') } })
    expect(await call('google-calendar-events', WEEK, ana, { to: plain })).toMatchObject({ body: { status: 'none' } })
    const config = (await (await fetch(`${plain.url}/config.json`)).json()) as { calendar: object }
    expect(config.calendar).toEqual({ configured: false })
  })

  test('no Google token, code or secret is sent to browsers, logged or stored in plain text', async () => {
    const ana = await connected()
    await eventsOf(ana)
    seen.push(JSON.stringify((await ana.client.rpc('my_data').throwOnError()).data))
    seen.push(await (await fetch(`${server.url}/config.json`)).text())
    const owner = await ownerOf(server.own.config, server.database)
    const tables = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('private', 'public', 'auth', 'server')`,
    )
    for (const { name } of tables) {
      const [dump] = await owner.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
      )
      seen.push(dump?.rows ?? '')
    }
    await owner.end()
    const everything = seen.join('\n')
    expect(everything).toContain('google-calendar-auth')
    expect(everything).toContain('access_token_ends_at')
    expect(google.secrets.length).toBeGreaterThan(50)
    expect(google.secrets.filter((secret) => everything.includes(secret))).toEqual([])
  })
})

/** An event in the form of the log: causes with message and stack. */
const inspected = (event: LogEvent): string =>
  JSON.stringify(event, (_, value: unknown) =>
    value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value,
  )
