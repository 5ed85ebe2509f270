import type { Page } from '@playwright/test'
import { loseResponse, setOffline, unsent, waiting } from './offline.ts'
import { expect, failure, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test.describe('the co-founder without a network', () => {
  const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })

  /** The question stands once above its answer. The list renders what is in view: the answer fills it. */
  async function expectAskedOnce(page: Page): Promise<void> {
    await page.getByRole('log').press('Home')
    await expect(page.getByRole('article').getByText('Pricing?')).toHaveCount(1)
  }

  test('a question that is asked offline waits also while the messages cannot be loaded', async ({
    founder: { page },
  }) => {
    await page.goto('/')
    await setOffline(page, true)
    await page.getByRole('link', { name: 'Growth Chat' }).click()
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(unsent(page)).toHaveText([/^Pricing\?/])
    await expect(waiting(page)).toBeVisible()
    await setOffline(page, false)
    await expect(page.getByRole('log').getByText('To find your price')).toBeVisible()
  })

  for (const [what, lose] of [
    ['', (page: Page) => setOffline(page, true)],
    [', also when its answer was lost', (page: Page) => loseResponse(page, '**/functions/v1/growth-chat')],
  ] as const) {
    test(`SPEC 8 offline: after three attempts a question waits at the input, and is sent once from another screen when the network is back${what}`, async ({
      founder,
      service,
    }) => {
      const { page } = founder
      await page.goto('/chat')
      await box(page).fill('Pricing?')
      await lose(page)
      await page.keyboard.press('Enter')
      const notice = 'Failed to fetch. Please check your internet connection and try again.'
      await expect(failure(page, notice, 'Connection Error')).toBeVisible()
      await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(0)
      await expect(waiting(page)).toBeVisible()
      await expect(unsent(page)).toHaveText([/^Pricing\?/])
      await page.getByRole('link', { name: 'Command Board' }).click()
      await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
      await setOffline(page, false)
      const messages = service.from('ai_conversations').select('role, content').order('role', { ascending: false })
      const ofFounder = messages.eq('user_id', await founder.id())
      await expect
        .poll(async () => (await ofFounder.throwOnError()).data)
        .toEqual([
          { role: 'user', content: 'Pricing?' },
          { role: 'assistant', content: expect.stringContaining('To find your price') },
        ])
      await page.getByRole('link', { name: 'Growth Chat' }).click()
      await expect(page.getByRole('log').getByText('To find your price')).toHaveCount(1)
      await expectAskedOnce(page)
      await expect(box(page)).toHaveValue('')
      await expect(waiting(page)).toHaveCount(0)
      expect((await ofFounder.throwOnError()).data).toHaveLength(2)
    })
  }

  test('a question that waits is not sent once it is edited', async ({ founder }) => {
    const { page } = founder
    await page.goto('/chat')
    await box(page).fill('Pricing?')
    await setOffline(page, true)
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toBeVisible()
    await page.getByRole('button', { name: 'Edit: Pricing?' }).click()
    await expect(waiting(page)).toHaveCount(0)
    await expect(box(page)).toBeFocused()
    await setOffline(page, false)
    // Automatic retries are sent before the refreshed actions.
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(success(page, 'Quick actions refreshed!')).toBeVisible()
    await expect(box(page)).toHaveValue('Pricing?')
    await expect(page.getByRole('log')).toHaveCount(0)
  })
})
