// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { FOUNDER } from '../testing/people.ts'
import { advance, renderScreen, setClock } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { RecordComments } from '../ui/record-comments.tsx'
import { DataProvider } from './DataProvider.tsx'

const server = stubServer()

// Loaded in a test, it would take a part of its time.
beforeAll(() => import('./AreaParts.tsx'))

const ID = 'a0000000-0000-4000-8000-000000000009'

const NAME = 'Comment: decision “Raise prices”'

async function opens(path: string): Promise<void> {
  setClock('2026-03-04T10:00:00')
  server.has({ read_receipts: [] })
  server.rpc('comment_counts', () => [])
  await renderScreen(
    <DataProvider isKept>
      <RecordComments founder={FOUNDER.id} record={{ kind: 'decision', id: ID, title: 'Raise prices' }} />
    </DataProvider>,
    { path },
  )
}

test('a record has its comments once the first screen has had its time', async () => {
  await opens('/brain?tab=decisions')
  await advance(2000)
  expect(screen.queryByRole('button')).toBeNull()
  await advance(1000)
  expect(await screen.findByRole('button', { name: NAME })).toBeDefined()
})

test('after a link to a record, as in a mail about a comment, it has them at once', async () => {
  await opens(`/brain?tab=decisions#${ID}`)
  await advance(1)
  await screen.findByRole('button', { name: NAME })
  expect(Date.now()).toBeLessThan(Date.parse('2026-03-04T10:00:02'))
})
