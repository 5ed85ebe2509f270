import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

interface Conversation {
  readonly user_id: string
  readonly first_name: string
  readonly last_message_at: string
  readonly state: string
  readonly waiting_since: string | null
  readonly assigned_to: string | null
  readonly unread: number
  readonly snoozed_until: string | null
  readonly last_author: string | null
  readonly match_id: string | null
  readonly match_excerpt: string | null
}

describe.each(engines)('the inbox of the squad on %s', (engine) => {
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

  const list = (given = {}) => cast.admin.calls<Conversation>('find_conversations', given)
  const names = async (given = {}) => (await list(given)).map(({ first_name }) => first_name)
  const of = async ({ id }: Actor) => (await list()).find(({ user_id }) => user_id === id)!
  const answers = (founder: Actor, content: string) => replies(cast.admin, founder, content)
  const done = async (founder: Actor) => {
    const until = (await of(founder)).last_message_at
    await cast.admin.calls('mark_conversation_done', { founder: founder.id, until })
  }

  test('a founder who wrote last waits since the first message that was not answered', async () => {
    await writes(cast.ana, 'Hello')
    const { waiting_since } = await of(cast.ana)
    expect(await of(cast.ana)).toMatchObject({ state: 'waiting', waiting_since: expect.anything(), assigned_to: null })
    await writes(cast.ana, 'Anybody?')
    expect((await of(cast.ana)).waiting_since).toEqual(waiting_since)
    await answers(cast.ana, 'We are here')
    expect(await of(cast.ana)).toMatchObject({ state: 'answered', waiting_since: null })
    await writes(cast.ana, 'Thanks')
    expect((await of(cast.ana)).waiting_since).not.toEqual(waiting_since)
  })

  test('reading does not end the waiting', async () => {
    const before = await of(cast.ana)
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
    expect(await of(cast.ana)).toMatchObject({ state: 'waiting', waiting_since: before.waiting_since })
  })

  test('nor when the message is dated before the answer, but was stored after it; and it is read once', async () => {
    const { exAdmin } = cast
    await writes(exAdmin, 'A')
    await answers(exAdmin, 'B')
    const answered = (await of(exAdmin)).last_message_at
    const created_at = new Date(Date.parse(answered) - 50).toISOString()
    await writes(exAdmin, 'C')
    await owner.query(`update public.squad_conversations set waiting_since = $2, unread = 1 where user_id = $1`, [
      exAdmin.id,
      created_at,
    ])
    const version = async () =>
      (await owner.query('select xmin::text, waiting_since is not null as waits, unread from public.squad_conversations where user_id = $1', [exAdmin.id]))[0] // prettier-ignore
    await cast.admin.calls('mark_conversation_read', { founder: exAdmin.id })
    const read = await version()
    expect(read).toMatchObject({ unread: 0, waits: true })
    // Each change is reported to every open inbox.
    await cast.admin.calls('mark_conversation_read', { founder: exAdmin.id })
    expect(await version()).toEqual(read)
  })

  test('assigning, finishing and reopening are in the audit, with names; what changes nothing is not', async () => {
    const { admin, exAdmin } = cast
    const entries = async () =>
      (await admin.sees('admin_audit', { table_name: 'squad_conversations', user_id: exAdmin.id })).map(
        ({ before, after }) => [before, after],
      )
    for (const member of [admin.id, admin.id, null])
      await admin.calls('assign_conversation', { founder: exAdmin.id, member })
    for (let twice = 0; twice < 2; twice++) await done(exAdmin)
    for (let twice = 0; twice < 2; twice++) await admin.calls('reopen_conversation', { founder: exAdmin.id })
    expect(await entries()).toEqual([
      [{ assigned_to: null }, { assigned_to: 'adele' }],
      [{ assigned_to: 'adele' }, { assigned_to: null }],
      [null, { state: 'done' }],
      [{ state: 'done' }, { state: 'reopened' }],
    ])
    await owner.query('delete from public.squad_messages where user_id = $1', [exAdmin.id])
  })

  test('a conversation is done until the next message, or until it is reopened', async () => {
    const { waiting_since } = await of(cast.ana)
    await done(cast.ana)
    expect(await of(cast.ana)).toMatchObject({ state: 'done', waiting_since: null })
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
    expect(await of(cast.ana)).toMatchObject({ state: 'done', waiting_since: null })
    await cast.admin.calls('reopen_conversation', { founder: cast.ana.id })
    expect(await of(cast.ana)).toMatchObject({ state: 'waiting', waiting_since })
    await done(cast.ana)
    await answers(cast.ana, 'One more thing')
    expect(await of(cast.ana)).toMatchObject({ state: 'answered' })
    await done(cast.ana)
    await writes(cast.ana, 'And one from me')
    expect(await of(cast.ana)).toMatchObject({ state: 'waiting' })
  })

  test('a conversation is not done while it has a message that was not on the screen', async () => {
    const shown = await of(cast.ana)
    await writes(cast.ana, 'Wait')
    const given = { founder: cast.ana.id, until: shown.last_message_at }
    await expect(cast.admin.calls('mark_conversation_done', given)).rejects.toMatchObject({
      code: '55000',
      message: 'a newer message has arrived',
    })
    expect(await of(cast.ana)).toMatchObject({ state: 'waiting', waiting_since: shown.waiting_since })
  })

  test('without its messages a conversation is computed again', async () => {
    await writes(cast.ben, 'first')
    const { waiting_since } = await of(cast.ben)
    await answers(cast.ben, 'an answer')
    await cast.service.deletes('squad_messages', { content: 'an answer' })
    expect(await of(cast.ben)).toMatchObject({ state: 'waiting', waiting_since })
  })

  test('the filters', async () => {
    // Ana and Ben wait for an answer.
    expect(await names({ filter: 'waiting' })).toEqual(['ben', 'ana'])
    expect(await names({ filter: 'waiting', longest_first: true })).toEqual(['ana', 'ben'])
    expect(await names({ filter: 'unassigned' })).toEqual(['ben', 'ana'])
    expect(await names({ filter: 'mine' })).toEqual([])
    expect(await names({ filter: 'overdue' })).toEqual([])
    expect(await names({ filter: 'done' })).toEqual([])
    await cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: cast.admin.id })
    await cast.service.changes('squad_messages', { user_id: cast.ben.id }, { created_at: '2026-01-01T00:00:00Z' })
    expect(await names({ filter: 'mine' })).toEqual(['ana'])
    expect(await names({ filter: 'unassigned' })).toEqual(['ben'])
    expect(await names({ filter: 'overdue' })).toEqual(['ben'])
    await done(cast.ana)
    expect(await names({ filter: 'mine' })).toEqual([])
    expect(await names({ filter: 'done' })).toEqual(['ana'])
    expect(await names({ longest_first: true })).toEqual(['ben'])
    await expect(list({ filter: 'true; drop table x' })).rejects.toMatchObject({ code: '22023' })
  })

  test('the search finds names and texts, within the filter', async () => {
    expect(await names({ search: 'bé' })).toEqual(['ben'])
    expect(await names({ search: 'anybody HERE' })).toEqual([])
    expect(await names({ search: 'anybody' })).toEqual(['ana'])
    expect(await names({ search: 'anybody', filter: 'waiting' })).toEqual([])
    expect(await names({ search: 'nowhere' })).toEqual([])
    // A founder who writes much hides no other.
    await owner.query(
      `insert into public.squad_messages (user_id, content) select $1, 'anybody ' || n from generate_series(1, 300) n`,
      [cast.ben.id],
    )
    expect((await names({ search: 'anybody' })).toSorted()).toEqual(['ana', 'ben'])
    await owner.query(`delete from public.squad_messages where user_id = $1 and content like 'anybody %'`, [
      cast.ben.id,
    ])
    expect(await names({ search: '  ' })).toEqual(['ana', 'ben'])
    expect(await names({ search: `'); drop table x; --` })).toEqual([])
  })

  test.each([false, true])('pages are consistent (longest waiting first: %s)', async (longest_first) => {
    await cast.admin.calls('reopen_conversation', { founder: cast.ana.id })
    const all = await list({ longest_first })
    expect(all).toHaveLength(2)
    const [first] = await list({ longest_first, page_size: 1 })
    const after_at = longest_first ? first!.waiting_since : first!.last_message_at
    const second = await list({ longest_first, page_size: 1, after_at, after_id: first!.user_id })
    expect([first, ...second]).toEqual(all)
  })

  describe('a conversation that waits', () => {
    const snooze = (until: string | null) =>
      cast.admin.calls('snooze_conversation', { founder: cast.ana.id, until: until! })
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const counts = async () => (await cast.admin.calls<Record<string, number>>('count_conversations'))[0]!
    const FILTERS = ['all', 'waiting', 'overdue', 'mine', 'mine_overdue', 'unassigned', 'snoozed', 'done']
    const isIn = async (filter: string) => (await list({ filter })).some(({ user_id }) => user_id === cast.ana.id)

    test('is counted by each filter as often as it is listed', async () => {
      await writes(cast.ana, 'Which price is right?')
      await cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: cast.admin.id })
      await owner.query(
        `update public.squad_conversations set waiting_since = now() - interval '9 days' where user_id = $1`,
        [cast.ana.id],
      )
      const counted = await counts()
      for (const filter of FILTERS) expect([filter, (await list({ filter })).length]).toEqual([filter, counted[filter]])
      expect(counted['mine_overdue']).toBe(1)
    })

    test('is left out of what is to be done until its day, and is there again then', async () => {
      await snooze(inDays(2))
      for (const filter of ['waiting', 'overdue', 'mine', 'mine_overdue'])
        expect([filter, await isIn(filter)]).toEqual([filter, false])
      expect([await isIn('all'), await isIn('snoozed')]).toEqual([true, true])
      expect(await of(cast.ana)).toMatchObject({ state: 'waiting', snoozed_until: inDays(2) })
      const counted = await counts()
      for (const filter of FILTERS) expect([filter, (await list({ filter })).length]).toEqual([filter, counted[filter]])
      expect((await cast.admin.calls<Record<string, number>>('overdue_conversations'))[0]).toMatchObject({ mine: 0 })
      await owner.query('update public.squad_conversations set snoozed_until = current_date where user_id = $1', [
        cast.ana.id,
      ])
      expect([await isIn('waiting'), await isIn('mine_overdue'), await isIn('snoozed')]).toEqual([true, true, true])
    })

    test('is no longer snoozed once that is ended, or the founder writes, or is answered', async () => {
      await snooze(inDays(2))
      await snooze(null)
      expect((await of(cast.ana)).snoozed_until).toBe(null)
      await snooze(inDays(2))
      await writes(cast.ana, 'Still there?')
      expect((await of(cast.ana)).snoozed_until).toBe(null)
      await snooze(inDays(2))
      await answers(cast.ana, 'Yes')
      expect((await of(cast.ana)).snoozed_until).toBe(null)
      const log = await cast.admin.sees('admin_audit', { table_name: 'squad_conversations', user_id: cast.ana.id })
      expect(log.filter(({ after }) => JSON.stringify(after).includes('snoozed_until'))).toHaveLength(5)
    })

    test('is snoozed for 1 to 180 days', async () => {
      await expect(snooze(inDays(0))).rejects.toMatchObject({ code: '22023' })
      await expect(snooze(inDays(181))).rejects.toMatchObject({ code: '22023' })
      await snooze(inDays(180))
      await snooze(null)
    })

    test('is unread again until someone reads it; the founder’s receipt stays', async () => {
      await writes(cast.ana, 'Hello again')
      await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
      const receipt = () => cast.ana.sees('read_receipts')
      const before = await receipt()
      expect((await of(cast.ana)).unread).toBe(0)
      await cast.admin.calls('mark_conversation_unread', { founder: cast.ana.id })
      expect((await of(cast.ana)).unread).toBe(1)
      expect(await receipt()).toEqual(before)
      await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
      expect((await of(cast.ana)).unread).toBe(0)
      await cast.admin.calls('mark_conversation_unread', { founder: cast.ana.id })
      await answers(cast.ana, 'Yes')
      expect((await of(cast.ana)).unread).toBe(0)
    })

    test('says who of the team wrote last', async () => {
      expect((await of(cast.ana)).last_author).toBe(cast.admin.id)
      await writes(cast.ana, 'Thanks')
      expect((await of(cast.ana)).last_author).toBe(null)
    })

    test('is found with its newest message that has the words, and by name without one', async () => {
      await writes(cast.ana, 'Our old zeppelin is grey')
      await writes(cast.ana, 'Our zeppelin is blue')
      await writes(cast.ana, 'And now for something else')
      const found = await list({ search: 'zeppel' })
      expect(found).toMatchObject([{ match_excerpt: 'Our zeppelin is blue' }])
      const [message] = await cast.ana.sees('squad_messages', { content: 'Our zeppelin is blue' })
      expect(found[0]?.match_id).toBe(message?.['id'])
      const byName = await list({ search: (await of(cast.ana)).first_name })
      expect(byName.find(({ user_id }) => user_id === cast.ana.id)).toMatchObject({
        match_id: null,
        match_excerpt: null,
      })
      expect((await of(cast.ana)).match_excerpt).toBe(null)
    })
  })

  test('only admins are assigned, until their role is revoked', async () => {
    const assign = (member: string | null) => cast.admin.calls('assign_conversation', { founder: cast.ana.id, member })
    await expect(assign(cast.ben.id)).rejects.toMatchObject({ code: '22023' })
    await expect(assign(cast.exAdmin.id)).rejects.toMatchObject({ code: '22023' })
    expect(await of(cast.ana)).toMatchObject({ assigned_to: cast.admin.id })
    await assign(null)
    expect(await of(cast.ana)).toMatchObject({ assigned_to: null })
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    await assign(cast.exAdmin.id)
    expect(await of(cast.ana)).toMatchObject({ assigned_to: cast.exAdmin.id })
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    expect(await of(cast.ana)).toMatchObject({ assigned_to: null })
  })

  test('the members of the team', async () => {
    expect(await cast.admin.calls('squad_members')).toMatchObject([
      { id: cast.admin.id, first_name: 'adele', email: null },
    ])
  })
})
