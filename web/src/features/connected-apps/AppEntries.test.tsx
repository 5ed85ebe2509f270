// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAccount, serveAccount } from '../../testing/account.tsx'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectSuccess, expectText, press } from '../../testing/render.tsx'
import type { AnyRows } from '../../testing/rows.ts'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()

const entry = (more: Partial<AnyRows['app_entries']> = {}) => ({
  id: 'e1', user_id: FOUNDER.id, kind: 'goal' as const, record_id: 'g1', title: 'Ten demos', app: 'Assistant',
  created_at: new Date().toISOString(), undone_at: null, ...more,
}) // prettier-ignore

test('what an app added is listed with the app, and taken back', async () => {
  serveAccount(server)
  server.has({ app_entries: [entry()] })
  server.rpc('undo_app_entry', () => {
    server.updates('app_entries', { undone_at: new Date().toISOString() })
    return null
  })
  await openAccount('Security')
  await expectText('Ten demos')
  await press('Undo Goal: Ten demos')
  await expectSuccess('Taken back')
  await expect.poll(() => screen.queryByText('Added by apps in the last 24 hours')).toBeNull()
  expect(server.sent('POST rpc/undo_app_entry')[0]?.body).toEqual({ record: 'g1', kind: 'goal' })
})

test('the entry below one that was taken back has the focus', async () => {
  serveAccount(server)
  server.has({ app_entries: [entry(), entry({ id: 'e2', record_id: 'g2', title: 'Hire' })] })
  server.rpc('undo_app_entry', () => {
    server.updates('app_entries', { undone_at: new Date().toISOString() }, ({ id }) => id === 'e1')
    return null
  })
  await openAccount('Security')
  await press('Undo Goal: Ten demos')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Undo Goal: Hire')
})

test('what is older than a day, or undone, is not listed', async () => {
  serveAccount(server)
  server.has({
    app_entries: [
      entry({ id: 'e1', created_at: '2026-01-01T00:00:00Z' }),
      entry({ id: 'e2', undone_at: new Date().toISOString() }),
    ],
  })
  await openAccount('Security')
  await expectText('No app is connected.')
  expect(screen.queryByText('Added by apps in the last 24 hours')).toBeNull()
})

test('what cannot be taken back stays, with the reason', async () => {
  serveAccount(server)
  server.has({ app_entries: [entry({ kind: 'message', title: 'Hello' })] })
  server.refuse('POST rpc/undo_app_entry', { status: 400, code: 'P0001', message: 'the squad has answered since' })
  await openAccount('Security')
  await press('Undo Message to the squad: Hello')
  await expectFailure('the squad has answered since', 'It could not be taken back')
  expect(screen.getByText('Added by apps in the last 24 hours')).toBeDefined()
})
