import type { Page } from '@playwright/test'
import { dismiss, expect, failure, hold, refuse, success, test, type Admin, type Founder } from './product.ts'

/** Typed text survives failures and reloads (SPEC sections 4 and 8). */

test.describe('reload before a response', () => {
  /** Presses Enter in the input, and reloads the page before the write completes. */
  async function sendsAndReloads(page: Page, table: string): Promise<void> {
    let isHeld = false
    await page.route(`**/rest/v1/${table}*`, (route) => {
      if (isHeld || route.request().method() !== 'POST') return route.fallback()
      isHeld = true
    })
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Ten demos$/).first()).toBeVisible()
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  test('a goal is stored once by the next page', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await box.fill('Ten demos')
    await sendsAndReloads(page, 'goals')
    await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeEnabled()
    await expect(box).toHaveValue('')
    const goals = service
      .from('goals')
      .select('text')
      .eq('user_id', await founder.id())
    expect((await goals.throwOnError()).data).toEqual([{ text: 'Ten demos' }])
  })

  test('a message to the squad is stored once by the next page', async ({ founder, service }) => {
    const { page } = founder
    await page.goto('/chat')
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
    const box = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
    await box.fill('Ten demos')
    await sendsAndReloads(page, 'squad_messages')
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await expect(box).toHaveValue('')
    const messages = service
      .from('squad_messages')
      .select('content')
      .eq('user_id', await founder.id())
    expect((await messages.throwOnError()).data).toEqual([{ content: 'To: whole-squad\n\nTen demos' }])
  })

  test('a reply of the team returns to its input after a reload before the response', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const message = { user_id: await founder.id(), sender_type: 'user', content: 'To: whole-squad\n\nHello' } as const
    await service.from('squad_messages').insert(message).throwOnError()
    const choose = async () => {
      await page.goto('/admin/squad')
      await page.getByRole('button', { name: new RegExp(`^${founder.firstName}`) }).click()
    }
    await choose()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Ten demos')
    await sendsAndReloads(page, 'squad_messages')
    await choose()
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('Ten demos')
  })

  test('a saved goal does not return to its input after a reload', async ({ founder }) => {
    await founder.addsGoal('Ten demos')
    await founder.page.reload()
    await expect(founder.page.getByText('Ten demos')).toBeVisible()
    await expect(founder.page.getByPlaceholder('Add a goal...')).toHaveValue('')
  })
})

