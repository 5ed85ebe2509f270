import type { Page } from '@playwright/test'
import { expect, failure, hold, SESSION_KEY, test } from './product.ts'

const screens = [
  { item: 'Command Board', path: '/', heading: 'Weekly Command Board' },
  { item: 'Traction', path: '/traction', heading: 'Traction Dashboard' },
  { item: 'Founder Brain', path: '/brain', heading: 'Founder Brain' },
  { item: 'Growth Chat', path: '/chat', heading: 'Growth Command Chat' },
]

const coming = ['Investor Readiness', 'Market Mapping', 'Runway Planner', 'Accounting & Tax Reporting', 'HR & Payroll']

test.describe('sidebar', () => {
  test('SPEC 2 sidebar: four items in order open their screens, and the current one is marked', async ({
    founder: { page },
  }) => {
    const links = page.getByRole('navigation').getByRole('link', { disabled: false })
    await expect(links).toHaveText(screens.map(({ item }) => item))
    for (const { item, path, heading } of screens.toReversed()) {
      await page.getByRole('link', { name: item, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(`Upswing - ${heading}`)
      await expect(page.locator('[aria-current=page]')).toHaveText([item])
    }
  })

  test('SPEC 2 sidebar: five items are COMING SOON, announced as unavailable, skipped by Tab and ignore clicks', async ({
    founder: { page },
  }) => {
    const items = page.getByRole('navigation').getByRole('link', { disabled: true })
    await expect(items).toHaveText(coming.map((item) => `${item}COMING SOON`))
    for (const item of await items.all()) {
      await item.click({ force: true })
      await item.focus()
      await expect(item).not.toBeFocused()
    }
    await expect(page).toHaveURL('/')
  })

  test('SPEC 2 sidebar: COMING SOON items and /command have no screen yet', async ({ founder: { page } }) => {
    for (const path of ['/investor', '/market', '/runway', '/command']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    }
  })

  test('SPEC 2 sidebar: "Welcome back" with the first name, once it is loaded', async ({ founder }) => {
    const { page } = founder
    const release = await hold(page, '**/rest/v1/profiles*')
    await page.reload()
    const card = page.getByRole('complementary')
    await expect(card.getByText('Welcome back')).toBeVisible()
    await expect(card.getByText(founder.firstName)).toBeHidden()
    release()
    await expect(card.getByText(founder.firstName)).toBeVisible()
  })

  test('SPEC 8 sidebar: a failed profile fetch is only logged', async ({ founder: { page } }) => {
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 403, json: { code: '42501' } }))
    const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.args().length > 0)
    await page.reload()
    await logged
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('SPEC 9 sidebar: it is 18rem wide', async ({ founder: { page } }) => {
    expect((await page.getByRole('complementary').boundingBox())?.width).toBe(18 * 16)
  })

  test('SPEC 2 sidebar: Sign Out ends the session, deletes drafts and shows /auth', async ({ founder: { page } }) => {
    await page.getByPlaceholder('Add a goal...').fill('half a goal')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('half a goal')
    await page.goto('/brain')
    await expect(page).toHaveURL('/auth')
  })

  test('SPEC 2 sidebar: a write that fails after Sign Out does not leave a draft', async ({ founder: { page } }) => {
    let fails = () => {}
    const failing = new Promise<void>((resolve) => (fails = resolve))
    await page.route('**/rest/v1/goals*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await failing
      await route.abort()
    })
    await page.getByPlaceholder('Add a goal...').fill('a goal')
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/goals'))
    await page.keyboard.press('Enter')
    await posted
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    fails()
    await expect(failure(page, 'Failed to create goal')).toBeVisible()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('a goal')
  })

  test('SPEC 4 session: signing out in one tab signs out the others', async ({ founder: { page } }) => {
    const other = await page.context().newPage()
    await other.goto('/traction')
    await other.getByRole('heading', { name: 'Traction Dashboard' }).waitFor()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(other).toHaveURL('/auth')
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('fields have letters of 16 px, so that iPhones do not zoom in', async ({ founder: { page } }) => {
    for (const path of ['/', '/chat']) {
      await page.goto(path)
      await page.getByRole('textbox').first().waitFor()
      const sizes = await page.evaluate<string[]>(
        "[...document.querySelectorAll('input, textarea, select')].map((field) => getComputedStyle(field).fontSize)",
      )
      expect(sizes.length).toBeGreaterThan(0)
      expect(sizes.filter((size) => parseFloat(size) < 16)).toEqual([])
    }
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test.beforeEach(async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  })

  test('SPEC 2 sidebar: the drawer holds the same items; following one closes it', async ({ founder: { page } }) => {
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('link', { disabled: false })).toHaveText(screens.map(({ item }) => item))
    await expect(drawer.getByRole('link', { disabled: true })).toHaveCount(coming.length)
    await drawer.getByRole('link', { name: 'Traction' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
  })

  test('SPEC 2 sidebar: the link of the current screen closes the drawer too', async ({ founder: { page } }) => {
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Command Board' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })

  test('SPEC 2 sidebar: Escape closes the drawer and returns the focus to its button', async ({
    founder: { page },
  }) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  })

  test('SPEC 2 sidebar: the drawer schedules a call and signs out', async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await choosesMember(page, 'Growth Expert')
    const [booking] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Continue to Booking' }).click(),
    ])
    await booking.close()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
  })
})

async function choosesMember(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Team Member' }).click()
  await page.getByRole('option', { name }).click()
}

test.describe('schedule-call dialog', () => {
  const members = [
    { id: 'whole-squad', name: 'Whole Growth Squad' },
    { id: 'strategy', name: 'Strategy Lead' },
    { id: 'growth', name: 'Growth Expert' },
    { id: 'product', name: 'Product Advisor' },
  ]

  test.beforeEach(async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
    await page.getByRole('dialog', { name: 'Schedule a Call' }).waitFor()
  })

  test('SPEC 2 call: title, text, placeholder, and Continue is disabled until a member is chosen', async ({
    founder: { page },
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await expect(dialog).toContainText("Choose who you'd like to speak with")
    await expect(dialog.getByRole('combobox', { name: 'Team Member' })).toHaveText('Select team member...')
    await expect(dialog.getByRole('button', { name: 'Continue to Booking' })).toBeDisabled()
    await choosesMember(page, 'Strategy Lead')
    await expect(dialog.getByRole('combobox', { name: 'Team Member' })).toHaveText('Strategy Lead')
    await expect(dialog.getByRole('button', { name: 'Continue to Booking' })).toBeEnabled()
  })

  test('SPEC 2 call: each of four members opens a booking page in a new tab; the dialog closes and resets the choice', async ({
    founder: { page },
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await dialog.getByRole('combobox', { name: 'Team Member' }).click()
    await expect(page.getByRole('option')).toHaveText(members.map(({ name }) => name))
    await page.keyboard.press('Escape')
    for (const { id, name } of members) {
      await choosesMember(page, name)
      const [booking] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: 'Continue to Booking' }).click(),
      ])
      await expect(booking).toHaveURL(`/booking/${id}`)
      await expect(booking.getByRole('heading', { name: `Book a call with ${name}` })).toBeVisible()
      await booking.close()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
      await expect(dialog.getByRole('combobox', { name: 'Team Member' })).toHaveText('Select team member...')
      await expect(dialog.getByRole('button', { name: 'Continue to Booking' })).toBeDisabled()
    }
  })

  test('SPEC 2 call: a booking page is opened by keyboard', async ({ founder: { page } }) => {
    await page.getByRole('combobox', { name: 'Team Member' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Whole Growth Squad' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('option', { name: 'Product Advisor' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Team Member' })).toHaveText('Product Advisor')
    await page.getByRole('button', { name: 'Continue to Booking' }).focus()
    const [booking] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
    await expect(booking).toHaveURL('/booking/product')
  })

  test('SPEC 2 call: members who cannot be booked have no booking page', async ({ founder: { page } }) => {
    await page.goto('/booking/engineer')
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  })
})

