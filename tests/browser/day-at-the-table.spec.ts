import type { Page } from '@playwright/test'
import { expect, test, type Service } from './product.ts'

test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

const table = (page: Page) => page.getByRole('table', { name: 'Founders' })
const names = (page: Page) => table(page).getByRole('cell').getByRole('link')
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
/** A call so many days from today, while the squad's calendar is open. */
function callIn(days: number) {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return { starts_at: `${day}T15:00:00Z`, ends_at: `${day}T15:30:00Z` }
}

async function addFounders(service: Service, word: string): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 13; count++) {
    const user_metadata = { first_name: `Founder${String(count).padStart(2, '0')}`, last_name: word }
    const email = `${user_metadata.first_name}-${word}@example.com`
    const { data } = await service.auth.admin.createUser({ email, email_confirm: true, user_metadata })
    ids.push(data.user?.id ?? '')
  }
  return ids
}

test('twelve founders get an owner, are a view that a reload keeps, and their calls are recorded and handed over; a colleague sees each', async ({
  founder,
  admin: { page },
  service,
}) => {
  await service
    .from('user_roles')
    .insert({ user_id: await founder.id(), role: 'admin' })
    .throwOnError()
  const colleague = founder.page
  const maya = `${founder.firstName} Founder`
  const word = `Day${Math.random().toString(36).slice(2, 7)}`
  const ids = await addFounders(service, word)
  const call = { member: 'growth', topic: 'Prices', time_zone: 'UTC' } as const
  await service
    .from('squad_bookings')
    .insert([
      { ...call, user_id: ids[0] ?? '', ...callIn(-1) },
      { ...call, user_id: ids[1] ?? '', ...callIn(3) },
    ])
    .throwOnError()
  const twelve = Array.from({ length: 12 }, (_, count) => `Founder${String(count).padStart(2, '0')} ${word}`)

  await colleague.goto(`/admin/users?search=${word}&sort=name&order=ascending`)
  await expect(names(colleague)).toHaveCount(13)
  await page.goto(`/admin/users?search=${word}&sort=name&order=ascending`)
  for (const name of twelve) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Chosen founders' }).getByRole('button', { name: 'Owner' }).click()
  const owner = page.getByRole('dialog', { name: 'Owner of 12 founders' })
  await owner.getByRole('combobox', { name: 'Owner' }).selectOption(maya)
  await owner.getByRole('button', { name: 'Set owner of 12 founders' }).click()
  await expect(page.getByText(`${maya} is now the owner of 12 founders.`)).toBeVisible()
  for (const name of [twelve[0], twelve[11]]) await expect(row(colleague, name ?? '')).toContainText(maya)
  await expect(views(colleague).getByRole('link', { name: /^Mine/ })).toHaveText('Mine 12')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Owner', exact: true }).selectOption(maya)
  await expect(names(page)).toHaveText(twelve)
  await page.getByRole('button', { name: 'Save as a view…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a view' })
  await saving.getByLabel('Name').fill(`my twelve ${word}`)
  await saving.getByRole('checkbox', { name: 'For the whole team' }).check()
  await saving.getByRole('button', { name: 'Save' }).click()
  const view = (of: Page) => views(of).getByRole('link', { name: `my twelve ${word}` })
  await expect(view(page)).toHaveText(`my twelve ${word} 12`)
  await page.goto('/admin/users')
  await page.reload()
  await view(page).click()
  await expect(names(page)).toHaveText(twelve)
  await expect(view(page)).toHaveAttribute('aria-current', 'true')
  await view(colleague).click()
  await expect(names(colleague)).toHaveText(twelve)

  await colleague.goto('/admin')
  await page.goto('/admin')
  const [past, next] = [twelve[0] ?? '', twelve[1] ?? '']
  const recordButton = (of: Page) => of.getByRole('button', { name: `Record the call with ${past}` })
  await expect(recordButton(colleague)).toBeVisible()
  await recordButton(page).click()
  const outcome = page.getByRole('dialog', { name: `Call with ${past}` })
  await outcome.getByText('Held', { exact: true }).click()
  await outcome.getByLabel('Internal note').fill(`Raises ${word}`)
  await outcome.getByRole('button', { name: 'Save' }).click()
  await expect(recordButton(colleague)).toHaveCount(0)

  await page.getByRole('button', { name: `Hand over the call with ${next}` }).click()
  const handing = page.getByRole('dialog', { name: `Hand over the call with ${next}` })
  await handing.getByRole('combobox', { name: 'Team Member' }).selectOption('Product Advisor')
  await handing.getByRole('button', { name: 'Hand Over' }).click()
  const upcoming = colleague.getByRole('article').filter({ hasText: next })
  await expect(upcoming).toContainText('Product Advisor')

  await colleague.goto(`/admin/founders/${ids[0]}`)
  const entry = colleague.getByRole('listitem').filter({ hasText: 'Call with Growth Expert' })
  await expect(entry).toContainText('Held')
  await expect(entry).toContainText(`Raises ${word}`)
  await service.from('saved_views').delete().eq('name', `my twelve ${word}`).throwOnError()
})
