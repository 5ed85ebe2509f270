import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { details } from './founder-details.ts'
import { expect, failure, figure, refuse, test, type Founder } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank', adminOpens: 'about:blank' })

type Service = Parameters<Parameters<typeof test>[2]>[0]['service']

const table = (page: Page) => page.getByRole('table', { name: 'Founders' })
const names = (page: Page) => table(page).getByRole('cell').getByRole('button')
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

test('founders are sorted by any column, and the order is in the URL', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob', 'Cyd'])
  await checkIn(service, ids['Bob'], 1)
  await checkIn(service, ids['Cyd'], 5)
  await page.goto('/admin/users')
  await page.getByLabel('Search by name').fill(word)
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(names(page)).toHaveText([`Cyd ${word}`, `Bob ${word}`, `Aba ${word}`])
  const mood = table(page).getByRole('columnheader', { name: 'Mood' })
  await expect(mood).toHaveAttribute('aria-sort', 'none')
  await mood.getByRole('button').click()
  await expect(names(page)).toHaveText([`Bob ${word}`, `Cyd ${word}`, `Aba ${word}`])
  await expect(mood).toHaveAttribute('aria-sort', 'ascending')
  await mood.getByRole('button').click()
  await expect(names(page)).toHaveText([`Cyd ${word}`, `Bob ${word}`, `Aba ${word}`])
  await expect(mood).toHaveAttribute('aria-sort', 'descending')
  await expect(row(page, `Cyd ${word}`)).toContainText('5')
  await table(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(names(page)).toHaveText([`Aba ${word}`, `Bob ${word}`, `Cyd ${word}`])
  await page.reload()
  await expect(names(page)).toHaveText([`Aba ${word}`, `Bob ${word}`, `Cyd ${word}`])
  await expect(page).toHaveURL(`/admin/users?search=${word}&view=table&sort=name&order=ascending`)
})

test('founders are filtered, each filter is shown and can be removed', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob', 'Cyd'])
  await checkIn(service, ids['Bob'], 1)
  await checkIn(service, ids['Cyd'], 5)
  const { data: label } = await service
    .from('founder_labels')
    .insert({ name: word })
    .select('id')
    .single()
    .throwOnError()
  await page.goto(address({ search: word }))
  await expect(page.getByText('3 found')).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const choose = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter, exact: true }).click()
    await page.locator('[data-open]').getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Last check-in', 'This week')
  await expect(names(page)).toHaveText([`Cyd ${word}`, `Bob ${word}`])
  await choose('Mood', '1 or 2')
  await expect(names(page)).toHaveText([`Bob ${word}`])
  await expect(page).toHaveURL(address({ search: word, check_in: 'this_week', mood: 'low' }))
  await page.getByRole('button', { name: 'Remove the filter Last check-in: This week' }).click()
  await page.getByRole('button', { name: 'Remove the filter Mood: 1 or 2' }).click()
  await expect(names(page)).toHaveCount(3)
  await choose('Label', word)
  await expect(page.getByText('No founder matches.')).toBeVisible()
  await expect(page).toHaveURL(address({ search: word, label: label.id }))
  await service.from('founder_labels').delete().eq('id', label.id).throwOnError()
  await page.reload()
  await expect(page.getByText('No founder matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Label: deleted' }).click()
  await expect(names(page)).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Filters in force' })).toBeHidden()
})

test('columns are chosen, and the exported file has what the table shows', async ({ founder, admin, service }) => {
  const { page } = admin
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', '=Bob'])
  await checkIn(service, ids['Aba'], 4)
  await page.goto(address({ search: word, sort: 'name', order: 'ascending' }))
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('group', { name: 'Columns' })
  for (const column of [
    'Risk',
    'Mood, 12 weeks',
    'Goals done',
    'Conversions',
    'Conversions in 7 days',
    'Runway, months',
  ])
    await columns.getByRole('checkbox', { name: column, exact: true }).uncheck()
  for (const column of ['Last message', 'Labels', 'Joined'])
    await columns.getByRole('checkbox', { name: column }).uncheck()
  await expect(table(page).getByRole('columnheader')).toHaveText(['Choose all 2', 'Name', 'Last check-in'])
  await expect(page).toHaveURL(/&columns=check_in$/)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^founders-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `\ufeffName,Last check-in\r\n'=Bob ${word},\r\nAba ${word},${monday()}\r\n`,
  )
  const { data: entries } = await service
    .from('admin_audit')
    .select('after')
    .eq('action', 'export')
    .order('id', { ascending: false })
    .limit(1)
    .throwOnError()
  expect(entries).toEqual([{ after: { founders: 2, columns: ['name', 'check_in'] } }])
})

