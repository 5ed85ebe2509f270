import type { Page } from '@playwright/test'
import { expect, success, test, type Admin, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const conversation = (page: Page, founder: Founder) =>
  page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('listitem')
    .getByRole('button')
    .filter({ hasText: founder.firstName })
const thread = (page: Page, founder: Founder) =>
  page.getByRole('log', { name: `Conversation with ${founder.firstName} Founder` })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

const SENT = ['Your message has been delivered', 'Message sent'] as const

/** Opens the thread of a founder who has written. */
async function opens({ page }: Admin, founder: Founder): Promise<void> {
  await page.goto('/admin/squad')
  await conversation(page, founder).click()
  await expect(thread(page, founder).getByRole('article').first()).toBeVisible()
}

const writes = async ({ page }: Founder, text: string) => {
  await page.getByRole('textbox', { name: 'Message to the Growth Squad' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(success(page, ...SENT).first()).toBeVisible()
}

test.beforeEach(async ({ founder, service }) => {
  await service.from('squad_messages').insert({ user_id: await founder.id(), content: 'A question' }).throwOnError() // prettier-ignore
})

test('SPEC 2 squad: a conversation is chosen and answered by keyboard', async ({ founder, admin: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/squad')
  await conversation(page, founder).focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: `${founder.firstName} Founder` })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  // The name, which leads to the founder's page.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toBeFocused()
})

test('SPEC 4 squad: founder and squad read each other at once, under the product’s name and "Team"', async ({
  founder,
  admin,
}) => {
  const { page } = admin
  await founder.page.goto('/chat?tab=squad')
  const theirs = founder.page.getByRole('log', { name: 'Conversation with the Growth Squad' })
  await expect(theirs).toContainText('A question')
  await opens(admin, founder)
  await writes(founder, 'Are you there?')
  await expect(thread(page, founder).getByText('Are you there?')).toBeVisible()
  await expect(conversation(page, founder)).toContainText('Are you there?')
  await expect(conversation(page, founder).getByText('unread')).toHaveCount(0)

  await expect(page.getByLabel('Display name')).toHaveValue('Upswing Team')
  await reply(page).fill('Here is the answer')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(success(page, ...SENT)).toBeVisible()
  await expect(theirs.getByRole('article').last()).toHaveText(/^Upswing Team · .*Here is the answer$/)
  await expect(conversation(page, founder)).toContainText('Here is the answer')
})