test.describe('text that is too long', () => {
  test('a goal that is too long shows a character count, is not truncated and not sent', async ({
    founder: { page },
  }) => {
    const box = page.getByPlaceholder('Add a goal...')
    await box.fill('x'.repeat(501))
    await expect(page.getByText('501 / 500')).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await expect(box).toHaveValue('x'.repeat(501))
    await page.keyboard.press('Backspace')
    await expect(page.getByText('500 / 500')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(success(page, 'Goal created')).toBeVisible()
  })

  test('a check-in that is too long is not saved', async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Next priority').fill('Pricing')
    await dialog.getByLabel('Wins').fill('x'.repeat(5001))
    await expect(dialog.getByText('5,001 / 5,000')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Wins').fill('x'.repeat(5000))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
  })
})

test.describe("fields of a founder's details", () => {
  const details = (page: Page) => page.getByRole('dialog')
  const name = (page: Page) => details(page).getByLabel('Name', { exact: true })
  const openTab = (page: Page, tab: string) => details(page).getByRole('tab', { name: tab, exact: true }).click()

  async function opensLoop(admin: Admin, founder: Founder) {
    await admin.opensDetailsOf(founder.firstName)
    await openTab(admin.page, 'Traction Mgmt')
  }

  test.beforeEach(async ({ founder, service }) => {
    const loop = { user_id: await founder.id(), name: 'Outreach' }
    await service.from('traction_loops').insert(loop).throwOnError()
  })

  test('the browser’s Back saves the field that was being edited', async ({ founder, admin, service }) => {
    const { page } = admin
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByLabel('Search').fill(founder.firstName)
    await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(1)
    await page.getByRole('button', { name: 'View Details' }).click()
    await openTab(page, 'Traction Mgmt')
    await name(page).fill('Cold mail')
    await page.goBack()
    await page.waitForURL('/admin')
    await expect(success(page, 'Name updated')).toBeVisible()
    const { data } = await service.from('traction_loops').select('name').eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toEqual([{ name: 'Cold mail' }])
  })

  test('a rejected edit survives another tab, closing and a reload, and is marked as not saved', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    await opensLoop(admin, founder)
    await page.route('**/rest/v1/traction_loops*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await name(page).fill('Cold mail')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('alert').filter({ hasText: 'Error updating' })).toBeVisible()
    await expect(details(page).getByText('Not saved')).toBeVisible()
    await openTab(page, 'Goals')
    await openTab(page, 'Traction Mgmt')
    await expect(name(page)).toHaveValue('Cold mail')
    await page.keyboard.press('Escape')
    await page.reload()
    await opensLoop(admin, founder)
    await expect(name(page)).toHaveValue('Cold mail')
    await expect(details(page).getByText('Not saved')).toBeVisible()

    await page.unrouteAll()
    await name(page).focus()
    await page.keyboard.press('Tab')
    await expect(success(page, 'Name updated')).toBeVisible()
    await expect(details(page).getByText('Not saved')).toHaveCount(0)
  })

  test('the second of two admins who edit one AI memory sees both texts before overwriting', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await admin.opensDetailsOf(founder.firstName)
    await openTab(page, 'AI Memory')
    const box = details(page).getByRole('textbox', { name: 'AI memory' })
    const save = details(page).getByRole('button', { name: 'Save' })
    const stores = async (memory_content: string) =>
      service
        .from('founder_ai_memory')
        .upsert({ user_id: await founder.id(), memory_content })
        .throwOnError()
    const stored = async () => {
      const memories = service
        .from('founder_ai_memory')
        .select('memory_content')
        .eq('user_id', await founder.id())
      return (await memories.single().throwOnError()).data.memory_content
    }

    await box.fill('Mine')
    await expect(details(page).getByText('Not saved yet')).toBeVisible()
    await stores('Theirs')
    await save.click()
    const other = details(page).getByRole('region', { name: "The other admin's version" })
    await expect(other).toContainText('Theirs')
    await expect(save).toBeDisabled()
    expect(await stored()).toBe('Theirs')

    await other.getByRole('button', { name: 'Go on with mine' }).click()
    await expect(box).toHaveValue('Mine')
    await save.click()
    await expect(success(page, 'AI memory updated successfully')).toBeVisible()
    expect(await stored()).toBe('Mine')

    await box.fill('Mine again')
    await stores('Theirs again')
    await save.click()
    await other.getByRole('button', { name: 'Take theirs' }).click()
    await expect(box).toHaveValue('Theirs again')
    await expect(other).toHaveCount(0)
  })

  test.describe('while an AI memory is being saved', () => {
    const box = (page: Page) => details(page).getByRole('textbox', { name: 'AI memory' })

    /** Saves "Sells to dentists". @returns a function that lets the request through */
    async function savesMemory({ page }: Admin): Promise<() => void> {
      await openTab(page, 'AI Memory')
      await box(page).fill('Sells to dentists')
      const release = await hold(page, '**/rest/v1/founder_ai_memory*')
      await details(page).getByRole('button', { name: 'Save' }).click()
      await expect(details(page).getByRole('button', { name: 'Saving...' })).toBeVisible()
      return release
    }

    test('text typed while an AI memory is saved stays, and can be saved next', async ({ founder, admin, service }) => {
      const { page } = admin
      await admin.opensDetailsOf(founder.firstName)
      const release = await savesMemory(admin)
      await box(page).fill('Sells to dentists in Porto')
      release()
      const saved = success(page, 'AI memory updated successfully')
      await dismiss(saved)
      await expect(box(page)).toHaveValue('Sells to dentists in Porto')
      await expect(details(page).getByText('Not saved yet')).toBeVisible()
      await details(page).getByRole('button', { name: 'Save' }).click()
      await expect(saved).toBeVisible()
      const memories = service
        .from('founder_ai_memory')
        .select('memory_content')
        .eq('user_id', await founder.id())
      expect((await memories.throwOnError()).data).toEqual([{ memory_content: 'Sells to dentists in Porto' }])
    })

    test('an AI memory saved after leaving the tab is no longer an unsaved edit', async ({
      founder,
      admin,
      service,
    }) => {
      const { page } = admin
      await admin.opensDetailsOf(founder.firstName)
      const release = await savesMemory(admin)
      await page.keyboard.press('Escape')
      await expect(details(page)).toBeHidden()
      release()
      await expect(success(page, 'AI memory updated successfully')).toBeVisible()
      const later = { user_id: await founder.id(), memory_content: 'Sells to vets' }
      await service.from('founder_ai_memory').upsert(later).throwOnError()
      await admin.opensDetailsOf(founder.firstName)
      await openTab(page, 'AI Memory')
      await expect(box(page)).toHaveValue('Sells to vets')
    })
  })
})

test('SPEC 4 check-in: disabled until it is known whether this week has a check-in', async ({ founder }) => {
  const { page } = founder
  const allow = await refuse(page, '**/rest/v1/weekly_checkins*')
  await page.reload()
  await expect(failure(page, 'Failed to load check-ins')).toBeVisible()
  const button = page.getByRole('button', { name: 'Complete Check-in' })
  await expect(button).toBeDisabled()
  await allow()
  await page.getByRole('region', { name: 'Weekly Check-in' }).getByRole('button', { name: 'Try again' }).click()
  await expect(button).toBeEnabled()
})
