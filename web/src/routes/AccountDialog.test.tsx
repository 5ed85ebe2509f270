// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN, FOUNDER, type Person } from '../testing/people.ts'
import { renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { AccountDialog } from './AccountDialog.tsx'

const server = stubServer()

beforeEach(() => {
  server.has({
    user_roles: [{ user_id: ADMIN.id, role: 'admin' }],
    profiles: [{ id: FOUNDER.id }, { id: ADMIN.id }],
    mail_settings: [],
  })
})

const show = async (as: Person) => {
  server.on('GET auth/user', () => ({ ...as, factors: [], identities: [] }))
  await renderScreen(<AccountDialog onClose={() => undefined} />, { as })
  await screen.findByLabelText('First name')
  await waitFor(() => expect(server.sent('GET user_roles')).toHaveLength(1))
}

test('founders choose which mails they get', async () => {
  await show(FOUNDER)
  expect(await screen.findByLabelText('Email me my week on Mondays')).toBeDefined()
})

test('admins choose the mail and the notifications of the team', async () => {
  await show(ADMIN)
  expect(await screen.findByLabelText('Email me founders who have waited longer than promised')).not.toBeNull()
  expect(screen.queryByLabelText('Email me my week on Mondays')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Notifications on this device' })).not.toBeNull()
})
