import { readFile } from 'node:fs/promises'
import { expect, figure, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test('SPEC 4 traction: an admin’s changes appear on the open screen, and Export saves them as a file', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await page.goto('/traction')
  await expect(page.getByText('No traction loops yet.')).toBeVisible()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
  await expect(figure(page, 'Active Loops').first()).toHaveText('11 running, 0 scaling')
  await service.from('traction_loops').update({ status: 'scaling', demos: 7 }).eq('user_id', user_id).throwOnError()
  await expect(figure(page, 'Demos Booked').first()).toHaveText('7')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('traction-loops.csv')
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toMatch(/^\ufeffname,status,conversions,demos,messages,created_at\r\nOutreach,scaling,0,7,0,/)
})
