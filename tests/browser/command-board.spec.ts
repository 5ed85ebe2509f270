import type { Page } from '@playwright/test'
import { expect, holdAnswer, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const goal = (page: Page, text: string) => page.getByRole('checkbox', { name: text })
const removeButton = (page: Page) => page.getByRole('button', { name: 'Delete goal: Ten demos' })

test('what the board shows is requested while its frame still loads, and once', async ({ founder: { page } }) => {
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
  const later = ['own_runway', 'read_receipts', 'weekly_targets']
  const ofOtherScreens = new Set(['ai_conversations', 'my_conversations', 'notes', 'traction_history', 'weekly_target_points']) // prettier-ignore
  const ofBoard = () => requested.filter((name) => !ofOtherScreens.has(name))
  await expect.poll(() => ofBoard().toSorted()).toEqual([...ahead, ...later].toSorted())
})

test('SPEC 2 goals: a goal is added, ticked and deleted by keyboard; its delete button shows on focus and on hover', async ({
  founder,
}) => {
  const { page } = founder
  await page.goto('/')
  await page.getByPlaceholder('Add a goal...').focus()
  await page.keyboard.type('Ten demos')
  await page.keyboard.press('Enter')
  await expect(goal(page, 'Ten demos')).toBeEnabled()
  await page.mouse.move(0, 0)
  await expect(removeButton(page)).toHaveCSS('opacity', '0')
  await page.getByText('Ten demos').hover()
  await expect(removeButton(page)).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await goal(page, 'Ten demos').focus()
  await page.keyboard.press('Space')
  await expect(goal(page, 'Ten demos')).toBeChecked()
  // It is in another section now.
  await goal(page, 'Ten demos').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit goal: Ten demos' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Comment: .*Ten demos/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(removeButton(page)).toBeFocused()
  await expect(removeButton(page)).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Goal deleted')).toBeVisible()
  await expect(page.getByPlaceholder('Add a goal...')).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(goal(page, 'Ten demos')).toBeChecked()
})

test('a goal is dragged to another place, and the page scrolls over a long list', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  const goals = Array.from({ length: 40 }, (_, n) => ({ user_id, text: `Goal ${n}`, period: 'weekly' as const, created_at: new Date(Date.now() - n * 1000).toISOString() })) // prettier-ignore
  await service.from('goals').insert(goals).throwOnError()
  await page.goto('/')
  const handle = (n: number) => page.getByRole('button', { name: `Move goal: Goal ${n}`, exact: true })
  const [from, to] = [await handle(0).boundingBox(), await handle(2).boundingBox()]
  if (!from || !to) throw new Error('No handles')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + to.height - 4, { steps: 8 })
  await page.mouse.up()
  const order = async () => (await page.getByRole('tabpanel', { name: /Weekly/ }).locator('label').allTextContents()).slice(0, 4) // prettier-ignore
  await expect.poll(order).toEqual(['Goal 1', 'Goal 2', 'Goal 0', 'Goal 3'])
  await expect(page.getByText('Goal 0: now 3 of 40')).toBeAttached()
  await page.reload()
  await expect.poll(order).toEqual(['Goal 1', 'Goal 2', 'Goal 0', 'Goal 3'])
  await expect(page.getByPlaceholder('Add a goal...')).toBeInViewport({ ratio: 1 })
  await page.getByText('Goal 39').scrollIntoViewIfNeeded()
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(300)
})

test('SPEC 2 goals: on touch screens the delete button is visible without hovering; each change shows on the open board', async ({
  browser,
  founder,
}) => {
  await founder.page.goto('/')
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
  await expect(removeButton(phone)).toHaveCSS('opacity', '1')
  await removeButton(phone).tap()
  await expect(success(phone, 'Goal deleted')).toBeVisible()
  await expect(founder.page.getByText('No goals yet. Add one below!')).toBeVisible()
  await context.close()
})

test('when the server fails, a banner has the only button to load all of the board again', async ({
  founder: { page },
}) => {
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'Down' } }))
  await page.goto('/')
  await expect(page.getByText('The server isn’t answering as it should')).toBeVisible()
  await page.keyboard.press('End')
  const failedEvents = page.getByRole('region', { name: 'Calendar' }).getByText(/^Failed to load/)
  await expect(failedEvents).toBeVisible()
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect(again).toHaveCount(1)
  await page.unroute('**/rest/v1/**')
  await again.click()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await expect(failedEvents).toHaveCount(0)
  await expect(again).toHaveCount(0)
})
