import { eventsOf } from '../../supabase/functions/_shared/read-calendar.ts'
import { expectAccessible } from './axe.ts'
import { expect, failure, success, test, type Founder } from './product.ts'

/** The response that a subscribed calendar gets. */
const fetchFeed = async (address: string) => {
  const response = await fetch(address)
  return response.ok ? eventsOf(await response.text()) : response.status
}

async function opensSubscribe({ page }: Founder) {
  await page.getByRole('button', { name: 'Subscribe in another calendar' }).click()
  return page.getByRole('dialog', { name: 'Subscribe' })
}

test('over plain http, where pages have no clipboard, the address is copied all the same, or else selected', async ({
  founder,
}) => {
  const { page } = founder
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await opensSubscribe(founder)
  await dialog.getByRole('button', { name: 'Create Address' }).click()
  const address = await dialog.locator('code').innerText()
  await page.evaluate(`(() => {
    window.hidden = navigator.clipboard
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  })()`)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(success(page, 'Address copied')).toBeVisible()
  expect(await page.evaluate('window.hidden.readText()')).toBe(address)

  await page.evaluate('document.execCommand = () => false')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(failure(page, 'This page may not copy. The text is selected: please copy it yourself.')).toBeVisible()
  expect(await page.evaluate('getSelection().toString()')).toBe(address)
  await page.evaluate('delete navigator.clipboard')
})

test('a calendar subscription shows goals until its address is replaced or turned off', async ({ founder }) => {
  test.setTimeout(120_000)
  const { page } = founder
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await founder.addsGoal('Ten demos, please')

  const dialog = await opensSubscribe(founder)
  await expect(dialog.getByText('Anybody who has it can read your goals and calls')).toBeVisible()
  await expectAccessible(page, 'no address')
  await dialog.getByRole('button', { name: 'Create Address' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expectAccessible(page, 'a new address')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Address copied')).toBeVisible()
  const first = await dialog.locator('code').innerText()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first)
  const link = dialog.getByRole('link', { name: 'Open in my calendar app' })
  await expect(link).toHaveAttribute('href', first.replace(/^http/, 'webcal'))
  expect(await fetchFeed(first)).toMatchObject([{ summary: 'Ten demos, please' }])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await opensSubscribe(founder)
  await expect(dialog.getByText('A calendar last read it on')).toBeVisible()
  await expect(dialog.locator('code')).toBeHidden()
  await expectAccessible(page, 'an address')
  await dialog.getByRole('button', { name: 'New Address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await fetchFeed(first)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'New Address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create New Address' }).click()
  await expect(dialog.locator('code')).toBeVisible()
  const second = await dialog.locator('code').innerText()
  expect(await fetchFeed(first)).toBe(404)
  expect(await fetchFeed(second)).toHaveLength(1)

  await dialog.getByRole('button', { name: 'Turn Off' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Turn off your calendar address?' })
  await asked.getByRole('button', { name: 'Turn Off' }).press('Enter')
  await expect(success(page, 'Your calendar address is turned off')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Address' })).toBeFocused()
  expect(await fetchFeed(second)).toBe(404)
})
