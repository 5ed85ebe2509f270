import { axeViolations } from './axe.ts'
import { expect, success, test } from './product.ts'

test.use({ founderOpens: 'about:blank' })

const UPDATE = '[[document:investor-update:2026-10-01:2026-10-31]]'
const QUESTION = 'How many goals are open?'

test('an answer offers a document, which is edited, kept over a reload, copied and mailed to oneself only', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await service
    .from('weekly_checkins')
    .insert({ user_id, week_of: '2026-10-05', mood: 4, wins: 'Two demos', blockers: 'Hiring', next_priority: 'Prices' })
    .throwOnError()
  await service
    .from('ai_conversations')
    .insert({ user_id, role: 'assistant', content: `Here it is.\n\n${UPDATE}\n[[ask:${QUESTION}]]` })
    .throwOnError()
  await page.goto('/chat')
  const conversation = page.getByRole('log', { name: 'Conversation with the AI Co-Founder' })
  await expect(conversation.getByText('Here it is.')).toBeVisible()
  await expect(conversation).not.toContainText('[[')
  await conversation.getByRole('group', { name: 'Did you mean' }).getByRole('button', { name: QUESTION }).click()
  await expect(conversation.getByRole('article').filter({ hasText: 'You ·' })).toContainText(QUESTION)
  await expect(conversation.getByRole('button', { name: 'Copy' })).toHaveCount(2)

  await conversation.getByRole('button', { name: 'Open as a document' }).click()
  await expect(page).toHaveURL('/brain?document=investor-update&from=2026-10-01&to=2026-10-31')
  const preview = page.getByRole('article', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Investor update, October 2026' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'Oct 5, 2026' }).first()).toHaveAttribute(
    'href',
    /^\/brain\?tab=check/,
  )
  await expect(preview).toContainText('Not recorded: revenue, burn, cash, runway, customers, churn')
  expect(await axeViolations(page)).toEqual([])

  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('## Thanks\n\n- “Two demos” [1]\n')
  await expect(preview.getByRole('heading', { name: 'Thanks' })).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('## Thanks\n\n- “Two demos” [1]\n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(success(page, 'Document copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    '# Investor update, October 2026\n\n## Thanks\n\n- “Two demos”\n',
  )
  await page.getByRole('button', { name: 'Email to Me' }).click()
  await expect(success(page, `Emailed to ${founder.email}`)).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(preview).toBeVisible()
  await expect(text).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: null })
  // A phone shows one side, and prints the document all the same.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(preview).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(preview).toBeVisible()
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Write Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write Document' })
  await dialog.getByRole('radio', { name: 'Week plan' }).check()
  await dialog.getByRole('button', { name: 'Write Draft' }).click()
  await expect(preview.getByRole('heading', { name: /^Plan for the week of/ })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(preview).toContainText('“Prices”')
})
