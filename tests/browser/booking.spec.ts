import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { expectAccessible } from './axe.ts'
import { Admin, expect, test } from './product.ts'

const day = (page: Page) => page.getByRole('group', { name: 'Day' }).getByRole('radio')
const time = (page: Page) => page.getByRole('group', { name: /GMT|UTC|E[SD]T/ }).getByRole('radio')
const topic = (page: Page) => page.getByLabel('What would you like to talk about?')

/** Chooses the n-th day and its first time. @returns the label of the time */
async function chooses(page: Page, nthDay: number): Promise<string> {
  await day(page).nth(nthDay).check({ force: true })
  const first = time(page).first()
  await first.check({ force: true })
  return (await first.locator('..').textContent()) ?? ''
}

async function books(page: Page, nthDay: number): Promise<string> {
  const label = await chooses(page, nthDay)
  await page.getByRole('button', { name: 'Book the Call' }).click()
  await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeFocused()
  return label
}

/** Opens the booking page from the dialog, in a new tab. */
async function opensFromDialog(page: Page, member: string): Promise<Page> {
  await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
  await page.getByRole('combobox', { name: 'Team Member' }).selectOption(member)
  const [booking] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue to Booking' }).click(),
  ])
  return booking
}

/** A page of a visitor who is not signed in. */
async function visitorPage(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage()
}

