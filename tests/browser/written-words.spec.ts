import type { Locator } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './product.ts'

test.use({ founderOpens: 'about:blank' })

const ARABIC = 'مقابلة عشرة عملاء https://example.com/a قبل الجمعة'

/** The browser's global object, as far as it is used here. */
interface Global {
  readonly document: {
    createRange(): {
      setStart(node: object, offset: number): void
      setEnd(node: object, offset: number): void
      getBoundingClientRect(): { readonly right: number }
    }
  }
}
interface Measured {
  readonly firstChild: object
  getBoundingClientRect(): { readonly right: number }
}

/** Pixels between the first letter of a paragraph and its right edge. */
const fromTheRight = (paragraph: Locator): Promise<number> =>
  paragraph.evaluate((node) => {
    const { firstChild, getBoundingClientRect } = node as unknown as Measured
    const range = (globalThis as unknown as Global).document.createRange()
    range.setStart(firstChild, 0)
    range.setEnd(firstChild, 1)
    return getBoundingClientRect.call(node).right - range.getBoundingClientRect().right
  })

test('what is written from right to left reads so, and its addresses are links', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  await service
    .from('weekly_checkins')
    .insert({
      ...{ user_id, week_of: '2026-11-16', mood: 4, next_priority: 'Prices' },
      wins: 'See https://example.com/Wins',
    })
    .throwOnError()
  await service
    .from('decisions')
    .insert({ user_id, title: 'Prices', reason: 'See https://example.com/Reason', category: 'product' })
    .throwOnError()
  await service.from('notes').insert({ user_id, title: 'عنوان', category: 'x', content: ARABIC }).throwOnError()
  await service.from('squad_messages').insert({ user_id, sender_type: 'squad', content: ARABIC }).throwOnError()
  await service
    .from('ai_conversations')
    .insert({ user_id, role: 'assistant', content: `- ${ARABIC}\n- Ten demos` })
    .throwOnError()

  await page.goto('/chat')
  const list = page.getByRole('log').getByRole('list')
  await expect(list).toBeVisible()
  await expect(list).toHaveCSS('direction', 'rtl')
  const typed = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
  await typed.fill('مرحبا')
  await expect(typed).toHaveCSS('direction', 'rtl')

  await page.getByRole('tab', { name: 'Growth Squad' }).click()
  const link = page.getByRole('log').getByRole('link', { name: 'https://example.com/a' })
  await expect(link).toHaveAttribute('href', 'https://example.com/a')
  expect(await fromTheRight(page.getByRole('log').getByRole('paragraph').filter({ hasText: ARABIC }))).toBeLessThan(3)
  await expectAccessible(page, 'a message with a link')

  await page.goto('/brain')
  const note = page.getByRole('paragraph').filter({ hasText: ARABIC })
  await expect(note.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await fromTheRight(note)).toBeLessThan(3)
  for (const [tab, text] of [
    ['Weekly Check-ins', 'Wins'],
    ['Decisions', 'Reason'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByRole('link', { name: `https://example.com/${text}` })).toBeVisible()
  }
})
