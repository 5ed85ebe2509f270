import type { Page } from '@playwright/test'
import { expect, hold, test, type Founder, type Service } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const chat = '**/functions/v1/growth-chat*'

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

test('SPEC 9 chat: in a panel 600px high, a quick action is answered from the founder’s records, and both are stored', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const panel = page.getByRole('tabpanel').locator('> div')
  expect((await panel.boundingBox())?.height).toBe(600)
  await expect(page.getByText('Built-in coach · answers from your own records')).toBeVisible()
  const release = await hold(page, chat)
  const place = await sendButton(page).boundingBox()
  await page.getByRole('button', { name: 'How can I improve my CAC?' }).click()
  await expect(page.getByText('Thinking...')).toBeVisible()
  await expect(stopButton(page)).toBeEnabled()
  expect(await sendButton(page).boundingBox()).toEqual(place)
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
  await expect(messages(page)).toHaveCount(2)
  await expect
    .poll(stored)
    .toMatchObject([{ role: 'user', content: 'How can I improve my CAC?' }, { role: 'assistant' }])
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

test('at 390 px the whole chat panel is on the screen, and quick actions scroll sideways', async ({
  founder: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeInViewport({ ratio: 1 })
  const last = page.getByRole('button', { name: 'Pitch deck feedback tips' })
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
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

/** Inserts questions and answers, the last of them now; in parts, because each word is indexed and a statement times out. */
async function seed(founder: Founder, service: Service, count: number): Promise<void> {
  const user_id = await founder.id()
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id,
    role: index % 2 ? ('assistant' as const) : ('user' as const),
    content: index % 2 ? `**Answer ${index}.** ${'Talk to users. '.repeat(index % 60)}` : `Question ${index}.`,
    created_at: new Date(Date.now() - (count - index) * 1000).toISOString(),
  }))
  for (let from = 0; from < count; from += 100)
    await service
      .from('ai_conversations')
      .insert(rows.slice(from, from + 100))
      .throwOnError()
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
