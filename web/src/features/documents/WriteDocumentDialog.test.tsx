// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DOCUMENT_KINDS, documentPlace, usualSpan } from '../../../../domain/documents.ts'
import { chosen } from '../../testing/choose.ts'
import { FOUNDER } from '../../testing/people.ts'
import { press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { WriteDocumentDialog } from './WriteDocumentDialog.tsx'

const server = stubServer()
const TODAY = '2026-03-10'

beforeEach(() => setClock(`${TODAY}T10:00:00`))

const show = async () => {
  const onClose = vi.fn<() => void>()
  const { place } = await renderScreen(<WriteDocumentDialog onClose={onClose} />)
  return { onClose, place }
}
const period = () => chosen('Period')

test.each(DOCUMENT_KINDS)('$label opens for its usual period', async ({ id: kind, label }) => {
  server.has({ profiles: [{ id: FOUNDER.id, created_at: '2025-01-05T10:00:00Z' }] })
  const { onClose, place } = await show()
  await press(screen.getByRole('radio', { name: label }))
  await press('Write Draft')
  expect(place()).toBe(documentPlace({ kind, span: usualSpan(kind, TODAY) }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a founder who began this month is offered this month, not the one before', async () => {
  server.has({ profiles: [{ id: FOUNDER.id, created_at: '2026-03-03T10:00:00Z' }] })
  await show()
  await expect.poll(period).toBe('March 2026')
  await press(screen.getByRole('radio', { name: 'Quarter summary' }))
  expect(period()).toBe('Q1 2026')
})
