import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { setOffline, waiting } from './offline.ts'
import { allowWrites, expect, failure, loseWrites, success, test } from './product.ts'

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

  test('goals: they survive a reload, and one can be edited', async ({ founder, service }) => {
    const { page } = founder
    const box = page.getByPlaceholder('Add a goal...')
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await isReady(page)
    // The page itself can still be loaded.
    await loseWrites(page, 'goals')
    await page.route('**/config.json', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
    )
    await box.fill('First')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Write another' }).click()
    await page.keyboard.type('Second')
    await page.keyboard.press('Enter')
    await expect(list(page).getByRole('listitem')).toHaveText([/^First/, /^Second/])
    await page.reload()
    await expect(failure(page, 'Failed to create goal').first()).toBeVisible()
    await expect(list(page).getByRole('listitem')).toHaveText([/^First/, /^Second/])
    await page.getByRole('button', { name: 'Edit: First' }).click()
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('First')
    await expect(list(page).getByRole('listitem')).toHaveText([/^Second/])
    await page.unroute('**/config.json')
    await allowWrites(page, 'goals')
    const goals = service.from('goals').select('text').order('created_at')
    const ofFounder = goals.eq('user_id', await founder.id())
    await expect
      .poll(async () => (await ofFounder.throwOnError()).data, { timeout: 15_000 })
      .toEqual([{ text: 'Second' }])
    await expect(box).toHaveValue('First')
  })

  test('messages to the squad: each is sent once, in order', async ({ founder, service }) => {
    const { page } = founder
    await page.goto('/chat?tab=squad')
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const box = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
    await setOffline(page, true)
    await box.fill('First')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Write another' }).click()
    await page.keyboard.type('Second')
    await page.keyboard.press('Enter')
    await expect(list(page).getByRole('listitem')).toHaveText([/^First/, /^Second/])
    await setOffline(page, false)
    await expect(page.getByRole('log').getByRole('article')).toHaveText([/First/, /Second/])
    await expect(list(page)).toHaveCount(0)
    const messages = service.from('squad_messages').select('content').order('created_at')
    const ofFounder = messages.eq('user_id', await founder.id())
    await expect
      .poll(async () => (await ofFounder.throwOnError()).data)
      .toEqual([{ content: expect.stringMatching(/First$/) }, { content: expect.stringMatching(/Second$/) }])
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

  test('a question that fails while the next one is typed waits, and leaves that one alone', async ({
    founder: { page },
  }) => {
    await page.goto('/chat')
    await page.waitForLoadState('networkidle')
    const box = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
    await setOffline(page, true)
    await box.fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('')
    await box.fill('Half a ques')
    await expect(list(page).getByRole('listitem')).toHaveText([/^Pricing\?/])
    await expect(box).toHaveValue('Half a ques')
    await setOffline(page, false)
    await expect(page.getByRole('log').getByText('To find your price')).toBeVisible()
    await expect(box).toHaveValue('Half a ques')
  })

  test('decisions: each is logged once; one that waits can be opened again', async ({ founder, service }) => {
    const { page } = founder
    await page.goto('/brain?tab=decisions')
    await page.waitForLoadState('networkidle')
    const dialog = page.getByRole('dialog', { name: 'Log Decision' })
    const title = dialog.getByLabel('Title')
    const logs = async (name: string) => {
      await title.fill(name)
      await dialog.getByLabel('Reason').fill(`Because of ${name}`)
      await dialog.getByRole('button', { name: 'Log Decision' }).click()
      await expect(waiting(page).last()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Log Decision' }).click()
    await expect(dialog).toBeVisible()
    await setOffline(page, true)
    await logs('Raise prices')
    await dialog.getByRole('button', { name: 'Log another' }).click()
    await expect(title).toBeFocused()
    await expect(title).toHaveValue('')
    await expect(dialog.getByLabel('Reason')).toHaveValue('')
    await logs('Hire Ben')
    await dialog.getByRole('button', { name: 'Log another' }).click()
    await expect(list(page).getByRole('listitem')).toHaveText([/^Raise prices/, /^Hire Ben/])
    await dialog.getByRole('button', { name: 'Edit: Raise prices' }).click()
    await expect(title).toHaveValue('Raise prices')
    await expect(dialog.getByLabel('Reason')).toHaveValue('Because of Raise prices')
    await expect(dialog.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Command Board' }).click()
    await setOffline(page, false)
    await expect(success(page, 'Decision logged')).toBeVisible()
    const decisions = service.from('decisions').select('title, reason').order('created_at')
    const ofFounder = decisions.eq('user_id', await founder.id())
    expect((await ofFounder.throwOnError()).data).toEqual([{ title: 'Hire Ben', reason: 'Because of Hire Ben' }])
    await page.goto('/brain?tab=decisions')
    await page.getByRole('button', { name: 'Log Decision' }).click()
    await dialog.getByRole('button', { name: 'Log Decision' }).click()
    await expect(dialog).toBeHidden()
    expect((await ofFounder.throwOnError()).data).toHaveLength(2)
  })

  test('check-ins: that of last week waits while this week’s is typed', async ({ founder, service }) => {
    const { page } = founder
    const dialog = page.getByRole('dialog', { name: 'Weekly Check-in' })
    const saves = async (wins: string) => {
      await dialog.getByLabel('Wins').fill(wins)
      await dialog.getByLabel('Next priority').fill('Pricing')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(waiting(page).last()).toBeVisible()
    }
    await page.waitForLoadState('networkidle')
    await page.clock.install({ time: Date.now() - 7 * 86_400_000 })
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    await expect(dialog).toBeVisible()
    await setOffline(page, true)
    await saves('Last week’s')
    await expect(dialog.getByRole('button', { name: 'Check in for this week' })).toHaveCount(0)
    await page.clock.setSystemTime(Date.now())
    await page.clock.runFor(120_000)
    await dialog.getByRole('button', { name: 'Check in for this week' }).click()
    await expect(dialog.getByLabel('Wins')).toHaveValue('')
    await expect(list(page).getByRole('listitem')).toHaveText([/^Week of /])
    await saves('This week’s')
    await page.clock.resume()
    await setOffline(page, false)
    const checkIns = service.from('weekly_checkins').select('wins').order('week_of')
    const ofFounder = checkIns.eq('user_id', await founder.id())
    await expect
      .poll(async () => (await ofFounder.throwOnError()).data, { timeout: 15_000 })
      .toEqual([{ wins: 'Last week’s' }, { wins: 'This week’s' }])
    await expect(dialog).toBeHidden()
  })
})
