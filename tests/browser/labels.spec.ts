import { expectAccessible } from './axe.ts'
import { details } from './founder-details.ts'
import { expect, test, type Admin } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const part = ({ page }: Admin) => details(page).getByRole('region', { name: 'Labels' })

test('a label is invented, given and taken in the founder’s details; the founder sees nothing of it', async ({
  founder,
  admin,
  service,
}) => {
  const { page } = admin
  const name = `Batch of ${founder.firstName}`
  await admin.opensDetailsOf(founder.firstName)
  const labels = part(admin)
  await labels.getByRole('button', { name: 'New label' }).click()
  await expect(labels.getByLabel('Name of the new label')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(labels.getByRole('listitem')).toHaveText([name])
  await expect(labels.getByRole('button', { name: 'New label' })).toBeFocused()
  await expectAccessible(page, 'labels')

  await labels.getByRole('button', { name: `Remove label ${name}` }).click()
  await expect(labels.getByRole('listitem')).toHaveCount(0)
  await labels.getByRole('combobox', { name: 'Add a label' }).selectOption(name)
  await expect(labels.getByRole('listitem')).toHaveText([name])
  await page.reload()
  await admin.opensDetailsOf(founder.firstName)
  await expect(part(admin).getByRole('listitem')).toHaveText([name])

  const label = await service.from('founder_labels').select('id').eq('name', name).single().throwOnError()
  const labelled = await service.from('labelled_founders').select('user_id').eq('label', label.data.id).throwOnError()
  expect(labelled.data).toEqual([{ user_id: await founder.id() }])
  await service.from('founder_labels').delete().eq('id', label.data.id).throwOnError()
})
