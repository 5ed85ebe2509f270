import { setOffline, unsent, waiting } from './offline.ts'
import { expect, test } from './product.ts'

test.describe('several that wait for the network', () => {
  test('goals: each is sent once, in order, when the network is back', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await setOffline(page, true)
    await box.focus()
    for (const text of ['First', 'Second', 'Third']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(box).toHaveValue('')
    }
    await expect(unsent(page)).toHaveText([/^First/, /^Second/, /^Third/])
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
    await expect(unsent(page)).toHaveText([/^Pricing\?/, /^Analyze my runway health/])
    await box.fill('What is CAC?')
    await page.keyboard.press('Enter')
    await expect(unsent(page)).toHaveCount(3)
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
