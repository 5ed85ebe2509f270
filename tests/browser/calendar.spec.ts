import type { Locator, Page } from '@playwright/test'
import { axeViolations, RULES_OF_COLOUR } from './axe.ts'
import { expect, fixDate, test } from './product.ts'

// Each test opens the board at a date.
test.use({ founderOpens: 'about:blank' })

/** A Tuesday: all five samples lie in its week. */
const TUESDAY = '2026-11-17T10:20:00'

const samples = [
  { title: 'Customer Demo', from: 10, until: 11 },
  { title: 'Investor Call', from: 14, until: 15 },
  { title: 'Team Standup', from: 9, until: 9.5 },
  { title: 'Product Roadmap Review', from: 15, until: 16.5 },
  { title: 'Feature Launch', from: 17, until: 17 },
] as const

/** Not the frame that stands there before it. */
const panelOf = (page: Page) =>
  page.getByRole('region', { name: 'Calendar' }).filter({ has: page.getByRole('list', { name: 'Legend' }) })
const button = (page: Page, name: string) => panelOf(page).getByRole('button', { name, exact: true })
const eventsIn = (page: Page) => panelOf(page).getByRole('button', { name: /, sample, / })
const titleOf = (page: Page) => panelOf(page).getByRole('heading', { level: 3 })
const hoursOf = (page: Page) => panelOf(page).getByRole('group', { name: 'Hours', exact: true })
/** "9 AM", beside the days. */
const hourLabels = (page: Page) => hoursOf(page).getByText(/^\d+\s[AP]M$/u)

/** Opens the board at a local time and scrolls to the calendar. */
async function openBoard(page: Page, at: string | Date = TUESDAY): Promise<void> {
  await fixDate(page, at)
  await page.goto('/')
  await panelOf(page).scrollIntoViewIfNeeded()
  await titleOf(page).waitFor()
  // The content above it has its final height by then.
  await expect(page.getByRole('region', { name: 'Goals', exact: true }).getByText('Loading...')).toHaveCount(0)
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator.toString()} is not on the screen`)
  return box
}

test('SPEC 2 calendar panel: opens in week view, 500 px high, at working hours, without an all-day slot, in slots of thirty minutes; a sample is as high as it lasts, and one without a duration as its title', async ({
  founder: { page },
}) => {
  await openBoard(page)
  const frame = await boxOf(titleOf(page).locator('../..'))
  expect(frame.height).toBe(500)
  const connect = await boxOf(button(page, 'Connect Google Calendar'))
  expect(connect.width).toBe(frame.width)
  for (const { title } of samples) await expectInside(eventsIn(page).filter({ hasText: title }), frame)
  await expect(panelOf(page).getByText(/all.?day/iu)).toHaveCount(0)
  // The hours follow the dates directly.
  const [dates, top] = [await boxOf(button(page, 'Mon, Nov 16')), await boxOf(hoursOf(page))]
  expect(top.y - (dates.y + dates.height)).toBeLessThanOrEqual(2)

  const hours = hourLabels(page)
  await expect(hours).toHaveCount(24)
  const slots = await hours.nth(9).locator('..').evaluate(slotHeights)
  expect(slots).toHaveLength(48)
  expect(new Set(slots).size).toBe(1)
  expect((await boxOf(hours.nth(9))).height).toBe(2 * slots[0]!)
  await expect(hours.nth(9)).toHaveText(/^9\sAM$/u)
  await expect(hours.nth(17)).toHaveText(/^5\sPM$/u)

  await expect(eventsIn(page)).toHaveCount(5)
  for (const { title, from, until } of samples) {
    const { height } = await boxOf(eventsIn(page).filter({ hasText: title }))
    expect(height, title).toBeLessThanOrEqual(Math.max(20, 2 * slots[0]! * (until - from)))
  }
})

async function expectInside(event: Locator, frame: { y: number; height: number }): Promise<void> {
  const { y, height } = await boxOf(event)
  expect(y).toBeGreaterThanOrEqual(frame.y)
  expect(y + height).toBeLessThanOrEqual(frame.y + frame.height)
}

/** Pixels of each row of a grid. */
const slotHeights = (element: object): number[] =>
  (globalThis as unknown as { getComputedStyle(of: object): { gridTemplateRows: string } })
    .getComputedStyle(element)
    .gridTemplateRows.split(' ')
    .map(parseFloat)

const tokenColour = (page: Page, token: string): Promise<string> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(${token})'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })()`)

test('a month of six weeks fits beside the next event, and where it does not, its row with today is in view', async ({
  founder: { page },
}) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await openBoard(page, '2026-11-30T10:20:00')
    await button(page, 'Month').click()
    const table = panelOf(page).getByRole('table', { name: 'November 2026' })
    await expect(panelOf(page).getByRole('button', { name: /^Next sample/ })).toBeVisible()
    const [box, week] = [await boxOf(table), await boxOf(table.getByRole('row').last())]
    expect(week.y + week.height).toBeLessThan(box.y + box.height + 1)
  }
})