test.describe('404 page', () => {
  test('SPEC 2 404: shows its text and a link to home, and logs the path', async ({ founder: { page } }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
    await page.goto('/no/such/page?with=this')
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
    expect((await logged).type()).toBe('error')
    await page.getByRole('button', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Welcome back')).toBeVisible()
  })
})

test.describe('global error screen', () => {
  for (const { kind, message, advice } of [
    {
      kind: 'a network error',
      message: 'NetworkError when attempting to load',
      advice: ['Check your internet connection', 'Try refreshing the page'],
    },
    {
      kind: 'an auth error',
      message: 'Auth session missing!',
      advice: ['Try signing out and signing back in', 'Check if your session has expired'],
    },
    {
      kind: 'a database error',
      message: 'Database is starting up',
      advice: ['This might be a temporary issue', 'Try again in a few moments'],
    },
    {
      kind: 'anything else',
      message: 'x is not a function',
      advice: ['Try refreshing the page', 'If the problem persists, contact support'],
    },
  ]) {
    test(`SPEC 2 error screen: ${kind} suggests "${advice[0]}"`, async ({ founder: { page } }) => {
      // A chunk of the app that throws while it loads.
      const body = `throw new Error(${JSON.stringify(message)})`
      await page.route('**/assets/TractionDashboard*', (route) =>
        route.fulfill({ body, contentType: 'text/javascript' }),
      )
      await page.goto('/traction')
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByRole('listitem')).toHaveText(advice)
    })
  }

  test('SPEC 2 error screen: a server that does not respond is a network error; Refresh Page retries', async ({
    founder: { page },
  }) => {
    await page.route('**/config.json', (route) => route.fulfill({ status: 502, body: '<!doctype html>' }), { times: 1 })
    await page.goto('/brain')
    await expect(page.getByRole('listitem').first()).toHaveText('Check your internet connection')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('heading', { name: 'Founder Brain' })).toBeVisible()
  })

  test('SPEC 2 error screen: an invalid configuration response is not shown as an auth error', async ({
    founder: { page },
  }) => {
    await page.route('**/config.json', (route) => route.fulfill({ body: '<!doctype html>' }))
    await page.goto('/brain')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByRole('listitem').first()).toHaveText('Try refreshing the page')
  })

  test('SPEC 2 error screen: Go to Home opens the board', async ({ founder: { page } }) => {
    await page.route('**/assets/TractionDashboard*', (route) => route.abort())
    await page.goto('/traction')
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })
})
