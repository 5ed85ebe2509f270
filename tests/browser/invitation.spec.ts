import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ adminOpens: 'about:blank' })

/** The link of the invitation in the newest mail to an address. */
async function mailedLink(dataDir: string, email: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  let link = ''
  await expect(async () => {
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).sort()
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(outbox, file)))))
    const text = mails.findLast(({ to }) => to?.some(({ address }) => address === email))?.text ?? ''
    link = /http\S+\/invitation#token=\S+/.exec(text)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 60_000 })
  return link
}

test('a founder who is invited opens the mailed link, sets name and password, and is on their board; the admin sees who joined', async ({
  admin: { page },
  browser,
  deployed,
  service,
}) => {
  const word = Math.random().toString(36).slice(2, 8)
  const email = `cleo-${word}@example.com`
  const label = `Batch ${word}`
  await service.from('founder_labels').insert({ name: label }).throwOnError()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite Founders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Founders' })
  await dialog.getByLabel('Email addresses').fill(email)
  await dialog.getByRole('combobox', { name: 'Label for those who accept' }).selectOption(label)
  await dialog.getByRole('button', { name: 'Invite 1 address' }).click()
  await expect(dialog.getByText('1 address invited.')).toBeVisible()
  await page.keyboard.press('Escape')
  const invited = page.getByRole('group').filter({ hasText: 'Invited, not joined yet' })
  await invited.getByText('Invited, not joined yet').click()
  await expect(invited.getByText(email)).toBeVisible()

  const context = await browser.newContext({ baseURL: deployed.founderUrl })
  const founder = await context.newPage()
  const link = await mailedLink(deployed.dataDir, email)
  await founder.goto(link)
  await expect(founder.getByText(email)).toBeVisible()
  await founder.getByLabel('First Name').fill('Cleo')
  await founder.getByLabel('Last Name').fill(word)
  await founder.getByLabel('Password', { exact: true }).fill('a long way home')
  await founder.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(founder.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()

  // Live, without a reload: the invitation is gone, and the founder is there with the label.
  await expect(page.getByText(email)).toHaveCount(0)
  await page.getByLabel('Search by name').fill(word)
  const row = page
    .getByRole('table', { name: 'Founders' })
    .getByRole('row')
    .filter({ hasText: `Cleo ${word}` })
  await expect(row).toContainText(label)

  const other = await browser.newContext({ baseURL: deployed.founderUrl })
  const again = await other.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'This invitation cannot be opened' })).toBeVisible()
  await other.close()
  await context.close()
})
