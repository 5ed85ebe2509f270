import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

/** The clock was three weeks ahead when these were written. */
const AHEAD = `now() + interval '21 days'`

describe.each(engines)('times from a clock that was ahead, on %s', (engine) => {
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

  const one = async <Value>(sql: string): Promise<Value | undefined> =>
    Object.values((await owner.query<Record<string, Value>>(sql))[0] ?? {})[0]
  const cleanUp = () => cast.service.calls('delete_expired', { max_rows: 1000 })

  test('a window of a rate limit that ends later than one that begins now has ended, and others go on', async () => {
    const use = () => one<number>(`select public.consume_rate_limit('ahead', 1, 60)`)
    expect(await use()).toBe(0)
    expect(await use()).toBeGreaterThan(0)
    await owner.query(`update private.rate_limits set ends_at = ${AHEAD} where bucket = 'ahead'`)
    expect(await use()).toBe(0)
    const wait = await use()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })

  test.each([
    ['with a window', 'null, null'],
    ['with waits', `'60 seconds', '900 seconds'`],
  ])('an account is not locked by a counter of attempts %s, and is by one of now', async (name, waits) => {
    const attempt = () => one<number>(`select server.check_limit('ahead ${name}', now(), 2, '5 minutes', ${waits})`)
    expect([await attempt(), await attempt()]).toEqual([0, 0])
    expect(await attempt()).toBeGreaterThan(0)
    await owner.query(`update server.rate_limits set ends_at = ${AHEAD}, free_at = ${AHEAD} where key like 'ahead%'`)
    expect([await attempt(), await attempt()]).toEqual([0, 0])
    expect(await attempt()).toBeGreaterThan(0)
  })

  test('an invitation is mailed at the next clean-up, and one that was sent can be sent again ten minutes later', async () => {
    await cast.admin.calls('invite_founders', { addresses: '{waits@acme.example,sent@acme.example}' })
    await owner.query(`update public.founder_invitations set due_at = ${AHEAD} where email = 'waits@acme.example'`)
    await owner.query(
      `update public.founder_invitations set due_at = null, sent_at = ${AHEAD} where email = 'sent@acme.example'`,
    )
    await cleanUp()
    const ahead = `select count(*)::integer from public.founder_invitations where greatest(due_at, sent_at) > now()`
    expect(await one<number>(ahead)).toBe(0)
  })

  test('a message to many founders is sent at the next clean-up', async () => {
    const [ana, batch] = [`{${cast.ana.id}}`, crypto.randomUUID()]
    await cast.admin.calls('message_founders', { batch, founders: ana, content: 'Demo day', sender_name: 'Maya' })
    await owner.query(`update private.message_batches set due_at = ${AHEAD}`)
    await cleanUp()
    expect(await one<number>('select count(*)::integer from private.message_batches where due_at > now()')).toBe(0)
  })

  test('a webhook is requested again at the next clean-up', async () => {
    const webhook = crypto.randomUUID()
    const [shape, events] = ['standard', '{call.booked}']
    const sealed = { address: 'hooks.example', sealed_url: 'x', sealed_secret: 'x' }
    await cast.admin.calls('add_webhook', { id: webhook, name: 'Ops', shape, events, ...sealed })
    await cast.admin.calls('test_webhook', { webhook })
    await owner.query(`update private.webhook_deliveries set due_at = ${AHEAD}`)
    await owner.query(`update private.webhooks set busy_until = ${AHEAD}`)
    await cleanUp()
    expect(await cast.service.calls('claim_webhooks', { max_rows: 1 })).toHaveLength(1)
  })

  test('mails and summaries are due at the next clean-up, and what was due soon stays', async () => {
    const [ana, ben] = [cast.ana.id, cast.ben.id]
    await owner.query(
      `insert into private.reply_mails (user_id, due_at, mailed_at) values ($1, ${AHEAD}, ${AHEAD}), ($2, now() + interval '1 hour', now())
       on conflict (user_id) do update set due_at = excluded.due_at, mailed_at = excluded.mailed_at`,
      [ana, ben],
    )
    await owner.query('delete from public.weekly_checkins')
    await cast.ana.adds('weekly_checkins', {
      user_id: ana,
      week_of: '2026-03-02',
      mood: 3,
      wins: 'One',

      next_priority: 'Two',
    })
    await owner.query(
      `insert into private.check_ins_to_summarize (check_in, due_at) select id, ${AHEAD} from public.weekly_checkins where user_id = $1
       on conflict (check_in) do update set due_at = excluded.due_at`,
      [ana],
    )
    await cast.ana.adds('mail_settings', { user_id: ana, weekly: true, time_zone: 'UTC' })
    await owner.query(`update private.week_mails set due_at = ${AHEAD} + interval '7 days',
      mailed_for = (${AHEAD})::date, monday = (${AHEAD})::date + 7`)
    await cleanUp()
    expect(
      await one(`select due_at <= now() and mailed_at is null from private.reply_mails where user_id = '${ana}'`),
    ).toBe(true)
    expect(
      await one(`select due_at > now() and mailed_at <= now() from private.reply_mails where user_id = '${ben}'`),
    ).toBe(true)
    expect(await one('select bool_and(due_at <= now()) from private.check_ins_to_summarize')).toBe(true)
    expect(await one(`select due_at < now() + interval '8 days' and mailed_for is null from private.week_mails`)).toBe(
      true,
    )
  })

  test('no member is shown as writing, and no answer counts as in progress', async () => {
    const { id } = cast.ana
    await owner.query(
      `insert into private.answers (user_id, turn, writer, changed_at) values ($1, gen_random_uuid(), gen_random_uuid(), ${AHEAD})`,
      [id],
    )
    await owner.query(`insert into public.squad_typing (user_id, member, typed_at) values ($1, $2, ${AHEAD})`, [
      id,
      cast.admin.id,
    ])
    await cleanUp()
    expect(await one('select count(*)::int from private.answers')).toBe(0)
    expect(await one('select count(*)::int from public.squad_typing')).toBe(0)
  })
})
