import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { ADMIN } from './deployments.ts'
import { expect, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const conversation = (page: Page, { firstName }: Founder) =>
  list(page).getByRole('button').filter({ hasText: firstName })
const shown = (page: Page) => page.getByRole('tab', { selected: true })
const show = (page: Page, filter: string) => page.getByRole('tab', { name: filter, exact: true }).click()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search names and messages' })

/** Only the founder's conversation: other stories use the same product. */
const findOnly = async (page: Page, { firstName }: Founder) => {
  await page.goto('/admin/squad')
  await search(page).fill(firstName)
}

test.beforeEach(async ({ founder, service }) => {
  const user_id = await founder.id()
  const created_at = new Date(Date.now() - 50 * 3_600_000).toISOString()
  await service.from('squad_messages').insert({ user_id, content: 'Which price is right?', created_at }).throwOnError()
})

test('a conversation waits, is done, and waits again when the founder writes; the URL has it with the filter', async ({
  founder,
  admin: { page },
  service,
}) => {
  await findOnly(page, founder)
  await expect(conversation(page, founder)).toContainText('Waiting 2 days')
  await show(page, 'Overdue')
  await conversation(page, founder).click()
  await expect(page).toHaveURL(`/admin/squad?search=${founder.firstName}&show=overdue&founder=${await founder.id()}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: `${founder.firstName} Founder` })).toBeVisible()
  await expect(search(page)).toHaveValue(founder.firstName)
  await page.goBack()
  await expect(page.getByText('Choose a conversation to read and answer it.')).toBeVisible()
  await conversation(page, founder).click()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(list(page).getByText('No conversation with these words.')).toBeVisible()
  await show(page, 'Done')
  await expect(conversation(page, founder)).toContainText('Done')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(list(page).getByText('No conversation with these words.')).toBeVisible()
  await show(page, 'Waiting')
  await expect(conversation(page, founder)).toContainText('Waiting 2 days')
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await service
    .from('squad_messages')
    .insert({ user_id: await founder.id(), content: 'One more' })
    .throwOnError()
  await expect(conversation(page, founder)).toContainText('One more')
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()
})

test('an overdue answer is marked, and counted for its assignee in the sidebar and on the dashboard', async ({
  founder,
  admin: { page },
}) => {
  await findOnly(page, founder)
  await expect(conversation(page, founder)).toContainText('Waiting 2 days, overdue')
  await conversation(page, founder).click()
  const assigned = page.getByRole('combobox', { name: 'Assigned to' })
  await assigned.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const sidebar = page.getByRole('list', { name: 'Overdue answers' })
  await expect(sidebar.getByRole('link', { name: /^[1-9]\d* of yours overdue$/ })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: /^[1-9]\d* overdue in all$/ })).toBeVisible()

  await page.goto('/admin')
  const overdue = page.getByRole('region', { name: 'Today' })
  await expect(overdue).toContainText(/waited for an answer for over 24 h\./)
  await expectAccessible(page, 'overdue answers on the dashboard')
  await overdue.getByRole('link', { name: /assigned to you/ }).focus()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText(/^Mine, overdue/)
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await search(page).fill(founder.firstName)
  await conversation(page, founder).click()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(list(page).getByText('No conversation with these words.')).toBeVisible()
})

test('an internal note stands between the messages, and the founder never receives it', async ({
  founder,
  admin: { page },
}) => {
  const received: string[] = []
  founder.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))))
  founder.page.on('response', (response) => void response.text().then((text) => received.push(text), () => {})) // prettier-ignore
  await founder.page.goto('/chat?tab=squad')
  const theirs = founder.page.getByRole('log', { name: 'Conversation with the Growth Squad' })
  await expect(theirs).toContainText('Which price is right?')

  await findOnly(page, founder)
  await conversation(page, founder).click()
  await page.getByRole('radio', { name: 'Internal note' }).check()
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Wants to sell the company')
  await page.keyboard.press('Enter')
  const thread = page.getByRole('log', { name: `Conversation with ${founder.firstName} Founder` })
  await expect(thread.getByRole('article').last()).toHaveText(/^Internal note by .*Wants to sell the company/)
  await page.getByRole('radio', { name: 'Reply' }).check()
  await page.getByRole('textbox', { name: 'Reply' }).fill('The higher one')
  await page.keyboard.press('Enter')
  await expect(theirs).toContainText('The higher one')
  await expect(thread.getByRole('article')).toHaveText([/Which price/, /Wants to sell/, /The higher one/])
  expect(received.join('\n')).toContain('The higher one')
  expect(received.join('\n')).not.toContain('Wants to sell')

  await page.reload()
  await expect(thread.getByRole('article')).toHaveText([/Which price/, /Wants to sell/, /The higher one/])
  await thread.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(thread.getByRole('article')).toHaveText([/Which price/, /The higher one/])
})

test('two members who answer the same founder see each other before they send', async ({
  founder,
  admin: { page },
  service,
}) => {
  await service
    .from('user_roles')
    .insert({ user_id: await founder.id(), role: 'admin' })
    .throwOnError()
  const made = await service.auth.admin.createUser({
    email_confirm: true,
    email: `third-${founder.email}`,
    user_metadata: { first_name: 'Third', last_name: founder.firstName },
  })
  const third = made.data.user?.id ?? ''
  await service.from('squad_messages').insert({ user_id: third, content: 'Who is there?' }).throwOnError()
  for (const one of [page, founder.page]) await one.goto(`/admin/squad?founder=${third}`)
  await founder.page.getByRole('textbox', { name: 'Reply' }).fill('I am')
  const notice = page.getByText(`${founder.firstName} Founder is writing an answer.`)
  await expect(notice).toBeVisible()
  await expect(founder.page.getByText('is writing an answer')).toHaveCount(0)
  await founder.page.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if ((await element.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(element).toBeFocused({ timeout: 1 })
}

test('signing in and answering three founders takes no mouse, and seven keys besides their texts from the dashboard on', async ({
  founder,
  admin: { page },
  service,
}) => {
  // Longer than any other founder, so that they come first.
  const created_at = (place: number) => new Date(Date.UTC(2020, 0, 1, place)).toISOString()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const made = await service.auth.admin.createUser({
      email_confirm: true,
      email: `keys-${count}-${founder.email}`,
      user_metadata: { first_name: `No${count}`, last_name: `Keys${founder.firstName}` },
    })
    const user_id = made.data.user!.id
    ids.push(user_id)
    await service.from('squad_messages').insert({ user_id, content: `Question ${count}`, created_at: created_at(count) }).throwOnError() // prettier-ignore
  }
  await page.evaluate('localStorage.clear()')
  await page.goto('/auth')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(ADMIN.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Answer them' }))
  // One key, and three times two.
  await page.keyboard.press('Enter')
  for (let count = 0; count < 3; count++) {
    await expect(page.getByRole('heading', { name: `No${count} Keys${founder.firstName}` })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.type(`Answer ${count}`)
    await page.keyboard.press('Control+Enter')
  }
  const answers = async () => {
    const messages = service.from('squad_messages').select('user_id, content').in('user_id', ids)
    return (await messages.eq('sender_type', 'squad').order('created_at').throwOnError()).data
  }
  await expect.poll(answers).toEqual(ids.map((user_id, count) => ({ user_id, content: `Answer ${count}` })))
})

test('fills the window of a desk; a phone has the list, the conversation with its reply, and the way back', async ({
  founder,
  admin: { page },
}) => {
  await findOnly(page, founder)
  await conversation(page, founder).click()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const box = await reply.boundingBox()
    expect(box!.y + box!.height).toBeGreaterThan(height - 60)
    expect(box!.y + box!.height).toBeLessThan(height)
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height)
    const beside = page.getByRole('complementary', { name: `How ${founder.firstName} Founder is doing` })
    const [thread, right] = await Promise.all([page.getByRole('log').boundingBox(), beside.boundingBox()])
    // Not below the messages.
    expect(right!.x).toBeGreaterThan(thread!.x + thread!.width)
    expect(right!.x + right!.width).toBeGreaterThan(width - 60)
  }
  // Below a notice, too.
  await page.route(/\/rest\/v1\/rpc\//, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('The server isn’t answering as it should')).toBeVisible()
  await expect(reply).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(1080)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(reply).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(844)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.unrouteAll()
  // Live changes may have tried again meanwhile.
  await page.reload()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: `${founder.firstName} Founder` })).toBeInViewport()
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(844)
  await expect(reply).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Back to the conversations' }).click()
  await expect(conversation(page, founder)).toBeVisible()
  await expect(reply).toHaveCount(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true)
})

test('an opened conversation, its dialogs and an unknown address are accessible', async ({
  founder,
  admin: { page },
}) => {
  await findOnly(page, founder)
  await conversation(page, founder).click()
  await page.getByRole('radio', { name: 'Internal note' }).check()
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Wants to sell')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete note' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: /is doing/ })).toContainText('None booked.')
  await expectAccessible(page, 'note')
  await page.getByRole('radio', { name: 'Reply' }).check()
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved replies' }).getByRole('searchbox')).toBeVisible()
  await expectAccessible(page, 'saved replies')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'shortcuts')
  await page.goto(`/admin/squad?founder=${crypto.randomUUID()}`)
  await expect(page.getByText('This founder does not exist any more.')).toBeVisible()
  await page.goto('/admin/squad?founder=unknown&show=nothing&order=none')
  await expect(page.getByText('Choose a conversation to read and answer it.')).toBeVisible()
  await expect(shown(page)).toHaveText(/^All/)
})
