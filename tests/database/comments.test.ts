import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface About {
  readonly about_kind: string
  readonly about_id: string
}

describe.each(engines)('comments on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let decision: About
  let goal: About
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users on conflict do nothing') // prettier-ignore
    for (const table of [
      'public.squad_messages',
      'public.read_receipts',
      'private.answer_times',
      'private.reply_mails',
    ])
      await owner.query(`delete from ${table}`)
    const { ana } = cast
    decision = await subject(ana, 'decision', 'decisions', { title: 'Raise prices', reason: 'Why not' })
    goal = await subject(ana, 'goal', 'goals', { text: 'Ten demos', period: 'weekly' })
  })

  /** Adds a record of the founder Ana. */
  const subject = async (writer: Actor, about_kind: string, table: string, row: Row): Promise<About> => {
    const known = new Set((await writer.sees(table)).map(({ id }) => id))
    await writer.adds(table, { ...row, user_id: cast.ana.id })
    const added = (await writer.sees(table)).find(({ id }) => !known.has(id))
    return { about_kind, about_id: String(added?.['id']) }
  }

  /** Each message has a time of its own. */
  const asks = async (content: string, about: object = {}) => {
    await setTimeout(2)
    await cast.ana.adds('squad_messages', { content, user_id: cast.ana.id, ...about })
  }
  const replies = async (content: string, about: object = {}) => {
    await setTimeout(2)
    const sender = { sender_type: 'squad', sender_name: 'Upswing Team' }
    await cast.admin.adds('squad_messages', { content, user_id: cast.ana.id, ...sender, ...about })
  }
  const conversation = async () => (await cast.admin.sees('squad_conversations'))[0]
  const receipt = async () => (await cast.ana.sees('read_receipts'))[0]
  const at = async (content: string) =>
    String((await cast.ana.sees('squad_messages')).find((message) => message['content'] === content)?.['created_at'])
  const counts = (reader: Actor) => reader.calls('comment_counts', { founder: cast.ana.id })
  const minutes = async () => (await owner.query('select minutes from private.answer_times')).length

  test('founder and squad comment on each kind of record of the founder', async () => {
    const { ana } = cast
    const week = { week_of: '2026-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing' }
    const checkIn = await subject(ana, 'check-in', 'weekly_checkins', week)
    for (const about of [decision, goal, checkIn]) {
      await asks('What do you think?', about)
      await replies('Good', about)
    }
    expect(await ana.sees('squad_messages')).toHaveLength(6)
    expect(await counts(ana)).toEqual(
      [checkIn, goal, decision].map(({ about_id }) => ({ record: about_id, comments: 2, unread: 1 })),
    )
    await owner.query('delete from public.weekly_checkins')
  })

  test('a record of another founder, of another kind or none is refused alike', async () => {
    const { ana, ben, admin } = cast
    const refused = { code: 'P0001', message: 'what this comment is about was deleted' }
    const from = (writer: Actor, about: object) =>
      writer.adds('squad_messages', { content: 'Mine?', user_id: writer.id, ...about })
    await expect(from(ben, decision)).rejects.toMatchObject(refused)
    await expect(from(ana, { ...decision, about_kind: 'goal' })).rejects.toMatchObject(refused)
    await expect(from(ana, { ...decision, about_id: ana.id })).rejects.toMatchObject(refused)
    await expect(
      admin.adds('squad_messages', {
        content: 'Hi',
        user_id: ben.id,
        sender_type: 'squad',
        sender_name: 'Team',
        ...goal,
      }),
    ).rejects.toMatchObject(refused)
    await expect(from(ana, { about_kind: 'decision' })).rejects.toMatchObject({ code: '23514' })
    const loop = await subject(admin, 'loop', 'traction_loops', { name: 'Ads' })
    await expect(from(ana, loop)).rejects.toMatchObject({ code: '23514' })
  })

  test('only the founder and the squad see them, and none changes what one is about', async () => {
    await asks('What do you think?', decision)
    expect(await cast.ben.sees('squad_messages')).toEqual([])
    expect(await counts(cast.ben)).toEqual([])
    expect(await counts(cast.admin)).toEqual([{ record: decision.about_id, comments: 1, unread: 1 }])
    for (const writer of [cast.ana, cast.admin]) {
      const [message] = await writer.sees('squad_messages')
      await expect(
        writer.changes('squad_messages', { id: String(message?.['id']) }, { ...goal }),
      ).rejects.toMatchObject({
        code: '42501',
      })
    }
  })

  test('a message outlives what it is about', async () => {
    await asks('What do you think?', decision)
    await owner.query('delete from public.decisions where id = $1', [decision.about_id])
    expect(await cast.ana.sees('squad_messages')).toMatchObject([{ content: 'What do you think?', ...decision }])
  })

  test('reading the comments on a record leaves earlier replies unread', async () => {
    await replies('In the chat')
    await replies('On the decision', decision)
    expect(await receipt()).toMatchObject({ unread: 2 })
    const read = { record: decision.about_id, until: await at('On the decision') }
    await cast.ana.calls('mark_comments_read', read)
    expect(await receipt()).toMatchObject({
      unread: 1,
      unread_since: await at('In the chat'),
      founder_read_until: null,
    })
    expect(await counts(cast.ana)).toMatchObject([{ unread: 0 }])
    // Not mailed either.
    await owner.query(`update public.squad_messages set created_at = created_at - interval '1 hour'`)
    await owner.query(`update public.read_receipts set comments_read = jsonb_build_object($1::text, now())`, [decision.about_id]) // prettier-ignore
    await owner.query(`update private.reply_mails set due_at = now()`)
    const [mail] = await cast.service.calls<{ replies: unknown }>('claim_reply_mails', { max_rows: 10 })
    expect(mail?.replies).toMatchObject([{ text: 'In the chat', about: null }])
    // The conversation has been read as a whole: nothing more is kept.
    await cast.ana.calls('mark_replies_read', { until: '2999-01-01' })
    await replies('Again', decision)
    await cast.ana.calls('mark_replies_read', { until: '2999-01-01' })
    expect(await receipt()).toMatchObject({ unread: 0, comments_read: {} })
  })

  test('comments after the moment, of other records and of other founders stay unread', async () => {
    await replies('First', decision)
    const until = await at('First')
    await replies('Second', decision)
    await replies('Third', goal)
    await cast.ana.calls('mark_comments_read', { record: decision.about_id, until })
    expect(await receipt()).toMatchObject({ unread: 2 })
    await cast.ben.calls('mark_comments_read', { record: goal.about_id, until: '2999-01-01' })
    expect(await receipt()).toMatchObject({ unread: 2 })
    await cast.ana.calls('mark_comments_read', { record: goal.about_id, until: '2999-01-01' })
    expect(await receipt()).toMatchObject({ unread: 1, unread_since: await at('Second') })
  })

  test('the mail names what a comment is about', async () => {
    await replies('On the goal', goal)
    await owner.query(`update public.squad_messages set created_at = created_at - interval '1 hour'`)
    await owner.query(`update private.reply_mails set due_at = now()`)
    const [mail] = await cast.service.calls<{ replies: unknown }>('claim_reply_mails', { max_rows: 10 })
    const about = { kind: 'goal', id: goal.about_id, title: 'Ten demos', period: 'weekly' }
    expect(mail?.replies).toMatchObject([{ text: 'On the goal', about }])
  })

  test('a comment answers what the founder wrote about its record, and nothing else', async () => {
    await asks('About the decision', decision)
    await asks('About anything')
    await asks('About the goal', goal)
    await replies('On the decision', decision)
    expect(await conversation()).toMatchObject({ unread: 2, waiting_since: await at('About anything') })
    expect(await minutes()).toBe(1)
    expect((await receipt())?.['squad_read_until']).toBeNull()
    await replies('Once more', decision)
    expect(await minutes()).toBe(1)
    await replies('On the goal', goal)
    expect(await conversation()).toMatchObject({ unread: 1, waiting_since: await at('About anything') })
    // As computed again.
    await owner.query(`update public.squad_messages set content = content where user_id = $1`, [cast.ana.id])
    expect(await conversation()).toMatchObject({ unread: 1, waiting_since: await at('About anything') })
    await replies('In the chat')
    expect(await conversation()).toMatchObject({ unread: 0, state: 'answered' })
  })

  test('a reply in the chat answers comments, and a comment ends no other waiting', async () => {
    await asks('About the decision', decision)
    await replies('In the chat')
    expect(await conversation()).toMatchObject({ unread: 0, state: 'answered' })
    expect(await counts(cast.admin)).toMatchObject([{ unread: 0 }])
    await asks('About anything')
    await replies('By the way', goal)
    expect(await conversation()).toMatchObject({ state: 'waiting', waiting_since: await at('About anything') })
    const until = await at('By the way')
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until })
    expect(await conversation()).toMatchObject({ unread: 0, state: 'waiting' })
  })

  test('a conversation that is done does not wait after a comment', async () => {
    await asks('Thanks')
    await cast.admin.calls('mark_conversation_done', { founder: cast.ana.id, until: '2999-01-01' })
    await replies('By the way', goal)
    expect(await conversation()).toMatchObject({ waiting_since: null })
  })
})
