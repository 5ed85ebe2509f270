import type { Page } from '@playwright/test'
import { expect, failure, receives, hold, holdAnswer, refuse, success, test } from './product.ts'

const goal = (page: Page, text: string) => page.getByRole('checkbox', { name: text })
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

test('what the board shows is requested while its frame still loads, and once', async ({ founder: { page } }) => {
  await page.goto('about:blank')
  // Each join of live changes refetches.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {})
  const requested: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url()) ?? []
    if (name !== undefined && name !== 'mark_board_seen') requested.push(name)
  })
  const letGo = await holdAnswer(page, /\/assets\/FounderLayout-/)
  await page.goto('/', { waitUntil: 'commit' })
  const ahead = ['decisions', 'goal_counts', 'goals', 'goals_left_over', 'profiles', 'this_week', 'traction_loops', 'weekly_checkins'] // prettier-ignore
  await expect.poll(() => requested.toSorted()).toEqual(ahead)
  letGo()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await expect.poll(() => requested.toSorted()).toEqual([...ahead, 'squad_bookings'].toSorted())
})

test.describe('goals', () => {
  test('SPEC 2 goals: four tabs, Weekly first; each adds to and lists its own period, newest first', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const tabs = page.getByRole('tablist', { name: 'Goal period' }).getByRole('tab')
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
    const periods = ['Weekly', 'Monthly', 'Quarterly', 'Yearly']
    for (const [index, period] of periods.entries()) {
      await expect(tabs.nth(index)).toHaveAccessibleName(period)
      await tabs.nth(index).click()
      await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
      await founder.addsGoal(`${period} one`)
      await founder.addsGoal(`${period} two`)
      await expect(page.getByRole('checkbox')).toHaveCount(2)
      await expect(page.getByText(/^\w+ly (one|two)$/)).toHaveText([`${period} two`, `${period} one`])
    }
    const { data } = await service
      .from('goals')
      .select('text, period, completed')
      .eq('user_id', await founder.id())
    expect(data).toHaveLength(8)
    expect(data).toContainEqual({ text: 'Quarterly one', period: 'quarterly', completed: false })
  })

  test('SPEC 4 goals: a change that arrives while older goals load is shown afterwards', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const goals = Array.from({ length: 60 }, (_, day) => ({
      user_id, text: `Goal ${day}`, period: 'weekly' as const, created_at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    })) // prettier-ignore
    await service.from('goals').insert(goals).throwOnError()
    await page.goto('about:blank')
    const [joined, received] = [receives(page, /goals:.*Subscribed/), receives(page, /"The newest"/)]
    await page.goto('/')
    await expect(goal(page, 'Goal 59')).toBeVisible()
    await joined
    const olderGoals = /rest\/v1\/goals\?.*created_at=lte/
    const letGo = await holdAnswer(page, olderGoals)
    // What is loaded above the list moves it, so that a turn of the wheel may miss it.
    const scrollsUntil = (isReached: () => Promise<void>, pixels: number) =>
      expect(async () => {
        await page.getByRole('tabpanel').hover()
        await page.mouse.wheel(0, pixels)
        await isReached()
      }).toPass()
    let isLoadingOlder = false
    page.on('request', (request) => (isLoadingOlder ||= olderGoals.test(request.url())))
    await scrollsUntil(() => expect.poll(() => isLoadingOlder, { timeout: 1_000 }).toBe(true), 10_000)
    await service.from('goals').insert({ user_id, text: 'The newest', period: 'weekly' }).throwOnError()
    await received
    letGo()
    // The list is virtualized: rows outside the view are added while scrolling.
    const scrollsTo = (text: string, pixels: number) =>
      scrollsUntil(() => expect(goal(page, text)).toBeVisible({ timeout: 500 }), pixels)
    await scrollsTo('Goal 0', 10_000)
    await scrollsTo('The newest', -20_000)
  })

  test('SPEC 2 goals: the plus button adds a goal too, and the input is empty afterwards', async ({
    founder: { page },
  }) => {
    await page.getByPlaceholder('Add a goal...').fill('Ten demos booked')
    await page.getByRole('button', { name: 'Add goal' }).click()
    await expect(success(page, 'Goal created')).toBeVisible()
    await expect(goal(page, 'Ten demos booked')).toBeVisible()
    await expect(page.getByPlaceholder('Add a goal...')).toHaveValue('')
  })

  for (const blank of ['', '   ']) {
    test(`SPEC 5 goals: "${blank}" is ignored`, async ({ founder: { page } }) => {
      const written: string[] = []
      page.on('request', (request) => request.method() === 'POST' && written.push(request.url()))
      await page.getByPlaceholder('Add a goal...').fill(blank)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Add goal' }).click()
      await page.getByRole('tab', { name: 'Monthly' }).click()
      await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
      expect(written.filter((url) => !url.includes('/rpc/mark_board_seen'))).toEqual([])
      await expect(page.getByRole('status').filter({ hasText: 'Goal' })).toHaveCount(0)
    })
  }

  test('SPEC 5 goals: leading and trailing spaces are removed', async ({ founder }) => {
    await founder.addsGoal('  Ten demos  ')
    await expect(founder.page.getByText('Ten demos', { exact: true })).toHaveText('Ten demos')
  })

  test('SPEC 4 goals: a click toggles completion, without a notice, and the state persists', async ({ founder }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos')
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    await founder.ticksGoal('Ten demos')
    await expect(goal(page, 'Ten demos')).toBeChecked()
    await page.reload()
    await expect(goal(page, 'Ten demos')).toBeChecked()
    await founder.ticksGoal('Ten demos')
    await expect(goal(page, 'Ten demos')).not.toBeChecked()
    await expect(success(page, 'Goal created')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(goal(page, 'Ten demos')).toBeVisible()
    await expect(goal(page, 'Ten demos')).not.toBeChecked()
  })

  test('SPEC 2 goals: the delete button shows on hover and deletes permanently', async ({ founder }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos')
    const button = page.getByRole('button', { name: /Delete.*Ten demos/ })
    await page.mouse.move(0, 0)
    await expect(button).toHaveCSS('opacity', '0')
    await page.getByText('Ten demos').hover()
    await expect(button).toHaveCSS('opacity', '1')
    await button.click()
    await expect(success(page, 'Goal deleted')).toBeVisible()
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  })

  test('SPEC 2 goals: deleting the last goal moves the focus to the input', async ({ founder }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos')
    await expect(goal(page, 'Ten demos')).toBeEnabled()
    await page.getByRole('button', { name: 'Delete goal: Ten demos' }).focus()
    await page.keyboard.press('Enter')
    await expect(goal(page, 'Ten demos')).toBeHidden()
    await expect(page.getByPlaceholder('Add a goal...')).toBeFocused()
  })

  test('SPEC 2 goals: a goal is added, toggled and deleted by keyboard', async ({ founder: { page } }) => {
    await page.getByPlaceholder('Add a goal...').focus()
    await page.keyboard.type('Ten demos')
    await page.keyboard.press('Enter')
    await expect(goal(page, 'Ten demos')).toBeEnabled()
    await goal(page, 'Ten demos').focus()
    await page.keyboard.press('Space')
    await expect(goal(page, 'Ten demos')).toBeChecked()
    await page.keyboard.press('Tab')
    const button = page.getByRole('button', { name: /Delete.*Ten demos/ })
    await expect(button).toBeFocused()
    await expect(button).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await expect(success(page, 'Goal deleted')).toBeVisible()
  })

  test('SPEC 2 goals: the arrow keys change the period', async ({ founder: { page } }) => {
    await page.getByRole('tab', { name: 'Weekly' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Monthly' })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Monthly' })).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.getByRole('tabpanel', { name: 'Yearly' })).toBeVisible()
  })

  test('SPEC 2 goals: on touch screens the delete button is visible without hovering', async ({ browser, founder }) => {
    await founder.addsGoal('Ten demos')
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      baseURL: new URL(founder.page.url()).origin,
      storageState: await founder.page.context().storageState(),
    })
    const phone = await context.newPage()
    await phone.goto('/')
    await goal(phone, 'Ten demos').tap()
    await expect(goal(phone, 'Ten demos')).toBeChecked()
    await expect(goal(founder.page, 'Ten demos')).toBeChecked()
    const button = phone.getByRole('button', { name: /Delete.*Ten demos/ })
    await expect(button).toHaveCSS('opacity', '1')
    await button.tap()
    await expect(success(phone, 'Goal deleted')).toBeVisible()
    await expect(founder.page.getByText('No goals yet. Add one below!')).toBeVisible()
    await context.close()
  })

  test('SPEC 4 goals: a change made elsewhere shows on the open board', async ({ founder, service }) => {
    const user_id = await founder.id()
    await expect(founder.page.getByText('No goals yet. Add one below!')).toBeVisible()
    await service.from('goals').insert({ user_id, text: 'From elsewhere', period: 'weekly' }).throwOnError()
    await expect(goal(founder.page, 'From elsewhere')).toBeVisible()
    await service.from('goals').update({ completed: true }).eq('user_id', user_id).throwOnError()
    await expect(goal(founder.page, 'From elsewhere')).toBeChecked()
    await service.from('goals').delete().eq('user_id', user_id).throwOnError()
    await expect(founder.page.getByText('No goals yet. Add one below!')).toBeVisible()
  })

  test('SPEC 4 goals: a write and its realtime change cause one read of the list', async ({ founder }) => {
    const { page } = founder
    await page.goto('about:blank')
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/rest/v1/goals?')) reads.push(request.url())
    })
    const [opened, joined] = [page.waitForEvent('websocket'), receives(page, /goals:.*Subscribed/)]
    await page.goto('/')
    const socket = await opened
    const reported = (kind: string) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes(`"${kind}"`))
    await joined
    // On load, and again after joining for changes in between.
    let expected = 2
    const readOnce = () => expect.poll(() => reads.length).toBe(expected++)
    await readOnce()
    for (const text of ['Ten demos', 'Two letters']) {
      await Promise.all([reported('INSERT'), founder.addsGoal(text)])
      await readOnce()
      await Promise.all([reported('UPDATE'), founder.ticksGoal(text)])
      await readOnce()
      await Promise.all([reported('DELETE'), page.getByRole('button', { name: 'Delete goal' }).click()])
      await readOnce()
    }
  })

  test('SPEC 8 goals: a failed load shows an error, with a retry', async ({ founder: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/goals*')
    await page.reload()
    await expect(failure(page, 'Failed to load goals').first()).toBeVisible()
    await allow()
    await card(page, 'Goals').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  })
})

