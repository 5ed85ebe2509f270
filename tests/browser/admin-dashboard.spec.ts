import { expect, figure, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

const NO_USER = '00000000-0000-0000-0000-000000000000'

const mondayOf = (moment: Date) => {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day.toLocaleDateString('sv-SE')
}

const WEEK_MS = 7 * 86_400_000

test('SPEC 2 admin dashboard: figures of all founders, revenue in dollars, and cards that lead to users, squad and notes', async ({
  founder,
  admin: { page },
  service,
}) => {
  for (const table of ['traction_loops', 'runway_data', 'weekly_checkins'] as const) {
    await service.from(table).delete().neq('user_id', NO_USER).throwOnError()
  }
  const id = await founder.id()
  const made = await service.auth.admin.createUser({
    email_confirm: true,
    email: `second-${founder.email}`,
    user_metadata: { first_name: 'Ben', last_name: 'Second' },
  })
  const other = made.data.user?.id ?? ''
  const loops = [
    { user_id: id, name: 'One', status: 'running' },
    { user_id: other, name: 'Two', status: 'running' },
    { user_id: id, name: 'Three', status: 'paused' },
    { user_id: id, name: 'Four', status: 'scaling' },
  ] as const
  await service
    .from('traction_loops')
    .insert([...loops])
    .throwOnError()
  const runways = [
    { user_id: id, monthly_revenue: 12_500.25, monthly_burn: 900, bank_balance: 5 },
    { user_id: other, monthly_revenue: 1_000_000, monthly_burn: 0, bank_balance: 7 },
  ]
  await service.from('runway_data').insert(runways).throwOnError()
  const checkIn = { user_id: id, mood: 3, wins: 'w', next_priority: 'n' }
  const weeks = [mondayOf(new Date()), mondayOf(new Date(Date.now() - WEEK_MS))]
  await service
    .from('weekly_checkins')
    .insert(weeks.map((week_of) => ({ ...checkIn, week_of })))
    .throwOnError()
  const { count: people } = await service.from('profiles').select('id', { count: 'exact', head: true })
  const { count: admins } = await service.from('user_roles').select('user_id', { count: 'exact', head: true })

  await page.reload()
  await expect(figure(page, 'Total Founders')).toHaveText(String((people ?? 0) - (admins ?? 0)))
  await expect(figure(page, 'Running Loops')).toHaveText('2')
  await expect(figure(page, 'Check-ins This Week')).toHaveText('1')
  await expect(figure(page, 'Total Revenue')).toHaveText('$1,012,500per month, all founders')

  const cards = page.getByRole('region', { name: 'Quick actions' }).getByRole('link')
  const addresses = ['/admin/users', '/admin/growth-squad', '/admin/notes']
  const headings = ['User Management', 'Growth Squad', 'Manage Founder Notes']
  await expect(cards).toHaveCount(addresses.length)
  for (const [index, address] of addresses.entries()) {
    await cards.nth(index).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: headings[index] ?? '', level: 1 })).toBeVisible()
    await page.goBack()
  }
})
