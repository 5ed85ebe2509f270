import type { Page } from '@playwright/test'
import { ADMIN } from './deployments.ts'
import { axeViolations } from './axe.ts'
import { expect, failure, hold, SESSION_KEY, success, test } from './product.ts'

const everyOtherRoute = [
  '/', '/command', '/traction', '/brain', '/chat', '/nowhere',
  '/admin', '/admin/users', '/admin/squad', '/admin/growth-squad', '/admin/notes',
] // prettier-ignore

const aPerson = { 'First Name': 'Ana', 'Last Name': 'Silva', Email: 'ana@example.com', Password: 'secret123' }
type Fields = Partial<Record<keyof typeof aPerson, string>>

async function fills(page: Page, fields: Fields): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}

async function signsUp(page: Page, fields: Fields): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fills(page, fields)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

async function signsIn(page: Page, fields: Fields): Promise<void> {
  await page.goto('/auth')
  await fills(page, fields)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test.describe('signed out', () => {
  // Relative URLs use the server of this worker.
  test.use({ baseURL: async ({ deployed }, use) => use(deployed.founderUrl) })

  for (const path of everyOtherRoute) {
    test(`SPEC 2 access: ${path} redirects to /auth`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
      await expect(page).toHaveURL('/auth')
    })
  }

  test('a link to a message, as in a mail, leads there after signing in', async ({ page, founder, service }) => {
    const { data } = await service
      .from('squad_messages')
      .insert({ user_id: await founder.id(), content: 'Raise it', sender_type: 'squad', sender_name: 'Team' })
      .select('id')
      .single()
      .throwOnError()
    await page.goto(`/chat?tab=squad#${data.id}`)
    await page.getByLabel('Email').fill(founder.email)
    await page.getByLabel('Password', { exact: true }).fill(founder.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/chat?tab=squad#${data.id}`)
    await expect(page.locator('[aria-current=true]')).toContainText('Raise it')
  })

  test('the next user of a page lands on their own screen, not where the last one signed out', async ({ founder }) => {
    const { page } = founder
    await page.goto('/brain#notes')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin')
  })

  test('SPEC 2 access: the redirect to /auth replaces the history entry, so that Back does not return to it', async ({
    page,
  }) => {
    await page.goto('/auth?before')
    await page.goto('/traction')
    await expect(page).toHaveURL('/auth')
    await page.goBack()
    await expect(page).toHaveURL('/auth?before')
  })

  test('SPEC 2 /auth: the product’s name and tagline, two tabs, Sign In first', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Upswing' })).toBeVisible()
    await expect(page.getByText('Your AI-powered growth co-founder')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up'])
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveTitle('Upswing - AI-Powered Founder Growth Platform')
    // Providers are shown only if the operator has configured some.
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  })

  for (const { tab, labels } of [
    { tab: 'Sign In', labels: ['Email', 'Password'] },
    { tab: 'Sign Up', labels: ['First Name', 'Last Name', 'Email', 'Password'] },
  ]) {
    test(`SPEC 2 /auth: ${tab} has the required fields ${labels.join(', ')}`, async ({ page }) => {
      await page.goto('/auth')
      await page.getByRole('tab', { name: tab }).click()
      const panel = page.getByRole('tabpanel', { name: tab })
      await expect(panel.locator('label')).toHaveText(labels)
      for (const label of labels) {
        await expect(panel.getByLabel(label, { exact: true })).toHaveAttribute('required')
      }
      await expect(panel.getByLabel('Email')).toHaveAttribute('type', 'email')
      await expect(panel.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    })
  }

  test('SPEC 2 /auth: typed text stays when the tab is changed', async ({ page }) => {
    await page.goto('/auth')
    await fills(page, { Email: 'ana@example.com' })
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com')
  })

  test('SPEC 2 /auth: while signing in the button reads "Signing in..." and is disabled', async ({ page }) => {
    const release = await hold(page, '**/auth/v1/token?grant_type=password')
    await signsIn(page, { Email: 'unknown@example.com', Password: 'secret123' })
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    release()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  })

  test('SPEC 2 /auth: while signing up the button reads "Creating account..." and is disabled', async ({ page }) => {
    const release = await hold(page, '**/auth/v1/signup*')
    await signsUp(page, { ...aPerson, Email: ADMIN.email })
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
    release()
    await expect(page.getByRole('button', { name: 'Sign Up' })).toBeEnabled()
  })

  for (const { what, fields, message } of [
    { what: 'an empty form', fields: {}, message: 'First name is required' },
    { what: 'an empty first name', fields: { ...aPerson, 'First Name': '' }, message: 'First name is required' },
    { what: 'a blank first name', fields: { ...aPerson, 'First Name': '  ' }, message: 'First name is required' },
    { what: 'a first name alone', fields: { 'First Name': 'Ana' }, message: 'Last name is required' },
    { what: 'an empty last name', fields: { ...aPerson, 'Last Name': '' }, message: 'Last name is required' },
    { what: 'two names alone', fields: { 'First Name': 'A', 'Last Name': 'S' }, message: 'Invalid email address' },
    { what: 'a bad email', fields: { ...aPerson, Email: 'ana@' }, message: 'Invalid email address' },
    {
      what: 'a password of 5 characters',
      fields: { ...aPerson, Password: '12345' },
      message: 'Password must be at least 6 characters',
    },
  ]) {
    test(`SPEC 5 sign-up: ${what} shows "${message}"`, async ({ page }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await signsUp(page, fields)
      await expect(failure(page, message, 'Validation error')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign Up' })).toBeEnabled()
      expect(requests).not.toContain('/auth/v1/signup')
    })
  }

  for (const { what, fields, message } of [
    { what: 'an empty form', fields: {}, message: 'Invalid email address' },
    { what: 'a bad email', fields: { Email: 'ana', Password: 'secret123' }, message: 'Invalid email address' },
    {
      what: 'a password of 5 characters',
      fields: { Email: 'ana@example.com', Password: '12345' },
      message: 'Password must be at least 6 characters',
    },
  ]) {
    test(`SPEC 5 sign-in: ${what} shows "${message}"`, async ({ page }) => {
      await signsIn(page, fields)
      await expect(failure(page, message, 'Validation error')).toBeVisible()
    })
  }

  test('SPEC 5 sign-up: accepts a name of 1 and a password of 6 characters', async ({ page }) => {
    await signsUp(page, { 'First Name': 'A', 'Last Name': 'B', Email: 'short@example.com', Password: 'horse7' })
    await expect(success(page, 'Account created successfully. Redirecting...', 'Success!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Welcome back')).toBeVisible()
  })

  test('SPEC 8 sign-up: an address with an account shows an error, and the typed text stays', async ({ page }) => {
    await signsUp(page, { ...aPerson, Email: ADMIN.email })
    await expect(
      failure(page, 'This email is already registered. Please sign in instead.', 'Account already exists'),
    ).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('First Name')).toHaveValue('Ana')
  })

  test('SPEC 8 sign-up: any other error is "Sign up failed" with the service’s message', async ({ page }) => {
    await signsUp(page, { ...aPerson, Password: 'x'.repeat(73) })
    await expect(failure(page, 'Password cannot be longer than 72 characters', 'Sign up failed')).toBeVisible()
  })

  test('SPEC 8 sign-up: a lost network is "Sign up failed"; the next try succeeds without a reload', async ({
    page,
  }) => {
    await page.route('**/auth/v1/signup*', (route) => route.abort(), { times: 1 })
    await signsUp(page, { ...aPerson, Email: 'again@example.com' })
    await expect(failure(page, 'Failed to fetch', 'Sign up failed')).toBeVisible()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(success(page, 'Account created successfully. Redirecting...', 'Success!')).toBeVisible()
  })

  test('SPEC 8 sign-in: a wrong password and an unknown address show the same message', async ({ page }) => {
    for (const Email of [ADMIN.email, 'unknown@example.com']) {
      await signsIn(page, { Email, Password: 'not-the-one' })
      await expect(failure(page, 'Wrong email or password. Please try again.', 'Invalid credentials')).toBeVisible()
      await expect(page).toHaveURL('/auth')
    }
  })

  test('SPEC 8 sign-in: any other error is "Sign in failed" with the service’s message', async ({ page }) => {
    const json = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }
    await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 429, json }))
    await signsIn(page, { Email: ADMIN.email, Password: ADMIN.password })
    await expect(failure(page, 'Request rate limit reached', 'Sign in failed')).toBeVisible()
  })

  test('SPEC 8 sign-in: an admin is welcomed and lands at /admin', async ({ page }) => {
    await signsIn(page, { Email: ADMIN.email, Password: ADMIN.password })
    await expect(success(page, 'Redirecting to admin panel...', 'Welcome back, Admin!')).toBeVisible()
    await expect(page).toHaveURL('/admin')
  })
})

