// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openAccount, RECOVERY_CODES, serveAccount, type TestAccount } from '../../testing/account.tsx'
import { CODE, factor } from '../../testing/factors.ts'
import { expectFailure, expectGone, expectSuccess, expectText, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()
const MAKE = 'POST auth/factors/recovery-codes'
const SHOWN = RECOVERY_CODES.map((code) => code.match(/.{4}/g)!.join('-'))
let account: TestAccount
beforeEach(() => {
  account = serveAccount(server, { factors: [factor('Phone')], codesLeft: 10 })
})

const opens = async (left = 10) => {
  account.codesLeft = left
  await openAccount('Security')
  await screen.findByRole('region', { name: 'Recovery codes' })
}
const confirms = async () => {
  const question = within(await screen.findByRole('alertdialog', { name: 'Make new codes?' }))
  await press(question.getByRole('button', { name: 'Make New Codes' }))
}
const newCodes = async () => within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))

test.each([
  [10, 'You have 10 left.'],
  [3, 'You have 3 left.'],
  [2, 'You have 2 left. Make new ones before you run out.'],
  [0, 'You have none. Without them, losing your second step locks you out.'],
])('with %s left: %s', async (left, text) => {
  await opens(left)
  await expectText(text)
})

test('there are none without a second factor', async () => {
  account.factors = []
  await openAccount('Security')
  await screen.findByRole('button', { name: 'Add Phone' })
  expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull()
})

test('new codes replace those before once that is confirmed, and are shown in groups', async () => {
  await opens(4)
  await press('Make New Codes')
  const question = within(await screen.findByRole('alertdialog', { name: 'Make new codes?' }))
  await press(question.getByRole('button', { name: 'Cancel' }))
  expect(server.sent(MAKE)).toEqual([])
  await press('Make New Codes')
  await confirms()
  const dialog = await newCodes()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(SHOWN)
  await press(dialog.getByRole('button', { name: 'I Have Saved Them' }))
  await expectGone(() => screen.queryByRole('dialog', { name: 'Save your recovery codes' }))
  await expectText('You have 10 left.')
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain(RECOVERY_CODES[0])
})

test('without any nothing is replaced, so nothing is asked', async () => {
  await opens(0)
  await press('Make New Codes')
  await newCodes()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('new codes are copied, and saved in a file', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
  const file = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await opens(0)
  await press('Make New Codes')
  const dialog = await newCodes()
  await press(dialog.getByRole('button', { name: 'Copy' }))
  await expectSuccess('Your recovery codes are in your clipboard')
  expect(writeText).toHaveBeenCalledWith(SHOWN.join('\n'))
  await press(dialog.getByRole('button', { name: 'Download' }))
  expect(names).toEqual(['upswing-recovery-codes.txt'])
  const saved = file.mock.calls.map(([content]) => content as Blob)
  expect(await saved[0]?.text()).toBe(`Recovery codes for Upswing, each good once:\n\n${SHOWN.join('\n')}\n`)
})

test('codes that were not made are an error, and can be tried again', async () => {
  server.lose(MAKE, { times: 1 })
  await opens(0)
  await press('Make New Codes')
  await expectFailure('The server could not be reached. Nothing was changed.', 'Failed to create recovery codes')
  await press('Make New Codes')
  await newCodes()
})

test('codes that cannot be counted say so, with a retry', async () => {
  const allow = server.refuse('GET auth/factors/recovery-codes', { status: 422, code: 'unexpected' })
  await opens()
  await expectFailure('Failed to load how many recovery codes are left')
  allow()
  await press('Try again')
  await expectText('You have 10 left.')
})

test('a session that has not passed the second factor is asked for it first', async () => {
  server.refuse(MAKE, { status: 403, code: 'insufficient_aal' }, { times: 1 })
  await opens()
  await press('Make New Codes')
  await confirms()
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await press('Use a recovery code')
  expect(screen.getByLabelText('Recovery code')).toBeDefined()
  await press('Use your second factor')
  await type('Code', CODE)
  await pressKey('Enter')
  expect((await newCodes()).getAllByRole('listitem')).toHaveLength(10)
})
