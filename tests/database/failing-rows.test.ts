import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Mail {
  readonly founder: string
  readonly time_zone: string
  readonly week: Row | null
  readonly failure: string | null
}

describe.each(engines)('one row that fails stops no batch, on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    await owner.query('update auth.users set email_confirmed_at = now()')
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    const tables = ['public.mail_settings', 'public.notes', 'public.traction_loops', 'public.squad_messages']
    for (const table of [...tables, 'private.reply_mails', 'private.note_batches']) {
      await owner.query(`delete from ${table}`)
    }
  })

  /** Inserts a row from before a rule existed, or from another database that this one was restored from. */
  async function stored(table: string, statement: string, values: readonly unknown[]) {
    await owner.query(`alter table ${table} disable trigger user`)
    await owner.query(statement, values)
    await owner.query(`alter table ${table} enable trigger user`)
  }
  const mondayCame = async (founder: Actor) => {
    await founder.adds('mail_settings', { user_id: founder.id, weekly: true })
    await owner.query(
      `update private.week_mails set monday = (now() at time zone 'utc')::date, due_at = now() where user_id = $1`,
      [founder.id],
    )
  }
  const claimWeeks = () => cast.service.calls<Mail>('claim_week_mails', { max_rows: 10 })
  const thisWeek = async (founder: Actor) => {
    const [week] = await founder.calls('this_week', { today: new Date().toISOString().slice(0, 10) })
    return week
  }
  /** A function that fails for one founder, as damaged data makes it. */
  async function failingFor(founder: Actor, name: string, run: () => Promise<void>) {
    const [was] = await owner.query<{ definition: string }>(
      'select pg_get_functiondef($1::regprocedure) as definition',
      [name],
    )
    const definition = was?.definition ?? ''
    const body = `select case when founder = '${founder.id}' then (1 / (founder is null)::int)::text::jsonb else '{}' end`
    await owner.query(definition.replace(/AS \$function\$[\s\S]*\$function\$/, `AS $function$${body}$function$`))
    try {
      await run()
    } finally {
      await owner.query(definition)
    }
  }

  describe('counts', () => {
    const billions = { conversions: 2_000_000_000, demos: 0, messages: 0 }

    test.each([
      [{ conversions: 1_000_000_001 }, 'a count is a billion at most'],
      [{ messages: 2_147_483_647 }, 'a count is a billion at most'],
      [{ demos: -1 }, 'a count is not below zero'],
    ])(
      'of a loop are zero to a billion: %j is refused, when it is added and when it is changed',
      async (counts, message) => {
        const refused = { code: '23514', message }
        const loop = { user_id: cast.ana.id, name: 'Cold mail' }
        await expect(cast.admin.adds('traction_loops', { ...loop, ...counts })).rejects.toMatchObject(refused)
        await cast.admin.adds('traction_loops', { ...loop, conversions: 1_000_000_000 })
        await expect(cast.admin.changes('traction_loops', loop, counts)).rejects.toMatchObject(refused)
      },
    )

    test('beyond it that are there already stay, and are added up wherever they are', async () => {
      const { ana, admin } = cast
      for (const name of ['Cold mail', 'Referrals']) {
        await stored(
          'public.traction_loops',
          `insert into public.traction_loops (user_id, name, conversions, created_at) values ($1, $2, $3, now() - interval '3 days')`,
          [ana.id, name, billions.conversions],
        )
      }
      await stored(
        'public.traction_points',
        `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
         select user_id, id, current_date - days, 'running', counted, 0, 0 from public.traction_loops,
           (values (20, -2000000000), (0, 2000000000)) as points (days, counted) where user_id = $1`,
        [ana.id],
      )
      for (const refresh of ['refresh_loop_figures', 'refresh_conversion_points']) {
        await owner.query(`select private.${refresh}(array[$1::uuid])`, [ana.id])
      }
      expect(await thisWeek(ana)).toMatchObject({ verdict: { reason: 'conversions', now: 8_000_000_000 } })
      expect((await ana.calls('founder_context'))[0]).toMatchObject({ loopTotals: { conversions: 4_000_000_000 } })
      expect(await admin.calls('founder_summary', { founder: ana.id })).toMatchObject([
        { loops: [{ added: 4_000_000_000 }, { added: 4_000_000_000 }] },
      ])
      expect((await admin.calls('find_cohort')).find(({ id }) => id === ana.id)).toMatchObject({
        conversions: 4_000_000_000,
      })
      expect(await admin.changes('traction_loops', { user_id: ana.id }, { status: 'paused' })).toBe(2)
      await mondayCame(ana)
      expect(await claimWeeks()).toMatchObject([{ founder: ana.id, failure: null }])
    })
  })

  describe('the mails of the week', () => {
    test('go to the others; the one that fails says why, waits longer each time, and ends with its Monday', async () => {
      const { ana, ben } = cast
      for (const founder of [ana, ben]) await mondayCame(founder)
      await failingFor(ana, 'private.week_in_mail(uuid, date, text)', async () => {
        const mails = await claimWeeks()
        expect(mails).toHaveLength(2)
        expect(mails).toContainEqual(
          expect.objectContaining({ founder: ana.id, week: null, failure: 'division by zero' }),
        )
        expect(mails).toContainEqual(expect.objectContaining({ founder: ben.id, week: {}, failure: null }))
        expect(await claimWeeks()).toEqual([])
        const pauses = []
        for (let attempt = 0; attempt < 3; attempt++) {
          await owner.query('update private.week_mails set due_at = now() where user_id = $1', [ana.id])
          await claimWeeks()
          const [row] = await owner.query<{ minutes: number }>(
            `select round(extract(epoch from due_at - now()) / 60)::int as minutes from private.week_mails where user_id = $1`,
            [ana.id],
          )
          pauses.push(row?.minutes)
        }
        expect(pauses).toEqual([10, 20, 40])
        await owner.query('update private.week_mails set due_at = now(), monday = monday - 1 where user_id = $1', [
          ana.id,
        ])
        expect(await claimWeeks()).toEqual([])
        expect(await owner.query('select due_at > now() as later from private.week_mails')).toContainEqual({
          later: true,
        })
      })
    })

    test('go to the others when the next mail of one cannot be planned, which is tried again later', async () => {
      const { ana, ben } = cast
      for (const founder of [ana, ben]) await mondayCame(founder)
      await owner.query(
        `update private.week_mails set monday = monday - 7, due_at = now() - interval '1 minute' where user_id = $1`,
        [ana.id],
      )
      await failingFor(ana, 'private.plan_week_mail(uuid)', async () => {
        const mails = await claimWeeks()
        expect(mails.map(({ founder, failure }) => [founder, failure])).toEqual([
          [ana.id, 'division by zero'],
          [ben.id, null],
        ])
        expect(await claimWeeks()).toEqual([])
      })
      await owner.query('update private.week_mails set due_at = now() where user_id = $1', [ana.id])
      expect(await claimWeeks()).toEqual([])
      expect(
        await owner.query(
          // On the hour, unlike another try.
          `select due_at > now() and due_at = date_trunc('hour', due_at) as planned from private.week_mails where user_id = $1`,
          [ana.id],
        ),
      ).toEqual([{ planned: true }])
    })

    test('a time zone that this database does not know is UTC, in claims, plans and clean-ups', async () => {
      const { ana, ben, service } = cast
      for (const founder of [ana, ben]) await mondayCame(founder)
      await stored(
        'public.mail_settings',
        `update public.mail_settings set time_zone = 'Mars/Olympus' where user_id = $1`,
        [ana.id],
      )
      const mails = await claimWeeks()
      expect(mails.map(({ founder, time_zone }) => [founder, time_zone])).toEqual(
        expect.arrayContaining([
          [ana.id, 'UTC'],
          [ben.id, 'UTC'],
        ]),
      )
      await service.calls('week_mail_sent', { founder: ana.id, monday: new Date().toISOString().slice(0, 10) })
      await owner.query(`update private.week_mails set due_at = now() + interval '30 days'`)
      await service.calls('delete_expired', { max_rows: 10 })
      expect(await owner.query(`select due_at < now() + interval '8 days' as soon from private.week_mails`)).toEqual([
        { soon: true },
        { soon: true },
      ])
      await ana.changes('mail_settings', { user_id: ana.id }, { weekly: false })
    })
  })

  test('the mails about replies go to the others; the one that fails says why, and is given up', async () => {
    const { ana, ben, admin } = cast
    for (const { id } of [ana, ben]) {
      await admin.adds('squad_messages', { user_id: id, sender_type: 'squad', sender_name: 'Adele', content: 'Hello' })
    }
    await owner.query(`update public.squad_messages set created_at = now() - interval '40 minutes'`)
    await owner.query('update private.reply_mails set due_at = now(), mailed_until = null')
    // A reply that no query can read: its text is no text.
    await owner.query(`alter function private.unmailed_replies(uuid, timestamptz) rename to unmailed_replies_of`)
    await owner.query(`create function private.unmailed_replies(
        founder uuid, mailed_until timestamptz, out since timestamptz, out until timestamptz, out unread integer, out replies jsonb
      ) language plpgsql as $$ begin
        if founder = '${ana.id}' then raise exception 'damaged'; end if;
        select * into since, until, unread, replies from private.unmailed_replies_of(founder, mailed_until);
      end $$`)
    try {
      const claim = () => cast.service.calls<Mail>('claim_reply_mails', { max_rows: 10 })
      const mails = await claim()
      expect(mails.map(({ founder, failure }) => [founder, failure])).toEqual(
        expect.arrayContaining([
          [ana.id, 'damaged'],
          [ben.id, null],
        ]),
      )
      expect(await claim()).toEqual([])
      await owner.query('update private.reply_mails set due_at = now(), attempts = 24 where user_id = $1', [ana.id])
      expect(await claim()).toEqual([])
      expect(await owner.query('select due_at from private.reply_mails where user_id = $1', [ana.id])).toEqual([
        { due_at: null },
      ])
    } finally {
      await owner.query('drop function private.unmailed_replies(uuid, timestamptz)')
      await owner.query('alter function private.unmailed_replies_of(uuid, timestamptz) rename to unmailed_replies')
    }
  })

  test('a mail about a call is given up after 100 attempts, a summary after 24, and both say so once', async () => {
    const { ana, service } = cast
    await owner.query(
      `insert into public.squad_bookings (user_id, member, starts_at, ends_at)
       select $1, 'growth', at, at + interval '30 minutes'
       from (select (date_trunc('day', now() at time zone 'America/New_York') + interval '2 days 10 hours') at time zone 'America/New_York' as at) t`,
      [ana.id],
    )
    await owner.query('insert into private.booking_mails (booking, attempts) select id, 99 from public.squad_bookings')
    expect(await service.calls('claim_booking_mails', { max_rows: 10 })).toMatchObject([{ failure: null }])
    await owner.query('update private.booking_mails set due_at = now()')
    expect(await service.calls('claim_booking_mails', { max_rows: 10 })).toMatchObject([
      { failure: expect.stringMatching(/^the mail about call .* is given up after 100 attempts$/) },
    ])
    expect(await service.calls('claim_booking_mails', { max_rows: 10 })).toEqual([])
    expect(await owner.query('select from private.booking_mails')).toEqual([])

    await ana.adds('weekly_checkins', { user_id: ana.id, week_of: '2026-03-02', wins: 'One', next_priority: 'Two' })
    await owner.query(
      'insert into private.check_ins_to_summarize (check_in, attempts) select id, 23 from public.weekly_checkins',
    )
    expect(await service.calls('claim_check_ins', { max_rows: 10 })).toMatchObject([{ attempt: 24, failure: null }])
    await owner.query('update private.check_ins_to_summarize set due_at = now()')
    expect(await service.calls('claim_check_ins', { max_rows: 10 })).toMatchObject([
      { failure: expect.stringMatching(/^the summary of check-in .* is given up after 24 attempts$/) },
    ])
    expect(await service.calls('claim_check_ins', { max_rows: 10 })).toEqual([])
    expect(await owner.query('select from private.check_ins_to_summarize')).toEqual([])
  })

  describe('notes for many founders', () => {
    const content = 'They ask for SSO'
    const carryOn = async () =>
      (await cast.service.calls<{ left_over: number; failure: string | null }>('continue_notes'))[0]
    const founders = async () => (await cast.service.sees('notes')).map(({ user_id }) => user_id)
    /** A batch of founders, none of whom has a note yet. */
    const begin = (ids: readonly string[]) =>
      owner.query(
        `insert into private.note_batches (id, admin_id, title, category, content, founders, founders_left)
         values (gen_random_uuid(), $1, 'Buyers', 'buyer-insights', $2, $3, $3)`,
        [cast.admin.id, content, ids],
      )
    const refuseNotesFor = async (founder: Actor, run: () => Promise<void>) => {
      await owner.query(`alter table public.notes add constraint damaged check (user_id <> '${founder.id}')`)
      try {
        await run()
      } finally {
        await owner.query('alter table public.notes drop constraint damaged')
      }
    }

    test('are added for the others at once, and one that fails is tried five times and given up', async () => {
      const { ana, ben, exAdmin } = cast
      await begin([ana.id, ben.id, exAdmin.id])
      await refuseNotesFor(ana, async () => {
        expect(await carryOn()).toMatchObject({
          left_over: 1,
          failure: expect.stringContaining(`no note for ${ana.id}`),
        })
        expect((await founders()).sort()).toEqual([ben.id, exAdmin.id].sort())
        for (const minutes of [1, 2, 4, 8]) {
          expect(await carryOn()).toMatchObject({ left_over: 0, failure: expect.stringContaining('damaged') })
          expect(await carryOn()).toEqual({ left_over: 0, failure: null })
          const moved = await owner.query(
            `update private.note_batches set due_at = now() where due_at > now() + interval '1 minute' * $1 - interval '5 seconds' returning 1`,
            [minutes],
          )
          expect(moved).toHaveLength(1)
        }
        expect(await carryOn()).toMatchObject({ left_over: 0, failure: expect.stringContaining('damaged') })
        const [batch] = await owner.query<{ founders: string[]; founders_left: string[] }>(
          'select founders, founders_left from private.note_batches',
        )
        // The audit lists whom it reached.
        expect(batch?.founders.toSorted()).toEqual([ben.id, exAdmin.id].sort())
        expect(batch?.founders_left).toEqual([])
      })
    })

    test('of another batch are not stopped, and are added later once nothing is in the way', async () => {
      const { ana, ben } = cast
      await begin([ana.id])
      await begin([ben.id])
      await refuseNotesFor(ana, async () => {
        await carryOn()
        await carryOn()
        expect(await founders()).toEqual([ben.id])
      })
      await owner.query('update private.note_batches set due_at = now()')
      expect(await carryOn()).toEqual({ left_over: 0, failure: null })
      expect((await founders()).sort()).toEqual([ana.id, ben.id].sort())
    })
  })
})
