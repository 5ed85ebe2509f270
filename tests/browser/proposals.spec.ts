import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './product.ts'

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the AI Co-Founder' })
const proposals = (page: Page) => conversation(page).getByRole('list', { name: 'Proposals' })
const button = (page: Page, name: string | RegExp) => conversation(page).getByRole('button', { name })

async function asks(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Message to the AI Co-Founder' }).fill(question)
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByRole('button', { name: 'Copy' }).last()).toBeVisible()
}

test.beforeEach(({ founder: { page } }) => page.goto('/chat'))

test('a proposed goal is filled in, edited, stored when it is confirmed, and removed by Undo', async ({
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
  await button(page, 'Add weekly goal: Talk to five customers').click()
  const field = conversation(page).getByLabel('Goal')
  await expect(field).toHaveValue('Talk to five customers')
  await expect(field).toBeFocused()
  expect(await goals()).toEqual([])
  await field.fill('Talk to six customers')
  await conversation(page).getByText('Monthly').click()
  await page.keyboard.press('Enter')
  await expect(proposals(page)).toContainText('Added: Talk to six customers')
  expect(await goals()).toEqual([{ text: 'Talk to six customers', period: 'monthly' }])

  await page.reload()
  await expect(proposals(page)).toContainText('Added: Talk to six customers')
  await button(page, 'Undo').click()
  await expect(button(page, /Add weekly goal/)).toBeVisible()
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

test('a proposed goal that cannot be stored keeps its text', async ({ founder: { page } }) => {
  await asks(page, 'Which goals are open?')
  await button(page, /Add weekly goal/).click()
  await conversation(page).getByLabel('Goal').fill('Talk to six customers')
  await page.route('**/rest/v1/goals*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create goal' })).toBeVisible()
  await expect(conversation(page).getByLabel('Goal')).toHaveValue('Talk to six customers')
})

test('a proposed message is filled in behind what is typed there, and sent by the founder alone', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await page.goto('/chat?tab=squad')
  const message = page.getByRole('textbox', { name: /Message to the Growth Squad/ })
  await message.fill('Hello')
  await page.getByRole('tab', { name: 'AI Co-Founder' }).click()
  await asks(page, 'What is my runway?')
  await button(page, /^Write to squad: Our amounts/).click()
  await expect(message).toHaveValue(/^Hello\nOur amounts for the runway/)
  const { data } = await service
    .from('squad_messages')
    .select()
    .eq('user_id', await founder.id())
  expect(data).toEqual([])
})

test('a proposed call opens the booking', async ({ founder: { page } }) => {
  await asks(page, 'When is my next call?')
  await button(page, /^Book a call/).click()
  await expect(page.getByRole('dialog', { name: 'Schedule a Call' })).toBeVisible()
})

test('a proposed decision is logged in its own form', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  const weeks = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23']
  await service
    .from('weekly_checkins')
    .insert(weeks.map((week_of) => ({ user_id, week_of, mood: 3, wins: 'W', blockers: 'Hiring', next_priority: 'P' })))
    .throwOnError()
  await asks(page, 'What keeps blocking me?')
  await button(page, 'Log decision: How we end what blocks us: hiring').click()
  const dialog = page.getByRole('dialog', { name: 'Log Decision' })
  await expect(dialog.getByLabel('Title')).toHaveValue('How we end what blocks us: hiring')
})

test('proposals are used by keyboard and are accessible', async ({ founder: { page } }) => {
  await asks(page, 'Which goals are open?')
  await button(page, /Add weekly goal/).focus()
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByLabel('Goal')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(proposals(page)).toContainText('Added')
  expect(await axeViolations(page)).toEqual([])
  await expect(button(page, 'Undo')).toBeVisible()
})
