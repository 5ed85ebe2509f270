import type { Page } from '@playwright/test'
import { expect, failure, hold, refuse, SESSION_KEY, success, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const defaults = [
  'How can I improve my CAC?',
  'Analyze my runway health',
  'Best channels for B2B SaaS',
  'Pitch deck feedback tips',
]

const chat = '**/functions/v1/growth-chat*'
const history = '**/rest/v1/ai_conversations*'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the AI Co-Founder' })
const messages = (page: Page) => conversation(page).getByRole('article')
const opening = (page: Page) => page.getByText('What are we growing today?')

/** A response with the server's stream. */
const stream = (...words: string[]) => ({
  contentType: 'text/event-stream',
  body: [
    ': a comment',
    ...words.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`),
    'data: [DONE]',
    '',
  ].join('\n\n'),
})

test.beforeEach(async ({ founder: { page } }) => {
  await page.goto('/chat')
  await opening(page).waitFor()
})

test('SPEC 2 chat: two tabs, AI Co-Founder first, in a panel 600px high', async ({ founder: { page } }) => {
  await expect(page.getByRole('tab')).toHaveText(['AI Co-Founder', 'Growth Squad'])
  await expect(page.getByRole('tab', { name: 'AI Co-Founder' })).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel').locator('> div')
  expect((await panel.boundingBox())?.height).toBe(600)
})

test('SPEC 9 chat: four quick actions; pressing one sends its question', async ({ founder: { page } }) => {
  for (const action of defaults) await expect(page.getByRole('button', { name: action })).toBeVisible()
  await page.getByRole('button', { name: defaults[0]! }).click()
  await expect(conversation(page).getByText(defaults[0]!)).toBeVisible()
  await expect(messages(page)).toHaveCount(2)
  await expect(sendButton(page)).toBeEnabled()
})

test('without a model the chat says that the built-in coach answers', async ({ founder: { page } }) => {
  await expect(page.getByText('Built-in coach · answers from your own records')).toBeVisible()
})

test('SPEC 7 chat: Refresh sends the actions shown and replaces them', async ({ founder: { page } }) => {
  const request = page.waitForRequest('**/functions/v1/suggest-quick-actions')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(success(page, 'Quick actions refreshed!')).toBeVisible()
  expect((await request).postDataJSON()).toEqual({ previousActions: defaults })
  await expect(page.getByRole('button', { name: defaults[0]! })).toBeHidden()
})

test('SPEC 8 chat: a failed Refresh shows an error and keeps the actions', async ({ founder: { page } }) => {
  await page.route('**/functions/v1/suggest-quick-actions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(failure(page, 'Failed to refresh actions')).toBeVisible()
  for (const action of defaults) await expect(page.getByRole('button', { name: action })).toBeVisible()
})

test.describe('sending', () => {
  test('SPEC 5 chat: Enter sends, Shift+Enter adds a new line', async ({ founder: { page } }) => {
    const request = page.waitForRequest(chat)
    await box(page).pressSequentially('First')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Second')
    await expect(box(page)).toHaveValue('First\nSecond')
    await page.keyboard.press('Enter')
    expect((await request).postDataJSON()).toMatchObject({ messages: [{ role: 'user', content: 'First\nSecond' }] })
    await expect(box(page)).toHaveValue('')
  })

  test('SPEC 7 chat: the conversation and the user’s id are sent, with the session’s token', async ({ founder }) => {
    const { page } = founder
    await page.route(chat, (route) => route.fulfill(stream('Charge ', 'more.')))
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByText('Charge more.')).toBeVisible()
    const second = page.waitForRequest(chat)
    await box(page).fill('How much?')
    await page.keyboard.press('Enter')
    expect((await second).postDataJSON()).toEqual({
      turn: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as unknown,
      messages: [
        { role: 'user', content: 'Pricing?' },
        { role: 'assistant', content: 'Charge more.' },
        { role: 'user', content: 'How much?' },
      ],
      userId: await founder.id(),
    })
    expect((await second).headers()['authorization']).toMatch(/^Bearer ey/)
  })

  for (const blank of ['', '  ']) {
    test(`SPEC 5 chat: "${blank}" shows "Please enter a message"`, async ({ founder: { page } }) => {
      await box(page).fill(blank)
      await sendButton(page).click()
      await expect(failure(page, 'Please enter a message')).toBeVisible()
      await expect(opening(page)).toBeVisible()
    })
  }

  test('SPEC 5 chat: without a session it is "You must be logged in to chat"', async ({ founder: { page } }) => {
    await box(page).fill('Pricing?')
    await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
    await sendButton(page).click()
    await expect(failure(page, 'You must be logged in to chat')).toBeVisible()
  })

  test('SPEC 5 chat: during an answer Send is disabled, Stop is beside it, and Enter does nothing', async ({
    founder: { page },
  }) => {
    const release = await hold(page, chat)
    await box(page).fill('Pricing?')
    const place = await sendButton(page).boundingBox()
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByText('Pricing?')).toBeVisible()
    await expect(page.getByText('Thinking...')).toBeVisible()
    await expect(sendButton(page)).toBeDisabled()
    expect(await sendButton(page).boundingBox()).toEqual(place)
    await expect(stopButton(page)).toBeEnabled()
    await box(page).fill('And then?')
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('And then?')
    release()
    await expect(sendButton(page)).toBeEnabled()
    await expect(page.getByText('Thinking...')).toBeHidden()
    await expect(box(page)).toHaveValue('And then?')
  })
})

test.describe('message input', () => {
  for (const { browser, event } of [
    { browser: 'most browsers', event: 'isComposing: true' },
    { browser: 'Safari', event: 'keyCode: 229' },
  ]) {
    test(`Enter that ends an IME composition, as reported by ${browser}, does not send`, async ({
      founder: { page },
    }) => {
      const requests: string[] = []
      page.on('request', (request) => request.url().includes('growth-chat') && requests.push(request.url()))
      await box(page).fill('にほん')
      await page.evaluate(`document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ${event} }))`)
      await expect(box(page)).toHaveValue('にほん')
      await expect(opening(page)).toBeVisible()
      expect(requests).toEqual([])
      await page.keyboard.press('Enter')
      await expect(conversation(page).getByText('にほん')).toBeVisible()
    })
  }

  test('the message input shows a character count near its limit of 8,000', async ({ founder: { page } }) => {
    await box(page).fill('x'.repeat(7199))
    await expect(page.getByText('/ 8,000')).toHaveCount(0)
    await box(page).fill('x'.repeat(7950))
    await expect(box(page)).toHaveAccessibleDescription('7,950 / 8,000')
    await page.keyboard.insertText('y'.repeat(100))
    await expect(page.getByText('8,050 / 8,000')).toBeVisible()
    await expect(sendButton(page)).toBeDisabled()
    await expect(box(page)).toHaveValue(/y{100}$/)
  })

  test('at 390 px the whole chat panel is on the screen, and quick actions scroll sideways', async ({
    founder: { page },
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 })
    const last = page.getByRole('button', { name: 'Refresh' })
    await expect(last).not.toBeInViewport()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })
})

test.describe('previous messages', () => {
  test('shows a loading state while previous messages load', async ({ founder: { page } }) => {
    const release = await hold(page, history)
    await page.reload()
    await expect(page.getByRole('tabpanel').getByText('Loading...')).toBeAttached()
    await expect(opening(page)).toBeHidden()
    release()
    await expect(opening(page)).toBeVisible()
  })

  test('SPEC 8 chat: a failed load shows an error, with a retry', async ({ founder: { page } }) => {
    const allow = await refuse(page, history)
    await page.reload()
    await expect(failure(page, 'Failed to load messages').first()).toBeVisible()
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(opening(page)).toBeVisible()
  })

  test('500 messages: the newest first, earlier ones while scrolling, few of them in the DOM', async ({
    founder,
    service,
  }) => {
    test.setTimeout(120_000)
    const { page } = founder
    await seed(founder, service, 500)
    await page.reload()
    await expect(conversation(page).getByText('Answer 499.')).toBeInViewport()
    const { longestFrameMs, most } = await scrollsToTheTop(page)
    await expect(conversation(page).getByText('Question 0.', { exact: true })).toBeInViewport()
    expect(most).toBeLessThan(40)
    console.log(`longest frame while 500 messages scroll: ${longestFrameMs} ms`)

    await page.route(chat, (route) =>
      route.fulfill(stream(...Array<string>(640).fill('Talk to users, and again. '.repeat(2)))),
    )
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(sendButton(page)).toBeEnabled()
    await expect(conversation(page).getByRole('button', { name: 'Copy' }).last()).toBeInViewport()
  })
})

/** Inserts questions and answers, the last of them now. */
async function seed(founder: Founder, service: Service, count: number): Promise<void> {
  const user_id = await founder.id()
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id,
    role: index % 2 ? ('assistant' as const) : ('user' as const),
    content: index % 2 ? `**Answer ${index}.** ${'Talk to users. '.repeat(index % 60)}` : `Question ${index}.`,
    created_at: new Date(Date.now() - (count - index) * 1000).toISOString(),
  }))
  await service.from('ai_conversations').insert(rows).throwOnError()
}

/** Scrolls to the first message. @returns the longest frame, and the most messages in the DOM at once */
const scrollsToTheTop = (page: Page): Promise<{ longestFrameMs: number; most: number }> =>
  page.evaluate(`(async () => {
    const log = document.querySelector('[role=log]')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const now = () => performance.now(), end = now() + 60_000
    let longest = 0, most = 0, still = 0, last = await frame()
    while (still < 120 || (!log.textContent.includes('Question 0.') && now() < end)) {
      const before = log.scrollTop
      log.dispatchEvent(new WheelEvent('wheel'))
      log.scrollTop -= 120
      const at = await frame()
      longest = Math.max(longest, at - last)
      last = at
      most = Math.max(most, log.querySelectorAll('article').length)
      still = log.scrollTop === before ? still + 1 : 0
    }
    return { longestFrameMs: Math.round(longest), most }
  })()`)

test.describe('answers', () => {
  test('SPEC 4 chat: question and answer are stored once the reply is complete', async ({ founder, service }) => {
    const { page } = founder
    const release = await hold(page, chat)
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    const stored = async () =>
      (
        await service
          .from('ai_conversations')
          .select('role, content')
          .order('created_at')
          .eq('user_id', await founder.id())
      ).data
    expect(await stored()).toEqual([])
    release()
    await expect.poll(stored).toHaveLength(2)
    expect(await stored()).toMatchObject([{ role: 'user', content: 'Pricing?' }, { role: 'assistant' }])
  })

  test('SPEC 4 chat: an answer continues while the founder is on another screen, and after a reload', async ({
    founder: { page },
  }) => {
    const release = await hold(page, chat)
    await box(page).fill('What is 17 * 23?')
    await page.keyboard.press('Enter')
    await expect(stopButton(page)).toBeVisible()
    await page.getByRole('link', { name: 'Traction' }).click()
    release()
    await page.getByRole('link', { name: 'Growth Chat' }).click()
    await expect(sendButton(page)).toBeEnabled()
    await expect(messages(page)).toHaveCount(2)
    await expect(conversation(page).getByText('17 × 23 = 391.')).toBeVisible()
    const said = await messages(page).allTextContents()
    await page.reload()
    await expect(messages(page)).toHaveText(said)
  })
})

test.describe('failures', () => {
  for (const { what, reply, message } of [
    {
      what: 'HTTP 429',
      reply: { status: 429, json: {} },
      message: 'Rate limit exceeded. Please try again in a moment.',
    },
    { what: 'HTTP 402', reply: { status: 402, json: {} }, message: 'AI usage limit reached. Please contact support.' },
    { what: 'HTTP 500', reply: { status: 500, json: {} }, message: 'Failed to get response' },
    { what: 'a missing body', reply: { body: '' }, message: 'No response body' },
    {
      what: 'a stream that ends without a word',
      reply: stream(),
      message: 'Failed to get response',
    },
    {
      what: 'an error in the stream',
      reply: { ...stream(), body: 'data: {"error":{"message":"gone"}}\n\n' },
      message: 'Failed to get response',
    },
  ]) {
    test(`SPEC 8 chat: ${what} shows "${message}"; the message returns to the input`, async ({ founder, service }) => {
      const { page } = founder
      await page.route(chat, (route) => route.fulfill(reply))
      await box(page).fill('Pricing?')
      await page.keyboard.press('Enter')
      const notice = `${message}. Please check your internet connection and try again.`
      await expect(failure(page, notice, 'Connection Error')).toBeVisible()
      await expect(opening(page)).toBeVisible()
      await expect(messages(page)).toHaveCount(0)
      await expect(box(page)).toHaveValue('Pricing?')
      await expect(sendButton(page)).toBeEnabled()
      const { data } = await service
        .from('ai_conversations')
        .select()
        .eq('user_id', await founder.id())
      expect(data).toEqual([])
    })
  }

  test('SPEC 8 chat: previous messages stay when the next message fails', async ({ founder: { page } }) => {
    await page.route(chat, (route) => route.fulfill(stream('Charge more.')))
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByText('Charge more.')).toBeVisible()
    await page.route(chat, (route) => route.fulfill({ status: 500, json: {} }))
    await box(page).fill('How much?')
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('How much?')
    await expect(messages(page)).toHaveCount(2)
    await expect(conversation(page).getByText('How much?')).toHaveCount(0)
  })

  test('SPEC 9 chat: a lost network is retried after 1 s and after 2 s more, then shown as an error', async ({
    founder: { page },
  }) => {
    let attempts = 0
    await page.route(chat, async (route) => {
      attempts++
      await route.abort()
    })
    // Counted in the page: once it knows of a failure, the next attempt is scheduled.
    await page.evaluate(`{
      const send = fetch
      const seen = document.body.dataset
      fetch = (url, init) => send(url, init).catch((cause) => {
        if (url.includes('/growth-chat')) seen.failures = Number(seen.failures ?? 0) + 1
        throw cause
      })
    }`)
    await page.clock.install()
    await box(page).fill('Pricing?')
    await page.clock.pauseAt(Date.now() + 5000)
    const failsAfter = async (cause: Promise<void>) => {
      const failures = String(attempts + 1)
      await cause
      await expect(page.locator('body')).toHaveAttribute('data-failures', failures)
    }
    await failsAfter(page.keyboard.press('Enter'))
    await page.clock.runFor(950)
    expect(attempts).toBe(1)
    await failsAfter(page.clock.runFor(100))
    expect(attempts).toBe(2)
    await page.clock.runFor(1900)
    expect(attempts).toBe(2)
    await failsAfter(page.clock.runFor(200))
    expect(attempts).toBe(3)
    await page.clock.resume()
    const notice = 'Failed to fetch. Please check your internet connection and try again.'
    await expect(failure(page, notice, 'Connection Error')).toBeVisible()
    await expect(box(page)).toHaveValue('Pricing?')
    expect(attempts).toBe(3)
  })

  test('SPEC 9 chat: a second attempt that reaches the server is answered, without an error', async ({
    founder: { page },
  }) => {
    await page.route(chat, (route) => route.abort(), { times: 1 })
    await box(page).fill('Pricing?')
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByRole('button', { name: 'Copy' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(messages(page)).toHaveCount(2)
  })
})
