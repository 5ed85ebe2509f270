import type { Page } from '@playwright/test'
import {
  allowWrites,
  expect,
  failure,
  hold,
  loseWrites,
  refuse,
  success,
  test,
  type Admin,
  type Founder,
} from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const conversations = (page: Page) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').getByRole('button')
const conversation = (page: Page, founder: Founder) => conversations(page).filter({ hasText: founder.firstName })
const thread = (page: Page, founder: Founder) =>
  page.getByRole('log', { name: `Conversation with ${founder.firstName} Founder` })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

const SENT = ['Your message has been delivered', 'Message sent'] as const

/** Opens the thread of a founder who has written. */
async function opens({ page }: Admin, founder: Founder): Promise<void> {
  await page.goto('/admin/squad')
  await conversation(page, founder).click()
  await expect(thread(page, founder).getByRole('article').first()).toBeVisible()
}

const writes = async ({ page }: Founder, text: string) => {
  await page.goto('/chat')
  await page.getByRole('tab', { name: 'Growth Squad' }).click()
  await page.getByRole('textbox', { name: 'Message to the Growth Squad' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(success(page, ...SENT)).toBeVisible()
}

test.describe('conversations', () => {
  test('SPEC 2 squad: a conversation is chosen and answered by keyboard', async ({ founder, admin }) => {
    const { page } = admin
    await writes(founder, 'A question')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/squad')
    await conversation(page, founder).focus()
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: `${founder.firstName} Founder` })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Assigned to' })).toBeFocused()
  })

  test('SPEC 9 squad: the preview is the first 50 characters of the last message', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const user_id = await founder.id()
    const first50 = 'Fifty characters, with ☕ and é, stand in the list,'
    expect(first50).toHaveLength(50)
    const messages = [
      { user_id, content: 'An earlier message', created_at: '2026-01-01T00:00:00Z' },
      { user_id, content: `${first50} and what comes after does not.`, created_at: '2026-01-02T00:00:00Z' },
    ]
    await service.from('squad_messages').insert(messages).throwOnError()
    await page.goto('/admin/squad')
    await expect(conversation(page, founder).getByText(first50, { exact: true })).toBeVisible()
    await expect(conversation(page, founder)).not.toContainText('An earlier message')
    await expect(conversation(page, founder)).toContainText('Jan 2, 2026')
  })

  test('SPEC 2 squad: the newest conversation comes first, and the open list updates with new messages', async ({
    founder,
    admin: { page },
    service,
  }) => {
    const made = await service.auth.admin.createUser({
      email_confirm: true,
      email: `second-${founder.email}`,
      user_metadata: { first_name: 'Second', last_name: founder.firstName.slice(3) },
    })
    const other = made.data.user?.id ?? ''
    const write = (user_id: string, content: string) =>
      service.from('squad_messages').insert({ user_id, content }).throwOnError()
    const newest = conversations(page).first()
    await write(await founder.id(), 'First hello')
    await page.goto('/admin/squad')
    await expect(newest).toContainText('First hello')
    await write(other, 'Second hello')
    await expect(newest).toContainText('Second hello')
    await expect(conversations(page).nth(1)).toContainText('First hello')
    await write(await founder.id(), 'First again')
    await expect(newest).toContainText('First again')
    await expect(conversations(page).nth(1)).toContainText('Second hello')
    await expect(conversation(page, founder)).toHaveCount(1)
  })

  test('SPEC 2 squad: unread messages are counted until the conversation is opened', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    const messages = ['One', 'Two'].map((content) => ({ user_id, content }))
    await service.from('squad_messages').insert(messages).throwOnError()
    await page.goto('/admin/squad')
    const unread = conversation(page, founder).getByText('unread')
    await expect(unread.locator('..')).toHaveText('2 unread')
    await conversation(page, founder).click()
    await expect(unread).toHaveCount(0)
    await page.goto('/admin')
    await service.from('squad_messages').insert({ user_id, content: 'Three' }).throwOnError()
    await page.goto('/admin/squad')
    await expect(unread.locator('..')).toHaveText('1 unread')
    await conversation(page, founder).click()
    await expect(unread).toHaveCount(0)
    await page.reload()
    await expect(conversation(page, founder)).toBeVisible()
    await expect(unread).toHaveCount(0)
  })

  test('SPEC 8 squad: shows an error when the list fails to load, with a retry', async ({ admin: { page } }) => {
    const allow = await refuse(page, '**/rest/v1/rpc/find_conversations*')
    await page.goto('/admin/squad')
    await expect(failure(page, 'Failed to load messages').first()).toBeVisible()
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(conversations(page).first().or(page.getByText('No messages yet.'))).toBeVisible()
  })
})