test('a founder books a call in a new tab; the token is removed from the URL, and the mail’s links move and cancel the call', async ({
  founder: { page, email },
  deployed,
  browser,
}) => {
  // The dialog passes a token to the tab; without one the tab would request its own.
  const begun = page.waitForResponse('**/functions/v1/booking')
  await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
  await begun
  await page.keyboard.press('Escape')
  const booking = await opensFromDialog(page, 'Strategy Lead')
  await expect(booking).toHaveURL('/booking/strategy')
  await expect(booking.getByRole('heading', { name: 'Book a call with Strategy Lead' })).toBeVisible()
  await topic(booking).fill('Which market first?')
  const label = await books(booking, 3)
  await expect(booking.getByText(new RegExp(`^Strategy Lead, .* ${label.replace(/ [AP]M$/, '')}`))).toBeVisible()
  await expect(booking.getByText('Which market first?')).toBeVisible()

  const [file] = await Promise.all([
    booking.waitForEvent('download'),
    booking.getByRole('button', { name: 'Add to Calendar' }).click(),
  ])
  const ics = await readFile(await file.path(), 'utf8')
  expect(ics).toContain('SUMMARY:Call: Strategy Lead')

  // A reload shows it again.
  await booking.reload()
  await expect(booking.getByRole('heading', { name: 'Your call', exact: true })).toBeVisible()
  await booking.close()

  const links = await mailedLinks(deployed.dataDir, email)
  const visitor = await visitorPage(browser, deployed.founderUrl)
  await visitor.goto(links.move.replace(/^https?:\/\/[^/]+/, ''))
  await expect(visitor).toHaveURL('/booking/strategy')
  await expect(visitor.getByRole('button', { name: 'Keep the Time' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Choose a new time' })).toBeFocused()
  await chooses(visitor, 4)
  await visitor.getByRole('button', { name: 'Move the Call' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your call was moved' })).toBeFocused()

  await visitor.goto('about:blank')
  await visitor.goto(links.cancel.replace(/^https?:\/\/[^/]+/, ''))
  const dialog = visitor.getByRole('alertdialog', { name: 'Cancel this call?' })
  await dialog.getByRole('button', { name: 'Keep It' }).press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Your call', exact: true })).toBeFocused()
  await visitor.getByRole('button', { name: 'Cancel Call' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel Call' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your call is cancelled' })).toBeFocused()
  await expectAccessible(visitor, 'cancelled')
  await visitor.getByRole('button', { name: 'Book Another Call' }).click()
  await expect(visitor.getByText('To book a call, sign in')).toBeVisible()
  await expectAccessible(visitor, 'visitor')
  await visitor.context().close()
})

test('books a call by keyboard: day, time, topic, Enter; then the list of upcoming calls shows it', async ({
  founder: { page },
}) => {
  // The operator has set a link to join.
  await page.route('**/functions/v1/booking', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { call?: object }
    const join = 'https://meet.example/growth'
    await route.fulfill({ response, json: { ...answer, ...(answer.call && { call: { ...answer.call, join } }) } })
  })
  await page.goto('/booking/growth')
  await day(page).first().focus()
  for (let press = 0; press < 9; press++) await page.keyboard.press('ArrowRight')
  await expect(day(page).nth(9)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(time(page).nth(1)).toBeChecked()
  await topic(page).focus()
  await page.keyboard.type('Churn')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your call is booked' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Join the call' })).toBeVisible()
  await expectAccessible(page, 'booked')
  await page.getByRole('button', { name: 'Book Another Call' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Book a call with Growth Expert' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Your calls ahead' })).toBeVisible()
  await expectAccessible(page, 'free times and calls ahead')
  await page.getByRole('button', { name: /Change the call on/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your call', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new time' })).toBeFocused()
  // The day of the call.
  await expect(day(page).nth(9)).toBeChecked()
  await expectAccessible(page, 'moving')
  await page.getByRole('button', { name: 'Keep the Time' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your call', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel Call' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep It' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your call', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Call' })).toBeFocused()
})

test('on a phone all days fit the width, and the arrow keys move between rows', async ({ founder: { page } }) => {
  for (const width of [375, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/booking/growth')
    await expect(day(page).first()).toBeVisible()
    const labels = await page.getByRole('group', { name: 'Day', exact: true }).locator('label').all()
    expect(labels.length).toBeGreaterThan(20)
    for (const label of labels) {
      const { x = -1, width: across = 0 } = (await label.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + across).toBeLessThanOrEqual(width)
      // No horizontal overflow.
      expect((await label.locator('span').last().boundingBox())?.width).toBeLessThan(across)
    }
  }
  await day(page).first().focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
  await expect(day(page).nth(4)).toBeChecked()
  await chooses(page, 4)
  await page.route('**/functions/v1/booking', (route) =>
    route.fulfill({ status: 409, json: { error: 'taken', code: 'taken' } }),
  )
  await page.getByRole('button', { name: 'Book the Call' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page, 'taken')
})

test.describe('in Kathmandu', () => {
  test.use({ timezoneId: 'Asia/Kathmandu', founderOpens: 'about:blank' })

  test('times are shown in the user’s time zone, or in the squad’s or UTC if chosen', async ({
    founder: { page: there },
  }) => {
    await there.goto('/booking/growth')
    await day(there).nth(2).check({ force: true })
    await expect(there.getByRole('group', { name: /GMT\+5:45/ })).toBeVisible()
    // Nine in New York is 19:45 there, or 18:45 in New York's summer.
    await expect(there.getByRole('radio', { name: /^[78]:45 PM$/ }).first()).toBeVisible()
    const zone = there.getByRole('combobox', { name: 'Time zone' })
    await zone.selectOption('America/New_York')
    await expect(time(there).first().locator('..')).toHaveText('9:00 AM')
    // The booking is shown in the selected zone, in the list too, and moved in it.
    await books(there, 2)
    const notice = there.getByText(/, 9:00 AM – 9:30 AM E[SD]T$/)
    await expect(notice).toBeVisible()
    await there.getByRole('button', { name: 'Book Another Call' }).click()
    await expect(
      there.getByRole('region', { name: 'Your calls ahead' }).getByText(/9:00 AM – 9:30 AM E[SD]T$/),
    ).toBeVisible()
    await there.getByRole('button', { name: /Change the call on .* 9:00 AM/ }).click()
    await expect(notice).toBeVisible()
    await there.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(zone).toHaveValue('America/New_York')
  })
})

test('opens an external booking page instead, without data about the founder', async ({ founder: { page } }) => {
  const elsewhere = 'http://127.0.0.1:9/{member}'
  await page.context().route('**/config.json', async (route) => {
    // The clock is compared with the server's by another request for it.
    if (route.request().method() === 'HEAD') return route.continue()
    const config = (await (await route.fetch()).json()) as object
    return route.fulfill({ json: { ...config, booking: { url: elsewhere } } })
  })
  const opened: string[] = []
  await page.context().route('http://127.0.0.1:9/**', async (route) => {
    opened.push(route.request().url())
    await route.fulfill({ body: 'Elsewhere' })
  })
  const dialog: string[] = []
  page.context().on('request', (request) => void (request.url().endsWith('/booking') && dialog.push(request.url())))
  await page.goto('/')
  const outside = await opensFromDialog(page, 'Whole Growth Squad')
  await expect(outside.getByText('Elsewhere')).toBeVisible()
  await page.goto('/booking/growth').catch(() => undefined)
  await expect(page.getByText('Elsewhere')).toBeVisible()
  expect(opened).toEqual(['http://127.0.0.1:9/whole-squad', 'http://127.0.0.1:9/growth'])
  expect(dialog).toEqual([])
})

test('admins see bookings and cancellations on the open screen', async ({ founder, admin }) => {
  const calls = admin.page.getByRole('region', { name: 'Upcoming Calls' })
  await expect(calls).toBeVisible()
  await founder.page.goto('/booking/growth')
  await topic(founder.page).fill('What do investors ask?')
  await books(founder.page, 1)
  const call = calls.getByRole('listitem').filter({ hasText: founder.firstName })
  await expect(call).toContainText('What do investors ask?')
  await expect(call).toContainText('Growth Expert')
  await expectAccessible(admin.page, 'dashboard')
  const elsewhere = await admin.page.context().newPage()
  await new Admin(elsewhere).opensDetailsOf(founder.firstName)
  await expect(elsewhere.getByRole('tabpanel', { name: 'Overview' })).toContainText('What do investors ask?')
  await elsewhere.close()
  await founder.page.getByRole('button', { name: 'Cancel Call' }).click()
  await founder.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Call' }).click()
  await expect(call).toHaveCount(0)
})

/** The links in the newest mail to an address. */
async function mailedLinks(dataDir: string, email: string): Promise<{ move: string; cancel: string }> {
  const outbox = join(dataDir, 'outbox')
  let text = ''
  await expect(async () => {
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).sort()
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))))
    text = mails.findLast(({ to }) => to?.some(({ address }) => address === email))?.text ?? ''
    expect(text).toContain('#manage=')
  }).toPass({ timeout: 60_000 })
  const [move = '', cancel = ''] = text.match(/http\S+#manage=\S+/g) ?? []
  return { move, cancel }
}
