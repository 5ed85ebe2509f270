import type { Locator, Page } from '@playwright/test'
import { weekOf } from '../../domain/week.ts'
import { dismiss, expect, success, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

/** A founder who checked in last week and completed goals since, so that the check-in shows all it has. */
async function hasPastWeek(founder: Founder, service: Service): Promise<void> {
  const user_id = await founder.id()
  const lastWeek = { week_of: weekOf(new Date(Date.now() - 7 * 86_400_000)), mood: 4, wins: 'Two demos' }
  await service
    .from('weekly_checkins')
    .insert({ user_id, ...lastWeek, next_priority: 'A page of prices' })
    .throwOnError()
  const goals = ['Ship it', 'Hire Ben', 'Raise prices', 'Ten demos'].map((text) => ({ user_id, text, period: 'weekly' as const, completed: true })) // prettier-ignore
  await service.from('goals').insert(goals).throwOnError()
  await founder.page.goto('/')
}

const checkIn = (page: Page) => page.getByRole('dialog', { name: 'Weekly Check-in' })
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Check-in' })
const save = (page: Page) => checkIn(page).getByRole('button', { name: 'Save' })

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('the check-in has Save in view, above no field with the focus; a long address widens nothing; a saved one says beside Save that it needs the network', async ({
      founder,
      service,
    }) => {
      await hasPastWeek(founder, service)
      const { page } = founder
      await complete(page).click()
      await expect(checkIn(page).getByText('A page of prices')).toBeVisible()
      await expect(save(page)).toBeInViewport({ ratio: 1 })
      // Playwright waits for a button that is enabled.
      await save(page).click({ force: true })
      const wins = checkIn(page).getByLabel('Wins')
      await expect(wins).toBeFocused()
      await expect(checkIn(page).getByText('Add at least one win, however small.')).toBeInViewport({ ratio: 1 })
      const field = checkIn(page).getByLabel('Next priority')
      await field.focus()
      const [typed, footer] = [await field.boundingBox(), await save(page).boundingBox()]
      expect((typed?.y ?? 0) + (typed?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)

      await wins.fill(`https://growth.example/${'demo'.repeat(60)}`)
      const [inner, outer] = [await wins.boundingBox(), await checkIn(page).boundingBox()]
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
      await page.keyboard.press('Escape')
      await expect(checkIn(page)).toBeHidden()

      await page.getByRole('button', { name: /^Edit check-in/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Check-in' })
      await expect(dialog.getByLabel('Wins')).toHaveValue('Two demos')
      await page.context().setOffline(true)
      await dialog.getByLabel('Wins').fill('A demo\n'.repeat(40))
      await page.evaluate(`document.querySelector('[role=dialog]').parentElement.scrollTo(0, 0)`)
      await expect(dialog.getByText(/^You’re offline\./)).toBeInViewport({ ratio: 1 })
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    })
  })
}

test('a notice covers neither the title of a screen, nor what is below it, nor a button', async ({
  founder: { page },
}) => {
  await page.goto('/')
  const boxesOf = async (found: Locator) =>
    (await Promise.all((await found.all()).map((one) => one.boundingBox()))).filter((box) => box !== null)
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByPlaceholder('Add a goal...').first().fill('Ten demos')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Goal created')).toBeVisible()
    await page.evaluate('scrollTo(0, 0)')
    const notices = await boxesOf(page.getByRole('region', { name: 'Notifications' }).locator('> *'))
    const others = await boxesOf(page.locator('h1, h1 + p, header button'))
    expect([notices.length > 0, others.length > 1]).toEqual([true, true])
    for (const notice of notices)
      for (const other of others) {
        const isBeside = other.x >= notice.x + notice.width || other.x + other.width <= notice.x
        // A line is higher than its letters.
        expect([other, isBeside || other.y + 5 >= notice.y + notice.height]).toEqual([other, true])
      }
    await dismiss(success(page, 'Goal created'))
  }
})

test.describe('390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the week’s priority is whole when it is a sentence; counts of a billion widen neither the board nor Traction', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const next_priority = 'Hand the first demo to Jo, with me listening and saying nothing.'
    const week_of = weekOf(new Date(Date.now() - 7 * 86_400_000))
    await service
      .from('weekly_checkins')
      .insert({ user_id, week_of, mood: 4, wins: 'Two demos', next_priority })
      .throwOnError()
    const most = { user_id, conversions: 1e9, demos: 1e9, messages: 1e9 }
    await service.from('traction_loops').insert(['Outreach', 'Webinars', 'Referrals'].map((name) => ({ ...most, name }))).throwOnError() // prettier-ignore
    for (const path of ['/', '/traction']) {
      await page.goto(path)
      await expect(page.getByText('3,000,000,000').first()).toBeVisible()
      await page.getByText('1,000,000,000').first().scrollIntoViewIfNeeded()
      const tooWide = `[...document.querySelectorAll('html, dd, td')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`
      expect(await page.evaluate(tooWide), path).toEqual([])
      if (path === '/') {
        await expect(page.getByText(`Priority: ${next_priority}`)).toBeVisible()
        const isCut = `[...document.querySelectorAll('p')].filter((one) => one.textContent.startsWith('Priority:')).some((one) => one.scrollHeight > one.clientHeight)`
        expect(await page.evaluate(isCut)).toBe(false)
      }
    }
  })
})

test('both chats have their field in view on a laptop, and on a phone above the bar, also below the banner of failed loads', async ({
  founder: { page },
}) => {
  const chats = [
    ['cofounder', 'Message to the AI Co-Founder', 'AI Co-Founder'],
    ['squad', 'Message to the Growth Squad', 'Growth Squad'],
  ] as const
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const [tab, label] of chats) {
    await page.goto(`/chat?tab=${tab}`)
    await expect(page.getByLabel(label)).toBeInViewport({ ratio: 1 })
    expect((await page.getByRole('tabpanel').locator('> div').boundingBox())?.height).toBe(600)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }))
  const bar = page.getByRole('link', { name: 'Founder Brain' })
  await page.goto('/chat')
  for (const [, label, tab] of chats) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText('The server isn’t answering as it should')).toBeVisible()
    const field = await page.getByLabel(label).boundingBox()
    expect(field && field.y + field.height).toBeLessThan((await bar.boundingBox())?.y ?? 0)
  }
})
