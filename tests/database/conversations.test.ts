import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'

interface Listed {
  readonly conversation: string | null
  readonly title: string
}

describe.each(engines)('conversations with the co-founder on %s', (engine) => {
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
    await owner.query('delete from public.ai_conversations')
    await owner.query('delete from private.deleted_messages')
  })

  let minutes = 0
  /** Stores a question and its answer, later than those before. */
  async function talk({ id }: Actor, question: string, conversation: string | null = null): Promise<void> {
    const turn = crypto.randomUUID()
    for (const [role, content] of [
      ['user', question],
      ['assistant', `On ${question}`],
    ] as const)
      // prettier-ignore
      await cast.service.adds('ai_conversations', {
        user_id: id,
        turn,
        role,
        content,
        conversation,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes++)).toISOString(),
      })
  }
  const listed = async (actor: Actor) =>
    (await actor.calls<Listed>('my_conversations')).map(({ conversation, title }) => [conversation, title])
  const said = async ({ id }: Actor) =>
    (await cast.service.sees('ai_conversations', { user_id: id })).map(({ content }) => content).toSorted()

  test('are listed for their founder alone, the latest first, by their first question', async () => {
    const [pricing, hiring] = [crypto.randomUUID(), crypto.randomUUID()]
    await talk(cast.ana, 'Hello')
    await talk(cast.ana, 'Pricing?', pricing)
    await talk(cast.ana, 'Hiring?', hiring)
    await talk(cast.ana, 'And annual?', pricing)
    expect(await listed(cast.ana)).toEqual([
      [pricing, 'Pricing?'],
      [hiring, 'Hiring?'],
      [null, 'Hello'],
    ])
    expect(await listed(cast.ben)).toEqual([])
    expect(await listed(cast.admin)).toEqual([])
  })

  test('what a founder adds without naming a conversation is in the first one; another cannot be named', async () => {
    const message = { user_id: cast.ana.id, role: 'user', content: 'Hello' }
    await cast.ana.adds('ai_conversations', message)
    expect(await listed(cast.ana)).toEqual([[null, 'Hello']])
    const named = cast.ana.adds('ai_conversations', { ...message, conversation: crypto.randomUUID() })
    await expect(named).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['the first one', null],
    ['another', 'f0000000-0000-4000-8000-000000000001'],
  ])('%s is deleted by its founder, and restored as it was', async (_, conversation) => {
    const other = crypto.randomUUID()
    await talk(cast.ana, 'Kept', other)
    await talk(cast.ana, 'Deleted', conversation)
    // The ids are the browsers’: two founders may have the same.
    await talk(cast.ben, 'Of Ben', conversation)
    const before = await cast.service.sees('ai_conversations', { user_id: cast.ana.id })
    await cast.ana.calls('delete_conversation', { conversation })
    expect(await said(cast.ana)).toEqual(['Kept', 'On Kept'])
    expect(await said(cast.ben)).toEqual(['Of Ben', 'On Of Ben'])
    expect(await cast.ana.calls('find_records', { search: 'Deleted' })).toEqual([])
    await expect(cast.ben.calls('restore_conversation', { conversation })).rejects.toMatchObject({ code: '42501' })
    await cast.ana.calls('restore_conversation', { conversation })
    const after = await cast.service.sees('ai_conversations', { user_id: cast.ana.id })
    const byId = (a: { [name: string]: unknown }, b: { [name: string]: unknown }) =>
      String(a['id']).localeCompare(String(b['id']))
    expect(after.toSorted(byId)).toEqual(before.toSorted(byId))
  })

  test('a deleted conversation is kept for ten minutes, and goes with the clean-up', async () => {
    await talk(cast.ana, 'Deleted')
    await cast.ana.calls('delete_conversation', { conversation: null })
    await owner.query(`update private.deleted_messages set deleted_at = now() - interval '11 minutes'`)
    const restored = cast.ana.calls('restore_conversation', { conversation: null })
    await expect(restored).rejects.toMatchObject({ code: '42501' })
    await cast.service.calls('delete_expired', { max_rows: 1 })
    expect(await owner.query('select from private.deleted_messages')).toEqual([])
  })

  test('are at most 100 of a founder; those that there are go on', async () => {
    await owner.query(
      `insert into public.ai_conversations (user_id, role, content, conversation)
       select $1, 'user', 'Hello', gen_random_uuid() from generate_series(1, 100)`,
      [cast.ana.id],
    )
    const [known] = await listed(cast.ana)
    const begin = async (conversation: string | null) => {
      const given = { founder: cast.ana.id, turn: crypto.randomUUID(), at_once: 9, allowed: 99, seconds: 1 }
      const [begun] = await cast.service.calls('begin_answer', { ...given, conversation })
      return begun?.['state']
    }
    expect(await begin(crypto.randomUUID())).toBe('many')
    expect(await begin(String(known?.[0]))).toBe('begun')
    expect(await begin(null)).toBe('begun')
  })

  test('an answer is stored in the conversation of its question', async () => {
    const conversation = crypto.randomUUID()
    const turn = { founder: cast.ana.id, turn: crypto.randomUUID() }
    const rules = { at_once: 9, allowed: 99, seconds: 1, conversation }
    const [begun] = await cast.service.calls('begin_answer', { ...turn, ...rules })
    const end = { writer: String(begun?.['writer']), question: 'Pricing?', answer: 'Raise it.', conversation }
    await cast.service.calls('finish_answer', { ...turn, ...end })
    expect(await listed(cast.ana)).toEqual([[conversation, 'Pricing?']])
  })
})