test('the exported file has twelve moods and since when an answer is waited for, and each founder although one moved', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob'])
  await checkIn(service, ids['Aba'], 3, monday(3))
  await checkIn(service, ids['Aba'], 4, monday(1))
  const message = { user_id: ids['Bob'] ?? '', content: 'Which price?', created_at: '2026-03-02T09:00:00+00:00' }
  await service.from('squad_messages').insert(message).throwOnError()
  await page.goto(address({ search: word, sort: 'name', order: 'ascending', columns: 'mood,change,message' }))
  await expect(names(page)).toHaveCount(2)
  let reads = 0
  await page.route('**/rest/v1/rpc/find_cohort*', async (route) => {
    if (!route.request().postData()?.includes('"page_size":200')) return route.fallback()
    const response = await route.fetch()
    const rows = (await response.json()) as unknown[]
    // A founder who has moved to a page before this one.
    await route.fulfill({ response, json: reads++ === 0 ? rows.slice(1) : rows })
  })
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const written = new Date(message.created_at).toLocaleString('sv')
  expect(await readFile(await (await started).path(), 'utf8')).toBe(
    '\ufeffName,"Mood, 12 weeks",Last mood,Conversions in 7 days,Last message,Waiting since\r\n' +
      `Aba ${word},3 - 4 -,4,,,\r\n` +
      `Bob ${word},,,,${written},${written}\r\n`,
  )
  expect(reads).toBe(2)
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
  await names(page).getByText(`Bob ${word}`).click()
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
  await expect(names(page).getByText(`Bob ${word}`)).toBeFocused()
})

test('founders are chosen one by one, and all that match at once', async ({ founder, admin: { page }, service }) => {
  const word = wordOf(founder)
  await addFounders(service, word, ['Aba', 'Bob', 'Cyd'])
  await page.goto(address({ search: word }))
  const chosen = page.getByRole('region', { name: 'Chosen founders' })
  await table(page)
    .getByRole('checkbox', { name: `Choose Aba ${word}` })
    .check()
  await expect(chosen).toContainText('1 founder chosen')
  await table(page).getByRole('checkbox', { name: 'Choose all 3' }).click()
  await expect(chosen).toContainText('3 founders chosen')
  await table(page)
    .getByRole('checkbox', { name: `Choose Bob ${word}` })
    .uncheck()
  await expect(chosen).toContainText('2 founders chosen')
  await chosen.getByRole('button', { name: 'Clear selection' }).click()
  await expect(chosen).toBeHidden()
})

test('another search ends the choice, and the same search again brings it back', async ({
  founder,
  admin: { page },
  service,
}) => {
  const word = wordOf(founder)
  await addFounders(service, word, ['Aba', 'Bob'])
  await page.goto(address({ search: `Aba ${word}` }))
  const chosen = page.getByRole('region', { name: 'Chosen founders' })
  await table(page).getByRole('checkbox', { name: 'Choose all 1' }).click()
  await expect(chosen).toContainText('1 founder chosen')
  const search = page.getByLabel('Search by name')
  await search.fill(`Bob ${word}`)
  await expect(names(page)).toHaveText([`Bob ${word}`])
  await expect(table(page).getByRole('checkbox', { name: 'Choose all 1' })).not.toBeChecked()
  await expect(chosen).toBeHidden()
  await search.fill(`Aba ${word}`)
  await expect(table(page).getByRole('checkbox', { name: 'Choose all 1' })).toBeChecked()
  await expect(chosen).toContainText('1 founder chosen')
})

test('the table is accessible, and says when it cannot load', async ({ founder, admin: { page }, service }) => {
  const word = wordOf(founder)
  const ids = await addFounders(service, word, ['Aba', 'Bob'])
  await checkIn(service, ids['Aba'], 2)
  await page.goto(address({ search: word, mood: 'low' }))
  await expect(names(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page, 'filters')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page, 'columns')
  await names(page).first().click()
  await expect(details(page).getByText('1 of 1')).toBeVisible()
  await expectAccessible(page, 'details')
  const allow = await refuse(page, '**/rest/v1/rpc/find_cohort*')
  await page.goto(address({}))
  await expect(failure(page, 'Failed to load the founders')).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page).first()).toBeVisible()
})
