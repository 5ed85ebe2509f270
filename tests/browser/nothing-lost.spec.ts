import type { Page } from '@playwright/test'
import { expect, hold, test, type Founder, type Service } from './product.ts'

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

test.describe('Enter while the fields of a goal’s target are still loading', () => {
  const goalsOf = async (founder: Founder, service: Service) => {
    const goals = service.from('goals').select('text, target, unit')
    return (await goals.eq('user_id', await founder.id()).throwOnError()).data
  }

  test('the goal is added with the target in its text, once they are there', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    await box.fill('Book 17 demos')
    await page.getByRole('checkbox', { name: 'Count up to 17 demos' }).check()
    const release = await hold(page, /assets\/later-parts-/)
    await page.reload()
    await expect(box).toHaveValue('Book 17 demos')
    await box.press('Enter')
    await expect(page.getByText('It’s added once its target is loaded.')).toBeVisible()
    await expect(box).toHaveValue('Book 17 demos')
    release()
    await expect(page.getByRole('button', { name: /^0 of 17 demos/ })).toBeVisible()
    await expect(box).toHaveValue('')
    expect(await goalsOf(founder, service)).toEqual([{ text: 'Book 17 demos', target: 17, unit: 'demos' }])
  })

  test('what was typed as its target is sent or refused, once they are there', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    const target = page.getByLabel('Target', { exact: true })
    await box.fill('Raise revenue')
    await page.getByRole('button', { name: 'Set a target' }).click()
    for (const [typed, isRight] of [
      ['a lot', false],
      ['12,500', true],
    ] as const) {
      await target.fill(typed)
      const release = await hold(page, /assets\/NewGoalTarget-/)
      await page.reload()
      await box.press('Enter')
      await expect(page.getByText('It’s added once its target is loaded.')).toBeVisible()
      release()
      if (isRight) await expect(page.getByRole('button', { name: /^0 of 12,500/ })).toBeVisible()
      else await expect(page.getByRole('alert').filter({ hasText: 'A number, please' })).toBeVisible()
    }
    expect(await goalsOf(founder, service)).toEqual([{ text: 'Raise revenue', target: 12_500, unit: null }])
  })
})