test.describe('thread', () => {
  test('SPEC 7 squad: a thread shows one founder’s messages, oldest first, each with its author', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    const user_id = await founder.id()
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const messages = [
      { user_id, content: 'Good morning', created_at: at(1), sender_type: 'user' as const, sender_name: null },
      { user_id, content: 'Hello', created_at: at(2), sender_type: 'squad' as const, sender_name: 'Maya' },
      { user_id, content: 'A question', created_at: at(3), sender_type: 'user' as const, sender_name: null },
    ]
    await service.from('squad_messages').insert(messages).throwOnError()
    await opens(admin, founder)
    const bubbles = thread(page, founder).getByRole('article')
    await expect(bubbles).toHaveText([
      new RegExp(`^${founder.firstName} Founder · .*Good morning$`),
      /^Maya · .*Hello$/,
      new RegExp(`^${founder.firstName} Founder · .*A question$`),
    ])
  })

  test('SPEC 4 squad: a founder’s message appears in the open thread and is marked as read', async ({
    founder,
    admin,
    service,
  }) => {
    const { page } = admin
    await service.from('squad_messages').insert({ user_id: await founder.id(), content: 'Hello' }).throwOnError() // prettier-ignore
    await opens(admin, founder)
    await writes(founder, 'Are you there?')
    await expect(thread(page, founder).getByText('Are you there?')).toBeVisible()
    await expect(conversation(page, founder)).toContainText('Are you there?')
    await expect(conversation(page, founder).getByText('unread')).toHaveCount(0)
  })

  test('SPEC 4 squad: a changed message is updated in the open thread', async ({ founder, admin, service }) => {
    const { page } = admin
    const user_id = await founder.id()
    await service.from('squad_messages').insert({ user_id, content: 'Helo' }).throwOnError() // prettier-ignore
    await opens(admin, founder)
    await service.from('squad_messages').update({ content: 'Hello' }).eq('user_id', user_id).throwOnError()
    await expect(thread(page, founder).getByText('Hello', { exact: true })).toBeVisible()
    await expect(conversation(page, founder)).toContainText('Hello')
  })
})

