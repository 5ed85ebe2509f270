import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

/** As pasted: line breaks, a tab, and controls that would show the rest of the line from right to left. */
const PASTED = ' Ana\r\n\u202EeliF\u2066\u200F\tone\u2028two\u0085\u009F '
const STORED = 'Ana eliF one two'

describe.each(engines)('texts of one line on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let admin: Person
  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    admin = await server.admin('admin')
  })
  afterAll(() => server.close())

  const signUp = (email: string, data: object) =>
    server.client().auth.signUp({ email, password: 'secret123', options: { data } })

  test('a name keeps no line breaks and no controls of direction, at sign-up and afterwards', async () => {
    const { data } = await signUp('pasted@example.com', { first_name: PASTED, last_name: 'O’Brien 李\u200D' })
    const profile = async (id = '') =>
      (await admin.client.from('profiles').select('first_name, last_name').eq('id', id).throwOnError()).data?.[0]
    expect(await profile(data.user?.id)).toEqual({ first_name: STORED, last_name: 'O’Brien 李\u200D' })
    await ana.client.from('profiles').update({ last_name: PASTED }).eq('id', ana.id).throwOnError()
    expect(await profile(ana.id)).toEqual({ first_name: 'ana', last_name: STORED })
    const { error } = await ana.client.from('profiles').update({ last_name: '\u202E\n' }).eq('id', ana.id)
    expect(error?.code).toBe('42501')
  })

  test.each(['first', 'last'])('a %s name of 101 characters refuses a sign-up in words', async (which) => {
    const { error } = await signUp('long@example.com', { [`${which}_name`]: 'x'.repeat(101) })
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: `A ${which} name has at most 100 characters`,
    })
    expect((await signUp(`${which}@example.com`, { [`${which}_name`]: 'x'.repeat(100) })).error).toBeNull()
  })

  test('so it refuses an account that the service creates', async () => {
    const user_metadata = { first_name: 'x'.repeat(101) }
    const { error } = await server
      .client(server.secretKey)
      .auth.admin.createUser({ email: 'l@example.com', user_metadata })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test.each([
    ['goals', 'text', { period: 'weekly' }],
    ['decisions', 'title', { reason: 'Two\nlines' }],
    ['decisions', 'category', { title: 'x', reason: 'Two\nlines' }],
    ['notes', 'title', { content: 'Two\nlines' }],
    ['notes', 'category', { title: 'x', content: 'Two\nlines' }],
    ['traction_loops', 'name', {}],
    ['squad_messages', 'sender_name', { sender_type: 'squad', content: 'Two\nlines' }],
    ['saved_replies', 'title', { content: 'Two\nlines' }],
    ['founder_labels', 'name', {}],
    ['saved_views', 'name', { query: {} }],
  ])('%s.%s is kept on one line, longer texts as they are', async (table, column, others) => {
    const owned = ['goals', 'decisions'].includes(table) ? ana : admin
    const owner = ['saved_replies', 'founder_labels', 'saved_views'].includes(table) ? {} : { user_id: ana.id }
    const rows = owned.client.from(table as 'goals').insert({ ...owner, ...others, [column]: PASTED } as never)
    const { data } = await rows.select().throwOnError()
    expect(data).toMatchObject([{ ...others, [column]: STORED }])
  })
})
