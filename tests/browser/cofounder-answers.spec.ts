import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { frame, speak, type ScriptedModel } from '../protocol/scripted-model.ts'
import { seeded } from '../seeded.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './product.ts'
import { test } from './product-with-model.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const DONE = 'data: [DONE]\n\n'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation with the AI Co-Founder' })
const messages = (page: Page) => conversation(page).getByRole('article')

/** The model streams a beginning, and more when the test calls for it. */
function speaks(model: ScriptedModel, ...beginning: string[]) {
  const opened = new Promise<ServerResponse>((resolve) => {
    model.respondsWith((response) => {
      speak(response, ...beginning)
      resolve(response)
    })
  })
  return {
    streams: async (text: string) => void (await opened).write(frame(text)),
    ends: async (text = '') => void (await opened).end((text && frame(text)) + DONE),
  }
}

/** The model streams a number every 20 milliseconds until the test ends it. */
function streamsNumbers(model: ScriptedModel) {
  let text = ''
  let stop = () => {}
  model.respondsWith((response) => {
    speak(response)
    const timer = setInterval(() => {
      const number = `${text.length} `
      text += number
      response.write(frame(number))
    }, 20)
    stop = () => {
      clearInterval(timer)
      response.end(DONE)
    }
  })
  return {
    /** @returns the complete text */
    end: () => {
      stop()
      return text
    },
  }
}

async function asks(page: Page, question: string) {
  await box(page).fill(question)
  await page.keyboard.press('Enter')
}

test.beforeEach(async ({ founder: { page } }) => {
  await page.goto('/chat')
  await page.getByText('What are we growing today?').waitFor()
})

