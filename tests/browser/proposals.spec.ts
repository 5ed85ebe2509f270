import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the AI Co-Founder' })
const proposals = (page: Page) => conversation(page).getByRole('list', { name: 'Proposals' })
const button = (page: Page, name: string | RegExp) => conversation(page).getByRole('button', { name })

async function asks(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Message to the AI Co-Founder' }).fill(question)
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByRole('button', { name: 'Copy' }).last()).toBeVisible()
}

test.beforeEach(({ founder: { page } }) => page.goto('/chat'))

test('a proposed goal is filled in, edited, stored when it is confirmed, and removed by Undo, by keyboard', async ({
  founder: { page },
  founder,
  service,
}) => {
  const goals = async () =>
    (
      await service
        .from('goals')
        .select('text, period')
        .eq('user_id', await founder.id())
    ).data
  await asks(page, 'Which goals are open?')
  await expect(conversation(page)).not.toContainText('[[')
  await button(page, 'Add weekly goal: Talk to five customers').focus()
  await page.keyboard.press('Enter')
  const field = conversation(page).getByLabel('Goal')
  await expect(field).toHaveValue('Talk to five customers')
  await expect(field).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  expect(await goals()).toEqual([])
  await field.fill('Talk to six customers')
  await conversation(page).getByText('Monthly').click()
  await page.keyboard.press('Enter')
  await expect(proposals(page)).toContainText('Added: Talk to six customers')
  expect(await axeViolations(page)).toEqual([])
  expect(await goals()).toEqual([{ text: 'Talk to six customers', period: 'monthly' }])

  await page.reload()
  await expect(proposals(page)).toContainText('Added: Talk to six customers')
  await button(page, 'Undo').press('Enter')
  await expect(button(page, /Add weekly goal/)).toBeFocused()
  expect(await goals()).toEqual([])
})

test('a proposed goal is stored once, also when it is confirmed on two devices', async ({
  founder,
  browser,
  service,
}) => {
  const { page } = founder
  await asks(page, 'Which goals are open?')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  for (const device of [page, other]) await button(device, /Add weekly goal/).click()
  for (const device of [page, other]) await button(device, 'Add goal').click()
  for (const device of [page, other]) await expect(proposals(device)).toContainText('Added: Talk to five customers')
  const { count } = await service
    .from('goals')
    .select('*', { count: 'exact', head: true })
    .eq('user_id', await founder.id())
  expect(count).toBe(1)
  await context.close()
})

const messagesOf = async (service: Service, user: string) =>
  (await service.from('squad_messages').select('content, sender_type').eq('user_id', user).throwOnError()).data