test('SPEC 2 calendar panel: samples have the colours of their types, and marks where there is room', async ({
  founder: { page },
}) => {
  await openBoard(page)
  const legend = panelOf(page).getByRole('list', { name: 'Legend' })
  const tokens = { Demos: '--primary', Calls: '--success', Meetings: '--chart-2', Deadlines: '--destructive' }
  for (const [name, token] of Object.entries(tokens))
    await expect(legend.getByText(name)).toHaveCSS('color', await tokenColour(page, token))
  const typeTokens = ['--primary', '--success', '--chart-2', '--chart-2', '--destructive']
  for (const [index, { title }] of samples.entries()) {
    const event = eventsIn(page).filter({ hasText: title })
    await expect(event).toHaveCSS('color', await tokenColour(page, typeTokens[index] ?? ''))
  }
  for (const [view, grid] of [
    ['Week', hoursOf(page)],
    ['Month', panelOf(page).getByRole('table', { name: 'November 2026' })],
  ] as const) {
    await button(page, view).click()
    await expect(grid).toBeVisible()
    await expect(eventsIn(page)).toHaveCount(5)
    for (const event of await eventsIn(page).all())
      if (view === 'Month') await expectReadable(event.getByText('Sample', { exact: true }), event)
    const deadline = eventsIn(page).filter({ hasText: 'Feature Launch' })
    if (view === 'Month') await expectReadable(deadline.getByText('Feature Launch', { exact: true }), deadline)
  }
  await eventsIn(page).filter({ hasText: 'Feature Launch' }).click()
  const deadline = panelOf(page).getByRole('group', { name: /^Feature Launch, sample/u })
  for (const text of ['Feature Launch', 'Sample', /^5:00\sPM$/u])
    await expectReadable(deadline.getByText(text, { exact: true }), deadline)
})

/** The measured part of a DOM element. */
interface Measurable {
  readonly scrollHeight: number
  readonly clientHeight: number
  getBoundingClientRect(): { readonly top: number; readonly bottom: number; readonly right: number }
}

/** The text is fully visible: its block does not clip it, and no element covers it. */
async function expectReadable(text: Locator, block: Locator): Promise<void> {
  await expect(text).toBeVisible()
  // Measured in one call: the grid may rerender or move between two.
  const { inner, outer, cut } = await text.evaluate(
    (element, around) => {
      const { scrollHeight, clientHeight } = element as unknown as Measurable
      const [inner, outer] = [element, around].map((node) => (node as unknown as Measurable).getBoundingClientRect())
      return { inner: inner!, outer: outer!, cut: scrollHeight - clientHeight }
    },
    await block.elementHandle(),
  )
  expect(inner.top).toBeGreaterThanOrEqual(outer.top)
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom)
  expect(inner.right).toBeLessThanOrEqual(outer.right)
  expect(cut).toBeLessThanOrEqual(1)
  await text.click({ trial: true })
}

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('SPEC 2 calendar panel: events keep day and hour when clocks change', async ({ founder: { page } }) => {
    for (const change of ['2026-03-08', '2026-11-01']) {
      // Five days before, the week contains every sample, and the last one is on the day of the change.
      await openBoard(page, afternoonBefore(change, 5))
      await expect(eventsIn(page)).toHaveCount(5)
      for (const [index, { title, from, until }] of samples.entries()) {
        const event = eventsIn(page).filter({ hasText: title })
        await expectAt(page, event, { day: afternoonBefore(change, 4 - index), from, until })
      }
      // One day before, the first sample is shown; the day view shows its hours too.
      await openBoard(page, afternoonBefore(change, 1))
      const { title, from, until } = samples[0]
      const event = eventsIn(page).filter({ hasText: title })
      await expectAt(page, event, { day: afternoonBefore(change, 0), from, until })
      await event.click()
      await expectAtHour(page, panelOf(page).getByRole('group', { name: new RegExp(`^${title}`, 'u') }), {
        from,
        until,
      })
    }
  })
})

/** An afternoon that is the same day in both zones. */
const afternoonBefore = (date: string, days: number) => new Date(Date.parse(`${date}T17:00:00Z`) - days * 86_400_000)

/** The event is in the column of that day, beside its hour. */
async function expectAt(page: Page, event: Locator, at: { day: Date; from: number; until: number }): Promise<void> {
  const label = at.day.toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const [column, block] = [await boxOf(button(page, label)), await boxOf(event)]
  expect(block.x).toBeGreaterThanOrEqual(column.x)
  expect(block.x + block.width).toBeLessThanOrEqual(column.x + column.width + 1)
  await expectAtHour(page, event, at)
}

async function expectAtHour(
  page: Page,
  event: Locator,
  { from, until }: { from: number; until: number },
): Promise<void> {
  const hour = hourLabels(page)
  // The event first: its grid is rendered by then.
  const [block, start] = [await boxOf(event), await boxOf(hour.nth(Math.floor(from)))]
  expect(Math.abs(block.y - start.y)).toBeLessThanOrEqual(2)
  await expect(hour.nth(from)).toHaveText(new RegExp(`^${from % 12 || 12}\\s`, 'u'))
  // Text may make a block taller than its duration, never shorter.
  expect(block.height).toBeGreaterThanOrEqual((until - from) * start.height - 2)
}

