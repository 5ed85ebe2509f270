import { expect, SESSION_KEY, test } from './product.ts'

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 }, founderOpens: 'about:blank' })

  test('SPEC 9 sidebar: it is 18rem wide, with COMING SOON beside its items in one column; all screens have one width', async ({
    founder: { page },
  }) => {
    const edges = new Set<string>()
    for (const path of ['/', '/traction', '/brain?tab=check-ins', '/chat', '/chat?tab=squad']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const screen = await page.locator('#content > :last-child').boundingBox()
      edges.add(`${screen?.x} to ${(screen?.x ?? 0) + (screen?.width ?? 0)}`)
    }
    expect([...edges]).toHaveLength(1)

    expect((await page.getByRole('complementary').boundingBox())?.width).toBe(18 * 16)
    const tags = await page.getByText('COMING SOON').all()
    expect(tags).toHaveLength(5)
    const lefts = new Set<number | undefined>()
    for (const tag of tags) {
      const [box, row] = [await tag.boundingBox(), await tag.locator('xpath=..').boundingBox()]
      lefts.add(box?.x)
      // On the first line of its row.
      expect((box?.y ?? 0) - (row?.y ?? 0)).toBeLessThan(8)
    }
    expect(lefts.size).toBe(1)
  })
})

test('SPEC 4 session: signing out in one tab ends the session, deletes drafts and signs out the others', async ({
  founder: { page },
}) => {
  const other = await page.context().newPage()
  await other.goto('/traction')
  await other.getByRole('heading', { name: 'Traction Dashboard' }).waitFor()
  await page.getByPlaceholder('Add a goal...').fill('half a goal')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/auth')
  expect(await page.evaluate(`localStorage.getItem('${SESSION_KEY}')`)).toBeNull()
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('half a goal')
  await page.goto('/brain')
  await expect(page).toHaveURL('/auth')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, founderOpens: 'about:blank' })

  test('SPEC 2 sidebar: Escape returns the focus from the drawer; it schedules a call and signs out; fields have letters of 16 px, so that iPhones do not zoom in', async ({
    founder: { page },
  }) => {
    for (const path of ['/chat', '/']) {
      await page.goto(path)
      await page.getByRole('textbox').first().waitFor()
      const sizes = await page.evaluate<string[]>(
        "[...document.querySelectorAll('input, textarea, select')].map((field) => getComputedStyle(field).fontSize)",
      )
      expect(sizes.length).toBeGreaterThan(0)
      expect(sizes.filter((size) => parseFloat(size) < 16)).toEqual([])
    }
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.waitFor()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a Call' })
    await page.getByRole('combobox', { name: 'Team Member' }).selectOption('Growth Expert')
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

test('SPEC 2 call: a booking page is opened by keyboard, and its list has the focus after a choice and after Escape; members who cannot be booked have none', async ({
  founder: { page },
}) => {
  await page.getByRole('button', { name: 'Schedule Call with Squad' }).click()
  const member = page.getByRole('dialog', { name: 'Schedule a Call' }).getByRole('combobox', { name: 'Team Member' })
  await member.focus()
  for (const last of ['Enter', 'Escape']) {
    for (const key of ['Enter', 'ArrowDown', last]) await page.keyboard.press(key)
    await expect(member).toBeFocused()
  }
  await expect(member).toHaveValue('strategy')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Continue to Booking' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await member.selectOption('Whole Growth Squad')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Whole Growth Squad' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('option', { name: 'Product Advisor' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Team Member' })).toHaveValue('product')
  await page.getByRole('button', { name: 'Continue to Booking' }).focus()
  const [booking] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(booking).toHaveURL('/booking/product')
  await expect(booking.getByRole('heading', { name: 'Book a call with Product Advisor' })).toBeVisible()
  await booking.goto('/booking/engineer')
  await expect(booking.getByRole('heading', { name: '404' })).toBeVisible()
})

test.describe('global error screen', () => {
  test.use({ founderOpens: 'about:blank' })

  test('SPEC 2 error screen: a screen that throws while it loads says why; Go to Home opens the board', async ({
    founder: { page },
  }) => {
    // A chunk of the app that throws while it loads.
    const body = 'throw new Error("Database is starting up")'
    await page.route('**/assets/TractionDashboard*', (route) => route.fulfill({ body, contentType: 'text/javascript' }))
    await page.goto('/traction')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText('Database is starting up')).toBeVisible()
    await expect(page.getByRole('listitem').first()).toHaveText('This might be a temporary issue')
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  })

  test('SPEC 2 error screen: a server that does not respond is a network error, an invalid configuration is no auth error; Refresh Page retries', async ({
    founder: { page },
  }) => {
    await page.route('**/config.json', (route) => route.fulfill({ status: 502, body: '<!doctype html>' }), { times: 1 })
    await page.goto('/brain')
    await expect(page.getByRole('listitem').first()).toHaveText('Check your internet connection')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('heading', { name: 'Founder Brain' })).toBeVisible()
    await page.route('**/config.json', (route) => route.fulfill({ body: '<!doctype html>' }))
    await page.goto('/brain')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByRole('listitem').first()).toHaveText('Try refreshing the page')
  })
})