/** Number of waiting messages that the browser keeps. */
const waitingIn = (page: Page) =>
  page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('outbox:')).length`)

test('a proposed message is sent when its tab is closed, and once on two devices', async ({
  founder,
  browser,
  service,
}) => {
  const { page } = founder
  const user = await founder.id()
  await asks(page, 'What is my runway?')
  const address = page.url()
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(address)
  for (const device of [page, other]) {
    await button(device, /^Write to squad: Our balance/).click()
    await conversation(device).getByLabel('Message').fill('Balance $1')
  }
  await button(page, 'Send').click()
  await expect(button(page, 'Undo')).toBeVisible()
  await page.goto('about:blank')
  const stored = [{ content: 'To: whole-squad\n\nBalance $1', sender_type: 'user' }]
  // Before its time to undo is over.
  await expect.poll(() => messagesOf(service, user), { timeout: 5000 }).toEqual(stored)
  await button(other, 'Send').click()
  await other.reload()
  await expect(proposals(other)).toContainText('Sent: your message to the squad')
  await expect.poll(() => waitingIn(other)).toBe(0)
  await page.goto(address)
  await expect(proposals(page)).toContainText('Sent: your message to the squad')
  await expect.poll(() => waitingIn(page)).toBe(0)
  expect(await messagesOf(service, user)).toEqual(stored)
  await context.close()
})

test('signing out sends a message that waits', async ({ founder, service }) => {
  const { page } = founder
  const user = await founder.id()
  await asks(page, 'What is my runway?')
  await button(page, /^Write to squad: Our balance/).click()
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'Send').click()
  await expect(button(page, 'Undo')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(async () => (await messagesOf(service, user))?.length).toBe(1)
  await expect.poll(() => waitingIn(page)).toBe(0)
})

/** Confirms the proposed message, which can be taken back then. */
async function confirmsMessage({ page }: Founder, text: string) {
  await asks(page, 'What is my runway?')
  await button(page, /^Write to squad: Our balance/).click()
  await conversation(page).getByLabel('Message').fill(text)
  await button(page, 'Send').click()
  await expect(button(page, 'Undo')).toBeVisible()
}

test('another user who signs in by a mailed link finds nothing: what waits is sent before', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user = await founder.id()
  const stranger = `mallory-${Date.now()}@example.com`
  await service.auth.admin.createUser({ email: stranger, password: 'secret123', email_confirm: true })
  const { data, error } = await service.auth.admin.generateLink({ type: 'magiclink', email: stranger })
  if (error) throw error
  const link = { token_hash: data.properties.hashed_token, type: 'magiclink', redirect_to: '/brain' }
  const other = await page.context().newPage()
  await other.goto(`/auth#${new URLSearchParams(link).toString()}`)
  await expect(other.getByRole('button', { name: 'Continue as m***@example.com' })).toBeVisible()
  await page.bringToFront()
  await confirmsMessage(founder, 'Balance $1')
  await other.bringToFront()
  await other.getByRole('button', { name: 'Continue as m***@example.com' }).click()
  await expect(other).toHaveURL('/brain')
  expect(await messagesOf(service, user)).toEqual([{ content: 'To: whole-squad\n\nBalance $1', sender_type: 'user' }])
  expect(await waitingIn(other)).toBe(0)
})

/** An answer with these marks, as it is stored. */
async function hasAnswer(founder: Founder, service: Service, ...marks: readonly string[]) {
  const message = {
    user_id: await founder.id(),
    role: 'assistant',
    content: `Your week:\n\n${marks.join('\n')}`,
  } as const
  await service.from('ai_conversations').insert(message).throwOnError()
  await founder.page.reload()
  await expect(proposals(founder.page)).toBeVisible()
}

test('on a phone, a goal is marked as done, a decision has its reason, and the check-in keeps what is typed', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const row = { user_id, text: 'Ten demos', period: 'weekly' } as const
  const { data: goal } = await service.from('goals').insert(row).select().single().throwOnError()
  await hasAnswer(
    founder,
    service,
    `[[propose-done:${goal.id}]]`,
    '[[propose-decision:Raise the price||Churn is low]]',
    '[[propose-check-in:4||Ten demos||||Pricing]]',
  )
  await expect(conversation(page)).not.toContainText('[[')
  await button(page, 'Mark “Ten demos” as done').press('Enter')
  await expect(proposals(page)).toContainText('Done: Ten demos')
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'Undo').press('Enter')
  await expect(button(page, 'Mark “Ten demos” as done')).toBeFocused()

  await button(page, 'Log decision: Raise the price').press('Enter')
  const decision = page.getByRole('dialog', { name: 'Log Decision' })
  await expect(decision.getByLabel('Title')).toHaveValue('Raise the price')
  await expect(decision.getByLabel('Reason')).toHaveValue('Churn is low')

  await page.goto('/?start=check-in')
  const checkIn = page.getByRole('dialog', { name: 'Weekly Check-in' })
  await checkIn.getByLabel('Wins').fill('A partner')
  await page.goto('/chat')
  await button(page, /^Complete check-in: Good/).press('Enter')
  await expect(button(page, 'Keep my text')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(checkIn.getByLabel('Wins')).toHaveValue('A partner')
  await expect(checkIn.getByLabel('Next priority')).toHaveValue('Pricing')
  await checkIn.getByRole('button', { name: 'Save' }).click()
  await expect(checkIn).toBeHidden()
  await page.goto('/chat')
  await expect(button(page, /^Complete check-in/)).toBeDisabled()
  await expect(button(page, /^Complete check-in/)).toHaveAccessibleDescription('You have already checked in this week.')
})
