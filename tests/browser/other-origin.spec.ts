import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test as base } from './product.ts'
import { serveFolder } from './static-host.ts'

/** The web app on a static host, for an API of another origin: by its configuration alone. */
const test = base.extend<object, { web: { url: string } }>({
  web: [
    async ({ deployed }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'upswing-web-'))
      const { supabaseKey } = (await (await fetch(`${deployed.founderUrl}/config.json`)).json()) as {
        supabaseKey: string
      }
      const env = {
        ...process.env,
        SUPABASE_URL: deployed.founderUrl,
        SUPABASE_PUBLISHABLE_KEY: supabaseKey,
        SUPABASE_PROVIDERS: 'google=Google',
        PRODUCT_NAME: 'Growth & Co',
        LANDING_PATH: '/',
      }
      await promisify(execFile)(process.execPath, ['dist/server/web-app.js', folder], { env })
      const host = await serveFolder(folder)
      await use({ url: host.url })
      await host.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

test.use({ founderOpens: 'about:blank' })

test('a founder signs in, works with goals and asks the co-founder at an API of another origin', async ({
  founder,
  web,
  browser,
  deployed,
  service,
}) => {
  const goal = { user_id: await founder.id(), text: 'Ten demos booked', period: 'weekly' } as const
  await service.from('goals').insert(goal).throwOnError()
  const context = await browser.newContext({ baseURL: web.url })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  const origins = new Set<string>()
  page.on('request', (request) => /\/v1\//.test(request.url()) && origins.add(new URL(request.url()).origin))

  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Growth & Co' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Google' })).toBeVisible()
  await page.getByLabel('Email').fill(founder.email)
  await page.getByLabel('Password').fill(founder.password)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('checkbox', { name: 'Ten demos booked' })).toBeVisible()

  await test.step('a change arrives live over the other origin’s socket', async () => {
    await service.from('goals').update({ text: 'Eleven demos booked' }).eq('text', 'Ten demos booked').throwOnError()
    await expect(page.getByRole('checkbox', { name: 'Eleven demos booked' })).toBeVisible()
  })

  await test.step('a write reaches the other origin', async () => {
    await page.getByRole('checkbox', { name: 'Eleven demos booked' }).click()
    const done = () => service.from('goals').select('completed').eq('text', 'Eleven demos booked').single()
    await expect.poll(async () => (await done()).data).toEqual({ completed: true })
  })

  await test.step('a script that is gone is not answered with the page', async () => {
    expect((await page.request.get('/assets/gone.js')).status()).toBe(404)
  })

  await test.step('what is entered while that origin cannot be reached waits for it', async () => {
    await page.route(`${deployed.founderUrl}/**`, (route) => route.abort())
    await page.getByPlaceholder('Add a goal...').fill('Twelve demos booked')
    await page.keyboard.press('Enter')
    await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
    await page.unroute(`${deployed.founderUrl}/**`)
    const waiting = () => service.from('goals').select('text').eq('text', 'Twelve demos booked')
    await expect.poll(async () => (await waiting()).data).toHaveLength(1)
    refused.length = 0
  })

  await test.step('the co-founder’s answer streams in', async () => {
    await page.goto('/chat')
    const box = page.getByRole('textbox', { name: 'Message to the AI Co-Founder' })
    await box.fill('How many goals do I have?')
    await box.press('Enter')
    await expect(page.getByRole('log').getByText('2 goals in all')).toBeVisible()
  })

  expect([...origins]).toEqual([deployed.founderUrl])
  expect(new URL(page.url()).origin).toBe(web.url)
  expect(refused).toEqual([])
  await context.close()
})
