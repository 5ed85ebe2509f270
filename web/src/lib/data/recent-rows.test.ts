import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { knownRows, refetchRows } from './recent-rows.ts'

const row = (day: number) => ({ id: `0${day}`, created_at: `2026-03-0${day}` })

/** A conversation of which the server has two rows. */
function conversation() {
  const selectSince = vi.fn(async () => [row(2), row(1)])
  const selectPage = vi.fn(async () => [row(2), row(1)])
  const rows = {
    recentKey: ['chat'], earlierKey: (oldest: string) => ['chat', oldest], size: 30, selectPage, selectSince,
    selectFrom: async () => [], failed: 'Failed to load the chat',
  } // prettier-ignore
  return { rows, selectPage, selectSince }
}

describe('refetchRows', () => {
  test('reads what was restored from the storage, without a screen', async () => {
    const queries = createQueryClient()
    const { rows } = conversation()
    queries.setQueryData(rows.recentKey, [row(1)])
    await refetchRows(queries, rows)
    expect(await knownRows(queries, rows)).toEqual([row(1), row(2)])
  })

  test('does not wait for a read from before', async () => {
    const queries = createQueryClient()
    const { rows, selectSince } = conversation()
    queries.setQueryData(rows.recentKey, [row(1)])
    selectSince.mockImplementationOnce(() => new Promise(() => undefined))
    void refetchRows(queries, rows)
    await vi.waitFor(() => expect(selectSince).toHaveBeenCalledOnce())
    await refetchRows(queries, rows)
    expect(await knownRows(queries, rows)).toEqual([row(1), row(2)])
  })

  test('reads nothing of a conversation that was never opened', async () => {
    const { rows, selectPage } = conversation()
    await refetchRows(createQueryClient(), rows)
    expect(selectPage).not.toHaveBeenCalled()
  })

  test('a failure is no error: the rows stay', async () => {
    const queries = createQueryClient()
    const { rows, selectSince } = conversation()
    queries.setQueryData(rows.recentKey, [row(1)])
    selectSince.mockRejectedValueOnce(Object.assign(new Error('no'), { code: '42501' }))
    await refetchRows(queries, rows)
    expect(await knownRows(queries, rows)).toEqual([row(1)])
  })
})
