import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'

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
})
