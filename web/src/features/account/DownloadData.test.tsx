// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openAccount, serveAccount } from '../../testing/account.tsx'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectSuccess, press } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()
beforeEach(() => {
  serveAccount(server)
  server.rpc('my_data', ({ kind }) => ({
    ...(kind === undefined && { profile: { first_name: 'Ana' } }),
    goals: [{ id: `g${kind === undefined ? 1 : 2}`, created_at: '2026-03-02T12:00:00Z', text: 'Ten demos' }],
    more: kind === undefined ? ['goals'] : [],
  }))
})

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download My Data' })

test('everything that is stored is saved in one file', async () => {
  const saved: { name: string; content: Blob }[] = []
  const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: file.mock.calls[0]?.[0] as Blob })
  })
  await openAccount('Data')
  await press(button())
  await expectSuccess('Your data is in the file that was just saved')
  expect(saved.map(({ name }) => name)).toEqual([`upswing-data-${new Date().toISOString().slice(0, 10)}.json`])
  expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toMatchObject({
    account: { email: FOUNDER.email, identities: [{ provider: 'email' }], sessions: [{}] },
    profile: { first_name: 'Ana' },
    goals: [{ id: 'g1' }, { id: 'g2' }],
  })
})

test('data that cannot be collected is an error, and can be tried again', async () => {
  server.refuse(/rpc\/my_data/, { status: 500, code: 'XX000', message: 'broken' })
  await openAccount('Data')
  await press(button())
  await expectFailure('broken', 'Failed to collect your data')
  expect(button().disabled).toBe(false)
})