test('SPEC 2 calendar panel: the agenda of thirty days on a phone, without the grid’s script', async ({
  founder: { page },
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.setViewportSize({ width: 390, height: 700 })
  await fixDate(page, TUESDAY)
  await page.goto('/')
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  expect(scripts.filter((path) => /\/(Calendar|Grid)-/u.test(path))).toEqual([])
  await openBoard(page)
  await expect(button(page, 'Agenda')).toHaveAttribute('aria-pressed', 'true')
  await expect(titleOf(page)).toHaveText(/Nov 17\s–\sDec 16, 2026/u)
  await expect(eventsIn(page)).toHaveCount(5)
  await expect(panelOf(page).getByText('Sample', { exact: true })).toHaveCount(5)
  expect((await boxOf(titleOf(page).locator('../..'))).height).toBe(500)
  expect(scripts.filter((path) => /\/Grid-/u.test(path))).toEqual([])

  for (const view of ['Month', 'Week', 'Day']) {
    await button(page, view).click()
    await expect(titleOf(page)).toBeVisible()
    expect(await overflow(page), view).toBe(0)
  }
  await button(page, 'Agenda').click()
  await eventsIn(page).filter({ hasText: 'Feature Launch' }).click()
  await expect(titleOf(page)).toHaveText('Sun, Nov 22, 2026')
  const deadline = panelOf(page).getByRole('group', { name: /^Feature Launch, sample/u })
  await expectReadable(deadline.getByText('Feature Launch'), deadline)
  await button(page, 'Agenda').click()
  await button(page, 'Today').click()
  await button(page, 'Next').click()
  await expect(titleOf(page)).toHaveText(/Dec 17, 2026\s–\sJan 15, 2027/u)
  await expect(panelOf(page).getByText('No events on these days.')).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

/** Pixels of horizontal overflow. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')

test('SPEC 2 calendar panel: every event is reached by Tab, and Enter opens its day', async ({ founder: { page } }) => {
  await openBoard(page)
  await expect(eventsIn(page)).toHaveCount(samples.length)
  await button(page, 'Today').focus()
  const reached: string[] = []
  for (let press = 0; press < 20; press++) {
    reached.push(await page.evaluate('(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()'))
    await page.keyboard.press('Tab')
  }
  expect(reached.slice(0, 6)).toEqual(['Today', 'Previous', 'Next', 'Month', 'Week', 'Day'])
  const events = reached.filter((name) => name.includes(', sample, '))
  expect(events).toHaveLength(5)
  for (const [index, { title }] of samples.entries()) expect(events[index]).toContain(title)
  expect(reached).toContain('Hours')
  expect(reached).toContain('Connect Google Calendar')

  for (const key of ['Enter', 'Space']) {
    await button(page, 'Week').press(key)
    await expect(button(page, 'Week')).toHaveAttribute('aria-pressed', 'true')
    await button(page, 'Today').press(key)
    await eventsIn(page).filter({ hasText: 'Investor Call' }).press(key)
    await expect(titleOf(page)).toHaveText('Thu, Nov 19, 2026')
    await expect(titleOf(page)).toBeFocused()
  }
})

test('SPEC 2 calendar panel: accessible, light and dark, and without animations for reduced motion', async ({
  founder: { page },
}) => {
  const expectAccessible = async (what: string) => {
    for (const [colorScheme, rules] of [
      ['light', undefined],
      ['dark', RULES_OF_COLOUR],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeViolations(page, 'section:has([aria-label="Legend"])', rules), `${colorScheme}, ${what}`).toEqual(
        [],
      )
    }
  }
  for (const [width, views] of [
    [1440, ['Week', 'Month', 'Day']],
    [390, ['Agenda', 'Month', 'Day']],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await openBoard(page)
    await expect(eventsIn(page).first()).toHaveCSS('transition-property', 'none')
    for (const view of views) {
      await button(page, view).click()
      await expectAccessible(`${view}, ${width} px`)
      await button(page, 'Next').click()
      await expectAccessible(`${view}, ${width} px, next`)
      await button(page, 'Today').click()
    }
  }
})

test('SPEC 2 calendar panel: no layout shift while it loads, and a failed load can be retried', async ({
  founder: { page },
}) => {
  await page.route('**/assets/Grid-*.js', (route) => route.abort())
  await openBoard(page)
  const connect = button(page, 'Connect Google Calendar')
  await expect(panelOf(page).getByText('Loading...')).toHaveCount(1)
  const before = await boxOf(connect)
  await expect(panelOf(page).getByText('Failed to load the calendar')).toBeVisible()
  await page.unroute('**/assets/Grid-*.js')
  await button(page, 'Try again').click()
  await expect(eventsIn(page)).toHaveCount(5)
  expect(await boxOf(connect)).toEqual(before)
})
