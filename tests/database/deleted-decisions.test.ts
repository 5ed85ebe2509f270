import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewDays } from '../../domain/decisions.ts'
import { dayOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

/** For what is not the caller's to restore. */
const denied = { code: '42501' }

describe.each(engines)('Undo of the deletion of a decision on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    about = { user_id: cast.ana.id }
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(() => cast.service.deletes('decisions', about))

  const review_on = reviewDays(dayOf(new Date())).usual

  async function addDecision(): Promise<string> {
    const id = crypto.randomUUID()
    const logged = { title: 'Raise prices', reason: 'Churn is low', expected: 'One leaves', review_on }
    await cast.ana.adds('decisions', { id, ...logged, ...about })
    return id
  }
  const restores = (decision: string, by: { calls: Cast['ana']['calls'] } = cast.ana) =>
    by.calls('restore_decision', { decision })

  test('restores the same row with its rating, its answer and its comments, once', async () => {
    const id = await addDecision()
    await cast.admin.changes('decisions', { id }, { impact: 'positive', result: 'Churn is flat' })
    await cast.ana.calls('review_decision', { decision: id, outcome: 'No one left', was_right: 'yes' })
    const comment = { content: 'Well done', about_kind: 'decision', about_id: id }
    await cast.admin.adds('squad_messages', { ...comment, sender_type: 'squad', sender_name: 'Upswing Team', ...about })
    const comments = () => cast.ana.calls('comment_counts', { founder: cast.ana.id })
    const before = [await cast.ana.sees('decisions', { id }), await comments()]
    expect(before).toMatchObject([
      [{ impact: 'positive', result: 'Churn is flat', was_right: 'yes', review_on }],
      [{ record: id, comments: 1 }],
    ])
    await cast.ana.deletes('decisions', { id })
    expect(await cast.ana.sees('decisions', { id })).toEqual([])
    await restores(id)
    expect([await cast.ana.sees('decisions', { id }), await comments()]).toEqual(before)
    await expect(restores(id)).rejects.toMatchObject(denied)
  })

  test('is refused to others, after ten minutes, of what the service has deleted, and as a goal', async () => {
    const [a, b] = [await addDecision(), await addDecision()]
    await cast.ana.deletes('decisions', { id: a })
    for (const other of [cast.ben, cast.admin]) await expect(restores(a, other)).rejects.toMatchObject(denied)
    await expect(cast.ana.calls('restore_goal', { goal: a })).rejects.toMatchObject(denied)
    await owner.query(`update private.deleted_goals set deleted_at = now() - interval '11 minutes'`)
    await expect(restores(a)).rejects.toMatchObject(denied)
    await cast.service.calls('delete_expired', { max_rows: 1 })
    expect(await owner.query('select id from private.deleted_goals')).toEqual([])
    await cast.service.deletes('decisions', { id: b })
    await expect(restores(b)).rejects.toMatchObject(denied)
  })

  test('an id that another takes meanwhile does not replace what is kept', async () => {
    const id = await addDecision()
    await cast.ana.deletes('decisions', { id })
    await cast.ben.adds('decisions', { id, title: 'Mine', reason: 'Why not', user_id: cast.ben.id })
    await cast.ben.deletes('decisions', { id })
    await expect(restores(id, cast.ben)).rejects.toMatchObject(denied)
    await restores(id)
    expect(await cast.ana.sees('decisions', { id })).toMatchObject([{ title: 'Raise prices' }])
  })

  test('deleting the account deletes what was kept', async () => {
    const { id } = cast.exAdmin
    for (const title of ['A', 'B']) await cast.exAdmin.adds('decisions', { title, reason: 'Why not', user_id: id })
    await cast.exAdmin.deletes('decisions', { title: 'A' })
    const kept = () => owner.query('select id from private.deleted_goals where user_id = $1', [id])
    expect(await kept()).toHaveLength(1)
    await cast.exAdmin.calls('delete_my_account', {})
    expect(await kept()).toEqual([])
  })
})
