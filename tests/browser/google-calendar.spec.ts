import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { GoogleEvent } from '../scripted-google.ts'
import { expect, test } from './product-with-google.ts'
import { failure, fixDate, SESSION_KEY, success } from './product.ts'
import { axeViolations, RULES_OF_COLOUR } from './axe.ts'

/** A Tuesday. */
const TUESDAY = '2026-11-17T10:20:00'

/** Not the frame that stands there before it. */
const panelOf = (page: Page) =>
  page.getByRole('region', { name: 'Calendar' }).filter({ has: page.getByRole('list', { name: 'Legend' }) })
const button = (page: Page, name: string | RegExp) => panelOf(page).getByRole('button', { name, exact: true })
const titleOf = (page: Page) => panelOf(page).getByRole('heading', { level: 3 })
const connectButton = (page: Page) => button(page, 'Connect Google Calendar')
const samplesIn = (page: Page) => panelOf(page).getByRole('button', { name: /, sample, / })

const at = (start: string, end: string, more: object = {}): GoogleEvent => ({
  start: { dateTime: start },
  end: { dateTime: end },
  ...more,
})

/** Events in UTC, the time zone of these browsers unless a test sets another. */
const week: readonly GoogleEvent[] = [
  at('2026-11-16T10:00:00Z', '2026-11-16T11:00:00Z', { summary: 'Acme demo' }),
  at('2026-11-17T15:00:00+01:00', '2026-11-17T15:30:00+01:00', {
    summary: 'Bank',
    hangoutLink: 'https://meet.example',
  }),
  at('2026-11-18T09:00:00Z', '2026-11-18T09:30:00Z', { summary: 'Standup', recurringEventId: 'standup' }),
  at('2026-11-19T17:00:00Z', '2026-11-19T17:00:00Z', { summary: 'Grant closes' }),
  at('2026-11-19T22:00:00Z', '2026-11-20T02:00:00Z', { summary: 'Night release' }),
  at('2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', { summary: 'Contest' }),
  { summary: 'Offsite', start: { date: '2026-11-18' }, end: { date: '2026-11-21' } },
  at('2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z', { summary: 'Cancelled lunch', status: 'cancelled' }),
]

async function openBoard(page: Page, at: string | Date = TUESDAY): Promise<void> {
  await fixDate(page, at)
  await page.goto('/')
  await panelOf(page).scrollIntoViewIfNeeded()
  await titleOf(page).waitFor()
}

/** Connects with the button of the open board: to Google and back. */
async function connect(page: Page): Promise<void> {
  await panelOf(page).scrollIntoViewIfNeeded()
  await connectButton(page).click()
  await expect(
    success(page, 'Your Google Calendar has been successfully connected.', 'Calendar Connected!'),
  ).toBeVisible()
  await page.waitForURL('/')
}

test.use({ timezoneId: 'UTC', founderOpens: 'about:blank' })

test.beforeEach(({ google }) => {
  google.holds(week)
  google.consentsWith({})
  google.asked.length = 0
})

