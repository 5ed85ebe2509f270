import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, hold, test, type Founder, type Service } from './product.ts'

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
  test('opens with Ctrl K, closes with Escape, and returns the focus; the account settings open from any screen', async ({
    founder: { page },
  }) => {
    const goal = page.getByPlaceholder('Add a goal...')
    await goal.focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(dialog(page).getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveCount(10)
    await expect(dialog(page).getByRole('group', { name: 'Start' }).getByRole('option')).toHaveCount(6)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(goal).toBeFocused()
    await goal.blur()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.locator('body')).toBeFocused()
    // The dialog's button, in the sidebar and in the header of a phone.
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(field(page)).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()

    await page.getByRole('link', { name: 'Growth Chat' }).click()
    // The shortcut is there with the screen.
    await expect(page.getByRole('heading', { name: 'Growth Command Chat' })).toBeVisible()
    await searches(page, 'account')
    await expect(chosen(page)).toHaveText('Account settings')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })

  test('keeps what is typed while it loads; closed meanwhile, it begins empty', async ({ founder: { page } }) => {
    const release = await hold(page, /assets\/SearchDialog-/)
    await page.reload()
    const goal = page.getByPlaceholder('Add a goal...')
    await goal.fill('Ten demos')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gone')
    await page.keyboard.press('Escape')
    await expect(goal).toBeFocused()
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

  test('lead to a goal of another period, near and far down its list, to a message to the squad and to one of the co-founder far back, and from there to the latest', async ({
    founder,
    service,
  }) => {
    const { page } = founder
    const mine = await about(founder)
    const word = (n: number) => (n === 250 ? 'A Numbat. ' : n === 3 ? 'A Dingo. ' : '')
    await add(
      service,
      'goals',
      many(150, (n) => ({
        ...mine,
        text: `Goal ${n === 20 ? 'Quokka' : n === 149 ? 'Wombat' : n}`,
        period: 'monthly',
      })),
    )
    await add(
      service,
      'squad_messages',
      many(400, (n) => ({ ...mine, content: n === 300 ? 'Our first Bilby' : `Message ${n}` })),
    )
    await add(
      service,
      'ai_conversations',
      many(300, (n) => ({
        ...mine,
        role: n % 2 ? 'user' : 'assistant',
        content: `${word(n)}Text ${n}. ${'And more. '.repeat(n % 30)}`,
      })),
    )

    await opens(page, 'quokka', /Goal Quokka/)
    await expect(page.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
    await leadsTo(page, 'Goal Quokka')
    await opens(page, 'womb', /Goal Wombat/)
    await leadsTo(page, 'Goal Wombat')
    await page.getByRole('link', { name: 'Traction' }).click()
    await expect(page.getByRole('heading', { name: 'Traction Dashboard' })).toBeVisible()
    await opens(page, 'quokka', /Goal Quokka/)
    await leadsTo(page, 'Goal Quokka')

    await opens(page, 'first bilby', /You wrote to the squad/)
    await leadsTo(page, 'Our first Bilby')
    await expect(page.getByText('Message 299', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(page.getByText('Message 0', { exact: true })).toBeInViewport()
    await expect(page).toHaveURL('/chat?tab=squad')

    await opens(page, 'numbat', /AI Co-Founder answered/)
    await leadsTo(page, 'A Numbat')
    await page.reload()
    await leadsTo(page, 'A Numbat')
    await opens(page, 'dingo', /You asked/)
    await leadsTo(page, 'A Dingo')
    await page.getByLabel('Message to the AI Co-Founder').fill('And now?')
    await page.keyboard.press('Enter')
    await expect(page.getByText('And now?')).toBeInViewport()
    await expect(page).toHaveURL('/chat')
  })
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
