import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { engines } from '../harness.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'
import { replies, writes } from './squad-chat.ts'

interface Conversation {
  readonly user_id: string
  readonly first_name: string
  readonly last_message_at: string
  readonly preview: string
  readonly sender_type: string
  readonly sender_name: string
  readonly unread: number
}

const reply = { sender_type: 'squad', sender_name: 'Upswing Team' } as const

describe.each(engines)('conversations with the squad on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
  })
  afterAll(() => cast.close())

  const list = (given = {}) => cast.admin.calls<Conversation>('find_conversations', given)
  const of = async ({ id }: Actor) => (await list()).find(({ user_id }) => user_id === id)
  const answers = (founder: Actor, content: string) => replies(cast.admin, founder, content)

  test('find_conversations is empty before the first message', async () => {
    expect(await list()).toEqual([])
  })

  test('find_conversations returns preview and sender of the last message, newest first', async () => {
    await writes(cast.ana, 'Hello')
    await writes(cast.ben, `${'ä'.repeat(49)}☕ and more`)
    expect(await list()).toMatchObject([
      { user_id: cast.ben.id, first_name: 'ben', preview: `${'ä'.repeat(49)}☕`, sender_type: 'user', unread: 1 },
      { user_id: cast.ana.id, first_name: 'ana', preview: 'Hello', sender_type: 'user', sender_name: '', unread: 1 },
    ])
    await writes(cast.ana, 'Still there?')
    expect((await list()).map(({ preview, unread }) => [preview, unread])).toEqual([
      ['Still there?', 2],
      [`${'ä'.repeat(49)}☕`, 1],
    ])
  })

  test('a reply marks the conversation as read', async () => {
    await answers(cast.ana, 'We are')
    expect(await of(cast.ana)).toMatchObject({ preview: 'We are', ...reply, unread: 0 })
    await writes(cast.ana, 'Good')
    expect(await of(cast.ana)).toMatchObject({ preview: 'Good', sender_name: '', unread: 1 })
  })

  test('a conversation read by one admin is read for all, except newer messages', async () => {
    const shown = await of(cast.ana)
    await writes(cast.ana, 'One more thing')
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: shown!.last_message_at })
    expect(await of(cast.ana)).toMatchObject({ unread: 1 })
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
    expect(await of(cast.ana)).toMatchObject({ unread: 0 })
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: '2020-01-01' })
    expect(await of(cast.ana)).toMatchObject({ unread: 0 })
    await writes(cast.ana, 'Another')
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: '2999-01-01' })
    await writes(cast.ana, 'And another')
    expect(await of(cast.ana)).toMatchObject({ unread: 1, preview: 'And another' })
  })

  test('mark_conversation_read does not create a conversation', async () => {
    await cast.admin.calls('mark_conversation_read', { founder: cast.exAdmin.id })
    expect(await of(cast.exAdmin)).toBeUndefined()
  })

  test('find_conversations reflects earlier messages, changes and deletions by the service role', async () => {
    await cast.service.deletes('squad_messages', { user_id: cast.ben.id })
    expect(await of(cast.ben)).toBeUndefined()
    for (const [content, created_at, more] of [
      ['third', '2026-01-03', {}],
      ['first', '2026-01-01', {}],
      ['second', '2026-01-02', reply],
      ['fourth', '2026-01-04', {}],
    ] as const) {
      await cast.service.adds('squad_messages', { content, created_at, user_id: cast.ben.id, ...more })
    }
    expect(await of(cast.ben)).toMatchObject({ preview: 'fourth' })
    await cast.service.changes('squad_messages', { content: 'fourth' }, { content: 'changed' })
    expect(await of(cast.ben)).toMatchObject({ preview: 'changed', unread: 2 })
    await cast.service.deletes('squad_messages', { content: 'changed' })
    expect(await of(cast.ben)).toMatchObject({ preview: 'third', unread: 1 })
  })

  test('find_conversations pages are consistent', async () => {
    const all = await list()
    expect(all.length).toBe(2)
    const [first] = await list({ page_size: 1 })
    const second = await list({ page_size: 1, after_at: first!.last_message_at, after_id: first!.user_id })
    expect([first, ...second]).toEqual(all)
  })

  // The embedded engine has one session.
  test.each([engine].filter((one) => one === 'postgres'))(
    'a message written while the conversation is marked as read stays unread (%s)',
    async () => {
      if (cast.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const writer = await connect(connectionOf(cast.config.url))
      try {
        await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
        const shown = (await of(cast.ana))!.last_message_at
        await writer.query('begin')
        await writer.query(`insert into public.squad_messages (user_id, content) values ($1, 'Under way')`, [
          cast.ana.id,
        ])
        const reading = cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: shown })
        await vi.waitFor(async () => {
          const { rows } = await writer.query('select from pg_locks where not granted')
          expect(rows).not.toEqual([])
        })
        await writer.query('commit')
        await reading
        expect(await of(cast.ana)).toMatchObject({ unread: 1, preview: 'Under way' })
      } finally {
        await writer.end()
      }
    },
  )

  test('concurrent writing and marking as read loses no message', async () => {
    await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
    for (let round = 0; round < 20; round++) {
      const shown = (await of(cast.ana))!.last_message_at
      await Promise.all([
        writes(cast.ana, `Round ${round}`),
        cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: shown }),
        cast.admin.calls('mark_conversation_read', { founder: cast.ana.id, until: shown }),
      ])
      expect(await of(cast.ana)).toMatchObject({ unread: 1, preview: `Round ${round}` })
      await cast.admin.calls('mark_conversation_read', { founder: cast.ana.id })
    }
  })
})
