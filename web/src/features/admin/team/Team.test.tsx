// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN } from '../../../testing/people.ts'
import {
  expectFailure,
  expectGone,
  expectSuccess,
  press,
  renderScreen,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import type { Admin } from './api.ts'
import { Team } from './Team.tsx'

const server = stubServer()

const me = { id: ADMIN.id, first_name: 'Adele', last_name: 'Admin', email: 'adele@acme.com', has_second_factor: true }
const jo = { id: newId(), first_name: 'Jo', last_name: 'Member', email: 'jo@acme.com', has_second_factor: false }
const cyd = { id: newId(), first_name: 'Cyd', last_name: 'New', email: 'cyd@acme.com', has_second_factor: true }
let admins: Admin[] = []
let refusal: object | undefined

beforeEach(() => {
  setClock('2026-03-02T09:00:00Z')
  admins = [me, jo]
  refusal = undefined
  server.rpc('list_admins', () => admins)
  server.rpc('grant_admin', () => {
    if (refusal) return Response.json(refusal, { status: 400 })
    admins = [...admins, cyd]
    return cyd.id
  })
  server.rpc('revoke_admin', ({ account }) => {
    if (refusal) return Response.json(refusal, { status: 400 })
    admins = admins.filter(({ id }) => id !== account)
    return null
  })
})

const show = () => renderScreen(<Team />, { as: ADMIN })
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const bodies = (name: string) => server.sent(`POST rpc/${name}`).map(({ body }) => body)
const question = () => screen.findByRole('alertdialog')

test('lists who has the role, and who signs in without a second step', async () => {
  await show()
  await screen.findByText('Jo Member')
  expect(rows()).toEqual(['Adele AdminYouadele@acme.com', 'Jo Memberjo@acme.com, no second step'])
})

const add = () => press(screen.getByRole('button', { name: 'Make an Admin' }))
const confirms = async (name: string) => press(within(await question()).getByRole('button', { name }))

test('the role is given to an address, once that is confirmed', async () => {
  await show()
  await add()
  await expectFailure('An email is required.', 'Not added')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  await type('Email', 'Jo@acme.com')
  await add()
  await expectFailure('jo@acme.com is already an admin.')
  await type('Email', ' Cyd@acme.com ')
  await add()
  within(await question()).getByText('Make cyd@acme.com an admin?')
  await confirms('Make an Admin')
  await expectSuccess('cyd@acme.com is now an admin.')
  expect(bodies('grant_admin')).toEqual([{ address: 'cyd@acme.com' }])
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test.each([
  ['P0002', 'There is no account with this email. Invite them under Users first.'],
  ['P0001', 'This email is not confirmed yet. Its owner needs to open a link in one of our emails first.'],
])('an address that is refused with %s says why, and stays', async (code, reason) => {
  refusal = { code, message: 'no' }
  await show()
  await type('Email', 'cyd@acme.com')
  await add()
  await confirms('Make an Admin')
  await expectFailure(reason, 'Not added')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('cyd@acme.com')
})

test('the role is taken away; cancelling changes nothing', async () => {
  await show()
  await press('Remove as admin: Jo Member')
  await confirms('Cancel')
  await expectGone(() => screen.queryByRole('alertdialog'))
  expect(bodies('revoke_admin')).toEqual([])
  await press('Remove as admin: Jo Member')
  await confirms('Remove')
  await expectSuccess('Jo Member is no longer an admin.')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('who gives up the role gets no list that fails', async () => {
  await show()
  await press('Remove as admin: Adele Admin')
  server.refuse('POST rpc/list_admins')
  await confirms('Remove')
  await expectSuccess('Adele Admin is no longer an admin.')
  expect(server.sent('POST rpc/list_admins')).toHaveLength(1)
})

test('the last admin is told why they stay', async () => {
  admins = [me]
  refusal = { code: 'P0001', message: 'the last admin cannot leave' }
  await show()
  await press('Remove as admin: Adele Admin')
  within(await question()).getByText('Give up your admin role?')
  await confirms('Remove')
  await expectFailure('The last admin cannot be removed. Make another user an admin first.', 'Not removed')
})
