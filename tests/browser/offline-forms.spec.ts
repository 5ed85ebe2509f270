import type { Page } from '@playwright/test'
import { loseResponse, setOffline, waiting } from './offline.ts'
import { dismiss, expect, failure, success, test, type Founder, type Service } from './product.ts'

test('SPEC 8 offline: "Failed to save check-in"; it can be opened again, and is saved when the network is back', async ({
  founder: { page },
}) => {
  await page.getByRole('button', { name: 'Complete Check-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Weekly Check-in' })
  await dialog.getByText('Good', { exact: true }).click()
  for (const [label, text] of [
    ['Wins', 'Two demos'],
    ['Blockers', 'Hiring'],
    ['Next priority', 'Pricing'],
  ] as const) {
    await dialog.getByLabel(label).fill(text)
  }
  await setOffline(page, true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(failure(page, 'Failed to save check-in')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('button', { name: /^Edit: Week of/ }).click()
  await expect(dialog.getByLabel('Wins')).toHaveValue('Two demos')
  await expect(dialog.getByLabel('Blockers')).toHaveValue('Hiring')
  await expect(dialog.getByLabel('Next priority')).toHaveValue('Pricing')
  await expect(dialog.getByRole('radio', { name: 'Good' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(waiting(page)).toBeVisible()
  await setOffline(page, false)
  await expect(success(page, 'Weekly check-in saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
})

test.describe('a check-in without a network', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Weekly Check-in' })
  const card = (page: Page) => page.getByRole('region', { name: 'Weekly Check-in' })

  /** Types a check-in. */
  async function types(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    await dialogOf(page).getByLabel('Wins').fill('Two demos')
    await dialogOf(page).getByLabel('Next priority').fill('Pricing')
  }

  const saves = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()

  const stored = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const checkIns = service.from('weekly_checkins').select('wins, next_priority')
    return (await checkIns.eq('user_id', await founder.id()).throwOnError()).data
  }

  test('waits, and is sent once from another screen when the network is back', async ({ founder, service }) => {
    const { page } = founder
    // Its script is there then.
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await page.getByRole('link', { name: 'Command Board' }).click()
    await types(page)
    await setOffline(page, true)
    await saves(page)
    await expect(dialogOf(page)).toBeHidden()
    await expect(waiting(card(page))).toBeVisible()
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await setOffline(page, false)
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    await page.getByRole('link', { name: 'Command Board' }).click()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await expect(waiting(page)).toHaveCount(0)
    expect(await stored({ founder, service })).toEqual([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })

  test('whose response was lost is found stored, and is not an error', async ({ founder, service }) => {
    const { page } = founder
    await types(page)
    await loseResponse(page, '**/rest/v1/weekly_checkins*')
    await saves(page)
    await expect(waiting(card(page))).toBeVisible()
    expect(await stored({ founder, service })).toHaveLength(1)
    await setOffline(page, false)
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    expect(await stored({ founder, service })).toEqual([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })

  for (const [how, cancel] of [
    [
      'edited',
      async (page: Page) => {
        await card(page).getByRole('button', { name: /^Edit/ }).click()
        await expect(dialogOf(page)).toBeVisible()
      },
    ],
    [
      'discarded',
      async (page: Page) => {
        await card(page)
          .getByRole('button', { name: /^Discard/ })
          .click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      },
    ],
  ] as const) {
    test(`is not sent once it is ${how}`, async ({ founder, service }) => {
      const { page } = founder
      await types(page)
      await setOffline(page, true)
      await saves(page)
      await expect(waiting(card(page))).toBeVisible()
      await cancel(page)
      await expect(waiting(page)).toHaveCount(0)
      // Automatic retries are sent before the goal.
      await setOffline(page, false)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Complete Check-in' })).toBeEnabled()
      await founder.addsGoal('Ten demos')
      expect(await stored({ founder, service })).toEqual([])
      await page.getByRole('button', { name: 'Complete Check-in' }).click()
      await expect(dialogOf(page).getByLabel('Wins')).toHaveValue(how === 'edited' ? 'Two demos' : '')
    })
  }

  test('does not replace one that was saved elsewhere meanwhile, and is kept', async ({ founder, service }) => {
    const { page } = founder
    await types(page)
    await setOffline(page, true)
    await saves(page)
    await expect(waiting(card(page))).toBeVisible()
    const week = await page.evaluate(
      `Object.entries(localStorage).find(([key]) => key.startsWith('outbox:'))[1].match(/"week_of":"([^"]+)"/)[1]`,
    )
    const other = { user_id: await founder.id(), week_of: String(week), wins: 'A launch', next_priority: 'Hiring' }
    await service.from('weekly_checkins').insert(other).throwOnError()
    await dismiss(failure(page, 'Failed to save check-in'))
    await setOffline(page, false)
    await expect(failure(page, 'Failed to save check-in')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await expect(card(page)).toContainText('Not sent: This week has another check-in. What you typed was not saved.')
    await card(page).getByRole('button', { name: /^Edit/ }).click()
    await expect(dialogOf(page).getByLabel('Wins')).toHaveValue('Two demos')
    expect(await stored({ founder, service })).toEqual([{ wins: 'A launch', next_priority: 'Hiring' }])
  })
})

test.describe('decisions without a network', () => {
  test.beforeEach(async ({ founder: { page } }) => {
    await page.goto('/brain')
    await page.getByRole('tab', { name: 'Decisions' }).click()
  })

  test('SPEC 8 offline: "Failed to log decision"; it can be opened again, and is logged when the network is back', async ({
    founder: { page },
  }) => {
    await page.getByRole('button', { name: 'Log Decision' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log Decision' })
    await dialog.getByLabel('Title').fill('Raise prices')
    await dialog.getByLabel('Reason').fill('No one says no')
    await setOffline(page, true)
    await dialog.getByRole('button', { name: 'Log Decision' }).click()
    await expect(failure(page, 'Failed to log decision')).toBeVisible()
    await page.getByRole('button', { name: 'Edit: Raise prices' }).click()
    await expect(dialog.getByLabel('Title')).toHaveValue('Raise prices')
    await expect(dialog.getByLabel('Reason')).toHaveValue('No one says no')
    await dialog.getByRole('button', { name: 'Log Decision' }).click()
    await expect(waiting(page)).toBeVisible()
    await setOffline(page, false)
    await expect(success(page, 'Decision logged')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(1)
  })

  const decisionsOf = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const decisions = service.from('decisions').select('title, reason')
    return (await decisions.eq('user_id', await founder.id()).throwOnError()).data
  }

  for (const [what, lose] of [
    ['', (page: Page) => setOffline(page, true)],
    [', also when its response was lost', (page: Page) => loseResponse(page, '**/rest/v1/decisions*')],
  ] as const) {
    test(`a decision waits, and is sent once from another screen when the network is back${what}`, async ({
      founder,
      service,
    }) => {
      const { page } = founder
      await page.getByRole('button', { name: 'Log Decision' }).click()
      const dialog = page.getByRole('dialog', { name: 'Log Decision' })
      await dialog.getByLabel('Title').fill('Raise prices')
      await dialog.getByLabel('Reason').fill('Customers accept it')
      await lose(page)
      await dialog.getByRole('button', { name: 'Log Decision' }).click()
      await expect(dialog).toBeHidden()
      await expect(waiting(page)).toHaveCount(1)
      await page.getByRole('link', { name: 'Command Board' }).click()
      await setOffline(page, false)
      await expect(success(page, 'Decision logged')).toBeVisible()
      await page.getByRole('link', { name: 'Founder Brain' }).click()
      await page.getByRole('tab', { name: 'Decisions' }).click()
      await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(1)
      await expect(waiting(page)).toHaveCount(0)
      expect(await decisionsOf({ founder, service })).toEqual([
        { title: 'Raise prices', reason: 'Customers accept it' },
      ])
    })
  }

  test('SPEC 8 offline: "Failed to delete decision"; the decision returns, and can be deleted when the network is back', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await service
      .from('decisions')
      .insert({ user_id: await founder.id(), title: 'Raise prices', reason: 'Because' })
      .throwOnError()
    await page.reload()
    await page.getByRole('tab', { name: 'Decisions' }).click()
    const remove = page.getByRole('button', { name: /Delete.*Raise prices/ })
    await remove.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await setOffline(page, true)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(failure(page, 'Failed to delete decision')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
    await setOffline(page, false)
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(success(page, 'Decision deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(0)
  })
})