test.describe('weekly check-in', () => {
  const week = { mood: 'Good', wins: 'Two demos', nextPriority: 'Pricing' }
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Weekly Check-in' })
  const open = (page: Page) => page.getByRole('button', { name: 'Complete Check-in' }).click()

  test('SPEC 5 check-in: Save needs wins and next priority; blockers are optional', async ({ founder: { page } }) => {
    await open(page)
    const dialog = dialogOf(page)
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Wins').fill('Two demos')
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Next priority').fill('   ')
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Next priority').fill('Pricing')
    await expect(save).toBeEnabled()
    await dialog.getByLabel('Wins').fill('')
    await dialog.getByLabel('Blockers').fill('Hiring')
    await expect(save).toBeDisabled()
  })

  test('SPEC 9 check-in: five moods from Struggling to Crushing it; Ok is the default', async ({
    founder: { page },
  }) => {
    await open(page)
    const moods = dialogOf(page).getByRole('radio')
    await expect(moods).toHaveCount(5)
    for (const [index, label] of ['Struggling', 'Tough', 'Ok', 'Good', 'Crushing it'].entries()) {
      await expect(moods.nth(index)).toHaveAccessibleName(label)
    }
    await expect(dialogOf(page).getByRole('radio', { name: 'Ok' })).toBeChecked()
  })

  test('SPEC 4 check-in: saves the typed texts for this week’s Monday, with the default mood 3', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await open(page)
    await dialogOf(page).getByLabel('Wins').fill('Two demos')
    await dialogOf(page).getByLabel('Blockers').fill('Hiring')
    await dialogOf(page).getByLabel('Next priority').fill('Pricing')
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    const { data } = await service
      .from('weekly_checkins')
      .select()
      .eq('user_id', await founder.id())
    expect(data).toMatchObject([
      {
        week_of: isoDate(mondayOf(new Date())),
        mood: 3,
        wins: 'Two demos',
        blockers: 'Hiring',
        next_priority: 'Pricing',
      },
    ])
  })

  test('SPEC 2 check-in: the card shows date and mood of the last check-in; the button reads "Already Checked In" and is disabled', async ({
    founder,
  }) => {
    const { page } = founder
    await expect(page.getByText(/No check-ins yet/)).toBeVisible()
    await founder.completesCheckIn(week)
    const shown = card(page, 'Weekly Check-in')
    await expect(shown.getByText('Good', { exact: true })).toBeVisible()
    await expect(shown.getByText(shortDate(mondayOf(new Date())))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
  })

  test('SPEC 2 check-in: typed text survives closing the dialog and a reload', async ({ founder: { page } }) => {
    await open(page)
    await dialogOf(page).getByText('Tough').click()
    await dialogOf(page).getByLabel('Wins').fill('Two demos')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await open(page)
    await expect(dialogOf(page).getByLabel('Wins')).toHaveValue('Two demos')
    await page.reload()
    await open(page)
    await expect(dialogOf(page).getByLabel('Wins')).toHaveValue('Two demos')
    await expect(dialogOf(page).getByRole('radio', { name: 'Tough' })).toBeChecked()
  })

  test.describe('over Sunday midnight', () => {
    /** Starts two minutes before the current week, with a check-in of the previous week. */
    test.beforeEach(async ({ founder }) => {
      const sundayNight = mondayOf(new Date())
      sundayNight.setMinutes(-2)
      await founder.page.goto('about:blank')
      await founder.page.clock.install({ time: sundayNight })
      await founder.page.goto('/')
      await founder.completesCheckIn(week)
      await expect(founder.page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
      await founder.page.clock.fastForward('04:00')
    })

    test('SPEC 4 check-in: after midnight last week’s check-in does not block the next one', async ({ founder }) => {
      await founder.completesCheckIn({ ...week, mood: 'Crushing it' })
      await expect(founder.page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
      await expect(card(founder.page, 'Weekly Check-in').getByText('Crushing it')).toBeVisible()
    })

    test('SPEC 4 check-in: after saving, the form is empty with mood 3', async ({ founder: { page } }) => {
      await open(page)
      await expect(dialogOf(page).getByRole('radio', { name: 'Ok' })).toBeChecked({ timeout: 2000 })
      for (const label of ['Wins', 'Blockers', 'Next priority']) {
        await expect(dialogOf(page).getByLabel(label)).toHaveValue('')
      }
    })
  })

  test('SPEC 4 check-in: one a week, also from two tabs; the second shows an error and keeps its text', async ({
    founder,
  }) => {
    const { page } = founder
    await open(page)
    await dialogOf(page).getByLabel('Wins').fill('From this tab')
    await dialogOf(page).getByLabel('Next priority').fill('Pricing')
    const other = await page.context().newPage()
    await other.goto('/')
    await open(other)
    await dialogOf(other).getByLabel('Wins').fill('From the other tab')
    await dialogOf(other).getByLabel('Next priority').fill('Pricing')
    await dialogOf(other).getByRole('button', { name: 'Save' }).click()
    await expect(success(other, 'Weekly check-in saved')).toBeVisible()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(failure(page, 'Failed to save check-in')).toBeVisible()
    await expect(dialogOf(page).getByLabel('Wins')).toHaveValue('From this tab')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
  })

  test('SPEC 2 check-in: View All Check-ins opens /brain', async ({ founder }) => {
    const { page } = founder
    await founder.completesCheckIn(week)
    await page.getByRole('button', { name: 'View All Check-ins' }).click()
    await expect(page).toHaveURL('/brain')
    await expect(page.getByText('Two demos')).toBeVisible()
  })

  test('SPEC 8 check-in: a failed load shows an error', async ({ founder: { page } }) => {
    await refuse(page, '**/rest/v1/weekly_checkins*')
    await page.reload()
    await expect(failure(page, 'Failed to load check-ins')).toBeVisible()
  })
})

test.describe('traction on the board', () => {
  test('SPEC 9 progress: conversions + 10, demos + 5, messages + 20, each with its percentage', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    await expect(page.getByRole('progressbar', { name: 'Conversions' })).toHaveAttribute(
      'aria-valuetext',
      '0 of 10, 0%',
    )
    await expect(page.getByRole('progressbar', { name: 'Demos' })).toHaveAttribute('aria-valuetext', '0 of 5, 0%')
    await expect(page.getByRole('progressbar', { name: 'Messages' })).toHaveAttribute('aria-valuetext', '0 of 20, 0%')
    await service
      .from('traction_loops')
      .insert([
        { user_id, name: 'Outreach', conversions: 20, demos: 10, messages: 100, status: 'running' },
        { user_id, name: 'Referrals', conversions: 10, demos: 5, messages: 80, status: 'paused' },
      ])
      .throwOnError()
    for (const { name, text, percent } of [
      { name: 'Conversions', text: '30 of 40, 75%', percent: '75' },
      { name: 'Demos', text: '15 of 20, 75%', percent: '75' },
      { name: 'Messages', text: '180 of 200, 90%', percent: '90' },
    ]) {
      await expect(page.getByRole('progressbar', { name })).toHaveAttribute('aria-valuetext', text)
      await expect(page.getByRole('progressbar', { name })).toHaveAttribute('aria-valuenow', percent)
    }
  })

  test('SPEC 2 loops: the empty state reads "No traction loops yet." and says that admins manage them', async ({
    founder: { page },
  }) => {
    const loops = card(page, 'Active Traction Loops')
    await expect(loops.getByText('No traction loops yet.')).toBeVisible()
    await expect(loops.getByText('Loops are managed by your Upswing admin.')).toBeVisible()
  })

  test('SPEC 9 loops: shows the newest 3 of 4 loops, read-only', async ({ founder, service }) => {
    const { page } = founder
    const user_id = await founder.id()
    const loops = ['First', 'Second', 'Third', 'Fourth'].map((name, index) => ({
      user_id,
      name: `${name} loop`,
      created_at: `2026-01-0${index + 1}T00:00:00Z`,
    }))
    await service.from('traction_loops').insert(loops).throwOnError()
    const shown = card(page, 'Active Traction Loops')
    await expect(shown.getByText(/ loop$/)).toHaveText(['Fourth loop', 'Third loop', 'Second loop'])
    await expect(shown.getByRole('button')).toHaveCount(0)
    await expect(shown.getByRole('textbox')).toHaveCount(0)
  })

  test('SPEC 8 loops: a failed load shows one error, with a retry', async ({ founder: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/traction_loops*')
    await page.reload()
    await expect(failure(page, 'Failed to load traction loops').first()).toBeVisible()
    await allow()
    await card(page, 'Active Traction Loops').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No traction loops yet.')).toBeVisible()
  })
})

test('SPEC 2 board: shows a loading state and no empty state while it loads', async ({ founder: { page } }) => {
  const release = await hold(page, '**/rest/v1/*')
  await page.reload()
  for (const title of ['Goals', 'Weekly Check-in', 'Live Progress', 'Active Traction Loops']) {
    await expect(card(page, title).getByText('Loading...')).toBeAttached()
  }
  await expect(page.getByText(/No goals yet|No traction loops yet|No check-ins yet/)).toHaveCount(0)
  release()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
})

/** Local midnight at the start of the week of `moment`. */
function mondayOf(moment: Date): Date {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day
}

const isoDate = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const shortDate = (day: Date) => day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
