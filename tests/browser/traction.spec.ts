import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, failure, receives, hold, holdAnswer, refuse, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

/** The value of one of the four totals. */
const total = (page: Page, label: string) => page.locator('dt', { hasText: label }).locator('xpath=../dd[1]')

const list = (page: Page) => page.getByRole('region', { name: 'Traction Loops', exact: true })

test('SPEC 2 traction: four totals over all loops, "N running, M scaling", and a badge for each status', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  const loops = [
    { user_id, name: 'Outreach', status: 'running', conversions: 3, demos: 4, messages: 50 },
    { user_id, name: 'Webinars', status: 'running', conversions: 10, demos: 20, messages: 300 },
    { user_id, name: 'Referrals', status: 'scaling', conversions: 1, demos: 1, messages: 1 },
    { user_id, name: 'Cold calls', status: 'paused', conversions: 100, demos: 0, messages: 0 },
  ] as const
  await service
    .from('traction_loops')
    .insert([...loops])
    .throwOnError()
  await page.goto('/traction')
  await expect(total(page, 'Total Conversions')).toHaveText('114')
  await expect(total(page, 'Demos Booked')).toHaveText('25')
  await expect(total(page, 'Messages Sent')).toHaveText('351')
  await expect(total(page, 'Active Loops')).toHaveText('32 running, 1 scaling')
  for (const { name, status } of loops) {
    const row = list(page).getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText(new RegExp(`^${status}$`, 'i'))).toBeVisible()
  }
})

test('SPEC 2 traction: shows a loading state, neither figures nor an empty state, while it loads', async ({
  founder: { page },
}) => {
  const release = await hold(page, '**/rest/v1/traction_loops*')
  await page.goto('/traction')
  await expect(list(page).getByText('Loading...')).toBeAttached()
  await expect(total(page, 'Total Conversions')).toHaveText('–')
  await expect(total(page, 'Active Loops')).toHaveText('–')
  await expect(page.getByText('No traction loops yet.')).toBeHidden()
  release()
  await expect(page.getByText('No traction loops yet.')).toBeVisible()
})

test('SPEC 2 traction: without loops all totals are 0 and there is nothing to export', async ({
  founder: { page },
}) => {
  await page.goto('/traction')
  await expect(list(page).getByText('No traction loops yet.')).toBeVisible()
  await expect(total(page, 'Total Conversions')).toHaveText('0')
  await expect(total(page, 'Active Loops')).toHaveText('00 running, 0 scaling')
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
})

test('SPEC 6 traction: loops are read-only for founders', async ({ founder, service }) => {
  const { page } = founder
  await service
    .from('traction_loops')
    .insert({ user_id: await founder.id(), name: 'Outreach' })
    .throwOnError()
  await page.goto('/traction')
  await expect(list(page).getByText('Outreach')).toBeVisible()
  await list(page).getByText('Outreach').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(list(page).getByRole('button')).toHaveCount(0)
  await expect(list(page).getByRole('textbox')).toHaveCount(0)
})

test('SPEC 4 traction: an admin’s changes appear on the open screen', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  await page.goto('/traction')
  await expect(page.getByText('No traction loops yet.')).toBeVisible()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
  await expect(total(page, 'Active Loops')).toHaveText('11 running, 0 scaling')
  await service.from('traction_loops').update({ status: 'scaling', demos: 7 }).eq('user_id', user_id).throwOnError()
  await expect(total(page, 'Active Loops')).toHaveText('10 running, 1 scaling')
  await expect(total(page, 'Demos Booked')).toHaveText('7')
  await service.from('traction_loops').delete().eq('user_id', user_id).throwOnError()
  await expect(page.getByText('No traction loops yet.')).toBeVisible()
})

test('SPEC 4 traction: shows a change that happens during the first load', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  // Not the board's websocket, which may still be connecting.
  await page.goto('about:blank')
  const [joined, received] = [receives(page, /traction_loops.*Subscribed/), receives(page, /"Outreach"/)]
  const letGo = await holdAnswer(page, '**/rest/v1/traction_loops*')
  await page.goto('/traction')
  await joined
  await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
  await received
  letGo()
  await expect(list(page).getByText('Outreach')).toBeVisible()
})

test('SPEC 6 traction: loops of another account are not shown', async ({ founder, service }) => {
  const { data: other } = await service
    .from('profiles')
    .select('id')
    .neq('id', await founder.id())
    .limit(1)
    .single()
  await service
    .from('traction_loops')
    .insert({ user_id: other?.id ?? '', name: 'Not yours' })
    .throwOnError()
  await founder.page.goto('/traction')
  await expect(founder.page.getByText('No traction loops yet.')).toBeVisible()
})

test('SPEC 8 traction: a failed load shows an error, with a retry', async ({ founder: { page } }) => {
  const allow = await refuse(page, '**/rest/v1/traction_loops*')
  await page.goto('/traction')
  await expect(failure(page, 'Failed to load traction loops').first()).toBeVisible()
  await allow()
  await list(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No traction loops yet.')).toBeVisible()
})

test('SPEC 2 traction: Export saves a CSV without formula injection', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  const created = (day: number) => `2026-01-0${day}T00:00:00+00:00`
  const written = (day: number) => new Date(created(day)).toLocaleString('sv')
  const plain = { user_id, status: 'running', conversions: 0, demos: 0, messages: 0 } as const
  const loops = [
    { ...plain, name: 'Plain', conversions: 1, demos: 2, messages: 3 },
    { ...plain, name: 'Calls, mails and "demos"' },
    { ...plain, name: 'Two\nlines', status: 'paused' as const },
    { ...plain, name: '=HYPERLINK("http://evil.example")', status: 'scaling' as const },
    { ...plain, name: '+1' },
    { ...plain, name: '-1', conversions: -5 },
    { ...plain, name: '@SUM(A1)' },
  ].map((loop, index) => ({ ...loop, created_at: created(9 - index) }))
  await service.from('traction_loops').insert(loops).throwOnError()
  await page.goto('/traction')
  await expect(list(page).getByText('Plain')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('traction-loops.csv')
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toBe(
    [
      '\ufeffname,status,conversions,demos,messages,created_at',
      `Plain,running,1,2,3,${written(9)}`,
      `"Calls, mails and ""demos""",running,0,0,0,${written(8)}`,
      `Two lines,paused,0,0,0,${written(7)}`,
      `"'=HYPERLINK(""http://evil.example"")",scaling,0,0,0,${written(6)}`,
      `'+1,running,0,0,0,${written(5)}`,
      `'-1,running,-5,0,0,${written(4)}`,
      `'@SUM(A1),running,0,0,0,${written(3)}`,
      '',
    ].join('\r\n'),
  )
})
