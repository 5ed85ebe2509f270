// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAccount, reopenAccount, serveAccount } from '../../testing/account.tsx'
import { renderApp } from '../../testing/app.tsx'
import { serveFounder } from '../../testing/founder.ts'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectGone, expectSuccess, expectText, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()

const SAVE = 'PATCH profiles'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const opens = async () => {
  serveAccount(server)
  await openAccount('Profile')
  await screen.findByLabelText('First name')
}

test('a new name is saved without spaces around it, and greets at once', async () => {
  serveFounder(server)
  serveAccount(server)
  renderApp('/traction', FOUNDER)
  await press('Account settings')
  await screen.findByLabelText('First name')
  expect([field('First name').value, field('Last name').value]).toEqual(['Ana', 'Founder'])
  await type('First name', ' Zoë ')
  await type('Last name', 'Ångström')
  await pressKey('Enter')
  await expectSuccess('Your name is saved')
  expect(server.rows('profiles')[0]).toMatchObject({ first_name: 'Zoë', last_name: 'Ångström' })
  await expectText('Zoë')
  expect(field('First name').value).toBe('Zoë')
})

test('a name that is invalid is an error, and its field gets the focus', async () => {
  await opens()
  await type('Last name', ' ')
  await press('Save Name')
  await expectFailure('Last name is required', 'Validation error')
  expect(document.activeElement).toBe(field('Last name'))
  expect(server.sent(SAVE)).toEqual([])
})

test('a name that was not saved stays when the dialog is closed, in memory only', async () => {
  server.refuse(SAVE, { status: 500, code: 'XX000', message: 'broken' })
  await opens()
  await type('Last name', 'Half')
  await pressKey('Enter')
  await expectFailure('broken', 'Failed to save your name')
  await press('Close')
  await expectGone(() => screen.queryByRole('dialog'))
  await reopenAccount('Profile')
  expect(field('Last name').value).toBe('Half')
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('Half')
})

test('a name typed during a save stays', async () => {
  const release = server.hold(SAVE)
  await opens()
  await type('First name', 'Zoë')
  await pressKey('Enter')
  expect(screen.getByRole('button', { name: 'Saving...' }).getAttribute('aria-disabled')).toBe('true')
  await type('Last name', 'Ångström')
  release()
  await expectSuccess('Your name is saved')
  expect([field('First name').value, field('Last name').value]).toEqual(['Zoë', 'Ångström'])
  expect(server.rows('profiles')[0]).toMatchObject({ first_name: 'Zoë', last_name: 'Founder' })
})

test('a name that cannot be loaded says so, with a retry', async () => {
  serveAccount(server)
  const allow = server.refuse('GET profiles')
  await openAccount('Profile')
  await expectFailure('Failed to load your name')
  allow()
  await press('Try again')
  expect(await screen.findByLabelText('First name')).toBeDefined()
})
