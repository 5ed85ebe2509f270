import { axeViolations } from './axe.ts'
import { expect, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** As a spreadsheet of western Europe saves it. */
const GOALS =
  '\ufeffGoal;Horizon;Done;Created;Target\r\nTalk to ten customers;weekly;no;03/02/2026;1.200\r\nHire;yearly;x;31/01/2026;\r\n'

test('a founder who comes from a spreadsheet imports its goals by keyboard, sees them on the board, and undoes it', async ({
  founder: { page },
}) => {
  const imports = page.getByRole('button', { name: /^Import \d/ })
  await page.goto('/')
  await page.getByRole('button', { name: 'Account settings' }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  await page.getByRole('button', { name: 'Import Records' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a File' }).press('Enter')
  await (await chooser).setFiles(file('goals.csv', GOALS))
  await expect(page.getByRole('heading', { name: 'goals.csv' })).toBeFocused()
  await expect(page.getByText('Answer the questions above first.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'the day' }).press('Space')
  await page.getByRole('radio', { name: 'divides thousands' }).press('Space')
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /“Talk to ten customers”, weekly, of Feb 3, 2026, open, target 1,200/,
    /“Hire”, yearly, of Jan 31, 2026, done/,
  ])
  await expect(imports).toHaveText('Import 2 goals')
  await imports.press('Enter')
  await expect(page.getByText('2 goals imported. You can undo it for a day.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  expect(await axeViolations(page)).toEqual([])

  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('Talk to ten customers')
  await page.goto('/import')
  await page.getByRole('button', { name: /^Undo: 2 goals/ }).press('Enter')
  await expect(page.getByText('2 goals removed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Imported in the last 24 hours' })).toBeFocused()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Talk to ten customers')
})

test('an admin imports the weeks of a founder’s loops that the product has exported', async ({
  founder,
  admin: { page },
}) => {
  await page.goto(`/admin/founders/${await founder.id()}`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const weeks =
    'week_of,loop,status,messages,demos,conversions,messages_added,demos_added,conversions_added\n2026-02-23,Cold mail,running,120,9,4,120,9,4\n2026-03-02,Cold mail,running,180,15,7,60,6,3\n'
  await page.getByLabel('CSV file').setInputFiles(file('traction-weeks.csv', weeks))
  await page.getByRole('button', { name: 'Import 2 loop entries' }).click()
  await expect(page.getByText('2 loop entries imported.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await founder.page.goto('/traction')
  await expect(founder.page.getByRole('main')).toContainText('Cold mail')
  await page.goto('/admin/audit')
  await expect(page.getByRole('main')).toContainText(`imported 2 loop entries for ${founder.firstName} Founder`)
})
