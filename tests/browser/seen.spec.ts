import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test, type Founder, type Service } from './product.ts'

test.use({ adminOpens: 'about:blank' })

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the Growth Squad' })

const squad = { sender_type: 'squad', sender_name: 'Upswing Team' } as const

async function answers(service: Service, founder: Founder, ...contents: string[]): Promise<void> {
  const user_id = await founder.id()
  for (const content of contents)
    await service.from('squad_messages').insert({ user_id, content, ...squad }).throwOnError() // prettier-ignore
}

test('unread replies are counted live in sidebar, tab and title, until they are read in any tab', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await expect(link(page, 'Growth Chat')).toBeVisible()
  await answers(service, founder, 'Charge more.')
  await expect(link(page, 'Growth Chat 1 unread')).toBeVisible()
  await expect(page).toHaveTitle('(1) Upswing - Weekly Command Board')
  await answers(service, founder, 'Much more.')
  await expect(link(page, 'Growth Chat 2 unread')).toHaveText('Growth Chat22 unread')
  await expect(page).toHaveTitle('(2) Upswing - Weekly Command Board')
  await link(page, 'Traction').click()
  await expect(page).toHaveTitle(/^\(2\) Upswing - Traction/)
  await page.goto('/chat')
  await expect(tab(page, 'Growth Squad 2 unread')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  const other = await page.context().newPage()
  await other.goto('/brain')
  await expect(other).toHaveTitle('(2) Upswing - Founder Brain')
  await expect(link(other, 'Growth Chat 2 unread')).toBeVisible()

  // The link opens the replies, not the co-founder.
  await link(page, 'Growth Chat 2 unread').click()
  await expect(conversation(page).getByText('Much more.')).toBeVisible()
  for (const open of [page, other]) {
    await expect(link(open, 'Growth Chat')).toBeVisible()
    await expect(open).toHaveTitle(/^Upswing - /)
  }
  await expect(tab(page, 'Growth Squad')).toBeVisible()

  await answers(service, founder, 'Double it.')
  await expect(conversation(page).getByText('Double it.')).toBeVisible()
  const user_id = await founder.id()
  const unread = async () =>
    (await service.from('read_receipts').select('unread').eq('user_id', user_id).single().throwOnError()).data.unread
  await expect.poll(unread).toBe(0)
  await expect(link(other, 'Growth Chat')).toBeVisible()

  // The menu and the bar of a phone have the count, too, and closing the menu leaves the title.
  await page.close()
  await other.setViewportSize({ width: 390, height: 844 })
  await answers(service, founder, 'And again.')
  await expect(other).toHaveTitle('(1) Upswing - Founder Brain')
  await other.getByRole('button', { name: 'Open menu' }).click()
  await expect(link(other, 'Growth Chat 1 unread')).toBeVisible()
  expect(await axeViolations(other)).toEqual([])
  await other.keyboard.press('Escape')
  await expect(other.getByRole('dialog')).toBeHidden()
  await expect(link(other, 'Growth Chat 1 unread')).toHaveAttribute('href', '/chat?tab=squad')
  await expect(other).toHaveTitle('(1) Upswing - Founder Brain')
})

test('"Read" stands under the last message that the squad has read, once an admin opens the conversation', async ({
  founder,
  admin,
}) => {
  const { page } = founder
  await page.goto('/chat?tab=squad')
  const box = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
  const sends = async (text: string) => {
    await box.fill(text)
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByText(text)).toBeVisible()
    await expect(box).toHaveValue('')
  }
  const message = (text: string) => conversation(page).getByRole('article').filter({ hasText: text })
  const read = conversation(page).getByText('Read', { exact: true })
  await sends('Pricing?')
  await sends('Hiring?')
  await expect(read).toHaveCount(0)

  await admin.page.goto('/admin/squad')
  await admin.page.getByRole('button', { name: founder.firstName }).click()
  await expect(admin.page.getByRole('log').getByText('Hiring?')).toBeVisible()
  await expect(message('Hiring?').getByText('Read', { exact: true })).toBeVisible()
  await expect(read).toHaveCount(1)
  expect(await axeViolations(page)).toEqual([])

  await admin.page.goto('/admin')
  await expect(admin.page.getByRole('heading', { level: 1 })).toBeVisible()
  await sends('Fundraising?')
  await page.reload()
  await expect(message('Fundraising?')).toBeVisible()
  await expect(message('Hiring?').getByText('Read', { exact: true })).toBeVisible()
  await expect(read).toHaveCount(1)
})
