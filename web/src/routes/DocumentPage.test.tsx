// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FOUNDER } from '../testing/people.ts'
import { renderScreen, setClock } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { DocumentPage } from './DocumentPage.tsx'

const server = stubServer()

test.each([
  ['who began this month is written this month', '2026-03-03T10:00:00Z', { from: '2026-03-01', to: '2026-03-31' }],
  ['of last year is written the month that is over', '2025-03-03T10:00:00Z', { from: '2026-02-01', to: '2026-02-28' }],
])('without a period a founder %s', async (_, created_at, span) => {
  setClock('2026-03-10T10:00:00')
  server.has({ profiles: [{ id: FOUNDER.id, created_at }] })
  server.on('POST functions/write-document', () => ({
    title: 'Investor update',
    markdown: 'Two demos',
    isEmpty: false,
  }))
  await renderScreen(<DocumentPage />, { path: '/brain?document=investor-update' })
  await screen.findByRole('article', { name: 'Preview' })
  expect(server.sent('POST functions/write-document').map(({ body }) => body)).toEqual([
    { kind: 'investor-update', ...span },
  ])
})
