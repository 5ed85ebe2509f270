import { details, item, opens, saves } from './founder-details.ts'
import { dismiss, expect, figure, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

test('SPEC 4 records: the founder reads impact and result notes that an admin sets, and the database rejects a negative amount', async ({
  founder,
  admin,
  service,
}) => {
  const { page } = admin
  const user_id = await founder.id()
  await service.from('decisions').insert({ user_id, title: 'Raise prices', reason: 'No one says no' }).throwOnError()
  await opens(admin, founder, 'Rate Decisions')
  const impact = item(page, 'Raise prices').getByRole('combobox', { name: 'Impact' })
  await impact.selectOption('Negative')
  await expect(success(page, 'Impact rating updated')).toBeVisible()
  await item(page, 'Raise prices').getByLabel('Result notes').fill('Two customers left')
  await saves(page)
  await expect(success(page, 'Result notes updated')).toBeVisible()
  await founder.page.goto('/brain')
  await founder.page.getByRole('tab', { name: 'Decisions' }).click()
  await expect(founder.page.getByText('Negative', { exact: true })).toBeVisible()
  await expect(founder.page.getByText('Two customers left')).toBeVisible()

  await details(page).getByRole('tab', { name: 'Runway' }).click()
  const panel = details(page).getByRole('tabpanel')
  for (const [field, amount] of [
    ['Bank balance', '$97,500.50'],
    ['Monthly burn', '15,000'],
  ] as const) {
    await panel.getByLabel(field).fill(amount)
    await saves(page)
    await dismiss(success(page, 'Updated'))
  }
  await expect(figure(panel, 'Runway')).toHaveText(/^6\.5 monthsat this pace, as of /)
  await panel.getByLabel('Monthly burn').fill('-5')
  await saves(page)
  await expect(page.getByRole('alert').filter({ hasText: /^Error updating/ })).toBeVisible()
  await expect(panel.getByLabel('Monthly burn')).toHaveValue('-5')
  const { data } = await service.from('runway_data').select().eq('user_id', user_id)
  expect(data).toMatchObject([{ bank_balance: 97_500.5, monthly_revenue: 0, monthly_burn: 15_000 }])
})
