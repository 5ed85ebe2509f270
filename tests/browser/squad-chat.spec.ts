import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, failure, hold, refuse, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const members = [
  'Whole Growth Squad', 'Strategy Lead', 'Growth Expert', 'Product Advisor', 'Engineering Support', 'Founder Support',
] // prettier-ignore

async function opens(page: Page): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('tab', { name: 'Growth Squad' }).click()
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the Growth Squad' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the Growth Squad' })
const recipients = (page: Page) => page.getByRole('button', { name: /^To:/ })

/** Presses each name in the recipients popover. */
async function chooses(page: Page, ...names: string[]): Promise<void> {
  await recipients(page).click()
  for (const name of names) await page.getByRole('checkbox', { name }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
}

test('SPEC 2 squad: the chat is labelled "Online 9 AM - 6 PM EST" and has six team members', async ({
  founder: { page },
}) => {
  await opens(page)
  await expect(page.getByText('Online 9 AM - 6 PM EST')).toBeVisible()
  await recipients(page).click()
  const choices = page.getByRole('checkbox')
  await expect(choices).toHaveCount(members.length)
  for (const [index, name] of members.entries()) await expect(choices.nth(index)).toHaveAccessibleName(name)
})

const hours = (page: Page) => page.getByText(/^(Open|Closed) now/)

for (const { timezoneId, what, now, text } of [
  {
    timezoneId: 'Asia/Tokyo',
    what: 'open beyond midnight',
    now: '2026-01-05T14:30:00Z',
    text: 'Open now, until tomorrow 8:00 AM your time',
  },
  {
    timezoneId: 'America/New_York',
    what: 'before it opens',
    now: '2026-01-05T13:30:00Z',
    text: 'Closed now, opens today 9:00 AM your time',
  },
  {
    timezoneId: 'Europe/Lisbon',
    what: 'the night before New York’s clocks go forward',
    now: '2026-03-07T23:30:00Z',
    text: 'Closed now, opens tomorrow 1:00 PM your time',
  },
  {
    timezoneId: 'Europe/Lisbon',
    what: 'the night before the reader’s clocks go forward',
    now: '2026-03-28T22:30:00Z',
    text: 'Closed now, opens tomorrow 2:00 PM your time',
  },
  {
    timezoneId: 'Asia/Kolkata',
    what: 'on the first of two days off that the operator has listed',
    now: '2027-12-24T15:00:00Z',
    text: 'Closed now, opens Sunday 7:30 PM your time',
  },
]) {
  test.describe(`hours in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test(`SPEC 9 squad: ${what}`, async ({ founder: { page } }) => {
      await page.clock.setFixedTime(now)
      await opens(page)
      await expect(hours(page)).toHaveText(text)
    })
  })
}

test.describe('hours, at 390 px', () => {
  test.use({ timezoneId: 'Europe/Lisbon', viewport: { width: 390, height: 844 } })

  test('SPEC 9 squad: the hours update at 6 PM in New York without a screen reader announcement', async ({
    founder: { page },
  }) => {
    await page.clock.install({ time: '2026-11-01T22:30:00Z' })
    await opens(page)
    await expect(hours(page)).toHaveText('Open now, until 11:00 PM your time')
    await page.clock.pauseAt('2026-11-01T22:59:59Z')
    await expect(hours(page)).toHaveText('Open now, until 11:00 PM your time')
    await page.clock.runFor(1000)
    await expect(hours(page)).toHaveText('Closed now, opens tomorrow 2:00 PM your time')
    await expect(
      page.locator('[aria-live], [role=status], [role=log], [role=alert]').filter({ has: hours(page) }),
    ).toHaveCount(0)
  })

  test('SPEC 9 squad: chat and booking dialog show the hours, and are accessible', async ({ founder: { page } }) => {
    await page.clock.setFixedTime('2027-12-23T23:30:00Z')
    await opens(page)
    await expect(page.getByText('Online 9 AM - 6 PM EST', { exact: true })).toBeVisible()
    await expect(hours(page)).toHaveText('Closed now, opens Sunday 2:00 PM your time')
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await expect(dialog.getByText('Squad: Closed now, opens Sunday 2:00 PM your time')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  })
})

test.describe('recipients', () => {
  test('SPEC 4 squad: the whole squad is the default', async ({ founder: { page } }) => {
    await opens(page)
    await expect(recipients(page)).toHaveText('To: Whole Growth Squad')
    await recipients(page).click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(page.getByRole('checkbox', { name: 'Whole Growth Squad' })).toBeChecked()
  })

  test('SPEC 4 squad: selecting a member deselects the whole squad; more members can be added', async ({
    founder: { page },
  }) => {
    await opens(page)
    await chooses(page, 'Growth Expert')
    await expect(recipients(page)).toHaveText('To: Growth Expert')
    await chooses(page, 'Founder Support')
    await expect(recipients(page)).toHaveText('To: Growth Expert, Founder Support')
  })

  test('SPEC 4 squad: selecting the whole squad deselects all members', async ({ founder: { page } }) => {
    await opens(page)
    await chooses(page, 'Growth Expert', 'Strategy Lead', 'Whole Growth Squad')
    await expect(recipients(page)).toHaveText('To: Whole Growth Squad')
    await recipients(page).click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  })

  test('SPEC 5 squad: without a recipient nothing can be sent, not even with Enter', async ({ founder: { page } }) => {
    await opens(page)
    await chooses(page, 'Growth Expert', 'Growth Expert')
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await box(page).fill('Pricing?')
    await expect(sendButton(page)).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('Pricing?')
    await chooses(page, 'Growth Expert')
    await expect(sendButton(page)).toBeEnabled()
  })
})

test.describe('sending', () => {
  test('SPEC 5 squad: an empty or blank text cannot be sent', async ({ founder: { page } }) => {
    await opens(page)
    await expect(sendButton(page)).toBeDisabled()
    await box(page).fill('   ')
    await expect(sendButton(page)).toBeDisabled()
    await box(page).fill('Pricing?')
    await expect(sendButton(page)).toBeEnabled()
  })

  test('SPEC 5 squad: the stored message begins with "To:" and the ids of the recipients', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await opens(page)
    await chooses(page, 'Strategy Lead', 'Product Advisor')
    await box(page).fill('Pricing?')
    await sendButton(page).click()
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await expect(conversation(page).getByText('Pricing?')).toBeVisible()
    const { data } = await service
      .from('squad_messages')
      .select()
      .eq('user_id', await founder.id())
    expect(data).toMatchObject([{ sender_type: 'user', sender_name: null }])
    expect(data?.[0]?.content).toMatch(/^To: strategy, product\s+Pricing\?$/)
  })

  test('SPEC 5 squad: Enter sends, Shift+Enter adds a new line', async ({ founder, service }) => {
    const { page } = founder
    await opens(page)
    await box(page).pressSequentially('First')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Second')
    await expect(box(page)).toHaveValue('First\nSecond')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
    const { data } = await service
      .from('squad_messages')
      .select('content')
      .eq('user_id', await founder.id())
    expect(data).toEqual([{ content: 'To: whole-squad\n\nFirst\nSecond' }])
  })

  test('SPEC 8 squad: a rejected message shows an error; its text stays and can be sent again', async ({ founder }) => {
    const { page } = founder
    await opens(page)
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
    const refusal = { status: 403, json: { code: '42501', message: 'no' } }
    await page.route('**/rest/v1/squad_messages*', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
    )
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(failure(page, 'Failed to send message')).toBeVisible()
    await expect(box(page)).toHaveValue('Pricing?')
    await expect(conversation(page).getByText('Pricing?')).toHaveCount(0)
    await page.unroute('**/rest/v1/squad_messages*')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
    await expect(conversation(page).getByText('Pricing?')).toHaveCount(1)
    await expect(box(page)).toHaveValue('')
  })

  test('SPEC 2 squad: text and recipients survive a reload', async ({ founder: { page } }) => {
    await opens(page)
    await chooses(page, 'Growth Expert')
    await box(page).fill('Pric')
    await page.reload()
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await expect(box(page)).toHaveValue('Pric')
    await expect(recipients(page)).toHaveText('To: Growth Expert')
  })
})

test.describe('the conversation', () => {
  test('SPEC 7 squad: messages are shown oldest first, the squad’s with its name', async ({ founder, service }) => {
    const { page } = founder
    const user_id = await founder.id()
    const at = (minute: number) => `2026-01-05T10:0${minute}:00Z`
    await service
      .from('squad_messages')
      .insert([
        { user_id, sender_type: 'user', sender_name: null, content: 'To: growth\n\nthird', created_at: at(3) },
        { user_id, sender_type: 'user', sender_name: null, content: 'To: growth\n\nfirst', created_at: at(1) },
        { user_id, sender_type: 'squad', sender_name: 'Upswing Team', content: 'second', created_at: at(2) },
      ])
      .throwOnError()
    await opens(page)
    const messages = conversation(page).getByText(/(first|second|third)$/)
    await expect(messages).toHaveText([/first$/, /second$/, /third$/])
    await expect(conversation(page).getByText('Upswing Team')).toBeVisible()
  })

  test('SPEC 4 squad: an admin’s answer appears on the founder’s open screen', async ({ founder, admin }) => {
    const { page } = founder
    await opens(page)
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
    await admin.page.goto('/admin/squad')
    await admin.page.getByRole('button', { name: founder.firstName }).click()
    await expect(admin.page.getByRole('log').getByText('Pricing?')).toBeVisible()
    await admin.page.getByRole('textbox', { name: /reply/i }).fill('Charge more.')
    await admin.page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(conversation(page).getByText('Charge more.')).toHaveCount(1)
    await expect(conversation(page).getByText('Upswing Team')).toBeVisible()
  })

  test('SPEC 4 squad: an answer appears once, also on a second open screen', async ({ founder, service }) => {
    const { page } = founder
    await opens(page)
    const other = await page.context().newPage()
    await opens(other)
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
    await expect(other.getByText('Your squad is one message away')).toBeVisible()
    await service
      .from('squad_messages')
      .insert({
        user_id: await founder.id(),
        sender_type: 'squad',
        sender_name: 'Upswing Team',
        content: 'Hello there',
      })
      .throwOnError()
    await expect(conversation(page).getByText('Hello there')).toHaveCount(1)
    await expect(conversation(other).getByText('Hello there')).toHaveCount(1)
  })

  test('SPEC 2 squad: shows a loading state while messages load', async ({ founder: { page } }) => {
    const release = await hold(page, '**/rest/v1/squad_messages*')
    await opens(page)
    await expect(page.getByRole('tabpanel').getByText('Loading...')).toBeAttached()
    await expect(page.getByText('Your squad is one message away')).toBeHidden()
    release()
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
  })

  test('SPEC 8 squad: a failed load shows an error, with a retry', async ({ founder: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/squad_messages*')
    await opens(page)
    await expect(failure(page, 'Failed to load messages').first()).toBeVisible()
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your squad is one message away')).toBeVisible()
  })
})