test('a founder connects Google Calendar and sees its events by type, then disconnects and sees samples; no Google token reaches the browser or the log', async ({
  founder: { page },
  deployed,
  google,
}) => {
  const seen: string[] = []
  const answers: Promise<unknown>[] = []
  page.on('response', (response) => {
    const text = response.text().then((body) => seen.push(body), () => undefined) // prettier-ignore
    if (response.url().startsWith(deployed.founderUrl)) answers.push(text)
  })
  await openBoard(page)
  await expect(panelOf(page).getByText('Sample events. Connect your calendar to see your own.')).toBeVisible()
  await expect(samplesIn(page)).toHaveCount(5)
  expect(google.asked).toEqual([])

  await connect(page)
  const [consent] = google.asked
  expect(Object.fromEntries(consent?.url.searchParams ?? [])).toEqual({
    client_id: google.env.GOOGLE_CLIENT_ID,
    redirect_uri: `${deployed.founderUrl}/calendar-callback`,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/calendar.events.readonly',
    access_type: 'offline',
    prompt: 'consent',
    state: expect.stringMatching(/^[\da-f]{64}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })

  await openBoard(page)
  await expect(panelOf(page).getByText('Google Calendar connected')).toBeVisible()
  await expect(panelOf(page).getByText(/^Updated \d+:\d\d\s[AP]M$/u)).toBeVisible()
  await expect(connectButton(page)).toHaveCount(0)
  await expect(samplesIn(page)).toHaveCount(0)
  for (const name of [
    /^Acme demo, demo, Mon, Nov 16, 10:00\sAM to 11:00\sAM$/u,
    /^Bank, call, Tue, Nov 17, 2:00\sPM to 2:30\sPM$/u,
    /^Standup, meeting, Wed, Nov 18, 9:00\sAM to 9:30\sAM$/u,
    /^Grant closes, deadline, Thu, Nov 19, 5:00\sPM$/u,
    /^Contest, deadline, Fri, Nov 20, 12:00\sAM$/u,
    /^Offsite, meeting, all day, Wed, Nov 18 to Fri, Nov 20$/u,
  ]) {
    await expect(button(page, name)).toBeVisible()
  }
  // An event over midnight is shown on both days.
  await expect(button(page, /^Night release, meeting, Thu, Nov 19, 10:00\sPM to Fri, Nov 20, 2:00\sAM$/u)).toHaveCount(
    2,
  )
  await expect(panelOf(page).getByText('Cancelled lunch')).toHaveCount(0)
  await expect(panelOf(page).getByText('Sample', { exact: true })).toHaveCount(0)
  await expect(panelOf(page).getByText('All day:')).toBeVisible()
  await Promise.all(answers)
  seen.push(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'))
  for (const file of readdirSync(deployed.dataDir).filter((name) => name.endsWith('.log'))) {
    seen.push(readFileSync(join(deployed.dataDir, file), 'utf8'))
  }
  const everything = seen.join('\n')
  expect(everything).toContain('Acme demo')
  expect(everything).toContain('/functions/v1/google-calendar-events')
  expect(google.secrets.length).toBeGreaterThan(3)
  expect(google.secrets.filter((secret) => everything.includes(secret))).toEqual([])

  await button(page, 'Disconnect Google Calendar').click()
  const asks = page.getByRole('alertdialog', { name: 'Disconnect Google Calendar?' })
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Disconnect Google Calendar')).toBeFocused()
  await button(page, 'Disconnect Google Calendar').click()
  await asks.getByRole('button', { name: 'Disconnect' }).click()
  await expect(success(page, 'Your Google Calendar is disconnected.', 'Google Calendar')).toBeVisible()
  await expect(samplesIn(page)).toHaveCount(5)
  await expect(connectButton(page)).toBeVisible()
  await expect.poll(() => google.asked.at(-1)?.url.pathname).toBe('/revoke')
})

test.describe('in Kathmandu', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' })

  test('timed events are shown in the user’s time zone, all-day events keep their date, and the day view opens at the hour of an early or late event', async ({
    founder: { page },
  }) => {
    await openBoard(page)
    await connect(page)
    await openBoard(page)
    await expect(button(page, /^Standup/u)).toHaveAccessibleName(/Wed, Nov 18, 2:45\sPM/u)
    await expect(button(page, /^Offsite/u)).toHaveAccessibleName(
      'Offsite, meeting, all day, Wed, Nov 18 to Fri, Nov 20',
    )
    // 3:45 there.
    await button(page, /^Night release/u)
      .first()
      .click()
    const opened = panelOf(page).getByRole('group', { name: /^Night release/u })
    await expect(opened).toBeInViewport()
    const hours = panelOf(page).getByRole('group', { name: 'Hours' })
    const [inner, outer] = [await opened.boundingBox(), await hours.boundingBox()]
    expect(inner && outer && inner.y >= outer.y && inner.y < outer.y + outer.height).toBe(true)
  })
})

test('SPEC 8 callback: denied consent at Google is "Connection Failed", and keeps the session; Back does not return to a used code', async ({
  founder: { page },
  google,
}) => {
  const sessionOf = () => page.evaluate(`JSON.parse(localStorage.getItem('${SESSION_KEY}')).refresh_token`)
  const session = await sessionOf()
  google.consentsWith({ error: 'access_denied' })
  await openBoard(page)
  await connectButton(page).click()
  await expect(failure(page, 'Failed to connect Google Calendar. Please try again.', 'Connection Failed')).toBeVisible()
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  expect(await sessionOf()).toBe(session)
  expect(google.asked.map(({ url }) => url.pathname)).toEqual(['/auth'])

  google.consentsWith({})
  await connect(page)
  await page.getByRole('link', { name: 'Traction' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).not.toHaveURL(/calendar-callback/)
})

test('the calendar with Google’s events is accessible, light and dark', async ({ founder: { page } }) => {
  await openBoard(page, '2026-11-18T10:20:00')
  await connect(page)
  for (const [width, views] of [
    [1440, ['Week', 'Month', 'Day']],
    [390, ['Agenda', 'Day']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await openBoard(page, '2026-11-18T10:20:00')
    for (const view of views) {
      await button(page, view).click()
      await expect(panelOf(page).getByText('Offsite').first()).toBeVisible()
      for (const [colorScheme, rules] of [
        ['light', undefined],
        ['dark', RULES_OF_COLOUR],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        const violations = await axeViolations(page, 'section:has([aria-label="Legend"])', rules)
        expect(violations, `${colorScheme}, ${view}, ${width} px`).toEqual([])
      }
    }
  }
})
