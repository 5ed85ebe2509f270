import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { details, opens } from './founder-details.ts'
import { dismiss, expect, failure, hold, refuse, success, test, type Founder, type Service } from './product.ts'

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

test.describe('logging a decision', () => {
  const log = (page: Page) => page.getByRole('dialog', { name: 'Log Decision' })

  test.beforeEach(async ({ founder: { page } }) => {
    await page.goto('/brain?tab=decisions')
    await page.getByRole('button', { name: 'Log Decision' }).click()
    await log(page).getByLabel('Title').fill('Raise prices')
    await log(page).getByLabel('Reason').fill('No one says no')
  })

  test('a founder says what they expect, and looks again after 30 days by default', async ({ founder, service }) => {
    const { page } = founder
    await expect(log(page).getByLabel('Look again on')).toHaveValue(inDays(30))
    await log(page).getByLabel('What do you expect?').fill('One in three leaves')
    await expectAccessible(page, 'Log Decision')
    await log(page).getByRole('button', { name: 'Log Decision' }).click()
    await expect(success(page, 'Decision logged')).toBeVisible()
    await expect(page.getByText('One in three leaves')).toBeVisible()
    expect(await decisionsOf(founder, service)).toMatchObject([
      { expected: 'One in three leaves', review_on: inDays(30), outcome: '', was_right: null, reviewed_at: null },
    ])
  })

  test('without a day the founder is not asked; neither is what they expect required', async ({ founder, service }) => {
    const { page } = founder
    await log(page).getByLabel('Look again on').fill('')
    await log(page).getByRole('button', { name: 'Log Decision' }).click()
    await expect(success(page, 'Decision logged')).toBeVisible()
    expect(await decisionsOf(founder, service)).toMatchObject([{ expected: '', review_on: null }])
  })

  test('a day in the past is not accepted, and the typed text stays', async ({ founder, service }) => {
    const { page } = founder
    await log(page).getByLabel('Look again on').fill(inDays(-1))
    await log(page).getByRole('button', { name: 'Log Decision' }).click()
    await expect(log(page).getByLabel('Look again on')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Log Decision' }).click()
    await expect(log(page).getByLabel('Title')).toHaveValue('Raise prices')
    await expect(log(page).getByLabel('Look again on')).toHaveValue(inDays(-1))
    expect(await decisionsOf(founder, service)).toEqual([])
  })

  test('pressed twice it is logged once', async ({ founder, service }) => {
    const { page } = founder
    const release = await hold(page, '**/rest/v1/decisions*')
    const button = log(page).getByRole('button', { name: 'Log Decision' })
    await button.click()
    await expect(log(page).getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.keyboard.press('Enter')
    release()
    await expect(success(page, 'Decision logged')).toBeVisible()
    expect(await decisionsOf(founder, service)).toHaveLength(1)
  })
})

test.describe('a decision that is due', () => {
  test('the board says nothing while none is due', async ({ founder, service }) => {
    await addDue(founder, service, { title: 'Raise prices', since: -1 })
    await expect(founder.page.getByText('No goals yet. Add one below!')).toBeVisible()
    await expect(founder.page.getByRole('region', { name: 'Weekly Check-in' }).getByText(/No check-ins/)).toBeVisible()
    await expect(card(founder.page)).toHaveCount(0)
  })

  test('the board asks what came of it; the answer stands in Founder Brain, beside the team’s rating', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: 0, expected: 'One in three leaves' })
    await expect(card(page).getByRole('heading', { name: 'Raise prices' })).toBeVisible()
    await expect(card(page).getByText('You expected: One in three leaves')).toBeVisible()
    await card(page).getByRole('button', { name: 'Answer' }).click()
    await expect(dialogOf(page).getByText('One in three leaves')).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await outcome(page).fill('No one left. ')
    await expect(save(page)).toBeDisabled()
    await choose(page, 'Partly')
    await save(page).click()
    await expect(success(page, 'Saved what came of it')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    await expect(card(page)).toHaveCount(0)
    const [stored] = await decisionsOf(founder, service)
    expect(stored).toMatchObject({ outcome: 'No one left.', was_right: 'partly', impact: 'neutral', result: '' })
    expect(stored?.reviewed_at).not.toBeNull()

    await service.from('decisions').update({ impact: 'positive', result: 'Churn is flat' }).eq('id', stored!.id).throwOnError() // prettier-ignore
    await page.goto('/brain?tab=decisions')
    for (const text of ['No one left.', 'Partly right', 'Churn is flat', 'Positive', 'One in three leaves']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    // Whose rating it is stands with it.
    await expect(page.getByText(/^Team:\s*Positive$/)).toBeVisible()
    await expect(page.getByText('1 of 10 decisions answered.', { exact: false })).toBeVisible()
  })

  test('the board and the dialog are accessible', async ({ founder, service }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: 0, expected: 'One in three leaves' })
    await expect(card(page)).toBeVisible()
    await expectAccessible(page, 'board')
    await card(page).getByRole('button', { name: 'Answer' }).click()
    await outcome(page).fill('No one left. ')
    await choose(page, 'Partly')
    await expectAccessible(page, 'dialog')
  })

  test('the one that has been due longest comes first, then the next; with the keyboard alone', async ({
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
  })

  test('typed text survives a failed request, closing and a reload', async ({ founder, service }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: 1 })
    await page.route('**/rest/v1/rpc/review_decision*', (route) => route.abort())
    await card(page).getByRole('button', { name: 'Answer' }).click()
    await outcome(page).fill('No one left.')
    await choose(page, 'Yes')
    await save(page).click()
    await expect(failure(page, 'Failed to save what came of it')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.reload()
    await card(page).getByRole('button', { name: 'Answer' }).click()
    await expect(outcome(page)).toHaveValue('No one left.')
    await expect(dialogOf(page).getByRole('radio', { name: 'Yes' })).toBeChecked()
    await page.unroute('**/rest/v1/rpc/review_decision*')
    await save(page).click()
    await expect(success(page, 'Saved what came of it')).toBeVisible()
    await expect(card(page)).toHaveCount(0)
  })

  test('it is asked again in 30 days; a failure brings it back', async ({ founder, service }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: 1 })
    const later = card(page).getByRole('button', { name: 'Ask me again in 30 days' })
    await page.route('**/rest/v1/rpc/postpone_review*', (route) => route.abort())
    await later.click()
    await expect(failure(page, 'Failed to postpone it')).toBeVisible()
    await page.unroute('**/rest/v1/rpc/postpone_review*')
    await later.click()
    await expect(page.getByRole('status').filter({ hasText: 'We’ll ask you again on' })).toBeVisible()
    await expect(card(page)).toHaveCount(0)
    expect(await decisionsOf(founder, service)).toMatchObject([{ review_on: inDays(30), reviewed_at: null }])
  })

  test('a board that stays open over midnight asks on the new day', async ({ founder, service }) => {
    const { page } = founder
    const midnight = new Date()
    midnight.setHours(24, 0, 0, 0)
    await addDue(founder, service, { title: 'Raise prices', since: -1 })
    await page.goto('about:blank')
    await page.clock.install({ time: new Date(midnight.getTime() - 120_000) })
    await page.goto('/')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await expect(card(page)).toHaveCount(0)
    await page.clock.fastForward('04:00')
    await expect(card(page).getByRole('heading', { name: 'Raise prices' })).toBeVisible()
  })

  test('a failed load shows an error, with a retry', async ({ founder, service }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: 1 })
    const allow = await refuse(page, '**/rest/v1/decisions*')
    await page.reload()
    await expect(card(page).getByText('Failed to load the decision to look at again')).toBeVisible()
    await allow()
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await expect(card(page).getByRole('heading', { name: 'Raise prices' })).toBeVisible()
  })

  test('a long title without spaces stays inside the card and the dialog at 390 px', async ({ founder, service }) => {
    const { page } = founder
    await page.setViewportSize({ width: 390, height: 844 })
    await addDue(founder, service, { title: 'W'.repeat(200), since: 1, expected: 'M'.repeat(300) })
    await card(page).getByRole('button', { name: 'Answer' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
      .toBeLessThanOrEqual(0)
  })
})

