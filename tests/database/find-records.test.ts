import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Found {
  readonly kind: string
  readonly id: string
  readonly title: string
  readonly excerpt: string
  readonly period: string | null
  readonly created_at: string
  readonly rank: number
}

const long = (middle: string) => `${'First things first. '.repeat(40)}${middle}${' And so on, and so on.'.repeat(40)}`

const records: readonly (readonly [table: string, row: Row])[] = [
  ['goals', { text: 'Zehn Demos für Bäckereien', period: 'monthly' }],
  ['goals', { text: 'Hire a designer (full-time)', period: 'weekly' }],
  ['notes', { title: 'Buyers', category: 'buyer-insights', content: 'They ask for single sign-on, and SSO logs.' }],
  ['own_notes', { content: 'Is Jo happy here?\nAsk her at the walk on Tuesday.' }],
  [
    'decisions',
    {
      title: 'Raise prices',
      reason: 'Churn is low: 2.5% a month.',
      result: 'Ængström stayed',
      expected: 'Fewer complaints',
    },
  ],
  [
    'weekly_checkins',
    { week_of: '2026-03-02', mood: 4, wins: 'Two pilots', blockers: 'Łódź is far', next_priority: 'Onboarding' },
  ],
  ['squad_messages', { content: 'To: whole-squad\n\nCan you review our pitch-deck?' }],
  ['squad_messages', { content: 'Yes, on Thursday 🚀launch day.', sender_type: 'squad', sender_name: 'Upswing Team' }],
  ['ai_conversations', { role: 'user', content: 'Как снизить отток?' }],
  [
    'ai_conversations',
    {
      role: 'assistant',
      content: long('Ask **Crème Brûlée GmbH** [[goal:5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]] why.'),
    },
  ],
]