test.describe('interrupted answers', () => {
  test('an answer continues after a reload, is complete at the end, and appears once', async ({
    founder,
    model,
    service,
  }) => {
    const { page } = founder
    const before = model.requests.length
    const answer = speaks(model, 'Talk ', 'to ')
    await asks(page, 'What now?')
    await expect(conversation(page).getByText('Talk to')).toBeVisible()
    await page.reload()
    await expect(conversation(page).getByText('What now?')).toBeVisible()
    await expect(conversation(page).getByText('Talk to')).toBeVisible()
    await answer.streams('your ')
    await expect(conversation(page).getByText('Talk to your')).toBeVisible()
    await answer.ends('users.')
    await expect(button(page, 'Send')).toBeEnabled()
    await expect(messages(page)).toHaveText([/What now\?$/, /Talk to your users\.\s*Copy$/])
    await page.reload()
    await expect(messages(page)).toHaveText([/What now\?$/, /Talk to your users\.\s*Copy$/])
    expect(model.requests.length - before).toBe(1)
    const { data } = await service.from('ai_conversations').select().eq('user_id', await founder.id()) // prettier-ignore
    expect(data).toHaveLength(2)
  })

  test('answers reloaded at fifty random points are complete at the end, and each is stored once', async ({
    founder,
    model,
    service,
  }) => {
    test.setTimeout(300_000)
    const { page } = founder
    const before = model.requests.length
    const expected: string[] = []
    const random = seeded(20_261_122)
    for (let question = 1; question <= 5; question++) {
      const answer = streamsNumbers(model)
      await asks(page, `Question ${question}`)
      await expect(conversation(page).getByText(`Question ${question}`)).toBeVisible()
      for (let reload = 1; reload <= 10; reload++) {
        await page.waitForTimeout(random() * 800)
        await page.reload({ waitUntil: 'commit' })
      }
      await expect.poll(() => model.requests.length - before).toBe(question)
      expected.push(`Question ${question}`, answer.end())
      const last = messages(page).last()
      await expect(last.getByRole('button', { name: 'Copy' })).toBeVisible({ timeout: 20_000 })
      await expect(last).toContainText(expected.at(-1)?.trim() ?? '')
    }
    const stored = service
      .from('ai_conversations')
      .select('content')
      .eq('user_id', await founder.id())
    const { data } = await stored.order('created_at').throwOnError()
    expect(data.map(({ content }) => content)).toEqual(expected)
    expect(model.requests.length - before).toBe(5)
  })

  test('an answer is completed without a client, and shown on another device and in a reopened tab', async ({
    founder: { page },
    model,
    browser,
  }) => {
    const other = await page.context().newPage()
    await other.goto('/chat')
    await other.getByText('What are we growing today?').waitFor()
    const answer = speaks(model, 'Talk ')
    await asks(page, 'What now?')
    await expect(conversation(page).getByText('Talk')).toBeVisible()
    await page.close()
    await answer.ends('to users.')

    const device = await browser.newContext({ storageState: await other.context().storageState() })
    const third = await device.newPage()
    await expect(async () => {
      await third.goto(other.url())
      await expect(conversation(third).getByText('Talk to users.')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await device.close()
    await other.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await expect(messages(other)).toHaveText([/What now\?$/, /Talk to users\.\s*Copy$/])
  })
})

test.describe('Stop', () => {
  test('Stop is the next control after the input, and the focus moves to Send when the answer ends', async ({
    founder: { page },
    model,
  }) => {
    const answer = speaks(model, 'Talk ')
    await box(page).fill('What now?')
    await button(page, 'Send').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Stop')).toBeVisible()
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Stop')).toBeFocused()
    await answer.ends('to users.')
    await expect(button(page, 'Stop')).toBeHidden()
    await expect(button(page, 'Send')).toBeFocused()

    // A double click on Send does not stop.
    const next = speaks(model, 'And ')
    await box(page).fill('What then?')
    await button(page, 'Send').dblclick()
    await expect(conversation(page).getByText('And')).toBeVisible()
    await next.ends('listen.')
    await expect(conversation(page).getByText('And listen.')).toBeVisible()
  })
})

test.describe('references', () => {
  test('references link to the founder’s own records; those of others are not shown; what is in no record is named', async ({
    founder,
    model,
    service,
  }) => {
    const { page } = founder
    const user_id = await founder.id()
    const stranger = await service.auth.admin.createUser({ email: `${user_id}@example.com`, email_confirm: true })
    const goal = async (user_id: string, text: string) =>
      (await service.from('goals').insert({ user_id, text, period: 'monthly' }).select('id').single().throwOnError()).data.id // prettier-ignore
    const own = await goal(user_id, 'Ten *demos*')
    const foreign = await goal(stranger.data.user!.id, 'Secret plan')
    const { data: decision } = await service
      .from('decisions')
      .insert({ user_id, title: 'Raise prices', reason: 'Costs' })
      .select('id')
      .single()
      .throwOnError()
    // An admin may read the records of all founders.
    await service.from('user_roles').insert({ user_id, role: 'admin' }).throwOnError()

    const answer = speaks(model, `Your goal [[goal:${own}]], not [[goal:${foreign}]], and [[decision:`)
    await asks(page, 'What now?')
    await expect(conversation(page).getByRole('link', { name: 'Ten *demos*' })).toBeVisible()
    await expect(messages(page).last()).toHaveText(/Your goal Ten \*demos\*, not , and$/)
    await answer.ends(`${decision.id}]]. You should have 4,711 demos.`)
    await expect(conversation(page).getByRole('link')).toHaveText(['Ten *demos*', 'Raise prices'])
    await expect(messages(page).last()).toContainText('Based on 1 goal, 1 decision.')
    await expect(messages(page).last()).toContainText('Not in your records: 4,711.')
    await page.reload()
    await expect(messages(page).last()).toContainText('Not in your records: 4,711.')
    await conversation(page).getByRole('link', { name: 'Raise prices' }).click()
    await expect(page).toHaveURL(`/brain?tab=decisions#${decision.id}`)
    await expect(page.locator('[aria-current=true]').getByText('Raise prices')).toBeInViewport()
    await page.goBack()
    await conversation(page).getByRole('link', { name: 'Ten *demos*' }).click()
    await expect(page.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Secret plan')).toHaveCount(0)
  })
})

test.describe('a complete answer', () => {
  test('a complete answer is copied as Markdown, also by keyboard', async ({ founder: { page }, model }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const answer = speaks(model, '**Talk** ')
    await asks(page, 'What now?')
    await expect(conversation(page).getByText('Talk')).toBeVisible()
    await expect(button(page, 'Copy')).toHaveCount(0)
    await answer.ends('to users.')
    await expect(button(page, 'Copy')).toHaveAccessibleDescription(/^The answer of \w/)
    await button(page, 'Copy').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Copied')).toBeFocused()
    await expect(conversation(page).locator('[aria-live=polite]')).toHaveText('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('**Talk** to users.')
  })
})

test('wide code in an answer scrolls inside its bubble', async ({ founder: { page }, model }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const answer = speaks(model, `\`\`\`sql\nselect ${'column_of_a_wide_table, '.repeat(20)} 1\n\`\`\``)
  await asks(page, 'What now?')
  await answer.ends()
  await expect(conversation(page).locator('pre')).toContainText('column_of_a_wide_table, 1')
  // Until the answer is complete, its text may be rendered again.
  const isScrolled = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('pre'))`
  await expect.poll(() => page.evaluate(isScrolled).catch(() => false)).toBe(true)
  await expect(async () => {
    const [bubble, log] = await Promise.all([messages(page).last().boundingBox(), conversation(page).boundingBox()])
    expect(bubble!.x + bubble!.width).toBeLessThanOrEqual(log!.x + log!.width)
  }).toPass()
})

test('keeps the scroll position of a user who scrolled up while an answer grows, with a jump to the latest', async ({
  founder: { page },
  model,
}) => {
  const answer = speaks(model, 'A line.\n\n'.repeat(60))
  await asks(page, 'What now?')
  const top = (): Promise<number> => page.evaluate(`document.querySelector('[role=log]').scrollTop`)
  const fromEnd = (): Promise<number> =>
    page.evaluate(
      `((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('[role=log]'))`,
    )
  const lines = conversation(page).getByRole('paragraph').filter({ hasText: 'A line.' })
  await expect(lines).toHaveCount(60)
  await expect(lines.last()).toBeInViewport()
  await answer.streams('More.\n\n'.repeat(10))
  await expect(conversation(page).getByText('More.').last()).toBeInViewport()
  await expect.poll(fromEnd).toBeLessThan(2)

  await conversation(page).hover()
  await page.mouse.wheel(0, -40)
  await expect.poll(fromEnd).toBeGreaterThan(20)
  // The wheel scrolls smoothly.
  let place = -1
  await expect.poll(async () => place === (place = await top())).toBe(true)
  await expect(button(page, 'Jump to latest')).toBeHidden()
  await answer.streams('Even more.\n\n'.repeat(10))
  await expect(button(page, 'Jump to latest')).toBeVisible()
  expect(await top()).toBe(place)
  await button(page, 'Jump to latest').click()
  await expect.poll(fromEnd).toBeLessThan(2)
  await expect(button(page, 'Jump to latest')).toBeHidden()
  await expect(conversation(page)).toBeFocused()
  await answer.ends('The end.')
  await expect(conversation(page).getByText('The end.')).toBeInViewport()
})

test('keeps the scroll position of a user who scrolls up in the moment in which text arrives', async ({
  founder: { page },
  model,
}) => {
  const answer = speaks(model, 'A line.\n\n'.repeat(60))
  await asks(page, 'What now?')
  await expect(conversation(page).getByRole('paragraph').filter({ hasText: 'A line.' })).toHaveCount(60)
  // Before the page gets the scroll event: the browser reports both together.
  await page.evaluate(`
    const log = document.querySelector('[role=log]')
    const before = log.scrollTop
    window.place = new Promise((resolve) => {
      const growth = new MutationObserver(() => setTimeout(() => {
        if (log.scrollTop <= before) return
        growth.disconnect()
        log.dispatchEvent(new WheelEvent('wheel'))
        log.scrollTop -= 40
        resolve(log.scrollTop)
      }))
      growth.observe(log, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    undefined
  `)
  await answer.streams('More.\n\n'.repeat(10))
  const place = await page.evaluate('window.place')
  await answer.streams('Even more.\n\n'.repeat(10))
  await expect(button(page, 'Jump to latest')).toBeVisible()
  expect(await page.evaluate(`document.querySelector('[role=log]').scrollTop`)).toBe(place)
  await answer.ends()
})

test('keeps the scroll position of a user who scrolled up when plain text becomes shorter formatted text', async ({
  founder: { page },
  model,
}) => {
  let letFormat = () => {}
  const formatting = new Promise<void>((resolve) => (letFormat = resolve))
  await page.route('**/assets/Answer-*.js', (route) => formatting.then(() => route.continue()))
  await page.reload()
  const answer = speaks(model, 'A line.\n\n'.repeat(60))
  await asks(page, 'What now?')
  await expect(conversation(page).getByText('A line.')).toBeVisible()
  await conversation(page).hover()
  await page.mouse.wheel(0, -40)
  await expect
    .poll(() =>
      page.evaluate(
        `((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('[role=log]'))`,
      ),
    )
    .toBe(40)
  letFormat()
  await expect(conversation(page).getByRole('paragraph').filter({ hasText: 'A line.' })).toHaveCount(60)
  await answer.streams('More.\n\n'.repeat(10))
  await expect(button(page, 'Jump to latest')).toBeVisible()
  await answer.ends()
})

test('keeps the scroll position of a user who scrolls up while lines arrive', async ({ founder: { page }, model }) => {
  const answer = speaks(model, 'A line.\n\n'.repeat(60))
  const adding = setInterval(() => void answer.streams('More.\n\n'), 50)
  await asks(page, 'What now?')
  const lines = conversation(page).getByRole('paragraph').filter({ hasText: 'More.' })
  await expect.poll(() => lines.count()).toBeGreaterThan(10)
  await expect(lines.last()).toBeInViewport()

  await conversation(page).hover()
  await page.mouse.wheel(0, -200)
  await expect(button(page, 'Jump to latest')).toBeVisible()
  const shown = await lines.count()
  await expect.poll(() => lines.count()).toBeGreaterThan(shown + 20)
  await expect(lines.last()).not.toBeInViewport()
  await expect(button(page, 'Jump to latest')).toBeVisible()
  clearInterval(adding)
  await answer.ends()
})

test('the question stays above an answer that is longer than the panel, and a press leads back to it', async ({
  founder: { page },
  model,
}) => {
  const back = button(page, 'Back to the question')
  const answer = speaks(model, 'A line.\n\n'.repeat(4))
  await asks(page, 'What now?')
  await expect(conversation(page).getByText('A line.').last()).toBeInViewport()
  await expect(back).toHaveCount(0)
  await answer.streams('More.\n\n'.repeat(60))
  await expect(back).toBeVisible()
  const bar = conversation(page).locator('p', { hasText: 'What now?' }).first()
  const [top, log] = await Promise.all([bar.boundingBox(), conversation(page).boundingBox()])
  expect(top!.y - log!.y).toBeLessThan(40)
  // Also while text streams in, and by keyboard.
  const adding = setInterval(() => void answer.streams('Even more.\n\n'), 50)
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(messages(page).first()).toBeInViewport({ ratio: 1 })
  await expect(back).toHaveCount(0)
  await expect(conversation(page)).toBeFocused()
  await expect(button(page, 'Jump to latest')).toBeVisible()
  await expect(messages(page).first()).toBeInViewport({ ratio: 1 })
  clearInterval(adding)
  await answer.ends()
  await button(page, 'Jump to latest').click()
  await expect(back).toBeVisible()
  await expectAccessible(page, 'pinned')
})

test('a growing and a complete answer are accessible, and so is the record that it leads to', async ({
  founder,
  model,
  service,
}) => {
  const { page } = founder
  const note = {
    user_id: await founder.id(),
    title: 'Interviews',
    category: 'buyer-insights',
    content: 'Ten of them',
  }
  const { data } = await service.from('notes').insert(note).select('id').single().throwOnError()
  const wide = `\`\`\`\nselect ${'column_of_a_wide_table, '.repeat(20)}\n\`\`\``
  const answer = speaks(
    model,
    `# Plan\n\nSee [[note:${data.id}]] and [this](https://example.com).\n\n- [ ] Ask\n\n${wide}`,
  )
  await box(page).fill('x'.repeat(7500))
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByRole('link', { name: 'Interviews' })).toBeVisible()
  await expectAccessible(page, 'growing')
  await answer.ends()
  await expect(button(page, 'Copy')).toBeVisible()
  await box(page).fill('x'.repeat(7500))
  await expectAccessible(page, 'complete')
  await conversation(page).getByRole('link', { name: 'Interviews' }).click()
  await expect(page.locator('[aria-current=true]').getByText('Interviews')).toBeVisible()
  await expectAccessible(page, 'the record')
})
