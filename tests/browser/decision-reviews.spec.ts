import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, success, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const MS_PER_DAY = 86_400_000

/** The day, so many days from today, in the time zone of the tests. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * MS_PER_DAY)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const daysAgo = (days: number) => new Date(Date.now() - days * MS_PER_DAY).toISOString()

const card = (page: Page) => page.getByRole('region', { name: 'What came of it?', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'What came of it?' })
const outcome = (page: Page) => dialogOf(page).getByLabel('What came of it?', { exact: true })
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' })
/** The radio itself is hidden visually; its label is pressed. */
const choose = (page: Page, answer: string) => dialogOf(page).getByText(answer, { exact: true }).click()

/** Decisions of 40 days ago, due since so many days. */
async function addDue(
  founder: Founder,
  service: Service,
  ...due: { title: string; since: number; expected?: string }[]
) {
  const user_id = await founder.id()
  const rows = due.map(({ title, since, expected = '' }) => ({
    user_id,
    title,
    expected,
    reason: 'No one says no',
    created_at: daysAgo(40),
    review_on: inDays(-since),
  }))
  await service.from('decisions').insert(rows).throwOnError()
  await founder.page.goto('/')
}

const decisionsOf = async (founder: Founder, service: Service) =>
  (
    await service
      .from('decisions')
      .select()
      .eq('user_id', await founder.id())
      .order('title')
      .throwOnError()
  ).data

test('a founder logs a decision; the board asks what came of it, and the answer stands beside the team’s rating', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const log = page.getByRole('dialog', { name: 'Log Decision' })
  await page.goto('/brain?tab=decisions')
  await page.getByRole('button', { name: 'Log Decision' }).click()
  await log.getByLabel('Title').fill('Raise prices')
  await log.getByLabel('Reason').fill('No one says no')
  await log.getByLabel('What do you expect?').fill('One in three leaves')
  // A day in the past is not accepted.
  await log.getByLabel('Review on').fill(inDays(-1))
  await log.getByLabel('Review on').press('Enter')
  await expect(log.getByRole('alert')).toHaveText(/^Choose a day from /)
  await expect(log.getByLabel('Review on')).toBeFocused()
  await log.getByLabel('Review on').fill(inDays(0))
  await expectAccessible(page, 'Log Decision')
  await log.getByRole('button', { name: 'Log Decision' }).click()
  await expect(success(page, 'Decision logged')).toBeVisible()
  expect(await decisionsOf(founder, service)).toMatchObject([
    { expected: 'One in three leaves', review_on: inDays(0), outcome: '', was_right: null, reviewed_at: null },
  ])

  await page.goto('/')
  await expect(card(page).getByRole('heading', { name: 'Raise prices' })).toBeVisible()
  await expectAccessible(page, 'board')
  await card(page).getByRole('button', { name: 'Answer' }).click()
  await outcome(page).fill('No one left. ')
  await choose(page, 'Partly')
  await expectAccessible(page, 'dialog')
  await save(page).click()
  await expect(success(page, 'Outcome saved')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  const [stored] = await decisionsOf(founder, service)
  expect(stored).toMatchObject({ outcome: 'No one left.', was_right: 'partly', impact: 'neutral', result: '' })
  expect(stored?.reviewed_at).not.toBeNull()

  const answered = Array.from({ length: 9 }, (_, index) => ({
    user_id: stored!.user_id,
    title: `Choice ${index}`,
    reason: 'Why not',
    category: 'Pricing',
    outcome: 'It went well',
    was_right: 'yes' as const,
    created_at: daysAgo(60 - index),
    reviewed_at: daysAgo(10),
  }))
  await service.from('decisions').insert(answered).throwOnError()
  await service.from('decisions').update({ impact: 'positive', result: 'Churn is flat' }).eq('id', stored!.id).throwOnError() // prettier-ignore
  await page.goto('/brain?tab=decisions')
  for (const text of ['No one left.', 'Partly right', 'Churn is flat', 'Positive', 'One in three leaves'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const record = page.getByRole('region', { name: 'How often you were right' })
  await expect(record.getByText('In 9 of 10 decisions (90%), and partly in 1.')).toBeVisible()
  await expectAccessible(page, 'Founder Brain')
})

test('with the keyboard alone: the one that has been due longest comes first, then the next; an answer is corrected, and the focus stays in the list', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await addDue(founder, service, { title: 'Hire Ben', since: 1 }, { title: 'Raise prices', since: 5 })
  await expect(card(page).getByRole('heading', { name: 'Raise prices' })).toBeVisible()
  await card(page).getByRole('button', { name: 'Answer' }).focus()
  await page.keyboard.press('Enter')
  await outcome(page).fill('No one left.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByRole('radio', { name: 'Yes' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialogOf(page).getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('heading', { name: 'Hire Ben' })).toBeVisible()
  await expect(page.locator('main :focus')).toHaveCount(1)
  expect(await decisionsOf(founder, service)).toMatchObject([{ was_right: null }, { was_right: 'no' }])

  await page.goto('/brain?tab=decisions')
  await page.getByRole('button', { name: 'What came of it? Hire Ben' }).click()
  await outcome(page).fill('Ben stayed.')
  await choose(page, 'Yes')
  await save(page).click()
  await expect(page.getByText('Ben stayed.', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').locator(':focus')).toHaveCount(1)
  const correct = page.getByRole('button', { name: 'Correct what came of it: Raise prices' })
  await correct.click()
  await expect(outcome(page)).toHaveValue('No one left.')
  await save(page).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(correct).toBeFocused()
})

test('a typing error is mended with the keyboard alone, until the team rates the decision on its own screen', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  const logged = { user_id, title: 'Raise prizes', reason: 'No one says no', review_on: inDays(5) }
  await service.from('decisions').insert(logged).throwOnError()
  await page.goto('/brain?tab=decisions')
  const dialog = page.getByRole('dialog', { name: 'Edit Decision' })
  await page.getByRole('button', { name: 'Edit decision: Raise prizes' }).press('Enter')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('End')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Backspace', 'c']) await page.keyboard.press(key)
  await expectAccessible(page, 'Edit Decision')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Decision updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  const edit = page.getByRole('button', { name: 'Edit decision: Raise prices' })
  await expect(edit).toBeFocused()
  await expect(page.getByText(/^Edited on /)).toBeVisible()
  expect(await decisionsOf(founder, service)).toMatchObject([{ ...logged, title: 'Raise prices' }])
  await service.from('decisions').update({ result: 'Churn is flat' }).eq('user_id', user_id).throwOnError()
  await expect(page.getByText('Churn is flat', { exact: true })).toBeVisible()
  await expect(edit).toHaveCount(0)
})

test('a long title without spaces stays inside board, list and dialogs at 390 px', async ({ founder, service }) => {
  const { page } = founder
  const title = 'W'.repeat(200)
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await page.setViewportSize({ width: 390, height: 844 })
  await addDue(founder, service, { title, since: 1, expected: 'M'.repeat(300) })
  await card(page).getByRole('button', { name: 'Answer' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.goto('/brain?tab=decisions')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: `Delete decision: ${title}` }).click()
  await expect(page.getByText('Deleted: W')).toBeVisible()
  const box = await page.getByText('Deleted: W').locator('..').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan(390)
})