describe.each(engines)('find_records on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    for (const [table, row] of records) await cast.service.adds(table, { ...row, user_id: cast.ana.id })
    await cast.service.adds('goals', { text: 'Ben’s own unicorn', period: 'weekly', user_id: cast.ben.id })
    await cast.service.adds('goals', { text: 'Admin’s own unicorn', period: 'weekly', user_id: cast.admin.id })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const find = (search: string, more: Row = {}, who: Actor = cast.ana) =>
    who.calls<Found>('find_records', { search, ...more })
  const kinds = async (search: string) => (await find(search)).map(({ kind }) => kind)

  test.each([
    ['demos', 'goal'],
    ['backereien', 'goal'],
    ['BÄCKEREIEN zehn', 'goal'],
    ['full time', 'goal'],
    ['full-time', 'goal'],
    ['sign-on', 'note'],
    ['insights', 'note'],
    ['sso ask buyers', 'note'],
    ['happy tuesday', 'own-note'],
    ['churn rai', 'decision'],
    ['2.5%', 'decision'],
    ['complaints', 'decision'],
    ['aengstrom', 'decision'],
    ['lodz', 'check-in'],
    ['onboard pilot', 'check-in'],
    ['pitch', 'squad-message'],
    ['deck review', 'squad-message'],
    ['launch', 'squad-message'],
    ['отток', 'cofounder-message'],
    ['ОТТОК КАК', 'cofounder-message'],
    ['creme brulee', 'cofounder-message'],
  ])('%s finds only the %s', async (search, kind) => {
    expect(await kinds(search)).toEqual([kind])
  })

  test.each([
    ['demos designer', 'words of different records'],
    ['emos', 'the end of a word'],
    ['demosx', 'a longer word'],
    ['5f0c8a52', 'the id in a reference'],
    ['unicorn', 'a record of another founder'],
    ['', 'nothing'],
    ['  \n ', 'blanks'],
    ["'&|!:*()<->", 'operators'],
    [String.raw`\\ ' '' ":*`, 'quotes'],
    ['☕🚀', 'symbols'],
    ["x' | 'demos", 'an alternative'],
    ['x'.repeat(10_000), 'a very long word'],
  ])('%j finds nothing: %s', async (search) => {
    expect(await find(search)).toEqual([])
  })

  test('operators between words mean nothing', async () => {
    expect(await kinds("'demos' & !(zehn:*) | ")).toEqual(['goal'])
  })

  test('10,000 characters are searched by the first eight words', async () => {
    expect(await kinds('zehn demos '.repeat(1000))).toEqual(['goal'])
    expect(await kinds(`demos ${'a '.repeat(90)}`)).toEqual([])
    expect(await kinds('d de dem demo demos z ze zeh nonsense')).toEqual(['goal'])
  })

  test('returns what a result shows', async () => {
    expect(await find('bäckereien')).toMatchObject([
      { kind: 'goal', title: 'Zehn Demos für Bäckereien', excerpt: '', period: 'monthly', rank: 4 },
    ])
    expect(await find('single')).toMatchObject([
      { title: 'Buyers', excerpt: 'They ask for single sign-on, and SSO logs.', period: null, rank: 2 },
    ])
    expect(await find('walk')).toMatchObject([
      {
        title: 'Is Jo happy here?\nAsk her at the walk on Tuesday.',
        excerpt: 'Is Jo happy here? Ask her at the walk on Tuesday.',
      },
    ])
    expect(await find('pilots')).toMatchObject([{ title: '2026-03-02', excerpt: 'Two pilots Łódź is far Onboarding' }])
    expect((await find('thursday')).map(({ title }) => title)).toEqual(['Upswing Team'])
    expect((await find('review')).map(({ title }) => title)).toEqual([''])
  })

  test.each(['creme', 'brûlée', 'gmbh', 'BRUL'])('the excerpt of a long text has the hit: %s', async (search) => {
    const [found] = await find(search)
    expect(found?.excerpt).toMatch(/^… .*Crème Brûlée GmbH\*\* why\. .* …$/)
    expect(found?.excerpt.length).toBeLessThan(180)
  })

  test('finds a changed record by its new text only, and no deleted one', async () => {
    await cast.service.adds('notes', { user_id: cast.ana.id, title: 'Quokka', content: 'x' })
    await cast.service.changes('notes', { title: 'Quokka' }, { title: 'Wombat' })
    expect(await find('quokka')).toEqual([])
    expect(await find('wombat')).toHaveLength(1)
    await cast.service.deletes('notes', { title: 'Wombat' })
    expect(await find('wombat')).toEqual([])
  })

  test('titles come before texts, whole words before beginnings, then the newest', async () => {
    const about = { user_id: cast.ana.id }
    const goal = (text: string, created_at: string) =>
      cast.service.adds('goals', { text, period: 'weekly', created_at, ...about })
    await goal('Narwhal, older', '2026-01-01')
    await goal('Narwhal, newer', '2026-01-02')
    await goal('Narwhals', '2026-01-03')
    await cast.service.adds('squad_messages', { content: 'A narwhal', created_at: '2026-01-04', ...about })
    const found = await find('narwhal')
    expect(found.map(({ kind, title, rank }) => [rank, kind, title])).toEqual([
      [4, 'goal', 'Narwhal, newer'],
      [4, 'goal', 'Narwhal, older'],
      [3, 'goal', 'Narwhals'],
      [2, 'squad-message', ''],
    ])
    expect(await find('narwhal', { max_rows: 3 })).toEqual(found.slice(0, 3))
  })

  test('what was said to the co-founder comes after every record, the best and newest first', async () => {
    const says = (role: string, content: string, created_at: string) =>
      cast.service.adds('ai_conversations', { role, content, created_at, user_id: cast.ana.id })
    await says('user', 'Who is Axolotl?', '2026-01-01')
    await says('assistant', 'Axolotl is a clinic.', '2026-01-02')
    await says('user', 'axolotls?', '2026-01-03')
    const week = { week_of: '2026-03-09', mood: 4, wins: 'Met both axolotls', next_priority: 'Rest' }
    await cast.service.adds('weekly_checkins', { ...week, user_id: cast.ana.id })
    await cast.service.adds('notes', { title: 'Buyers', content: 'Axolotl asks for SSO', user_id: cast.ana.id })
    const found = await find('axolotl')
    expect(found.map(({ kind, rank, excerpt }) => [rank, kind, excerpt])).toEqual([
      [2, 'note', 'Axolotl asks for SSO'],
      [1, 'check-in', 'Met both axolotls Rest'],
      [2, 'cofounder-message', 'Axolotl is a clinic.'],
      [2, 'cofounder-message', 'Who is Axolotl?'],
      [1, 'cofounder-message', 'axolotls?'],
    ])
    expect(await find('axolotl', { max_rows: 3 })).toEqual(found.slice(0, 3))
    expect(await find('axolotl', { kinds: '{cofounder-message,note}' })).toHaveLength(4)
  })

  test('returns 20 rows, at least one, and at most 50', async () => {
    await owner.query(
      `insert into public.goals (user_id, text, period) select $1, 'Walrus ' || n, 'weekly' from generate_series(1, 60) n`,
      [cast.ana.id],
    )
    expect(await find('walrus')).toHaveLength(20)
    for (const [asked, given] of [
      [-1, 1],
      [0, 1],
      [1_000_000, 50],
    ] as const)
      // prettier-ignore
      expect(await find('walrus', { max_rows: asked })).toHaveLength(given)
  })

  test('texts of the maximum length can be stored and found', async () => {
    for (const letter of ['ﷺ', '한', 'Ǖ', '𝅘𝅥𝅮', "'", '\\', '字', 'a ', 'é']) {
      const content = `${letter.repeat(40_000).slice(0, 31_000)} xylophone`
      await cast.service.adds('ai_conversations', { role: 'user', content, user_id: cast.ana.id })
      const found = await find('xyloph', { max_rows: 50 })
      expect(found.every(({ excerpt }) => excerpt.includes('xylophone'))).toBe(true)
    }
    const words = Array.from({ length: 5000 }, (_, n) => n.toString(36)).join(' ')
    await cast.service.adds('ai_conversations', { role: 'user', content: words, user_id: cast.ana.id })
    // The thousandth of them, and the last one: a row adds a thousand words to the index.
    expect([(await find('rr')).length, (await find('3ut')).length]).toEqual([1, 0])
  })

  describe('permissions', () => {
    test('everybody finds only their own records, admins too', async () => {
      const titles = async (who: Actor) => (await find('unicorn', {}, who)).map(({ title }) => title)
      expect(await titles(cast.ben)).toEqual(['Ben’s own unicorn'])
      expect(await titles(cast.admin)).toEqual(['Admin’s own unicorn'])
      expect(await titles(cast.ana)).toEqual([])
      for (const [, row] of records) {
        const [word = ''] = String(row['text'] ?? row['content'] ?? row['reason'] ?? row['wins']).split(' ')
        expect(await find(word, {}, cast.admin)).toEqual([])
      }
    })

    test('another founder whose id ends in the same digits finds nothing of it', async () => {
      const id = `${crypto.randomUUID().slice(0, 24)}${cast.ana.id.slice(24)}`
      await cast.database.query('insert into auth.users (id, email_confirmed_at) values ($1, now())', [id])
      const twin = cast.with({ sub: id }, { ...cast.ben, id })
      expect(await find('demos', {}, twin)).toEqual([])
    })

    test('while a second factor is due nothing is found', async () => {
      await cast.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
        [cast.ana.id],
      )
      expect(await find('demos')).toEqual([])
      expect(await find('demos', {}, cast.with({ aal: 'aal2' }, cast.ana))).toHaveLength(1)
      await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.ana.id])
    })

    test('visitors cannot search, and no user reads the index', async () => {
      await expect(find('demos', {}, cast.anonymous)).rejects.toMatchObject({ code: '42501' })
      const readers = await owner.query<{ can: boolean }>(
        `select has_table_privilege(role, 'private.searchable_records', 'select') as can
         from unnest('{anon,authenticated,service_role}'::text[]) as role`,
      )
      expect(readers).toEqual([{ can: false }, { can: false }, { can: false }])
    })
  })
})