test.describe('answers in Founder Brain', () => {
  /** Answered decisions: two kinds, as many of each answer as named. */
  async function addAnswered(founder: Founder, service: Service, count: number) {
    const user_id = await founder.id()
    const rows = Array.from({ length: count }, (_, index) => ({
      user_id,
      title: `Choice ${index}`,
      reason: 'Why not',
      category: index < 8 ? 'Pricing' : 'Hiring',
      outcome: `It went well ${index}`,
      was_right: index < 5 ? ('yes' as const) : index < 8 ? ('partly' as const) : ('no' as const),
      created_at: daysAgo(60 - index),
      reviewed_at: daysAgo(10),
    }))
    await service.from('decisions').insert(rows).throwOnError()
    await founder.page.goto('/brain?tab=decisions')
  }

  test('after ten answers the founder sees how often they were right, by kind', async ({ founder, service }) => {
    const { page } = founder
    await addAnswered(founder, service, 10)
    const record = page.getByRole('region', { name: 'How often you were right' })
    await expect(record.getByText('In 5 of 10 decisions (50%), and partly in 3.')).toBeVisible()
    await expect(record.getByRole('listitem')).toHaveText(['Pricing5 of 8, 3 partly63%', 'Hiring0 of 20%'])
    await expectAccessible(page, 'Founder Brain')
  })

  test('a decision is answered there before its day; the focus stays in the list', async ({ founder, service }) => {
    const { page } = founder
    await addDue(founder, service, { title: 'Raise prices', since: -9 })
    await page.goto('/brain?tab=decisions')
    await page.getByRole('button', { name: 'What came of it? Raise prices' }).click()
    await outcome(page).fill('No one left.')
    await choose(page, 'Yes')
    await save(page).click()
    await expect(page.getByText('No one left.', { exact: true })).toBeVisible()
    await expect(page.getByRole('listitem').locator(':focus')).toHaveCount(1)
  })

  test('an answer is corrected, also before the tenth', async ({ founder, service }) => {
    const { page } = founder
    await addAnswered(founder, service, 1)
    const correct = page.getByRole('button', { name: 'Correct what came of it: Choice 0' })
    await correct.click()
    await expect(outcome(page)).toHaveValue('It went well 0')
    await expect(dialogOf(page).getByRole('radio', { name: 'Yes' })).toBeChecked()
    await outcome(page).fill('It went well until June')
    await choose(page, 'No')
    await save(page).click()
    await expect(success(page, 'Saved what came of it')).toBeVisible()
    await expect(page.getByText('It went well until June')).toBeVisible()
    await expect(page.getByText('Not right', { exact: true })).toBeVisible()
    await expect(correct).toBeFocused()
    await dismiss(success(page, 'Saved what came of it'))
    await correct.click()
    await expect(outcome(page)).toHaveValue('It went well until June')
  })

  test('how often they were right: a failed load shows an error with a retry, and the list', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const allow = await refuse(page, '**/rest/v1/decision_answers*')
    await addAnswered(founder, service, 10)
    await expect(failure(page, 'Failed to load how often you were right')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choice 9' })).toBeVisible()
    await allow()
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'How often you were right' })).toBeVisible()
  })

  test('admins read what a founder expected and what came of it, and cannot change it', async ({
    founder,
    admin,
    service,
  }) => {
    await service
      .from('decisions')
      .insert({
        user_id: await founder.id(),
        title: 'Raise prices',
        reason: 'No one says no',
        expected: 'One in three leaves',
        outcome: 'No one left',
        was_right: 'no',
        reviewed_at: daysAgo(0),
      })
      .throwOnError()
    for (const tab of ['Decisions', 'Rate Decisions']) {
      await opens(admin, founder, tab)
      const panel = details(admin.page).getByRole('tabpanel')
      for (const text of ['One in three leaves', 'No one left', 'Not right']) {
        await expect(panel.getByText(text, { exact: true })).toBeVisible()
      }
    }
    await expect(details(admin.page).getByRole('textbox')).toHaveCount(1)
  })
})
