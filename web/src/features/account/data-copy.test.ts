import { expect, test } from 'vitest'
import { fail, succeed } from '../../../../domain/result.ts'
import { writeCopy, type Page, type Cursor } from './data-copy.ts'

const row = (n: number) => ({ id: `id-${n}`, created_at: `2026-01-0${n}`, text: `"${n}"\n` })

/** A fake server with pages of `goals` that records the requests. */
function pagesOf(pages: readonly (readonly ReturnType<typeof row>[])[]) {
  const asked: unknown[] = []
  const read = async (list?: string, after?: Cursor) => {
    const page = asked.push(list ? [list, after] : []) - 1
    const more = page < pages.length - 1 ? ['goals'] : []
    const goals = [...(pages[page] ?? [])]
    return succeed<Page>(list ? { goals, more } : { profile: { first_name: 'Ana' }, goals, notes: [], more })
  }
  return { asked, read }
}

const contentOf = async (blob: Blob) => JSON.parse(await blob.text()) as unknown

test('merges the pages of a list, each starting after the last row before it', async () => {
  const { asked, read } = pagesOf([[row(1), row(2)], [row(3)], [row(4)]])
  const copy = await writeCopy({ email: 'ana@example.com' }, read)
  if (!copy.ok) throw new Error('refused')
  expect(copy.value.type).toBe('application/json')
  expect(await contentOf(copy.value)).toEqual({
    account: { email: 'ana@example.com' },
    profile: { first_name: 'Ana' },
    goals: [row(1), row(2), row(3), row(4)],
    notes: [],
  })
  expect(asked).toEqual([[], ['goals', row(2)], ['goals', row(3)]])
})

test('ends a list at a page whose rows were deleted meanwhile', async () => {
  const { read } = pagesOf([[row(1)], []])
  const copy = await writeCopy({}, read)
  if (!copy.ok) throw new Error('refused')
  expect(await contentOf(copy.value)).toMatchObject({ goals: [row(1)] })
})

test('fails when a page is rejected, since a partial copy is useless', async () => {
  const { read } = pagesOf([[row(1)], [row(2)]])
  const refused = await writeCopy({}, (list, after) => (list ? Promise.resolve(fail('no')) : read(list, after)))
  expect(refused).toEqual(fail('no'))
})
