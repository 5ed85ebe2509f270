import { answers, details, item, opens, saves } from './founder-details.ts'
import { Admin, dismiss, expect, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const OUTREACH = { name: 'Outreach', status: 'running', conversions: 1, demos: 2, messages: 3 } as const

test('SPEC 4 loops: a loop is named in a prompt, edited field by field, and deleted once that is confirmed', async ({
  founder,
  admin,
  service,
}) => {
  const { page } = admin
  const user_id = await founder.id()
  const stored = async () => (await service.from('traction_loops').select().eq('user_id', user_id).throwOnError()).data
  await opens(admin, founder, 'Traction Mgmt')
  const message = answers(page, (prompt) => prompt.accept('  Cold outreach '))
  await details(page).getByRole('button', { name: 'Add Loop' }).click()
  expect(await message).toBe('Loop name')
  await expect(success(page, 'Loop created successfully')).toBeVisible()
  const loop = item(page, 'Cold outreach')
  await expect(loop.getByRole('combobox', { name: 'Status' })).toHaveValue('running')
  await loop.getByLabel('Demos').fill('34')
  await saves(page)
  await dismiss(success(page, 'Updated'))
  await loop.getByRole('combobox', { name: 'Status' }).selectOption('Scaling')
  await expect(success(page, 'Status updated')).toBeVisible()
  // Closing the dialog saves the field that is being edited.
  await loop.getByLabel('Messages').fill('77')
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await expect(success(page, 'Updated')).toBeVisible()
  expect(await stored()).toMatchObject([{ name: 'Cold outreach', status: 'scaling', demos: 34, messages: 77 }])

  await opens(admin, founder, 'Traction Mgmt')
  const confirmed = answers(page, (question) => question.accept())
  await item(page, 'Cold outreach').getByRole('button', { name: 'Delete loop' }).click()
  expect(await confirmed).toBe('Delete this loop?')
  await expect(success(page, 'Loop deleted')).toBeVisible()
  await expect(item(page, 'Cold outreach')).toHaveCount(0)
  expect(await stored()).toEqual([])
})

test('SPEC 7 loops: two admins who edit one loop at once lose neither field', async ({
  founder,
  admin,
  service,
  browser,
  deployed,
}) => {
  const user_id = await founder.id()
  await service.from('traction_loops').insert({ user_id, ...OUTREACH }).throwOnError() // prettier-ignore
  const storageState = await admin.page.context().storageState()
  const context = await browser.newContext({ baseURL: deployed.adminUrl, storageState })
  const second = new Admin(await context.newPage())
  await opens(admin, founder, 'Traction Mgmt')
  await opens(second, founder, 'Traction Mgmt')
  await item(admin.page, 'Outreach').getByLabel('Name').fill('Warm outreach')
  await item(second.page, 'Outreach').getByLabel('Demos').fill('42')
  await Promise.all([saves(admin.page), saves(second.page)])
  await expect(success(admin.page, 'Name updated')).toBeVisible()
  await expect(success(second.page, 'Updated')).toBeVisible()
  const { data } = await service.from('traction_loops').select().eq('user_id', user_id)
  expect(data).toMatchObject([{ ...OUTREACH, name: 'Warm outreach', demos: 42 }])
  for (const each of [admin, second]) {
    await opens(each, founder, 'Traction Mgmt')
    await expect(item(each.page, 'Warm outreach').getByLabel('Demos')).toHaveValue('42')
  }
  await context.close()
})