test('a page whose scripts do not load shows an error after a while, with a retry', async ({ page, deployed }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${deployed.founderUrl}/auth`)
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toBeHidden()
  await expect(again).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/assets/*.js')
  await again.click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('SPEC 8 sign-in: a founder is welcomed; Enter in the last field submits', async ({
  founder: { page, ...founder },
}) => {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await fills(page, { Email: founder.email, Password: founder.password })
  await page.keyboard.press('Enter')
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('SPEC 8 sign-in: a failed admin check means not admin', async ({ founder: { page, ...founder } }) => {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.route('**/rest/v1/user_roles*', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await fills(page, { Email: founder.email, Password: founder.password })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
})

test('SPEC 2 /auth: landing at /command, the default, shows the 404 page after sign-up and after sign-in', async ({
  page,
  deployed,
}) => {
  await page.route('**/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...config, landingPath: '/command' } })
  })
  const fields = { ...aPerson, Email: 'lands@example.com' }
  await page.goto(`${deployed.founderUrl}/auth`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fills(page, fields)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page).toHaveURL(`${deployed.founderUrl}/command`)
  await expect(page.getByRole('button', { name: 'Return to Home' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await fills(page, { Email: fields.Email, Password: fields.Password })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page).toHaveURL(`${deployed.founderUrl}/command`)
})

test.describe('a session that has expired', () => {
  /** Changes the stored session to one that has expired. */
  const expire = (page: Page, change: object = {}) =>
    page.evaluate(
      `localStorage.setItem('${SESSION_KEY}', JSON.stringify({
        ...JSON.parse(localStorage.getItem('${SESSION_KEY}')), expires_at: 1, ...${JSON.stringify(change)} }))`,
    )

  test('SPEC 2 access: a spinner shows while the session is loading, then the requested screen', async ({
    founder: { page },
  }) => {
    // A URL without the app, which would refresh the session.
    await page.goto('/config.json')
    await expire(page)
    const release = await hold(page, '**/auth/v1/token?grant_type=refresh_token')
    await page.goto('/traction')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page).toHaveURL('/traction')
    release()
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
  })

  test('SPEC 4 session: a rejected refresh removes the session', async ({ founder: { page } }) => {
    await expire(page, { refresh_token: 'unknown' })
    await page.goto('/traction')
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
  })
})

test('a session that was revoked elsewhere redirects to /auth with the next request', async ({ founder }) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await (await founder.elsewhere()).signOut({ scope: 'others' })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await expect(page).toHaveURL('/auth')
})

test.describe('/calendar-callback', () => {
  const exchange = '**/functions/v1/google-calendar-auth'

  /** Waits for a state of the page, and stops the clock there: later events wait until the test advances it. */
  async function stopsClockAt(page: Page, state: string): Promise<void> {
    const shown = page.getByText(state, { exact: true })
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(shown).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [0], timeout: 10_000 })
  }

  async function returnsFromGoogle(page: Page, query: string): Promise<void> {
    await page.goto('about:blank')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 5000)
    await page.goto(`/calendar-callback${query}`)
  }

  test('SPEC 2 callback: "Connecting your calendar..." with a spinner, then "Calendar connected successfully!"; after 1.5 s it returns to /', async ({
    founder: { page },
  }) => {
    await page.route(exchange, (route) => route.fulfill({ json: { connected: true } }))
    const release = await hold(page, exchange)
    const requests = page.waitForRequest(exchange)
    await returnsFromGoogle(page, '?code=from-google')
    await stopsClockAt(page, 'Connecting your calendar...')
    await expect(page.getByRole('status', { name: 'Connecting' })).toBeVisible()
    expect((await requests).postDataJSON()).toEqual({ code: 'from-google' })
    release()
    await stopsClockAt(page, 'Calendar connected successfully!')
    await page.clock.runFor(1400)
    await expect(
      success(page, 'Your Google Calendar has been successfully connected.', 'Calendar Connected!'),
    ).toBeVisible()
    await expect(page).toHaveURL('/calendar-callback?code=from-google')
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/')
  })

  for (const { what, query, title, description, status } of [
    {
      what: 'a refusal by the calendar service',
      query: '?error=access_denied',
      title: 'Connection Failed',
      description: 'Failed to connect Google Calendar. Please try again.',
    },
    {
      what: 'a missing code',
      query: '',
      title: 'Invalid Response',
      description: 'No authorization code received.',
    },
    {
      what: 'a failing exchange',
      query: '?code=from-google',
      status: 500,
      title: 'Connection Error',
      description: 'Failed to complete calendar connection. Please try again.',
    },
  ]) {
    test(`SPEC 8 callback: ${what} is "${title}"; after 2 s it returns to /`, async ({ founder: { page } }) => {
      if (status) await page.route(exchange, (route) => route.fulfill({ status, json: { error: 'broken' } }))
      await returnsFromGoogle(page, query)
      await stopsClockAt(page, 'Connection failed')
      await page.clock.runFor(1900)
      await expect(failure(page, description, title)).toBeVisible()
      await expect(page).toHaveURL(`/calendar-callback${query}`)
      await page.clock.runFor(200)
      await expect(page).toHaveURL('/')
    })
  }

  test('SPEC 8 callback: without a session it is "Connection Error"; the page itself is public', async ({
    page,
    deployed,
  }) => {
    await page.goto(`${deployed.founderUrl}/calendar-callback?code=from-google`, { waitUntil: 'commit' })
    await expect(page.getByText('Connection failed', { exact: true })).toBeVisible()
    await expect(
      failure(page, 'Failed to complete calendar connection. Please try again.', 'Connection Error'),
    ).toBeVisible()
    await expect(page).toHaveURL(`${deployed.founderUrl}/auth`)
  })
})
