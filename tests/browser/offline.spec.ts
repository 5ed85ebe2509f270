import type { Page, WebSocketRoute } from '@playwright/test'
import { dismiss, expect, failure, success, test, type Founder, type Service } from './product.ts'

/** Sets this browser offline or online. */
const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

const waiting = (page: Page) => page.getByText('Waiting for the network. It is sent when you are back online.')

/** The next write arrives; its response is lost with the network. */
const loseResponse = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await setOffline(page, true)
      await route.abort()
    },
    { times: 1 },
  )

test.describe('goals without a network', () => {
  const goal = (page: Page) => page.getByRole('checkbox', { name: 'Ten demos' })
  const box = (page: Page) => page.getByPlaceholder('Add a goal...')

  test('SPEC 8 offline: "Failed to create goal"; the text returns to the input, and Enter sends it when the network is back', async ({
    founder: { page },
  }) => {
    await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
    await setOffline(page, true)
    await box(page).fill('Ten demos')
    await page.keyboard.press('Enter')
    await expect(failure(page, 'Failed to create goal')).toBeVisible()
    await expect(goal(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('Ten demos')
    await setOffline(page, false)
    await page.keyboard.press('Enter')
    await expect(success(page, 'Goal created')).toBeVisible()
    await expect(goal(page)).toHaveCount(1)
    await expect(box(page)).toHaveValue('')
  })

  test('SPEC 8 offline: a goal typed while another fails is kept', async ({ founder: { page } }) => {
    let fails = () => {}
    const failing = new Promise<void>((resolve) => (fails = resolve))
    await page.route('**/rest/v1/goals*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await failing
      await route.abort()
    })
    await box(page).fill('Ten demos')
    await page.keyboard.press('Enter')
    await box(page).fill('A second one')
    fails()
    await expect(failure(page, 'Failed to create goal')).toBeVisible()
    await expect(box(page)).toHaveValue(/Ten demos.*A second one/)
  })

  test('SPEC 8 offline: "Failed to update goal"; the goal is unticked again, and can be ticked when the network is back', async ({
    founder,
  }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos')
    await expect(goal(page)).toBeEnabled()
    await setOffline(page, true)
    await page.getByText('Ten demos').click()
    await expect(failure(page, 'Failed to update goal')).toBeVisible()
    await expect(goal(page)).not.toBeChecked()
    await setOffline(page, false)
    await founder.ticksGoal('Ten demos')
    await expect(goal(page)).toBeChecked()
    await page.reload()
    await expect(goal(page)).toBeChecked()
  })

  test('SPEC 8 offline: "Failed to delete goal"; the goal returns to its place, and can be deleted when the network is back', async ({
    founder,
  }) => {
    const { page } = founder
    for (const text of ['The oldest', 'Ten demos', 'The newest']) {
      await founder.addsGoal(text)
      await expect(page.getByRole('checkbox', { name: text })).toBeEnabled()
    }
    const remove = page.getByRole('button', { name: /Delete.*Ten demos/ })
    await setOffline(page, true)
    await page.getByText('Ten demos').hover()
    await remove.click()
    await expect(failure(page, 'Failed to delete goal')).toBeVisible()
    await expect(page.getByText(/^(The oldest|Ten demos|The newest)$/)).toHaveText([
      'The newest',
      'Ten demos',
      'The oldest',
    ])
    await setOffline(page, false)
    await page.getByText('Ten demos').hover()
    await remove.click()
    await expect(success(page, 'Goal deleted')).toBeVisible()
    await expect(goal(page)).toHaveCount(0)
  })
})

test('SPEC 8 offline: "Failed to save check-in"; the dialog keeps its text, and saves when the network is back', async ({
  founder: { page },
}) => {
  await page.getByRole('button', { name: 'Complete Check-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Weekly Check-in' })
  await dialog.getByText('Good', { exact: true }).click()
  for (const [label, text] of [
    ['Wins', 'Two demos'],
    ['Blockers', 'Hiring'],
    ['Next priority', 'Pricing'],
  ] as const) {
    await dialog.getByLabel(label).fill(text)
  }
  await setOffline(page, true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(failure(page, 'Failed to save check-in')).toBeVisible()
  await expect(dialog.getByLabel('Wins')).toHaveValue('Two demos')
  await expect(dialog.getByLabel('Blockers')).toHaveValue('Hiring')
  await expect(dialog.getByLabel('Next priority')).toHaveValue('Pricing')
  await expect(dialog.getByRole('radio', { name: 'Good' })).toBeChecked()
  await expect(waiting(page).first()).toBeVisible()
  await setOffline(page, false)
  await expect(success(page, 'Weekly check-in saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
})

test.describe('a check-in without a network', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Weekly Check-in' })
  const card = (page: Page) => page.getByRole('region', { name: 'Weekly Check-in' })

  /** Types a check-in. */
  async function types(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    await dialogOf(page).getByLabel('Wins').fill('Two demos')
    await dialogOf(page).getByLabel('Next priority').fill('Pricing')
  }

  const saves = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()

  const stored = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const checkIns = service.from('weekly_checkins').select('wins, next_priority')
    return (await checkIns.eq('user_id', await founder.id()).throwOnError()).data
  }

  test('waits when its dialog is closed, and is sent once from another screen when the network is back', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    // Its script is there then.
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await page.getByRole('link', { name: 'Command Board' }).click()
    await types(page)
    await setOffline(page, true)
    await saves(page)
    await expect(dialogOf(page).getByText('Waiting for the network.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card(page).getByText('Waiting for the network.')).toBeVisible()
    await page.getByRole('link', { name: 'Traction', exact: true }).click()
    await expect(page).toHaveTitle(/Traction/)
    await setOffline(page, false)
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    await page.getByRole('link', { name: 'Command Board' }).click()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await expect(waiting(page)).toHaveCount(0)
    expect(await stored({ founder, service })).toEqual([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })

  test('whose response was lost is found stored, and is not an error', async ({ founder, service }) => {
    const { page } = founder
    await types(page)
    await loseResponse(page, '**/rest/v1/weekly_checkins*')
    await saves(page)
    await expect(dialogOf(page).getByText('Waiting for the network.')).toBeVisible()
    expect(await stored({ founder, service })).toHaveLength(1)
    await setOffline(page, false)
    await expect(success(page, 'Weekly check-in saved')).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    expect(await stored({ founder, service })).toEqual([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })

  for (const [how, cancel] of [
    ['edited', (page: Page) => dialogOf(page).getByLabel('Wins').fill('Two demos!')],
    ['cancelled', (page: Page) => dialogOf(page).getByRole('button', { name: 'Don’t send it' }).click()],
  ] as const) {
    test(`is not sent once it is ${how}`, async ({ founder, service }) => {
      const { page } = founder
      await types(page)
      await setOffline(page, true)
      await saves(page)
      await expect(dialogOf(page).getByText('Waiting for the network.')).toBeVisible()
      await cancel(page)
      await expect(waiting(page)).toHaveCount(0)
      // What is sent by itself is sent before the goal.
      await setOffline(page, false)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Complete Check-in' })).toBeEnabled()
      await founder.addsGoal('Ten demos')
      expect(await stored({ founder, service })).toEqual([])
      await page.getByRole('button', { name: 'Complete Check-in' }).click()
      await expect(dialogOf(page).getByLabel('Wins')).toHaveValue(/^Two demos/)
      await saves(page)
      await expect(success(page, 'Weekly check-in saved')).toBeVisible()
      expect(await stored({ founder, service })).toHaveLength(1)
    })
  }

  test('does not replace one that was saved elsewhere meanwhile, and is kept', async ({ founder, service }) => {
    const { page } = founder
    await types(page)
    await setOffline(page, true)
    await saves(page)
    await expect(dialogOf(page).getByText('Waiting for the network.')).toBeVisible()
    await page.keyboard.press('Escape')
    const week = await page.evaluate(
      `Object.entries(sessionStorage).find(([key]) => key.endsWith('check-in-unsent'))[1].match(/"week_of":"([^"]+)"/)[1]`,
    )
    const other = { user_id: await founder.id(), week_of: String(week), wins: 'A launch', next_priority: 'Hiring' }
    await service.from('weekly_checkins').insert(other).throwOnError()
    await dismiss(failure(page, 'Failed to save check-in'))
    await setOffline(page, false)
    await expect(failure(page, 'Failed to save check-in')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeDisabled()
    await page.getByRole('button', { name: 'This week has another check-in. What you typed was not saved.' }).click()
    await expect(dialogOf(page).getByLabel('Wins')).toHaveValue('Two demos')
    expect(await stored({ founder, service })).toEqual([{ wins: 'A launch', next_priority: 'Hiring' }])
  })
})

test.describe('decisions without a network', () => {
  test.beforeEach(async ({ founder: { page } }) => {
    await page.goto('/brain')
    await page.getByRole('tab', { name: 'Decisions' }).click()
  })

  test('SPEC 8 offline: "Failed to log decision"; the dialog keeps its text, and logs when the network is back', async ({
    founder: { page },
  }) => {
    await page.getByRole('button', { name: 'Log Decision' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log Decision' })
    await dialog.getByLabel('Title').fill('Raise prices')
    await dialog.getByLabel('Reason').fill('No one says no')
    await setOffline(page, true)
    await dialog.getByRole('button', { name: 'Log Decision' }).click()
    await expect(failure(page, 'Failed to log decision')).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue('Raise prices')
    await expect(dialog.getByLabel('Reason')).toHaveValue('No one says no')
    await expect(waiting(page).first()).toBeVisible()
    await setOffline(page, false)
    await expect(success(page, 'Decision logged')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(1)
  })

  const decisionsOf = async ({ founder, service }: { founder: Founder; service: Service }) => {
    const decisions = service.from('decisions').select('title, reason')
    return (await decisions.eq('user_id', await founder.id()).throwOnError()).data
  }

  for (const [what, lose] of [
    ['', (page: Page) => setOffline(page, true)],
    [', also when its response was lost', (page: Page) => loseResponse(page, '**/rest/v1/decisions*')],
  ] as const) {
    test(`a decision waits, and is sent once from another screen when the network is back${what}`, async ({
      founder,
      service,
    }) => {
      const { page } = founder
      await page.getByRole('button', { name: 'Log Decision' }).click()
      const dialog = page.getByRole('dialog', { name: 'Log Decision' })
      await dialog.getByLabel('Title').fill('Raise prices')
      await dialog.getByLabel('Reason').fill('Customers accept it')
      await lose(page)
      await dialog.getByRole('button', { name: 'Log Decision' }).click()
      await expect(dialog.getByText('Waiting for the network.')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(waiting(page)).toHaveCount(1)
      await page.getByRole('link', { name: 'Command Board' }).click()
      await setOffline(page, false)
      await expect(success(page, 'Decision logged')).toBeVisible()
      await page.getByRole('link', { name: 'Founder Brain' }).click()
      await page.getByRole('tab', { name: 'Decisions' }).click()
      await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(1)
      await expect(waiting(page)).toHaveCount(0)
      expect(await decisionsOf({ founder, service })).toEqual([
        { title: 'Raise prices', reason: 'Customers accept it' },
      ])
    })
  }

  test('SPEC 8 offline: "Failed to delete decision"; the decision returns, and can be deleted when the network is back', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await service
      .from('decisions')
      .insert({ user_id: await founder.id(), title: 'Raise prices', reason: 'Because' })
      .throwOnError()
    await page.reload()
    await page.getByRole('tab', { name: 'Decisions' }).click()
    const remove = page.getByRole('button', { name: /Delete.*Raise prices/ })
    await remove.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await setOffline(page, true)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(failure(page, 'Failed to delete decision')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
    await setOffline(page, false)
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(success(page, 'Decision deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Raise prices' })).toHaveCount(0)
  })
})

test('SPEC 8 offline: "Failed to send message"; the text stays in the input, and is sent once when the network is back', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await page.goto('/chat')
  await page.getByRole('tab', { name: 'Growth Squad' }).click()
  await expect(page.getByText('Your squad is one message away')).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Message to the Growth Squad' })
  await box.fill('Pricing?')
  await setOffline(page, true)
  await page.keyboard.press('Enter')
  await expect(failure(page, 'Failed to send message')).toBeVisible()
  await expect(box).toHaveValue('Pricing?')
  await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(0)
  await setOffline(page, false)
  await box.press('Enter')
  await expect(success(page, 'Your message has been delivered', 'Message sent')).toBeVisible()
  await expect(box).toHaveValue('')
  await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(1)
  const { count } = await service
    .from('squad_messages')
    .select('*', { count: 'exact', head: true })
    .eq('user_id', await founder.id())
  expect(count).toBe(1)
})

test.describe('the co-founder without a network', () => {
  const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })

  test('SPEC 8 offline: after three attempts the question returns to the input, and can be sent when the network is back', async ({
    founder: { page },
  }) => {
    await page.goto('/chat')
    await box(page).fill('Pricing?')
    await setOffline(page, true)
    await page.keyboard.press('Enter')
    const notice = 'Failed to fetch. Please check your internet connection and try again.'
    await expect(failure(page, notice, 'Connection Error')).toBeVisible()
    await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(0)
    await expect(box(page)).toHaveValue('Pricing?')
    await expect(waiting(page)).toBeVisible()
    await setOffline(page, false)
    await box(page).press('Enter')
    await expect(page.getByRole('log').getByText('To find your price')).toBeVisible()
    await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(1)
  })

  for (const [what, lose] of [
    ['', (page: Page) => setOffline(page, true)],
    [', also when its answer was lost', (page: Page) => loseResponse(page, '**/functions/v1/growth-chat')],
  ] as const) {
    test(`a question waits, and is sent once from another screen when the network is back${what}`, async ({
      founder,
      service,
    }) => {
      const { page } = founder
      await page.goto('/chat')
      await box(page).fill('Pricing?')
      await lose(page)
      await page.keyboard.press('Enter')
      await expect(waiting(page)).toBeVisible()
      await expect(box(page)).toHaveValue('Pricing?')
      await page.getByRole('link', { name: 'Command Board' }).click()
      await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
      await setOffline(page, false)
      const messages = service.from('ai_conversations').select('role, content').order('role', { ascending: false })
      const ofFounder = messages.eq('user_id', await founder.id())
      await expect
        .poll(async () => (await ofFounder.throwOnError()).data)
        .toEqual([
          { role: 'user', content: 'Pricing?' },
          { role: 'assistant', content: expect.stringContaining('To find your price') },
        ])
      await page.getByRole('link', { name: 'Growth Chat' }).click()
      await expect(page.getByRole('log').getByText('To find your price')).toHaveCount(1)
      await expect(page.getByRole('log').getByText('Pricing?')).toHaveCount(1)
      await expect(box(page)).toHaveValue('')
      await expect(waiting(page)).toHaveCount(0)
      expect((await ofFounder.throwOnError()).data).toHaveLength(2)
    })
  }

  test('a question that waits is not sent once it is edited', async ({ founder }) => {
    const { page } = founder
    await page.goto('/chat')
    await box(page).fill('Pricing?')
    await setOffline(page, true)
    await page.keyboard.press('Enter')
    await expect(waiting(page)).toBeVisible()
    await box(page).fill('Pricing of annual plans?')
    await expect(waiting(page)).toHaveCount(0)
    await setOffline(page, false)
    // What is sent by itself is sent before the refreshed actions.
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(success(page, 'Quick actions refreshed!')).toBeVisible()
    await expect(box(page)).toHaveValue('Pricing of annual plans?')
    await expect(page.getByRole('log')).toHaveCount(0)
  })

  test('SPEC 8 offline: "Failed to refresh actions"; the actions stay', async ({ founder: { page } }) => {
    await page.goto('/chat')
    await box(page).waitFor()
    await setOffline(page, true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(failure(page, 'Failed to refresh actions')).toBeVisible()
    await expect(page.getByRole('button', { name: 'How can I improve my CAC?' })).toBeVisible()
    await setOffline(page, false)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(success(page, 'Quick actions refreshed!')).toBeVisible()
  })
})

test('SPEC 8 offline: a list that failed to load is fetched when the network is back, without a reload', async ({
  founder: { page },
}) => {
  await page.route('**/rest/v1/decisions*', (route) => route.abort())
  await page.goto('/brain')
  await page.getByRole('tab', { name: 'Decisions' }).click()
  await expect(failure(page, 'Failed to load decisions').first()).toBeVisible()
  await page.unroute('**/rest/v1/decisions*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No decisions logged yet.', { exact: false })).toBeVisible()
})

test('a screen whose script was lost opens once it can be loaded', async ({ founder: { page } }) => {
  // The first request is the preload.
  await page.route('**/assets/TractionDashboard*', (route) => route.abort(), { times: 2 })
  await page.goto('/traction')
  await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
})

test.describe('a dropped websocket', () => {
  /** A proxy for the realtime websocket of a page that is opened afterwards. */
  async function liveChanges(page: Page) {
    const open = new Set<WebSocketRoute>()
    let isOffline = false
    await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
      if (isOffline) return void socket.close()
      open.add(socket)
      open.add(socket.connectToServer())
    })
    return {
      cut: async () => {
        isOffline = true
        await Promise.all([...open].map((socket) => socket.close()))
        open.clear()
      },
      restore: () => (isOffline = false),
    }
  }

  test('SPEC 4 realtime: rows added while the websocket was closed appear after it reconnects, each once', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const adds = (text: string) => service.from('goals').insert({ user_id, text, period: 'weekly' }).throwOnError()
    const live = await liveChanges(page)
    await page.goto('/')
    await adds('Before')
    await expect(page.getByText('Before')).toBeVisible()

    await live.cut()
    await adds('From elsewhere')
    await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
    await founder.addsGoal('From here')
    await expect(page.getByText('From here')).toHaveCount(1)
    await expect(page.getByText('Outreach')).toHaveCount(0)

    live.restore()
    await expect(page.getByText('Outreach')).toHaveCount(1, { timeout: 20_000 })
    await expect(page.getByText(/^(Before|From elsewhere|From here)$/)).toHaveText([
      'From here',
      'From elsewhere',
      'Before',
    ])
    await adds('Afterwards')
    await expect(page.getByText('Afterwards')).toHaveCount(1)
    await expect(page.getByRole('checkbox')).toHaveCount(4)
  })

  test('SPEC 4 realtime: a squad message sent while the websocket was closed appears once after it reconnects', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const answers = (content: string) =>
      service
        .from('squad_messages')
        .insert({ user_id, sender_type: 'squad', sender_name: 'Upswing Team', content })
        .throwOnError()
    const live = await liveChanges(page)
    await page.goto('/chat')
    await page.getByRole('tab', { name: 'Growth Squad' }).click()
    await answers('Before')
    await expect(page.getByRole('log').getByText('Before')).toBeVisible()
    await live.cut()
    await answers('Meanwhile')
    live.restore()
    await expect(page.getByRole('log').getByText('Meanwhile')).toHaveCount(1, { timeout: 20_000 })
    await answers('Afterwards')
    await expect(page.getByRole('log').getByText('Afterwards')).toHaveCount(1)
    await expect(page.getByRole('log').getByRole('article')).toHaveCount(3)
  })
})

test('a confirmation dialog that hover or focus has preloaded opens offline', async ({ founder, service }) => {
  const { page } = founder
  await service
    .from('decisions')
    .insert({ user_id: await founder.id(), title: 'Raise prices', reason: 'Customers accept it' })
    .throwOnError()
  // The idle page preloads it first; other chunks wait for it.
  await page.route(/\/assets\/CommandBoard/, () => {})
  const part = 'link[href*="/AlertDialog-"]'
  for (const near of ['focus', 'hover'] as const) {
    await page.goto('/brain')
    await page.getByRole('tab', { name: 'Decisions' }).click()
    const remove = page.getByRole('button', { name: 'Delete decision: Raise prices' })
    await remove[near]()
    await expect(page.locator(part).first()).toBeAttached()
    await page.evaluate(`Promise.all([...document.querySelectorAll('${part}')].map(({ href }) => import(href)))`)
    await setOffline(page, true)
    await remove.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Delete this decision?' })).toBeVisible()
    await setOffline(page, false)
  }
})

test('a screen and a dialog that were not open before open offline', async ({ founder: { page } }) => {
  // The idle page preloads this chunk last.
  const last = await page.waitForResponse(/\/assets\/LogDecisionDialog/)
  await page.evaluate(`import(${JSON.stringify(last.url())}).then(() => undefined)`)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Founder Brain' }).click()
  await page.getByRole('tab', { name: 'Decisions' }).click()
  await page.getByRole('button', { name: 'Log Decision' }).click()
  await expect(page.getByRole('dialog', { name: 'Log Decision' })).toBeVisible()
})
