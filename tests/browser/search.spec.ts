import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, hold, refuse, test, type Founder, type Service } from './product.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })

async function searches(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await field(page).fill(text)
}

/** A moment of this many minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Rows of a table, the first of them the newest. */
async function add(
  service: Service,
  table: 'goals' | 'notes' | 'decisions' | 'squad_messages' | 'ai_conversations',
  rows: object[],
) {
  const dated = rows.map((row, index) => ({ ...row, created_at: ago(index + 1) }))
  // Short writes: the embedded engine is slow where other tests run beside it.
  for (let from = 0; from < dated.length; from += 50) {
    const rows = service.from(table).insert(dated.slice(from, from + 50) as never)
    await rows.throwOnError()
  }
}

const many = <Row extends object>(count: number, rowOf: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, n) => rowOf(n))

test.describe('the dialog', () => {
  test('opens with Ctrl K, closes with Escape, and returns the focus', async ({ founder: { page } }) => {
    const goal = page.getByPlaceholder('Add a goal...')
    await goal.focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(dialog(page).getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveCount(7)
    await expect(dialog(page).getByRole('group', { name: 'Start' }).getByRole('option')).toHaveCount(6)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(goal).toBeFocused()
    await goal.blur()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.locator('body')).toBeFocused()
  })

  test('keeps what is typed while it loads', async ({ founder: { page } }) => {
    const release = await hold(page, /assets\/SearchDialog-/)
    await page.reload()
    const goal = page.getByPlaceholder('Add a goal...')
    await goal.fill('Ten demos')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('traa')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    const typing = page.keyboard.type('ction dashboard', { delay: 20 })
    release()
    await typing
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('traction dashboard')
    await expect(chosen(page)).toHaveText('Traction')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(goal).toBeFocused()
    await expect(goal).toHaveValue('Ten demos')
  })

  test('closes with Escape while it loads, and begins empty', async ({ founder: { page } }) => {
    const release = await hold(page, /assets\/SearchDialog-/)
    await page.reload()
    const goal = page.getByPlaceholder('Add a goal...')
    await goal.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gone')
    await page.keyboard.press('Escape')
    await expect(goal).toBeFocused()
    release()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
  })

  test('the Search button opens it, in the sidebar and in the header of a phone', async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(field(page)).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  test('arrow keys, Home and End choose, Enter opens, and the field names the chosen one', async ({
    founder: { page },
  }) => {
    await searches(page, '')
    await expect(chosen(page)).toHaveText('Command Board')
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveText('Book a call with the squad')
    await page.keyboard.press('Home')
    await expect(chosen(page)).toHaveText('Command Board')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toHaveText('Traction')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/traction')
  })

  test('does not open above another dialog', async ({ founder: { page } }) => {
    await page.getByRole('button', { name: 'Complete Check-in' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('says that it searches, finds nothing or failed, with a retry', async ({ founder: { page } }) => {
    const release = await hold(page, '**/rpc/find_records')
    await searches(page, 'xyzzy')
    await expect(dialog(page).getByText('Searching...')).toBeVisible()
    release()
    await expect(dialog(page).getByText('Nothing found. Try fewer words, or the beginning of one.')).toBeVisible()
    const allow = await refuse(page, '**/rpc/find_records')
    await field(page).fill('plugh')
    await expect(dialog(page).getByRole('alert')).toHaveText('Search failed')
    await allow()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByText('Nothing found.')).toBeVisible()
  })

  test('is accessible, on phone and desktop, light and dark', async ({ founder, service }) => {
    const { page } = founder
    await founder.addsGoal('Ten demos in Zürich')
    await add(service, 'notes', [
      { user_id: await founder.id(), title: 'Buyers', content: `${'They wait. '.repeat(60)} A demo in ZURICH.` },
    ])
    await searches(page, 'zurich')
    await expect(option(page, /Buyers/)).toBeVisible()
    await expectAccessible(page, 'search')
    await field(page).fill('nothing like this')
    await expect(dialog(page).getByText('Nothing found.')).toBeVisible()
    await expectAccessible(page, 'search without results')
    await field(page).fill('')
    await expectAccessible(page, 'search before typing')
  })
})

test.describe('actions', () => {
  // From a screen where none of them begins.
  const opensTraction = async (page: Page) => {
    await page.goto('/traction')
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
  }
  test.beforeEach(({ founder: { page } }) => opensTraction(page))

  const starts = async (page: Page, words: string, title: string) => {
    await searches(page, words)
    await expect(chosen(page)).toHaveText(title)
    await page.keyboard.press('Enter')
  }

  test('a goal: its field has the focus', async ({ founder: { page } }) => {
    await starts(page, 'goal add', 'Add a goal')
    await expect(page.getByPlaceholder('Add a goal...')).toBeFocused()
    await starts(page, 'new goal', 'Add a goal')
    await expect(page.getByPlaceholder('Add a goal...')).toBeFocused()
  })

  test('a check-in: its dialog opens, once a week', async ({ founder }) => {
    const { page } = founder
    await starts(page, 'check in for', 'Check in for this week')
    await expect(page.getByRole('dialog').getByLabel('Wins')).toBeVisible()
    await page.keyboard.press('Escape')
    await founder.completesCheckIn({ mood: 'Good', wins: 'Two demos', nextPriority: 'Pricing' })
    await opensTraction(page)
    await starts(page, 'check in for', 'Check in for this week')
    await expect(page.getByRole('button', { name: 'View All Check-ins' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Already Checked In' })).toBeVisible()
  })

  test('a decision: its dialog opens', async ({ founder: { page } }) => {
    await starts(page, 'log', 'Log a decision')
    await expect(page.getByRole('dialog', { name: 'Log Decision' }).getByLabel('Title')).toBeVisible()
  })

  test('a question to the co-founder: the message field has the focus', async ({ founder: { page } }) => {
    await starts(page, 'ask', 'Ask the AI Co-Founder')
    await expect(page.getByLabel('Message to the AI Co-Founder')).toBeFocused()
  })

  test('a message to the squad: the message field has the focus', async ({ founder: { page } }) => {
    await starts(page, 'write', 'Write to the Growth Squad')
    await expect(page.getByLabel('Message to the Growth Squad')).toBeFocused()
  })

  test('a call: its dialog opens, on a phone too', async ({ founder: { page } }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await starts(page, 'book', 'Book a call with the squad')
    await expect(page.getByRole('dialog', { name: 'Schedule a Call' })).toBeVisible()
    await expect(page).toHaveURL('/traction')
  })
})

test.describe('records', () => {
  const opens = async (page: Page, words: string, name: RegExp) => {
    await searches(page, words)
    await expect(chosen(page)).toHaveAccessibleName(name)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
  }
  /** The row that the URL leads to. */
  const row = (page: Page) => page.locator('[aria-current=true][id]')
  const leadsTo = async (page: Page, text: string) => {
    await expect(row(page)).toContainText(text)
    await expect(row(page)).toBeFocused()
    await expect(row(page)).toBeInViewport()
  }

  const about = async (founder: Founder) => ({ user_id: await founder.id() })

  test('a goal of another period, near and far down its list', async ({ founder, service }) => {
    const { page } = founder
    const mine = await about(founder)
    await add(
      service,
      'goals',
      many(150, (n) => ({
        ...mine,
        text: `Goal ${n === 20 ? 'Quokka' : n === 149 ? 'Wombat' : n}`,
        period: 'monthly',
      })),
    )
    await opens(page, 'quokka', /Goal Quokka/)
    await expect(page.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
    await leadsTo(page, 'Goal Quokka')
    await opens(page, 'womb', /Goal Wombat/)
    await leadsTo(page, 'Goal Wombat')
    await page.goto('/traction')
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
    await opens(page, 'quokka', /Goal Quokka/)
    await leadsTo(page, 'Goal Quokka')
  })

  for (const { kind, table, tab, rowOf } of [
    {
      kind: 'note',
      table: 'notes',
      tab: 'Notes & Insights',
      rowOf: (n: number) => ({ title: `Note ${n}`, content: n === 30 ? 'A hidden Quokka' : 'Nothing' }),
    },
    {
      kind: 'decision',
      table: 'decisions',
      tab: 'Decisions',
      rowOf: (n: number) => ({ title: `Decision ${n}`, reason: n === 30 ? 'The Quokka asked' : 'Nobody asked' }),
    },
  ] as const) {
    test(`a ${kind} on a later page`, async ({ founder, service }) => {
      const { page } = founder
      const mine = await about(founder)
      await add(
        service,
        table,
        many(40, (n) => ({ ...mine, ...rowOf(n) })),
      )
      await opens(page, 'QUOKKÁ', / 30/)
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await leadsTo(page, 'Quokka')
    })
  }

  test('a check-in', async ({ founder, service }) => {
    const { page } = founder
    const mine = await about(founder)
    const weeks = many(15, (n) => ({
      ...mine,
      week_of: new Date(Date.UTC(2026, 5, 1 - 7 * n)).toISOString().slice(0, 10),
      wins: n === 14 ? 'A Quokka signed' : 'Two demos',
      next_priority: 'Pricing',
    }))
    await service.from('weekly_checkins').insert(weeks).throwOnError()
    await opens(page, 'signed quokka', /Week of/)
    await leadsTo(page, 'A Quokka signed')
    await expect(row(page)).toContainText('Feb 23, 2026')
  })

  test('a message to the squad far back, and back to the latest', async ({ founder, service }) => {
    const { page } = founder
    const mine = await about(founder)
    await add(
      service,
      'squad_messages',
      many(400, (n) => ({ ...mine, content: n === 300 ? 'Our first Quokka' : `Message ${n}` })),
    )
    await opens(page, 'first quokka', /You wrote to the squad/)
    await leadsTo(page, 'Our first Quokka')
    await expect(page.getByText('Message 299', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(page.getByText('Message 0', { exact: true })).toBeInViewport()
    await expect(page).toHaveURL('/chat?tab=squad')
  })

  test('a message of the co-founder far back, and near the end; a reload leads there too', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const mine = await about(founder)
    const word = (n: number) => (n === 250 ? 'A Quokka. ' : n === 3 ? 'A Wombat. ' : '')
    await add(
      service,
      'ai_conversations',
      many(300, (n) => ({
        ...mine,
        role: n % 2 ? 'user' : 'assistant',
        content: `${word(n)}Text ${n}. ${'And more. '.repeat(n % 30)}`,
      })),
    )
    await opens(page, 'quokka', /AI Co-Founder answered/)
    await leadsTo(page, 'A Quokka')
    await page.reload()
    await leadsTo(page, 'A Quokka')
    await opens(page, 'wombat', /You asked/)
    await leadsTo(page, 'A Wombat')
    await page.getByLabel('Message to the AI Co-Founder').fill('And now?')
    await page.keyboard.press('Enter')
    await expect(page.getByText('And now?')).toBeInViewport()
    await expect(page).toHaveURL('/chat')
  })

  test('marks what was found, however it is written', async ({ founder, service }) => {
    const { page } = founder
    const mine = await about(founder)
    await add(service, 'notes', [
      { ...mine, title: 'Søren, Straße, Æsop and Łódź', content: 'Names' },
      {
        ...mine,
        title: 'Miles O’Brien',
        content: `${'They wait. '.repeat(60)} 1,000 T\u2011shirts, less CO₂ in the ﬁnal o\u00adffer.`,
      },
      { ...mine, title: 'Interviews', content: `${'次の課題は価格です。'.repeat(60)}東京で顧客インタビュー` },
      { ...mine, title: 'قال مُحَمَّد', content: 'Ο Οδυσσεύς' },
    ])
    const marks = dialog(page).locator('mark')
    const expectMarked = async (search: string, marked: string[]) => {
      await field(page).fill(search)
      await expect(marks).toHaveText(marked)
    }
    await searches(page, 'soren')
    await expect(marks).toHaveText(['Søren'])
    await expectMarked('strasse aesop lodz', ['Straße', 'Æsop', 'Łódź'])
    await expectMarked('obrien', ['O’Brien'])
    await expectMarked('1000 tshirt', ['1,000', 'T\u2011shirts'])
    await expectMarked('co2 final offer', ['CO₂', 'ﬁnal', 'o\u00adffer'])
    await expectMarked('顧客', ['顧客'])
    await expectMarked('محمد', ['مُحَمَّد'])
    await expectMarked('ΟΔΥΣΣΕΥΣ', ['Οδυσσεύς'])
  })

  test('one founder does not find what another wrote', async ({ founder: { page }, service }) => {
    const { data } = await service.auth.admin.createUser({
      email: `other-${Date.now()}@example.com`,
      password: 'secret123',
      email_confirm: true,
    })
    await add(service, 'goals', [{ user_id: data.user?.id, text: 'A secret Platypus', period: 'weekly' }])
    await searches(page, 'platypus')
    await expect(dialog(page).getByText('Nothing found.')).toBeVisible()
  })
})

test('admins find founders and their conversations', async ({ founder, admin: { page }, service }) => {
  await add(service, 'squad_messages', [{ user_id: await founder.id(), content: 'How do we price it?' }])
  await searches(page, founder.firstName)
  await option(page, /Joined/).click()
  await expect(page.getByRole('dialog', { name: `${founder.firstName} Founder` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await searches(page, founder.firstName)
  await option(page, /How do we price it\?/).click()
  await expect(page.getByRole('heading', { name: `${founder.firstName} Founder` })).toBeVisible()
  await expect(page.getByRole('log').getByText('How do we price it?')).toBeVisible()
  await searches(page, 'notes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Manage Founder Notes' })).toBeVisible()
})

test('admins find messages of any founder by words, and a result leads to the message', async ({
  founder,
  admin: { page },
  service,
}) => {
  const mine = { user_id: await founder.id() }
  // One server serves many tests: a word that only this founder has.
  const word = `quokka${Date.now()}`
  await add(
    service,
    'squad_messages',
    many(150, (n) => ({
      ...mine,
      content: n === 3 ? `Another ${word}` : n === 120 ? `Our first ${word.toUpperCase()} in Zürich` : `Message ${n}`,
    })),
  )
  await add(service, 'ai_conversations', [{ ...mine, role: 'user', content: `A private ${word}` }])
  const name = `${founder.firstName} Founder`
  const messages = dialog(page).getByRole('group', { name: 'Messages' }).getByRole('option')
  const row = page.locator('[aria-current=true][id]')
  const leadsTo = async (text: string) => {
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(row).toContainText(text)
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
  }

  await searches(page, word)
  await expect(messages).toHaveText([new RegExp(`${name}.*Another`), new RegExp(`${name}.*Our first`)])
  await expect(dialog(page).getByText('A private')).toHaveCount(0)
  await field(page).fill(`zurich ${word}`)
  await expect(messages).toHaveCount(1)
  await messages.click()
  await leadsTo('Our first')
  await expect(page.getByText('Message 119', { exact: true })).toBeVisible()
  await page.reload()
  await leadsTo('Our first')
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByRole('log').getByText('Message 0', { exact: true })).toBeInViewport()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await searches(page, `another ${word}`)
  await expect(messages).toHaveCount(1)
  await messages.click()
  await leadsTo(`Another ${word}`)
  await page.getByRole('textbox', { name: 'Reply' }).fill('Well done')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Well done')).toBeInViewport()
  await expect(page).toHaveURL(/\/admin\/squad\?founder=[\da-f-]+$/)
})
