// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN } from '../testing/people.ts'
import { expectSuccess, press, renderScreen, setClock, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { accountOf } from '../testing/session.ts'
import { WebhooksPage } from './WebhooksPage.tsx'

const server = stubServer()

const BY_PASSWORD = { identity_id: 'i1', id: 'i1', provider: 'email', identity_data: {} }

test('a webhook is added once its admin has confirmed who they are', async () => {
  setClock('2026-03-02T09:00:00Z')
  let isProven = false
  server.rpc('list_webhooks', () => [])
  server.on('GET auth/user', () => ({ ...accountOf(ADMIN), identities: [BY_PASSWORD] }))
  server.on('POST auth/reauthenticate', () => {
    isProven = true
    return {}
  })
  server.on('POST functions/webhooks', () =>
    isProven
      ? { id: 'x', secret: 'whsec_x' }
      : Response.json({ error: 'no', code: '42501', hint: 'reauthentication_needed' }, { status: 403 }),
  )
  await renderScreen(<WebhooksPage />, { as: ADMIN })
  await press('Add Webhook')
  await type('Name', 'Ops')
  await type('URL', 'https://hooks.example/in')
  fireEvent.click(screen.getByRole('checkbox', { name: 'A call is booked' }))
  await press('Save')
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await type(proof.getByLabelText('Password', { selector: 'input' }), 'secret123')
  await press(proof.getByRole('button', { name: 'Continue' }))
  await expectSuccess('Webhook saved')
  await screen.findByRole('dialog', { name: 'Signing Secret' })
  expect(server.sent('POST functions/webhooks')).toHaveLength(2)
})
