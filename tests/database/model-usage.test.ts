import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

describe.each(engines)('the usage of the model on %s', (engine) => {
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

  const thisMonth = async () => (await cast.admin.calls('model_usage_this_month'))[0]
  const took = (founder: string, purpose: string, input: number | null, output: number | null, cost: number | null) =>
    cast.service.calls('record_model_usage', {
      founder, purpose, model: 'small', input_tokens: input, output_tokens: output, cost_usd: cost,
    }) // prettier-ignore

  test('is nothing at first', async () => {
    expect(await thisMonth()).toEqual({
      answers: 0, summaries: 0, unreported: 0, input_tokens: 0, output_tokens: 0, cost_usd: null,
    }) // prettier-ignore
  })

  test('is summed over all founders, answers that report nothing too', async () => {
    await took(cast.ana.id, 'answer', 2_000_000_000, 300, 1.25)
    await took(cast.ben.id, 'answer', 2_000_000_000, 200, 0.000001)
    await took(cast.ben.id, 'answer', null, null, null)
    await took(cast.ben.id, 'summary', 10, 5, 0.1)
    expect(await thisMonth()).toEqual({
      answers: 3, summaries: 1, unreported: 1, input_tokens: 4_000_000_010, output_tokens: 505, cost_usd: 1.350001,
    }) // prettier-ignore
  })

  test('of an earlier month does not count', async () => {
    await owner.query(
      `insert into private.model_usage (purpose, model, input_tokens, output_tokens, created_at)
       values ('answer', 'small', 7, 7, date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '1 second')`,
    )
    expect(await thisMonth()).toMatchObject({ answers: 3 })
  })

  test('stays counted without its account, also when that was deleted during the answer', async () => {
    await owner.query('delete from auth.users where id = $1', [cast.ben.id])
    await took(cast.ben.id, 'answer', 1, 1, null)
    expect(await thisMonth()).toMatchObject({ answers: 4, input_tokens: 4_000_000_011 })
    const [row] = await owner.query<{ gone: string }>(
      'select count(*)::text as gone from private.model_usage where user_id is null',
    )
    expect(row?.gone).toBe('5')
  })

  test.each([
    ['an unknown purpose', 'chat', 1],
    ['less than no tokens', 'answer', -1],
  ])('%s is refused', async (_, purpose, input) => {
    await expect(took(cast.ana.id, purpose, input, 1, null)).rejects.toMatchObject({ code: '23514' })
  })

  // The embedded engine runs one statement at a time.
  test.runIf(engine === 'postgres')('is counted when it arrives while the account is being deleted', async () => {
    let recorded: Promise<unknown> = Promise.resolve()
    await cast.database.transaction(async (transaction) => {
      await transaction.query('delete from auth.users where id = $1', [cast.ana.id])
      recorded = took(cast.ana.id, 'answer', 3, 3, null)
      recorded.catch(() => undefined)
      await owner.query('select pg_sleep(0.3)')
    })
    await recorded
    const [row] = await owner.query<{ user_id: string | null }>('select user_id from private.model_usage where input_tokens = 3')
    expect(row).toEqual({ user_id: null })
  }) // prettier-ignore
})
