import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerOf, type Owner } from '../owner.ts'
import { addFactor, gather, platforms, type Actor, type Cast, type Row } from '../permissions/actors.ts'

const denied = { code: '42501' }
const refused = { code: 'P0001' }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const FIGURES = { bank_balance: 250_000, monthly_revenue: 12_000.5, monthly_burn: 30_000 }

interface OwnRunway {
  readonly figures: Row | null
  readonly months: readonly Row[]
  readonly proposal: Row | null
  readonly is_due: boolean
}

describe.each(platforms)('proposed figures on %s', (platform) => {
  let cast: Cast
  let owner: Owner
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(platform)
    owner = await ownerOf(cast.config, cast.database)
    about = { user_id: cast.ana.id }
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    for (const table of ['runway_proposals', 'runway_data', 'runway_points']) await cast.service.deletes(table, {})
    await owner.query(`delete from private.rate_limits where bucket like 'runway:%'`)
    await owner.query('delete from public.admin_audit')
    await cast.service.changes('profiles', { id: cast.ana.id }, { figures_dismissed_on: null })
  })

  const propose = (given: Row = {}, actor: Actor = cast.ana) =>
    actor.calls('propose_runway', { ...FIGURES, as_of: daysAgo(3), ...given })
  const proposal = async (): Promise<Row | undefined> => (await cast.ana.sees('runway_proposals'))[0]
  const keep = async (figures: Row = FIGURES, actor: Actor = cast.admin, at?: Row[string]) =>
    actor.calls('keep_runway_proposal', {
      founder: cast.ana.id,
      proposed_at: at ?? (await proposal())?.['created_at'] ?? null,
      ...figures,
    })
  const dismiss = async (actor: Actor = cast.admin) =>
    actor.calls('dismiss_runway_proposal', {
      founder: cast.ana.id,
      proposed_at: (await proposal())?.['created_at'] ?? null,
    })
  const ownRunway = async (actor: Actor = cast.ana): Promise<OwnRunway> =>
    (await actor.calls<{ own_runway: OwnRunway } & OwnRunway>('own_runway'))[0]!
  const points = async () =>
    (await cast.ana.sees('runway_points'))
      .map(({ day, bank_balance }) => [day, bank_balance])
      .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))

  test('are recorded by no founder: they wait, seen by their founder and admins alone, and a new proposal replaces them', async () => {
    await propose()
    expect(await cast.ana.sees('runway_data')).toEqual([])
    expect(await proposal()).toMatchObject({ ...FIGURES, as_of: daysAgo(3), answer: null, answered_at: null })
    expect(await cast.admin.sees('runway_proposals')).toHaveLength(1)
    for (const other of [cast.ben, cast.exAdmin]) expect(await other.sees('runway_proposals')).toEqual([])
    await expect(cast.anonymous.calls('propose_runway', { ...FIGURES, as_of: daysAgo(3) })).rejects.toMatchObject(
      denied,
    )
    await propose({ bank_balance: -1 })
    expect(await cast.ana.sees('runway_proposals')).toMatchObject([{ bank_balance: -1 }])
  })

  test.each<[Row, string]>([
    [{ as_of: daysAgo(-3) }, 'P0001'],
    [{ as_of: daysAgo(400) }, 'P0001'],
    [{ as_of: null }, 'P0001'],
    [{ as_of: 'infinity' }, 'P0001'],
    [{ as_of: '-infinity' }, 'P0001'],
    [{ monthly_revenue: -1 }, '23514'],
    [{ monthly_burn: -0.01 }, '23514'],
    [{ bank_balance: 'NaN' }, '23514'],
    [{ bank_balance: null }, '23502'],
    [{ bank_balance: 1e12 }, '22003'],
    [{ monthly_burn: 'Infinity' }, '22003'],
  ])('cannot be %j', async (invalid, code) => {
    await expect(propose(invalid)).rejects.toMatchObject({ code })
    expect(await proposal()).toBeUndefined()
  })

  test('can be proposed ten times in an hour', async () => {
    for (let times = 0; times < 10; times++) await propose()
    await expect(propose()).rejects.toMatchObject({ code: 'PGRST' })
    await propose({}, cast.ben)
  })

  test('are withdrawn by their founder alone, as long as they wait', async () => {
    await propose()
    for (const other of [cast.ben, cast.admin]) expect(await other.deletes('runway_proposals', about)).toBe(0)
    expect(await cast.ana.deletes('runway_proposals', about)).toBe(1)
    await propose()
    await dismiss()
    expect(await cast.ana.deletes('runway_proposals', about)).toBe(0)
  })

  test('are kept for their day by an admin, in one press', async () => {
    await cast.admin.adds('runway_data', { ...about, ...FIGURES, bank_balance: 300_000 })
    await cast.service.changes('runway_points', about, { day: daysAgo(30) })
    await owner.query('delete from public.admin_audit')
    await propose()
    await keep()
    expect(await cast.ana.sees('runway_data')).toEqual([{ ...about, ...FIGURES }])
    expect(await points()).toEqual([
      [daysAgo(30), 300_000],
      [daysAgo(3), 250_000],
    ])
    expect(await proposal()).toMatchObject({ answer: 'kept', answered_at: expect.any(String) as string })
    expect((await cast.admin.sees('admin_audit')).map(({ admin_id, user_id, table_name, after }) => ({ admin_id, user_id, table_name, after }))).toMatchObject([
      { table_name: 'runway_data', admin_id: cast.admin.id, ...about, after: { bank_balance: 250_000 } },
      { table_name: 'runway_proposals', admin_id: cast.admin.id, ...about, after: { answer: 'kept' } },
    ]) // prettier-ignore
    await expect(keep()).rejects.toMatchObject(refused)
    expect((await cast.admin.sees('founder_figures', about))[0]).toMatchObject({ runway_months: 13.89 })
  })

  test('begin the record; a point of their own day is replaced, and figures that did not change get their day', async () => {
    await propose({ as_of: daysAgo(40) })
    await keep()
    expect(await points()).toEqual([[daysAgo(40), 250_000]])
    await propose({ as_of: daysAgo(40), bank_balance: 1 })
    await keep({ ...FIGURES, bank_balance: 1 })
    expect(await points()).toEqual([[daysAgo(40), 1]])
    await propose({ as_of: daysAgo(2), bank_balance: 1 })
    await keep({ ...FIGURES, bank_balance: 1 })
    expect(await points()).toEqual([
      [daysAgo(40), 1],
      [daysAgo(2), 1],
    ])
  })

  test('are recorded as the admin corrects them', async () => {
    await propose()
    await expect(keep({ ...FIGURES, monthly_burn: -1 })).rejects.toMatchObject({ code: '23514' })
    await keep({ ...FIGURES, monthly_burn: 31_000 })
    expect(await cast.ana.sees('runway_data')).toMatchObject([{ monthly_burn: 31_000 }])
    expect(await proposal()).toMatchObject({ monthly_burn: 30_000, answer: 'corrected' })
  })

  test('that are older than what is recorded go into the history alone', async () => {
    await cast.admin.adds('runway_data', { ...about, bank_balance: 5 })
    await propose()
    await keep()
    expect(await cast.ana.sees('runway_data')).toMatchObject([{ bank_balance: 5 }])
    expect(await points()).toEqual([
      [daysAgo(3), 250_000],
      [daysAgo(0), 5],
    ])
  })

  test('that are dismissed leave what is recorded, and the next ones wait again', async () => {
    await propose()
    await dismiss()
    expect(await cast.ana.sees('runway_data')).toEqual([])
    expect(await proposal()).toMatchObject({ answer: 'dismissed' })
    expect(await cast.admin.sees('admin_audit')).toMatchObject([
      { table_name: 'runway_proposals', action: 'update', after: { answer: 'dismissed' } },
    ])
    await propose()
    expect(await proposal()).toMatchObject({ answer: null, answered_at: null })
  })

  test('are answered by admins alone, and only as the admin has seen them', async () => {
    await propose()
    const seen = (await proposal())?.['created_at']
    for (const other of [cast.ana, cast.ben, cast.exAdmin]) {
      await expect(keep(FIGURES, other)).rejects.toMatchObject(denied)
      await expect(dismiss(other)).rejects.toMatchObject(denied)
    }
    await propose({ bank_balance: 1 })
    await expect(keep(FIGURES, cast.admin, seen)).rejects.toMatchObject(refused)
    await cast.ana.deletes('runway_proposals', about)
    await expect(keep(FIGURES, cast.admin, seen)).rejects.toMatchObject(refused)
    expect(await cast.ana.sees('runway_data')).toEqual([])
  })

  test('are found by admins in the cohort, and stand in the founder’s summary, until they are answered', async () => {
    const found = async () => {
      const rows = await cast.admin.calls('find_cohort', { filters: '{"runway": "proposed"}' })
      return rows.map(({ id, has_proposal }) => [id, has_proposal])
    }
    const summary = async () => (await cast.admin.calls('founder_summary', { founder: cast.ana.id }))[0]
    expect([await found(), (await summary())?.['proposed_on']]).toEqual([[], null])
    await propose()
    expect(await found()).toEqual([[cast.ana.id, true]])
    expect((await summary())?.['proposed_on']).toBe((await proposal())?.['created_at'])
    await keep()
    expect([await found(), (await summary())?.['proposed_on']]).toEqual([[], null])
  })

  test('are no facts for the co-founder before they are kept, and have their day afterwards', async () => {
    const runway = async () => {
      const [context] = await cast.ana.calls<{ readonly runway: unknown }>('founder_context')
      return context?.runway
    }
    await propose()
    expect(await runway()).toBeNull()
    await keep()
    expect(await runway()).toEqual({ ...FIGURES, as_of: daysAgo(3) })
  })

  describe('own_runway', () => {
    test('has the recorded figures with their day, the last ones of each month of a year, and the proposal', async () => {
      expect(await ownRunway()).toEqual({ figures: null, months: [], proposal: null, is_due: false })
      await cast.service.adds('runway_data', { ...about, bank_balance: 9 })
      await cast.service.deletes('runway_points', about)
      const thisMonth = `${daysAgo(0).slice(0, 7)}-01`
      const month = (ago: number) => {
        const [year = 0, month = 0] = thisMonth.split('-').map(Number)
        return new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 8)
      }
      const amounts = { monthly_revenue: 0, monthly_burn: 1 }
      for (const [day, bank_balance] of [
        [`${month(12)}20`, 1],
        [`${month(11)}01`, 2],
        [`${month(4)}03`, 3],
        [`${month(4)}28`, 4],
        [`${month(0)}01`, 5],
      ] as const)
        await cast.service.adds('runway_points', { ...about, ...amounts, day, bank_balance })
      await propose()
      const own = await ownRunway()
      expect(own.figures).toEqual({ ...amounts, bank_balance: 5, as_of: thisMonth })
      expect(own.months.map(({ month, bank_balance }) => [month, bank_balance])).toEqual([
        [`${month(11)}01`, 2],
        [`${month(4)}01`, 4],
        [thisMonth, 5],
      ])
      expect(own.proposal).toMatchObject({ ...FIGURES, as_of: daysAgo(3), answer: null })
      expect(await ownRunway(cast.ben)).toMatchObject({ figures: null, months: [], proposal: null })
    })

    test('asks for figures once a month, unless new ones wait or the founder has dismissed it', async () => {
      const isDue = async () => (await ownRunway()).is_due
      await cast.admin.adds('runway_data', { ...about, bank_balance: 9 })
      expect(await isDue()).toBe(false)
      await cast.service.changes('runway_points', about, { day: daysAgo(32) })
      expect(await isDue()).toBe(true)
      await propose()
      expect(await isDue()).toBe(false)
      await cast.ana.deletes('runway_proposals', about)
      await cast.ben.calls('dismiss_figures')
      expect(await isDue()).toBe(true)
      await cast.ana.calls('dismiss_figures')
      expect(await isDue()).toBe(false)
      await cast.service.changes('profiles', { id: cast.ana.id }, { figures_dismissed_on: daysAgo(32) })
      expect(await isDue()).toBe(true)
    })
  })

  test('take the second factor of a founder who has one', async () => {
    await addFactor(cast.database, cast.ben.id)
    await expect(propose({}, cast.ben)).rejects.toMatchObject(denied)
    await expect(cast.ben.calls('dismiss_figures')).rejects.toMatchObject(denied)
    await propose({}, cast.with({ aal: 'aal2' }, cast.ben))
    expect(await cast.ben.sees('runway_proposals')).toEqual([])
    await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.ben.id])
  })
})
