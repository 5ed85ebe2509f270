import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

type Service = Parameters<Parameters<typeof test>[2]>[0]['service']

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen founders' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

/** Three founders of a family name of their own. @returns it and their ids */
async function family(service: Service, { firstName }: Founder) {
  const word = `Many${firstName.slice(3)}`
  const ids: string[] = []
  for (const first_name of ['Aba', 'Bob', 'Cyd']) {
    const user_metadata = { first_name, last_name: word }
    const { data } = await service.auth.admin.createUser({
      email_confirm: true,
      email: `${first_name}-${word}@example.com`,
      user_metadata,
    })
    ids.push(data.user?.id ?? '')
  }
  return { word, ids }
}

/** The table shows them, and two are chosen by keyboard. */
async function choosesTwo(page: Page, word: string): Promise<void> {
  await page.goto(`/admin/users?view=table&search=${word}`)
  for (const name of ['Aba', 'Bob']) {
    await page.getByRole('checkbox', { name: `Choose ${name} ${word}` }).focus()
    await page.keyboard.press('Space')
  }
  await expect(bar(page)).toContainText('2 founders chosen')
}

const notesOf = async (service: Service, ids: readonly string[]) =>
  (await service.from('notes').select('user_id, title').in('user_id', ids).throwOnError()).data

test('a note is added for the chosen founders, says for how many, and is undone', async ({
  founder,
  admin: { page },
  service,
}) => {
  const { word, ids } = await family(service, founder)
  await choosesTwo(page, word)
  await expectAccessible(page, 'the bar')
  await bar(page).getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a note for 2 founders' })
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Add note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Add for 2 founders' })).toBeDisabled()
  await dialog.getByLabel('Title').fill('Buyers')
  await dialog.getByLabel('Content').fill('They ask for SSO')
  await expectAccessible(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Add for 2 founders' }).click()
  await expect(page.getByText('Note added for 2 founders.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(await notesOf(service, ids)).toHaveLength(2)
  await expectAccessible(page, 'the notice')
  // The focus is at the notice.
  await page.keyboard.press('Tab')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note removed for 2 founders.')).toBeVisible()
  expect(await notesOf(service, ids)).toEqual([])
})

test('a label is given to the chosen founders and taken from those who got it', async ({
  founder,
  admin: { page },
  service,
}) => {
  const { word, ids } = await family(service, founder)
  const name = `Batch ${word}`
  const labelled = async () =>
    (await service.from('labelled_founders').select('user_id').in('user_id', ids).throwOnError()).data.length
  await choosesTwo(page, word)
  await bar(page).getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels for 2 founders' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Label' }).locator(':checked')).toContainText(name)
  await expectAccessible(page, 'labels')
  await dialog.getByRole('button', { name: 'Add to 2 founders' }).click()
  await expect(page.getByText(`“${name}” added to 2 founders.`)).toBeVisible()
  expect(await labelled()).toBe(2)
  await undo(page).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await labelled()).toBe(0)

  await choosesTwo(page, word)
  await bar(page).getByRole('button', { name: 'Labels' }).click()
  await dialog.getByRole('button', { name: 'Manage labels' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage labels' })
  await manage.getByLabel(`Name of ${name}`).fill(`${name}!`)
  await manage.getByRole('button', { name: `Rename ${name}` }).click()
  await expect(manage.getByLabel(`Name of ${name}!`)).toBeVisible()
  await expectAccessible(page, 'managing labels')
  await manage.getByRole('button', { name: `Delete ${name}!` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(manage.getByLabel(`Name of ${name}!`)).toHaveCount(0)
})