test.describe('reply', () => {
  test.beforeEach(async ({ founder, admin, service }) => {
    await service.from('squad_messages').insert({ user_id: await founder.id(), content: 'A question' }).throwOnError() // prettier-ignore
    await opens(admin, founder)
  })

  test('SPEC 2 squad: the default display name is the product’s name and "Team"; the founder sees it on the reply', async ({
    founder,
    admin: { page },
    service,
  }) => {
    await founder.page.goto('/chat')
    await founder.page.getByRole('tab', { name: 'Growth Squad' }).click()
    await expect(page.getByLabel('Display name')).toHaveValue('Upswing Team')
    await reply(page).fill('Here is the answer')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(success(page, ...SENT)).toBeVisible()
    const theirs = founder.page.getByRole('log', { name: 'Conversation with the Growth Squad' })
    await expect(theirs.getByRole('article').last()).toHaveText(/^Upswing Team · .*Here is the answer$/)
    const { data } = await service
      .from('squad_messages')
      .select('content, sender_type, sender_name')
      .eq('user_id', await founder.id())
      .eq('sender_type', 'squad')
    expect(data).toEqual([{ content: 'Here is the answer', sender_type: 'squad', sender_name: 'Upswing Team' }])
  })

  test('SPEC 2 squad: a chosen display name is sent with the reply and remembered; an empty one is not accepted', async ({
    founder,
    admin,
  }) => {
    const { page } = admin
    await reply(page).fill('Here is the answer')
    await page.getByLabel('Display name').fill('  ')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await page.getByLabel('Display name').fill('Maya')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(success(page, ...SENT)).toBeVisible()
    await expect(thread(page, founder).getByRole('article').last()).toHaveText(/^Maya · .*Here is the answer$/)
    await opens(admin, founder)
    await expect(page.getByLabel('Display name')).toHaveValue('Maya')
  })

  test('SPEC 5 squad: Enter sends, Shift+Enter adds a new line, and an empty reply is not sent', async ({
    founder,
    admin: { page },
    service,
  }) => {
    await reply(page).fill('  ')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await reply(page).press('Enter')
    await reply(page).fill('One')
    await reply(page).press('Shift+Enter')
    await reply(page).pressSequentially('Two')
    await reply(page).press('Enter')
    await expect(success(page, ...SENT)).toBeVisible()
    const { data } = await service
      .from('squad_messages')
      .select('content')
      .eq('user_id', await founder.id())
      .eq('sender_type', 'squad')
    expect(data).toEqual([{ content: 'One\nTwo' }])
  })

  test('SPEC 4 squad: a reply is shown at once, then replaced by the saved row', async ({
    founder,
    admin: { page },
  }) => {
    const release = await hold(page, '**/rest/v1/squad_messages*')
    await reply(page).fill('Here is the answer')
    await reply(page).press('Enter')
    const shown = thread(page, founder).getByText('Here is the answer')
    await expect(shown).toBeVisible()
    await expect(reply(page)).toHaveValue('')
    await expect(success(page, ...SENT)).toHaveCount(0)
    release()
    await expect(success(page, ...SENT)).toBeVisible()
    await expect(conversation(page, founder)).toContainText('Here is the answer')
    await expect(shown).toHaveCount(1)
  })

  test('SPEC 4 squad: a failed reply is removed, and its text returns to the input', async ({
    founder,
    admin: { page },
  }) => {
    await loseWrites(page, 'squad_messages')
    await reply(page).fill('Here is the answer')
    await reply(page).press('Enter')
    await expect(failure(page, 'Failed to send message')).toBeVisible()
    await expect(thread(page, founder).getByText('Here is the answer')).toHaveCount(0)
    await expect(reply(page)).toHaveValue('Here is the answer')
    await allowWrites(page, 'squad_messages')
    await reply(page).press('Enter')
    await expect(success(page, ...SENT)).toBeVisible()
    await expect(thread(page, founder).getByText('Here is the answer')).toHaveCount(1)
  })

  test('SPEC 4 squad: the restored text of a failed reply does not overwrite newer text', async ({
    admin: { page },
  }) => {
    let fail = () => {}
    const failing = new Promise<void>((resolve) => (fail = resolve))
    await page.route('**/rest/v1/squad_messages*', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await failing
      return route.abort()
    })
    await reply(page).fill('The first')
    await reply(page).press('Enter')
    await reply(page).fill('The second')
    fail()
    await expect(failure(page, 'Failed to send message')).toBeVisible()
    await expect(reply(page)).toHaveValue('The first\nThe second')
  })

  test('SPEC 2 squad: an unsent reply survives another conversation, another screen and a reload', async ({
    founder,
    admin,
  }) => {
    await reply(admin.page).fill('Here is')
    await admin.page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
    await opens(admin, founder)
    await expect(reply(admin.page)).toHaveValue('Here is')
  })
})
