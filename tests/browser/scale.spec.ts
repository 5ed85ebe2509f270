import type { Locator, Page } from '@playwright/test'
import { expect, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

/** Rows of one founder after years of use. */
const GOALS = 10_000
const CHECK_INS = 5000
const MESSAGES = 20_000

/** Rows that a slow machine writes within the time of one statement. */
const ROWS_AT_ONCE = 100

/** The most elements of a list in the DOM at once. */
const MOST_ON_PAGE = 60

const WEEK_MS = 7 * 86_400_000

test.setTimeout(300_000)

test('a founder with 10,000 goals, 5,000 check-ins and 20,000 squad messages', async ({ founder }) => {
  const { page } = founder
  const api = await apiOf(founder)
  await seed(api)
  const newestGoals = await api.newest('goals', 'text')
  const newestMessages = await api.newest('squad_messages', 'content')
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message to the AI Co-Founder' }).waitFor()

  await test.step('the board is usable soon, and counts all goals', async () => {
    const newest = page.getByRole('checkbox', { name: newestGoals[0] ?? '', exact: true })
    figure('board', await usableAfter(founder, 'Command Board', newest))
    await expect(page.getByRole('tab', { name: 'Weekly' })).toContainText(String(GOALS))
  })

  await test.step('its goals scroll smoothly to further pages', async () => {
    const { travelled, longestFrameMs } = await scrollGoals(page, 4000)
    expect(travelled).toBeGreaterThan(3000)
    figure('longest frame while goals scroll', longestFrameMs)
  })

  await test.step('Founder Brain is usable soon, and pages through check-ins', async () => {
    figure('Founder Brain', await usableAfter(founder, 'Founder Brain', page.getByText('No notes yet.')))
    await page.getByRole('tab', { name: 'Weekly Check-ins' }).click()
    await expect(page.getByRole('heading', { name: /^Week of/ })).toHaveCount(10)
    await page.getByRole('button', { name: 'Load More Check-ins' }).click()
    await expect(page.getByRole('heading', { name: /^Week of/ })).toHaveCount(20)
  })

  await test.step('the squad chat is usable soon, at the newest message', async () => {
    await page.getByRole('link', { name: 'Growth Chat' }).click()
    const from = Date.now()
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    const newest = page.getByText(newestMessages[0] ?? '', { exact: true })
    await newest.waitFor()
    figure('squad chat', Date.now() - from)
    await expect(newest).toBeInViewport()
  })

  await test.step('and scrolls back in time, page after page, without gap or double', async () => {
    const log = page.getByRole('log', { name: 'Conversation with the Growth Squad' })
    const seen: string[] = []
    const collect = async () => {
      const shown = (await log.getByText(/^Message \d+$/).allTextContents()).reverse()
      expect(shown).toEqual(newestMessages.filter((text) => shown.includes(text)))
      seen.push(...shown.filter((text) => !seen.includes(text)))
      expect(await log.getByRole('article').count()).toBeLessThan(MOST_ON_PAGE)
      return seen.length
    }
    const collectFurther = async () => {
      await scrollBack(page, 200)
      return collect()
    }
    await collect()
    await expect.poll(collectFurther, { intervals: [30], timeout: 30_000 }).toBeGreaterThan(200)
    // In the frame in which earlier rows are inserted, the first of them may be in the page before their place is reached.
    await expect(async () => {
      await collectFurther()
      expect(seen.toSorted()).toEqual(newestMessages.slice(0, seen.length).toSorted())
    }).toPass({ timeout: 10_000 })
  })
  console.log(
    test
      .info()
      .annotations.map(({ description }) => description)
      .join(' ms, '),
    'ms',
  )
})

interface Api {
  insert(table: string, count: number, row: (number: number) => object): Promise<void>
  /** A column of the newest thousand rows, newest first. */
  newest(table: string, column: string): Promise<string[]>
}

/** The tables API, as this founder. */
async function apiOf({ page }: Founder): Promise<Api> {
  const { origins } = await page.context().storageState()
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.endsWith('-auth-token'))
  const { access_token, user } = JSON.parse(stored?.value ?? '') as { access_token: string; user: { id: string } }
  const config = (await (await page.request.get('/config.json')).json()) as { supabaseKey: string }
  const headers = { apikey: config.supabaseKey, authorization: `Bearer ${access_token}` }
  return {
    insert: async (table, count, row) => {
      for (let from = 0; from < count; from += ROWS_AT_ONCE) {
        const length = Math.min(ROWS_AT_ONCE, count - from)
        const data = Array.from({ length }, (_, index) => ({ user_id: user.id, ...row(from + index) }))
        const answer = await page.request.post(`/rest/v1/${table}`, { headers, data })
        expect(answer.status(), await answer.text()).toBe(201)
      }
    },
    newest: async (table, column) => {
      const answer = await page.request.get(`/rest/v1/${table}?select=${column}&order=created_at.desc,id`, { headers })
      return ((await answer.json()) as Record<string, string>[]).map((row) => row[column] ?? '')
    },
  }
}

async function seed({ insert }: Api): Promise<void> {
  await insert('goals', GOALS, (number) => ({ text: `Goal ${number}`, period: 'weekly' }))
  const monday = Date.parse('2026-03-02T00:00:00Z')
  await insert('weekly_checkins', CHECK_INS, (number) => ({
    week_of: new Date(monday - number * WEEK_MS).toISOString().slice(0, 10),
    mood: 1 + (number % 5),
    wins: `Win ${number}`,
    next_priority: `Priority ${number}`,
  }))
  await insert('squad_messages', MESSAGES, (number) => ({ sender_type: 'user', content: `Message ${number}` }))
}

/** Reported, not asserted: timings depend on the machine's load. */
const figure = (what: string, ms: number) =>
  test.info().annotations.push({ type: 'milliseconds', description: `${what}: ${Math.round(ms)}` })

async function usableAfter({ page }: Founder, link: string, usable: Locator): Promise<number> {
  const from = Date.now()
  await page.getByRole('link', { name: link }).click()
  await usable.waitFor()
  return Date.now() - from
}

/** Scrolls the conversation and waits until it is rendered. */
const scrollBack = (page: Page, pixels: number) =>
  page.evaluate(`(async () => {
    document.querySelector('[role=log]').scrollBy(0, -${pixels})
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })()`)

/** Scrolls the goals. @returns the distance and the longest time between two frames */
const scrollGoals = (page: Page, pixels: number): Promise<{ travelled: number; longestFrameMs: number }> =>
  page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let longestFrameMs = 0
    for (let before = await frame(), done = 0; done < ${pixels}; done += 40) {
      scrollBy(0, 40)
      const now = await frame()
      longestFrameMs = Math.max(longestFrameMs, now - before)
      before = now
    }
    return { travelled: scrollY, longestFrameMs }
  })()`)
