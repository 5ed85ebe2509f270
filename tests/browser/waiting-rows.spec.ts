import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { setOffline, waiting } from './offline.ts'
import { expect, test } from './product.ts'

test.describe('several that wait for the network', () => {
  const list = (page: Page) => page.getByRole('list', { name: 'Waiting for the network' })

  const scripts = readdirSync('dist/web/assets').filter((name) => /^UnsentNote-.*[.]js$/.test(name))

  /** The list of what waits is loaded after the screen, from one script or two. */
  async function isReady(page: Page): Promise<void> {
    const loaded = () => page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
    for (const script of scripts) await expect.poll(async () => (await loaded()).join()).toContain(script)
    await page.evaluate(
      `Promise.all(${JSON.stringify(scripts)}.map((name) => import('/assets/' + name))).then(() => 0)`,
    )
  }

  test('goals: each is sent once, in order, when the network is back', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await isReady(page)
    await setOffline(page, true)
    await box.fill('First')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Write another' }).click()
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('')
    for (const text of ['Second', 'Third']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(box).toHaveValue('')
    }
    await expect(list(page).getByRole('listitem')).toHaveText([/^First/, /^Second/, /^Third/])
    await page.keyboard.type('Not finished')
    await expect(waiting(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await setOffline(page, false)
    const goals = service.from('goals').select('text').order('created_at')
    const ofFounder = goals.eq('user_id', await founder.id())
    await expect
      .poll(async () => (await ofFounder.throwOnError()).data.map(({ text }) => text))
      .toEqual(['First', 'Second', 'Third'])
    await page.getByRole('link', { name: 'Command Board' }).click()
    await expect(box).toHaveValue('Not finished')
    await expect(waiting(page)).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(3)
  })

  test('questions to the co-founder, typed or pressed: each is answered, one after another', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await page.goto('/chat')
    await page.waitForLoadState('networkidle')
    const box = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
    await setOffline(page, true)
    await box.fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toBeVisible()
    await page.getByRole('button', { name: 'Analyze my runway health' }).click()
    await expect(list(page).getByRole('listitem')).toHaveText([/^Pricing\?/, /^Analyze my runway health/])
    await box.fill('What is CAC?')
    await page.keyboard.press('Enter')
    await expect(list(page).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('link', { name: 'Command Board' }).click()
    await setOffline(page, false)
    const questions = service.from('ai_conversations').select('content').eq('role', 'user').order('created_at')
    const ofFounder = questions.eq('user_id', await founder.id())
    await expect
      .poll(async () => (await ofFounder.throwOnError()).data.map(({ content }) => content), { timeout: 20_000 })
      .toEqual(['Pricing?', 'Analyze my runway health', 'What is CAC?'])
    await page.getByRole('link', { name: 'Growth Chat' }).click()
    await expect(page.getByRole('log').getByText('What is CAC?')).toHaveCount(1)
    await expect(box).toHaveValue('')
    await expect(waiting(page)).toHaveCount(0)
  })
})
