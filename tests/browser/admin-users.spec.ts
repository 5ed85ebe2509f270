import { details, item } from './founder-details.ts'
import { expect, figure, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

test('SPEC 2 users: a founder is found while typing, whatever the accents, and each tab of the details shows their records', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = founder.firstName.slice(3)
  const user_metadata = { first_name: 'Zoë', last_name: `Müller${word}` }
  const made = await service.auth.admin.createUser({
    email_confirm: true,
    email: `zoe-${founder.email}`,
    user_metadata,
  })
  const user_id = made.data.user?.id ?? ''
  const rows = {
    goals: [
      { user_id, text: 'Ten demos', period: 'weekly' as const, completed: true },
      { user_id, text: 'A hundred demos', period: 'yearly' as const, completed: false },
    ],
    traction_loops: [
      { user_id, name: 'Outreach', status: 'running' as const, conversions: 1, demos: 2, messages: 30 },
      { user_id, name: 'Webinars', status: 'scaling' as const, conversions: 4, demos: 5, messages: 60 },
    ],
    decisions: [
      { user_id, title: 'Raise prices', reason: 'No one says no', impact: 'positive' as const, result: 'Up' },
    ],
  }
  await service.from('goals').insert(rows.goals).throwOnError()
  await service.from('traction_loops').insert(rows.traction_loops).throwOnError()
  await service.from('decisions').insert(rows.decisions).throwOnError()
  await service.from('founder_ai_memory').insert({ user_id, memory_content: 'Sells to dentists' }).throwOnError()

  await page.goto('/admin/users?view=list')
  await page.getByLabel('Search by name').pressSequentially(`zoe MULLER${word}`)
  await expect(page.getByRole('listitem').locator('[id^=name-]')).toHaveText([`Zoë Müller${word}`])
  await page.getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog', { name: `Zoë Müller${word}` })).toBeVisible()
  const panel = details(page).getByRole('tabpanel')
  const choose = (tab: string) => details(page).getByRole('tab', { name: tab, exact: true }).click()
  await expect(figure(panel, 'Goals')).toHaveText('21 completed')
  await expect(panel.getByText('No check-ins yet.')).toBeVisible()
  await choose('Goals')
  await expect(panel.getByRole('listitem').filter({ hasText: 'Ten demos' })).toHaveText('Ten demosWeeklyCompleted')
  await choose('Traction')
  await expect(figure(panel, 'Messages')).toHaveText('90')
  await choose('Traction Mgmt')
  await expect(item(page, 'Outreach').getByLabel('Messages')).toHaveValue('30')
  await choose('Decisions')
  await expect(panel.getByRole('heading', { name: 'Raise prices' })).toBeVisible()
  await choose('Rate Decisions')
  await expect(item(page, 'Raise prices').getByLabel('Result notes')).toHaveValue('Up')
  await choose('Runway')
  await expect(panel.getByText('No runway data recorded yet. The first amount begins the record.')).toBeVisible()
  await choose('AI Memory')
  await expect(panel.getByRole('textbox', { name: 'AI memory' })).toHaveValue('Sells to dentists')
})
