import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filledText } from '../../web/src/lib/texts/placeholders.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { writes } from './squad-chat.ts'

interface Continued {
  readonly left_over: number
  readonly failure: string | null
  readonly wait_ms: number | null
}

interface Recipients {
  readonly count: number
  readonly waiting: number
  readonly founders: readonly Row[]
  readonly without_first_name: number
  readonly without_last_name: number
  readonly nameless: readonly Row[]
}

describe.each(engines)('a message to many founders on %s', (engine) => {
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
  beforeEach(async () => {
    for (const table of [
      'public.squad_messages',
      'public.admin_audit',
      'private.message_batches',
      'private.answer_times',
    ])
      await owner.query(`delete from ${table}`)
  })

  const two = () => [cast.ana.id, cast.ben.id]
  const list = (ids: readonly string[]) => `{${ids.join(',')}}`
  const send = async (founders: readonly string[], given: Row = {}, admin: Actor = cast.admin) => {
    const batch = String(given['batch'] ?? crypto.randomUUID())
    const message = { content: 'Demo day is on Friday', sender_name: 'Maya', ...given, batch }
    const [sent] = await admin.calls<number>('message_founders', { ...message, founders: list(founders) })
    return { batch, sent }
  }
  const undo = async (batch: string, admin: Actor = cast.admin) =>
    (await admin.calls<number>('undo_message', { batch }))[0]
  const isDue = () => owner.query('update private.message_batches set due_at = now()')
  const carryOn = async () => (await cast.service.calls<Continued>('continue_messages'))[0]
  const deliver = async () => {
    await isDue()
    while (((await carryOn())?.left_over ?? 0) > 0);
  }
  const messages = () => cast.service.sees('squad_messages')
  const addFounders = async (count: number) =>
    (
      await owner.query<{ id: string }>(
        `insert into auth.users (id, email, email_confirmed_at)
         select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, $1::integer) returning id`,
        [count],
      )
    ).map(({ id }) => id)

  test('reaches each founder in their own conversation, under the chosen name, once the time to undo it is over', async () => {
    expect((await send([...two(), cast.ana.id])).sent).toBe(2)
    expect(await carryOn()).toMatchObject({ left_over: 0, wait_ms: expect.any(Number) as number })
    expect(await messages()).toEqual([])
    await isDue()
    expect(await carryOn()).toEqual({ left_over: 0, failure: null, wait_ms: null })
    const own = await cast.ana.sees('squad_messages')
    expect(own).toMatchObject([
      { user_id: cast.ana.id, content: 'Demo day is on Friday', sender_type: 'squad', sender_name: 'Maya' },
    ])
    expect(await messages()).toHaveLength(2)
    await deliver()
    expect(await messages()).toHaveLength(2)
  })

  test('waits for ten seconds and the time of a slow network', async () => {
    await send(two())
    const { wait_ms } = (await carryOn()) ?? {}
    expect(wait_ms).toBeGreaterThan(10_000)
    expect(wait_ms).toBeLessThanOrEqual(12_000)
  })

  test('has each founder’s names, as the screen previews them', async () => {
    const content = '{first_name} {last_name}: {sender} {x} {{first_name}} } {first_name'
    await owner.query(`update public.profiles set first_name = '{sender}', last_name = 'O''Hara' where id = $1`, [
      cast.ana.id,
    ])
    await owner.query(`update public.profiles set first_name = '', last_name = 'Only' where id = $1`, [cast.ben.id])
    try {
      await send(two(), { content, sender_name: 'Maya {last_name}' })
      await deliver()
      const sender = 'Maya {last_name}'
      const texts = (await messages()).map(({ content }) => content)
      expect(texts.toSorted()).toEqual(
        [
          filledText(content, { first_name: '{sender}', last_name: "O'Hara", sender }),
          filledText(content, { first_name: '', last_name: 'Only', sender }),
        ].toSorted(),
      )
      expect(texts.some((text) => String(text).startsWith('there Only'))).toBe(true)
    } finally {
      await owner.query(`update public.profiles set first_name = 'Ana', last_name = 'Test' where id = $1`, [
        cast.ana.id,
      ])
      await owner.query(`update public.profiles set first_name = 'Ben', last_name = 'Test' where id = $1`, [
        cast.ben.id,
      ])
    }
  })

  test('is sent once: the same batch again sends nothing, before and after', async () => {
    const { batch } = await send(two())
    expect((await send(two(), { batch })).sent).toBe(2)
    await deliver()
    expect((await send(two(), { batch })).sent).toBe(2)
    await deliver()
    expect(await messages()).toHaveLength(2)
  })

  test('that is undone reaches no founder, also when it is due', async () => {
    const { batch } = await send(two())
    expect(await undo(batch)).toBe(2)
    // Its response was lost.
    expect(await undo(batch)).toBe(2)
    await deliver()
    expect(await messages()).toEqual([])
    expect(await cast.service.sees('squad_conversations')).toEqual([])
    const log = await cast.admin.sees('admin_audit')
    expect(log.map(({ action }) => action)).toEqual(['insert', 'delete'])
  })

  test('cannot be undone once a founder has it, nor by another admin', async () => {
    const { batch } = await send(two())
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    try {
      await expect(undo(batch, cast.exAdmin)).rejects.toMatchObject({ code: 'P0002' })
    } finally {
      await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    }
    await deliver()
    await expect(undo(batch)).rejects.toMatchObject({ code: 'P0002' })
    await expect(undo(crypto.randomUUID())).rejects.toMatchObject({ code: 'P0002' })
    expect(await messages()).toHaveLength(2)
  })

  test('is one entry of the audit log, which lists whom', async () => {
    const { batch } = await send(two())
    await deliver()
    expect(await cast.admin.sees('admin_audit')).toMatchObject([
      {
        admin_id: cast.admin.id,
        user_id: null,
        table_name: 'message_batches',
        row_id: batch,
        action: 'insert',
        before: null,
        after: { content: 'Demo day is on Friday', sender_name: 'Maya', founders: 2 },
      },
    ])
    const [whom] = await cast.admin.calls<Recipients>('batch_recipients', { batch })
    expect(whom?.founders.map(({ id }) => id).toSorted()).toEqual(two().toSorted())
  })

  test('says before who gets it, who waits, and whose name is missing', async () => {
    await writes(cast.ben, 'Which price is right?')
    await owner.query(`update public.profiles set first_name = '' where id = $1`, [cast.ana.id])
    try {
      const founders = list([...two(), crypto.randomUUID()])
      const [preview] = await cast.admin.calls<Recipients>('preview_recipients', { founders })
      expect(preview).toMatchObject({ count: 2, waiting: 1, without_first_name: 1, without_last_name: 0 })
      expect(preview?.founders.map(({ id }) => id)).toEqual(two())
      expect(preview?.nameless.map(({ id }) => id)).toEqual([cast.ana.id])
    } finally {
      await owner.query(`update public.profiles set first_name = 'Ana' where id = $1`, [cast.ana.id])
    }
  })

  test('answers no one: who waits keeps waiting, and it counts in no time to an answer', async () => {
    await writes(cast.ana, 'Which price is right?')
    const waiting = async () => (await cast.service.sees('squad_conversations', { user_id: cast.ana.id }))[0]
    const before = await waiting()
    await send(two())
    await deliver()
    expect(await waiting()).toMatchObject({
      state: 'waiting',
      waiting_since: before?.['waiting_since'],
      unread: 1,
      sender_type: 'squad',
      preview: 'Demo day is on Friday',
    })
    expect(await owner.query('select from private.answer_times')).toEqual([])
    // Neither when the conversation is computed again.
    const until = (await waiting())?.['last_message_at']
    await cast.admin.calls('mark_conversation_done', { founder: cast.ana.id, until: until! })
    await cast.admin.calls('reopen_conversation', { founder: cast.ana.id })
    expect(await waiting()).toMatchObject({ state: 'waiting', waiting_since: before?.['waiting_since'] })
    // Nor does it say that the squad has read the message.
    const [receipt] = await cast.ana.sees('read_receipts')
    expect(receipt).toMatchObject({ unread: 1, squad_read_until: null })
  })

  test('has its author for the team, as each answer has; founders read neither', async () => {
    const { batch } = await send([cast.ana.id])
    await deliver()
    await cast.admin.adds('squad_messages', {
      user_id: cast.ben.id,
      content: 'Hi',
      sender_type: 'squad',
      sender_name: 'M',
    })
    const written = await cast.admin.sees('squad_answers')
    expect(written).toHaveLength(2)
    expect(written.find(({ user_id }) => user_id === cast.ana.id)).toMatchObject({
      author_id: cast.admin.id,
      batch_id: batch,
    })
    expect(written.find(({ user_id }) => user_id === cast.ben.id)).toMatchObject({
      author_id: cast.admin.id,
      batch_id: null,
    })
    expect(await cast.ana.sees('squad_answers')).toEqual([])
    await expect(cast.ana.calls('batch_recipients', { batch })).rejects.toMatchObject({ code: '42501' })
  })

  test('goes to many founders part by part', async () => {
    const cohort = await addFounders(150)
    expect((await send(cohort, { content: 'x'.repeat(1000) })).sent).toBe(150)
    await isDue()
    expect((await carryOn())?.left_over).toBe(84)
    expect((await carryOn())?.left_over).toBe(18)
    expect((await carryOn())?.left_over).toBe(0)
    const sent = await owner.query<{ user_id: string }>('select user_id from public.squad_messages')
    expect(sent.map(({ user_id }) => user_id).toSorted()).toEqual(cohort.toSorted())
  })

  test('that fails for one founder reaches the others', async () => {
    const { ana, ben } = cast
    await send(two())
    await isDue()
    await owner.query(`alter table public.squad_messages add constraint damaged check (user_id <> '${ana.id}')`)
    try {
      expect(await carryOn()).toMatchObject({
        left_over: 1,
        failure: expect.stringContaining(`no message to ${ana.id}`) as string,
      })
      expect((await messages()).map(({ user_id }) => user_id)).toEqual([ben.id])
      expect(await carryOn()).toMatchObject({ left_over: 0, failure: expect.stringContaining('damaged') as string })
    } finally {
      await owner.query('alter table public.squad_messages drop constraint damaged')
    }
    await deliver()
    expect((await messages()).map(({ user_id }) => user_id).toSorted()).toEqual(two().toSorted())
  })

  test('of a former admin is not sent', async () => {
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    await send(two(), {}, cast.exAdmin)
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    await deliver()
    expect(await messages()).toEqual([])
  })

  test.each([
    ['no founder', [], {}, '22023'],
    ['an unknown founder', ['00000000-0000-4000-8000-00000000dead'], {}, 'P0002'],
    ['no text', undefined, { content: ' ' }, '23514'],
    ['no name', undefined, { sender_name: '' }, '23514'],
    ['a text that is too long', undefined, { content: 'x'.repeat(5001) }, '22001'],
    [
      'a text that is too long with the names',
      undefined,
      { content: `${'x'.repeat(4995)}{sender}`, sender_name: 'Maya Member' },
      '22001',
    ],
  ] as const)('with %s is refused, and nothing is stored', async (_, founders, given, code) => {
    await expect(send(founders ?? two(), given)).rejects.toMatchObject({ code })
    expect(await owner.query('select from private.message_batches')).toEqual([])
    expect(await cast.admin.sees('admin_audit')).toEqual([])
  })

  test('is for 20 times a day and for 30,000 founders; with those that are undone, for 100 times', async () => {
    for (let times = 0; times < 19; times++) await send([cast.ana.id])
    const { batch } = await send([cast.ana.id])
    await expect(send([cast.ana.id])).rejects.toMatchObject({ code: '54000' })
    await undo(batch)
    await send([cast.ana.id])
    await owner.query('delete from private.message_batches')
    await send([cast.ana.id])
    await owner.query('update private.message_batches set founders = array_fill(gen_random_uuid(), array[29999])')
    await expect(send(two())).rejects.toMatchObject({ code: '54000' })
    await send([cast.ana.id])
    await owner.query(`update private.message_batches set created_at = now() - interval '25 hours'`)
    await send(two())
    await owner.query('delete from private.message_batches')
    await owner.query(
      `insert into private.message_batches (id, admin_id, sender_name, content, founders, founders_left, due_at, undone_at)
       select gen_random_uuid(), $1, 'Team', 'Hello', '{}', '{}', now(), now() from generate_series(1, 99)`,
      [cast.admin.id],
    )
    await send([cast.ana.id])
    await expect(send([cast.ana.id])).rejects.toMatchObject({ code: '54000' })
  })

  test('is kept as long as the audit log', async () => {
    await send([cast.ana.id])
    await send([cast.ben.id])
    await owner.query(
      `update private.message_batches set created_at = now() - interval '401 days' where founders = $1`,
      [[cast.ana.id]],
    )
    await cast.service.calls('delete_expired', { max_rows: 10 })
    expect(await owner.query('select from private.message_batches')).toHaveLength(1)
  })
})
