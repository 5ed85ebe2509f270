import { expire, isInstalled, persisted } from './installed.ts'
import { setOffline, unsent, waiting } from './offline.ts'
import { expect, test } from './product.ts'

/** What is entered without a network, in the installed app: it survives a reload. */

test.use({ serviceWorkers: 'allow' })

test('a goal and a message typed without a network survive a reload, and are sent once when the network is back', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await isInstalled(page)
  await expect.poll(() => persisted(page)).not.toBe('')
  const box = page.getByPlaceholder('Add a goal...')
  const message = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
  await setOffline(page, true)
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await page.goto('/chat?tab=squad')
  await message.fill('Pricing?')
  await message.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(unsent(page)).toHaveText([/^Pricing\?/])
  await setOffline(page, false)
  await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(1)
  await expect(waiting(page)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeEnabled()
  await expect(box).toHaveValue('')
  for (const table of ['goals', 'squad_messages'] as const) {
    const { count } = await service.from(table).select('*', { count: 'exact', head: true }).eq('user_id', user_id)
    expect(count).toBe(1)
  }
})

test('a check-in, a decision and a question without a network, with an expired access token, survive a reload, and are sent once when it is back', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await isInstalled(page)
  await expect.poll(() => persisted(page)).not.toBe('')
  await setOffline(page, true)
  await expire(page)
  await page.getByRole('button', { name: 'Complete Check-in' }).click()
  const checkIn = page.getByRole('dialog', { name: 'Weekly Check-in' })
  await checkIn.getByLabel('Wins').fill('Two demos')
  await checkIn.getByLabel('Next priority').fill('Pricing')
  await checkIn.getByRole('button', { name: 'Save' }).click()
  await expect(checkIn).toBeHidden()
  await expect(waiting(page)).toBeVisible()
  await page.goto('/brain?tab=decisions')
  await page.getByRole('button', { name: 'Log Decision' }).click()
  const decision = page.getByRole('dialog', { name: 'Log Decision' })
  await decision.getByLabel('Title').fill('Raise prices')
  await decision.getByLabel('Reason').fill('Customers accept it')
  await decision.getByRole('button', { name: 'Log Decision' }).click()
  await expect(decision).toBeHidden()
  await expect(waiting(page)).toBeVisible()
  await page.goto('/chat')
  const question = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
  await question.fill('Pricing?')
  await question.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(unsent(page)).toHaveText([/^Pricing\?/])
  await setOffline(page, false)
  // Question and answer.
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(2)
  await expect(question).toHaveValue('')
  const stored = async () =>
    Promise.all(
      (['weekly_checkins', 'decisions', 'ai_conversations'] as const).map(async (table) => {
        const { count } = await service.from(table).select('*', { count: 'exact', head: true }).eq('user_id', user_id)
        return count
      }),
    )
  await expect.poll(stored).toEqual([1, 1, 2])
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
  await expect(waiting(page)).toHaveCount(0)
})
