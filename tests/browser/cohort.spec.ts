import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { details } from './founder-details.ts'
import { expect, figure, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

type Service = Parameters<Parameters<typeof test>[2]>[0]['service']

const table = (page: Page) => page.getByRole('table', { name: 'Founders' })
const names = (page: Page) => table(page).getByRole('cell').getByRole('link')
const opener = (page: Page, name: string) => page.getByRole('button', { name: `View Details of ${name}` })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const address = (query: object) => `/admin/users?${new URLSearchParams({ view: 'table', ...query }).toString()}`
const monday = (weeksAgo = 0) => {
  const today = new Date()
  const days = ((today.getUTCDay() + 6) % 7) + 7 * weeksAgo
  return new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

/** More founders with the family name `word`. @returns their ids by first name */
async function addFounders(service: Service, word: string, firstNames: readonly string[]) {
  const ids: Record<string, string> = {}
  for (const first_name of firstNames) {
    const user_metadata = { first_name, last_name: word }
    const { data } = await service.auth.admin.createUser({
      email_confirm: true,
      email: `${first_name}-${word}@example.com`,
      user_metadata,
    })
    ids[first_name] = data.user?.id ?? ''
  }
  return ids
}

const wordOf = ({ firstName }: Founder) => `Table${firstName.slice(3)}`

async function checkIn(service: Service, user_id: string | undefined, mood: number, week_of = monday()) {
  const row = { user_id: user_id ?? '', week_of, mood, wins: 'Two demos', next_priority: 'Hire' }
  await service.from('weekly_checkins').insert(row).throwOnError()
}

test('founders are sorted and filtered in the URL, and the exported file has what the table shows', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', '=Bob', 'Cyd'])
  await checkIn(service, ids['=Bob'], 1)
  await checkIn(service, ids['Cyd'], 5)
  await page.goto('/admin/users')
  await page.getByLabel('Search by name').fill(word)
  await expect(names(page)).toHaveText([`Cyd ${word}`, `=Bob ${word}`, `Aba ${word}`])
  await table(page).getByRole('columnheader', { name: 'Mood' }).getByRole('button').click()
  await expect(names(page)).toHaveText([`=Bob ${word}`, `Cyd ${word}`, `Aba ${word}`])
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Last check-in', exact: true }).selectOption('This week')
  await expect(names(page)).toHaveText([`=Bob ${word}`, `Cyd ${word}`])
  const there = address({ search: word, sort: 'mood', order: 'ascending', check_in: 'this_week' })
  await page.goto(`${there}&columns=check_in`)
  await expect(table(page).getByRole('columnheader')).toHaveText(['Choose all 2', 'Name', 'Last check-in'])
  await expect(names(page)).toHaveText([`=Bob ${word}`, `Cyd ${word}`])
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^founders-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `\ufeffName,Last check-in\r\n'=Bob ${word},${monday()}\r\nCyd ${word},${monday()}\r\n`,
  )
})

test('a table that is too long to load whole scrolls to its last founder', async ({
  founder,
  admin: { page },
  service,
}) => {
  test.slow()
  const word = wordOf(founder)
  const firstNames = Array.from({ length: 120 }, (_, index) => `Founder${String(index).padStart(3, '0')}`)
  await addFounders(service, word, firstNames)
  const loaded: string[] = []
  page.on('request', (request) => request.url().includes('find_cohort') && loaded.push(request.postData() ?? ''))
  await page.goto(address({ search: word, sort: 'name', order: 'ascending' }))
  await expect(names(page).first()).toHaveText(`Founder000 ${word}`)
  expect(loaded.filter((body) => !body.includes('"skip":0'))).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=table]'))`
  expect(await page.evaluate(overflow)).toBe(0)
  await table(page).hover()
  await page.mouse.wheel(0, 120 * 60)
  await expect(names(page).last()).toHaveText(`Founder119 ${word}`)
  await expect(row(page, 'Founder119')).toHaveAttribute('aria-rowindex', '121')
  expect(await names(page).count()).toBeLessThan(60)
})

test('the details lead to the founder before and after, are live and keep their height', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob', 'Cyd'])
  await page.goto(address({ search: word, sort: 'name', order: 'ascending' }))
  await opener(page, `Bob ${word}`).click()
  const dialog = details(page)
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  const height = async () => (await dialog.boundingBox())?.height
  const before = await height()
  await dialog.getByRole('tab', { name: 'Decisions', exact: true }).click()
  await dialog.getByRole('button', { name: 'Next founder' }).click()
  await expect(page.getByRole('dialog', { name: `Cyd ${word}` })).toBeVisible()
  await expect(dialog.getByRole('tab', { name: 'Decisions', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('button', { name: 'Next founder' })).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByText('No decisions yet.')).toBeVisible()
  const decision = { user_id: ids['Cyd'] ?? '', title: 'Raise prices', reason: 'No one says no' }
  await service.from('decisions').insert(decision).throwOnError()
  await expect(dialog.getByText('Raise prices')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Overview' }).click()
  await expect(figure(dialog, 'Decisions')).toHaveText('1')
  await service
    .from('notes')
    .insert({ user_id: ids['Cyd'] ?? '', title: 'A note', content: 'Text' })
    .throwOnError()
  await expect(figure(dialog, 'Notes')).toHaveText('1')
  expect(await height()).toBe(before)
  await dialog.getByRole('button', { name: 'Previous founder' }).press('Enter')
  await expect(page.getByRole('dialog', { name: `Bob ${word}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous founder' }).press('Enter')
  await expect(page.getByRole('dialog', { name: `Aba ${word}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener(page, `Bob ${word}`)).toBeFocused()
})

test('the table, its filters, its columns and the details are accessible', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob'])
  await checkIn(service, ids['Aba'], 2)
  await page.goto(address({ search: word, mood: 'low' }))
  await expect(names(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page, 'filters')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page, 'columns')
  await opener(page, `Aba ${word}`).click()
  await expect(details(page).getByText('1 of 1')).toBeVisible()
  await expectAccessible(page, 'details')
})
