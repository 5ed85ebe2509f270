import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WEBHOOK_EVENT_IDS } from '../../domain/webhooks.ts'
import { writeBody, type DueWebhook } from '../../supabase/functions/send-webhooks/write-body.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

interface Claimed extends DueWebhook {
  readonly webhook: string
  readonly content: DueWebhook['content'] & Readonly<Record<string, unknown>>
}

const EVERY =
  '{founder.message,check_in.saved,decision.due,call.booked,call.changed,call.canceled,founder.at_risk,promise.broken}'

describe.each(engines)('events of webhooks on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    // Calls begin at any minute here, since the database's clock cannot be moved.
    await owner.query('alter table public.squad_bookings drop constraint squad_bookings_starts_at_check')
    await owner.query('alter table public.radar_thresholds disable trigger stamp_thresholds')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    for (const table of [
      'private.webhooks',
      'private.webhook_risks',
      'public.squad_messages',
      'public.weekly_checkins',
      'public.decisions',
      'public.squad_bookings',
      'public.radar_snoozes',
      'public.runway_data',
      'private.rate_limits',
    ]) {
      await owner.query(`delete from ${table}`)
    }
    await owner.query(`update private.webhook_risks_compared set at = '-infinity'`)
    await owner.query('update public.squad_conversations set waiting_since = null, snoozed_until = null')
  })

  const add = async (events = EVERY, by = cast.admin): Promise<string> => {
    const id = crypto.randomUUID()
    const sealed = { sealed_url: 'url', sealed_secret: 'secret' }
    await by.calls('add_webhook', { id, name: ' Ops ', address: 'hooks.example', ...sealed, shape: 'standard', events })
    return id
  }
  const claim = () => cast.service.calls<Claimed>('claim_webhooks', { max_rows: 100 })
  /** What is due is accepted. @returns it in the order of sending */
  const delivered = async (): Promise<Claimed[]> => {
    await cast.service.calls('plan_webhooks')
    const all: Claimed[] = []
    for (;;) {
      const claimed = await claim()
      if (claimed.length === 0) return all
      for (const { id } of claimed) await cast.service.calls('webhook_sent', { delivery: id, status: 200 })
      all.push(...claimed)
    }
  }
  const eventsOf = (claimed: readonly Claimed[]) => claimed.map(({ event }) => event)
  const checksIn = (founder: Actor, more: Row = {}) =>
    founder.adds('weekly_checkins', {
      user_id: founder.id,
      week_of: monday(),
      mood: 4,
      wins: 'Two demos',
      blockers: '',
      next_priority: 'Pricing',
      ...more,
    })
  const monday = (day = new Date()) => {
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
    return day.toISOString().slice(0, 10)
  }
  const longAgo = (id: string, time = '1 year') =>
    owner.query('update private.webhooks set on_since = now() - $2::interval where id = $1', [id, time])
  const founder = ({ id }: Actor, name: string) => ({ id, name })

  test('docs/webhooks.md shows every event as it is sent', async () => {
    const id = await add()
    // One moment: a call lasts 30 minutes to the millisecond.
    const now = Date.now()
    const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    const sent: Claimed[] = []
    const collect = async () => void sent.push(...(await delivered()))
    // The first look at who is at risk.
    await collect()
    await owner.query(`update private.webhook_risks_compared set at = at - interval '11 minutes'`)
    await owner.query(`update public.radar_thresholds set changed_at = now() - interval '1 year'`)
    await longAgo(id)
    await cast.service.adds('runway_data', { user_id: cast.ana.id, bank_balance: 2000, monthly_revenue: 0, monthly_burn: 1000 }) // prettier-ignore
    await checksIn(cast.ana)
    const [checkIn] = await cast.ana.sees('weekly_checkins')
    const about = { about_kind: 'check-in', about_id: String(checkIn?.['id']) }
    await cast.ana.adds('squad_messages', { user_id: cast.ana.id, content: 'Look', ...about })
    await owner.query(
      `insert into public.decisions (user_id, title, reason, expected, review_on)
       values ($1, 'Raise prices', 'r', 'Ten sales', (now() at time zone 'utc')::date)`,
      [cast.ana.id],
    )
    await cast.service.adds('squad_bookings', { user_id: cast.ana.id, member: 'growth', topic: 'Pricing', starts_at: at(48), ends_at: at(48.5) }) // prettier-ignore
    await collect()
    await owner.query(`update public.squad_bookings set member = 'product'`)
    await collect()
    await owner.query('update public.squad_bookings set cancelled_at = now()')
    await owner.query(`update public.squad_conversations set waiting_since = now() - interval '25 hours'`)
    await collect()
    await cast.admin.calls('test_webhook', { webhook: id })
    await collect()

    const env = { PUBLIC_URL: 'https://growth.example' }
    const written = sent.map((due) => writeBody({ env }, { ...due, shape: 'standard' }))
    const docs = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
    const examples = [...docs.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? '')
    const typesOf = (json: string) => {
      const { type } = JSON.parse(json) as { type: string }
      return [type, JSON.parse(json, (_, value: unknown) => (typeof value === 'object' ? value : typeof value))]
    }
    const byType = (json: readonly string[]) => Object.fromEntries(json.map(typesOf)) as Record<string, object>
    expect(byType(written)).toEqual(byType(examples))
    expect(Object.keys(byType(examples)).sort()).toEqual([...WEBHOOK_EVENT_IDS, 'test'].sort())
    // The headings name them.
    expect([...docs.matchAll(/^### (\S+)$/gm)].map(([, name]) => name)).toEqual([...WEBHOOK_EVENT_IDS, 'test'])
  })

  test('a message of a founder, not a reply, not one that is imported', async () => {
    await add()
    await writes(cast.ana, 'To: [growth] Hello')
    await replies(cast.admin, cast.ana, 'Hi')
    const old = { user_id: cast.ben.id, content: 'Old', created_at: '2026-03-02T09:00:00Z' }
    await cast.service.adds('squad_messages', old)
    expect(await delivered()).toMatchObject([
      {
        event: 'founder.message',
        content: {
          founder: founder(cast.ana, 'ana'),
          founder_words: { text: 'To: [growth] Hello' },
          about: null,
        },
      },
    ])
    expect(await delivered()).toEqual([])
  })

  test('a comment says which record it is about', async () => {
    await add()
    await checksIn(cast.ana)
    const [checkIn] = await cast.ana.sees('weekly_checkins')
    const about = { about_kind: 'check-in', about_id: String(checkIn?.['id']) }
    await cast.ana.adds('squad_messages', { user_id: cast.ana.id, content: 'Look', ...about })
    expect((await delivered())[1]?.content).toMatchObject({ about: { kind: 'check-in', id: checkIn?.['id'] } })
  })

  test('a check-in of this week, with each text cut after 2,000 characters; not one of a year ago', async () => {
    await add()
    await checksIn(cast.ana, { wins: 'w'.repeat(3000) })
    await checksIn(cast.ana, { week_of: '2026-03-02' })
    const [checkIn] = await cast.ana.sees('weekly_checkins', { week_of: monday() })
    expect(await delivered()).toMatchObject([
      {
        event: 'check_in.saved',
        content: {
          id: checkIn?.['id'],
          week_of: monday(),
          mood: 4,
          founder: founder(cast.ana, 'ana'),
          founder_words: { wins: 'w'.repeat(2000), blockers: '', next_priority: 'Pricing' },
        },
      },
    ])
  })

  test('a correction of a check-in, not what changes nothing', async () => {
    await add()
    await checksIn(cast.ana)
    expect((await delivered()).map(({ content }) => content['corrected_at'])).toEqual([null])
    const corrects = (mood: number) => cast.ana.changes('weekly_checkins', { user_id: cast.ana.id }, { mood })
    await corrects(4)
    expect(await delivered()).toEqual([])
    await corrects(2)
    expect(await delivered()).toMatchObject([
      { event: 'check_in.saved', content: { mood: 2, corrected_at: expect.any(String) } },
    ])
  })

  test('corrections that wait are one event, which says what the check-in says when it is sent', async () => {
    const id = await add()
    const corrects = (mood: number) => cast.ana.changes('weekly_checkins', { user_id: cast.ana.id }, { mood })
    const waiting = async () => (await cast.admin.calls('list_webhooks'))[0]?.['waiting']
    await checksIn(cast.ana)
    for (const mood of [1, 2, 3, 5]) await corrects(mood)
    expect(await waiting()).toBe(1)
    // One that is being sent may have been read already.
    const [first] = await claim()
    expect(first?.content).toMatchObject({ mood: 5 })
    await corrects(2)
    await corrects(1)
    expect(await waiting()).toBe(2)
    await cast.service.calls('webhook_sent', { delivery: first!.id, status: 200 })
    expect(await delivered()).toMatchObject([{ event: 'check_in.saved', content: { mood: 1 } }])
    // An event that is sent once more has an id that its receiver knows.
    await cast.admin.calls('send_webhook_again', { delivery: first!.id })
    await corrects(3)
    expect((await delivered()).map(({ id }) => id === first!.id)).toEqual([true, false])
    expect(await cast.admin.calls('webhook_log', { webhook: id })).toHaveLength(3)
  })

  // The embedded database has one connection.
  test.runIf(engine === 'postgres')(
    'a correction waits for the event that is being claimed, and is then sent by itself',
    async () => {
      await add()
      await checksIn(cast.ana)
      const other = await ownerOf(cast.config, cast.database)
      await owner.query('begin')
      onTestFinished(async () => {
        await owner.query('rollback')
        await other.end()
      })
      const [claimed] = await owner.query<Claimed>('select id, content from public.claim_webhooks(1)')
      expect(claimed?.content).toMatchObject({ mood: 4 })
      const correction = 'update public.weekly_checkins set mood = 1, corrected_at = now()'
      const corrected = other.query(correction)
      const blocked = `select pid from pg_stat_activity where query = $1 and wait_event_type = 'Lock'`
      const seenNow = async () => {
        // A transaction keeps the activity that it has once read.
        await owner.query('select pg_stat_clear_snapshot()')
        return owner.query(blocked, [correction])
      }
      await expect.poll(seenNow, { timeout: 10_000 }).toHaveLength(1)
      await owner.query('commit')
      await corrected
      await cast.service.calls('webhook_sent', { delivery: claimed!.id, status: 200 })
      expect(await delivered()).toMatchObject([{ event: 'check_in.saved', content: { mood: 1 } }])
    },
  )

  test('a review is due once on its day, not one that was due before the webhook, and again when it is postponed', async () => {
    const id = await add()
    const logs = (title: string, day: number) =>
      owner.query(
        `insert into public.decisions (user_id, title, reason, expected, review_on, created_at)
         values ($1, $2, 'r', 'Ten sales', (now() at time zone 'utc')::date + $3::integer, now() - interval '9 days')`,
        [cast.ana.id, title, day],
      )
    await logs('Due today', 0)
    await logs('Due tomorrow', 1)
    await logs('Due nine days ago', -9)
    expect(await delivered()).toEqual([])
    await longAgo(id)
    expect(await delivered()).toMatchObject([
      { event: 'decision.due', content: { founder_words: { title: 'Due today', expected: 'Ten sales' } } },
    ])
    expect(await delivered()).toEqual([])
    await owner.query(`update public.decisions set review_on = review_on - 1 where title = 'Due tomorrow'`)
    await owner.query(
      `update public.decisions set reviewed_at = now(), outcome = 'Ten', was_right = 'yes' where title = 'Due today'`,
    )
    expect((await delivered())[0]?.content).toMatchObject({ founder_words: { title: 'Due tomorrow' } })
  })

  test('a review that was due when its decision was imported is not announced, one that becomes due is', async () => {
    const id = await add()
    await longAgo(id)
    const line = (title: string, days: number) => ({
      title,
      reason: 'r',
      decided_on: '2026-01-05',
      review_on: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    })
    const lines = JSON.stringify([line('Due yesterday', -1), line('Due today', 0), line('Due tomorrow', 1)])
    const imported = await cast.ana.calls('import_records', { batch: crypto.randomUUID(), kind: 'decisions', lines })
    expect(imported).toEqual([{ added: 3, skipped: 0 }])
    expect(await delivered()).toEqual([])
    // The last day on which a review of yesterday is announced.
    const later = (days: number) => owner.query(`update private.imports set created_at = now() - make_interval(days => $1)`, [days]) // prettier-ignore
    await later(5)
    await owner.query(
      `update public.decisions set review_on = (now() at time zone 'utc')::date - 6 where title = 'Due yesterday'`,
    )
    await cast.service.calls('delete_expired', { max_rows: 1 })
    expect(await delivered()).toMatchObject([
      { event: 'decision.due', content: { founder_words: { title: 'Due today' } } },
    ])
    await owner.query(
      `update public.decisions set review_on = (now() at time zone 'utc')::date where title = 'Due tomorrow'`,
    )
    expect(await delivered()).toMatchObject([
      { event: 'decision.due', content: { founder_words: { title: 'Due tomorrow' } } },
    ])
  })

  test('calls that are booked, moved, handed over and cancelled, by whomever; not what was over', async () => {
    await add()
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const times = (hours: number) => ({ starts_at: at(hours), ends_at: at(hours + 0.5) })
    const booked = times(48)
    await owner.query('alter table public.squad_bookings drop constraint if exists squad_bookings_check')
    await cast.service.adds('squad_bookings', { user_id: cast.ana.id, member: 'growth', topic: 'Pricing', ...booked })
    const [call] = await cast.ana.sees('squad_bookings')
    const change = async (set: string) => {
      await owner.query(`update public.squad_bookings set ${set} where id = $1`, [call?.['id']])
      return delivered()
    }
    const whole = { id: call?.['id'], founder: founder(cast.ana, 'ana'), founder_words: { topic: 'Pricing' } }
    expect(await delivered()).toMatchObject([{ event: 'call.booked', content: { ...whole, member: 'growth' } }])
    const moved = await change(`starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'`)
    expect(moved).toMatchObject([{ event: 'call.changed', content: { ...whole, before: { member: 'growth' } } }])
    const span = moved[0]?.content as { starts_at: string; before: { starts_at: string } }
    expect(Date.parse(span.starts_at) - Date.parse(span.before.starts_at)).toBe(3_600_000)
    expect(await change(`member = 'product'`)).toMatchObject([
      { event: 'call.changed', content: { member: 'product', before: { member: 'growth' } } },
    ])
    expect(await change(`topic = 'Other'`)).toEqual([])
    expect(eventsOf(await change('cancelled_at = now()'))).toEqual(['call.canceled'])
    await cast.service.adds('squad_bookings', { user_id: cast.ben.id, member: 'growth', ...times(-48) })
    expect(await delivered()).toEqual([])
  })

  test('a promise that broke, once, not while it is snoozed, and not one of before the webhook', async () => {
    const id = await add()
    await writes(cast.ana, 'Hello?')
    await writes(cast.ben, 'Hello?')
    await delivered()
    const waits = (actor: Actor, hours: number) =>
      owner.query(`update public.squad_conversations set waiting_since = now() - make_interval(hours => $2) where user_id = $1`, [actor.id, hours]) // prettier-ignore
    await waits(cast.ana, 25)
    await waits(cast.ben, 23)
    // It broke an hour ago.
    await longAgo(id, '30 minutes')
    expect(await delivered()).toEqual([])
    await longAgo(id, '2 hours')
    await owner.query(`update public.squad_conversations set snoozed_until = current_date + 2 where user_id = $1`, [cast.ana.id]) // prettier-ignore
    expect(await delivered()).toEqual([])
    await owner.query('update public.squad_conversations set snoozed_until = null')
    expect(await delivered()).toMatchObject([
      {
        event: 'promise.broken',
        content: { founder: founder(cast.ana, 'ana'), promised_hours: 24, founder_words: {} },
      },
    ])
    expect(await delivered()).toEqual([])
  })

  test('who becomes at risk; not who was, who is snoozed, or whom other thresholds make one', async () => {
    const id = await add('{founder.at_risk}')
    const tenMinutesLater = async () => {
      await owner.query(`update private.webhook_risks_compared set at = at - interval '11 minutes'`)
      await longAgo(id)
      return delivered()
    }
    const hasMoneyFor = (actor: Actor, months: number) =>
      cast.service.adds('runway_data', { user_id: actor.id, bank_balance: months * 1000, monthly_revenue: 0, monthly_burn: 1000 }) // prettier-ignore
    await owner.query(`update public.radar_thresholds set changed_at = now() - interval '1 year'`)
    await hasMoneyFor(cast.ana, 2)
    // The first look is where it begins.
    expect(await delivered()).toEqual([])
    expect(await tenMinutesLater()).toEqual([])
    await hasMoneyFor(cast.ben, 2)
    // The next look is ten minutes later.
    expect(await delivered()).toEqual([])
    const [became, ...more] = await tenMinutesLater()
    expect(more).toEqual([])
    expect(became).toMatchObject({
      event: 'founder.at_risk',
      content: { id: cast.ben.id, founder: founder(cast.ben, 'ben'), reasons: ['runway_short'] },
    })
    expect(became?.content['severity']).toBeGreaterThan(40)
    await owner.query('update public.runway_data set bank_balance = 100000')
    expect(await tenMinutesLater()).toEqual([])
    await owner.query('update public.runway_data set bank_balance = 2000')
    await cast.admin.calls('snooze_founder', {
      founder: cast.ana.id,
      until: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      reason: 'Away',
    })
    expect((await tenMinutesLater()).map(({ content }) => content['id'])).toEqual([cast.ben.id])
    await cast.admin.calls('end_snooze', { founder: cast.ana.id })
    await owner.query('update public.radar_thresholds set runway_months = 1, changed_at = now()')
    expect(await tenMinutesLater()).toEqual([])
    await owner.query('update public.radar_thresholds set runway_months = 6, changed_at = now()')
    expect(await tenMinutesLater()).toEqual([])
  })

  test('who becomes at risk by an import is not announced, and is once it happens again', async () => {
    const id = await add('{founder.at_risk}')
    const look = async () => {
      await owner.query(`update private.webhook_risks_compared set at = now() - interval '11 minutes'`)
      await longAgo(id)
      return (await delivered()).map(({ content }) => content['id'])
    }
    const imports = (actor: Actor, week_of: string, mood: number) => {
      const lines = JSON.stringify([{ week_of, mood, wins: 'w', next_priority: 'p' }])
      return actor.calls('import_records', { batch: crypto.randomUUID(), kind: 'check-ins', lines })
    }
    await owner.query(`update public.radar_thresholds set changed_at = now() - interval '1 year'`)
    await look()
    await look()
    await imports(cast.ana, monday(), 1)
    // Who was at risk before the import, and is not known as such yet, is announced.
    await checksIn(cast.ben, { mood: 1 })
    const before = monday(new Date(Date.now() - 7 * 86_400_000))
    await imports(cast.ben, before, 2)
    expect(await look()).toEqual([cast.ben.id])
    await cast.ana.changes('weekly_checkins', { user_id: cast.ana.id }, { mood: 5 })
    expect(await look()).toEqual([])
    await cast.ana.changes('weekly_checkins', { user_id: cast.ana.id }, { mood: 1 })
    expect(await look()).toEqual([cast.ana.id])
  })

  test('each webhook gets its own events, none while it is off, and those that are added from then on', async () => {
    const [messages, calls, off] = [await add('{founder.message}'), await add('{call.booked}'), await add()]
    await cast.admin.calls('switch_webhook', { webhook: off, is_on: false })
    await writes(cast.ana, 'Hello')
    expect((await delivered()).map(({ webhook }) => webhook)).toEqual([messages])
    const events = '{call.booked,founder.message}'
    await cast.admin.calls('change_webhook', { webhook: calls, name: 'Calls', shape: 'slack', events })
    expect(await delivered()).toEqual([])
    await writes(cast.ana, 'Hello again')
    expect((await delivered()).map(({ webhook }) => webhook).sort()).toEqual([messages, calls].sort())
  })

  test('an event is not sent again to a webhook that is off, which gets tests alone', async () => {
    const id = await add()
    await writes(cast.ana, 'Hello')
    const [sent] = await delivered()
    const again = () => cast.admin.calls('send_webhook_again', { delivery: sent!.id })
    await cast.admin.calls('switch_webhook', { webhook: id, is_on: false })
    await expect(again()).rejects.toThrow('the webhook is switched off')
    expect(await cast.admin.calls('webhook_log', { webhook: id })).toMatchObject([{ due_at: null, status: 200 }])
    // One that was being queued while it was switched off.
    await owner.query(`update private.webhook_deliveries set due_at = now() where id = $1`, [sent!.id])
    expect(await claim()).toEqual([])
    expect(await cast.service.calls('next_webhook')).toEqual([null])
    await cast.admin.calls('test_webhook', { webhook: id })
    expect(eventsOf(await delivered())).toEqual(['test'])
    await cast.admin.calls('switch_webhook', { webhook: id, is_on: true })
    expect(await delivered()).toEqual([])
    await again()
    expect((await delivered()).map(({ id }) => id)).toEqual([sent!.id])
    const unknown = { delivery: crypto.randomUUID() }
    await expect(cast.admin.calls('send_webhook_again', unknown)).rejects.toMatchObject({ code: 'P0002' })
  })

  test('a URL is changed together with the address that lists show', async () => {
    const id = await add()
    const change = (more: Row) =>
      cast.admin.calls('change_webhook', { webhook: id, name: 'Ops', shape: 'slack', events: EVERY, ...more })
    for (const half of [{ address: 'trusted.example' }, { sealed_url: 'another url' }])
      await expect(change(half)).rejects.toMatchObject({ code: '22023' })
    expect(await cast.admin.calls('list_webhooks')).toMatchObject([{ address: 'hooks.example', shape: 'standard' }])
    await change({ address: 'other.example', sealed_url: 'another url' })
    await change({})
    expect(await cast.admin.calls('list_webhooks')).toMatchObject([{ address: 'other.example', shape: 'slack' }])
  })

  test('what is written is undone with its event, and a deleted record is not sent', async () => {
    await add()
    await owner.query('begin')
    await owner.query(`insert into public.squad_messages (user_id, content, sender_type) values ($1, 'No', 'user')`, [cast.ana.id]) // prettier-ignore
    await owner.query('rollback')
    expect(await delivered()).toEqual([])
    await writes(cast.ana, 'Hello')
    await owner.query('delete from public.squad_messages')
    expect(await delivered()).toEqual([])
    const [row] = await owner.query('select due_at, failure from private.webhook_deliveries')
    expect(row).toEqual({ due_at: null, failure: 'Not sent: the record is gone' })
  })

  test('one request at a time to each webhook, and none twice', async () => {
    const [first, second] = [await add('{founder.message}'), await add('{founder.message}')]
    for (const content of ['One', 'Two', 'Three']) await writes(cast.ana, content)
    const claimed = await claim()
    expect(claimed.map(({ webhook }) => webhook).sort()).toEqual([first, second].sort())
    expect(await claim()).toEqual([])
    const of = (hook: string) => claimed.find(({ webhook }) => webhook === hook)!.id
    await cast.service.calls('webhook_sent', { delivery: of(first), status: 204 })
    expect((await claim()).map(({ webhook }) => webhook)).toEqual([first])
    // A server that has ended: it is handed out again.
    await owner.query(`update private.webhooks set busy_until = now()`)
    await owner.query(`update private.webhook_deliveries set due_at = now() where id = $1`, [of(second)])
    expect((await claim()).map(({ webhook }) => webhook).sort()).toEqual([first, second].sort())
  })

  test('10,000 events wait for a webhook at most', async () => {
    const id = await add('{founder.message}')
    await owner.query(
      `insert into private.webhook_deliveries (webhook, event, about, happened_at, due_at)
       select $1, 'test', gen_random_uuid(), now(), 'infinity' from generate_series(1, 10000)`,
      [id],
    )
    await writes(cast.ana, 'One too many')
    expect(await owner.query(`select id from private.webhook_deliveries where event <> 'test'`)).toEqual([])
    expect(await cast.admin.calls('list_webhooks')).toMatchObject([{ waiting: 10_000 }])
    await cast.admin.calls('switch_webhook', { webhook: id, is_on: false })
    await owner.query('delete from private.webhooks')
  })

  test('there are 20 webhooks at most, with a name and events that exist', async () => {
    await expect(add('{goal.added}')).rejects.toMatchObject({ code: '22023' })
    await expect(add('{}')).rejects.toMatchObject({ code: '23514' })
    await add()
    expect(await cast.admin.calls('list_webhooks')).toMatchObject([{ name: 'Ops' }])
    for (let count = 2; count <= 20; count++) await add()
    await expect(add()).rejects.toMatchObject({ code: '54000' })
  })

  test('what admins do is in the audit, without what is encrypted', async () => {
    const id = await add('{call.booked}')
    await cast.admin.calls('switch_webhook', { webhook: id, is_on: false })
    const changed = { webhook: id, name: 'Calls', shape: 'slack', events: '{call.booked}' }
    await cast.admin.calls('change_webhook', { ...changed, address: 'slack.example', sealed_url: 'another url' })
    await cast.admin.calls('rotate_webhook_secret', { webhook: id, sealed_secret: 'another secret' })
    await cast.admin.calls('delete_webhook', { webhook: id })
    const entries = await owner.query<Row>(
      `select action, before, after from public.admin_audit where table_name = 'webhooks' and row_id = $1 order by id`,
      [id],
    )
    expect(entries).toEqual([
      {
        action: 'insert',
        before: null,
        after: expect.objectContaining({ name: 'Ops', address: 'hooks.example', is_on: true }),
      },
      { action: 'update', before: { name: 'Ops', is_on: true }, after: { name: 'Ops', is_on: false } },
      {
        action: 'update',
        before: { name: 'Ops', address: 'hooks.example', shape: 'standard' },
        after: { name: 'Calls', address: 'slack.example', shape: 'slack', url: 'another one' },
      },
      { action: 'update', before: { name: 'Calls' }, after: { name: 'Calls', secret: 'another one' } },
      { action: 'delete', before: expect.objectContaining({ name: 'Calls', is_on: false }), after: null },
    ])
  })

  test('60 events in ten minutes are sent by hand', async () => {
    const id = await add()
    for (let count = 1; count <= 60; count++) await cast.admin.calls('test_webhook', { webhook: id })
    await expect(cast.admin.calls('test_webhook', { webhook: id })).rejects.toMatchObject({ code: 'P0001' })
    await expect(cast.admin.calls('test_webhook', { webhook: crypto.randomUUID() })).rejects.toMatchObject({ code: 'P0001' }) // prettier-ignore
  })

  test('the log has pages, and is kept for 30 days; what a founder leaves behind goes with the account', async () => {
    const id = await add('{founder.message}')
    for (let count = 1; count <= 5; count++) await cast.admin.calls('test_webhook', { webhook: id })
    const page = (after?: Row) =>
      cast.admin.calls('webhook_log', {
        webhook: id,
        page_size: 2,
        ...(after && { after_at: after['created_at']!, after_id: after['id']! }),
      })
    const pages: Row[][] = [await page()]
    for (let last = pages[0]?.at(-1); last; last = pages.at(-1)?.at(-1)) pages.push(await page(last))
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0])
    expect(new Set(pages.flat().map((row) => row['id'])).size).toBe(5)
    await delivered()
    await owner.query(`update private.webhook_deliveries set created_at = now() - interval '31 days' where id = $1`, [
      pages[0]?.[0]?.['id'],
    ])
    await cast.service.calls('delete_expired', { max_rows: 100 })
    expect(await page()).toHaveLength(2)
    expect(await owner.query('select id from private.webhook_deliveries')).toHaveLength(4)
    await owner.query(
      `insert into auth.users (id, email) values ('a0000000-0000-4000-8000-0000000000aa', 'x@example.com')`,
    )
    await owner.query(
      `insert into private.webhook_deliveries (webhook, event, user_id, about, happened_at)
       values ($1, 'promise.broken', 'a0000000-0000-4000-8000-0000000000aa', 'a0000000-0000-4000-8000-0000000000aa', now())`,
      [id],
    )
    await owner.query(`delete from auth.users where email = 'x@example.com'`)
    expect(await owner.query('select id from private.webhook_deliveries')).toHaveLength(4)
  })
})
