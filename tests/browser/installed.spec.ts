import { isInstalled } from './installed.ts'
import { expect, test } from './product.ts'

/** The app on a phone: installed, with its files in the browser. */

test.use({ serviceWorkers: 'allow' })

test('the manifest has a name, a start page and icons of the sizes that installing needs; each shortcut starts its action once, and leaves the URL', async ({
  founder: { page },
}) => {
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await page.request.get(link ?? '')
  expect(response.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  })
  const manifest = (await response.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
    shortcuts: { name: string; url: string }[]
  }
  expect(manifest).toMatchObject({ id: '/', name: 'Upswing', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']?.split(';')[0]).toBe(type)
    const width = await page.evaluate(
      `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve(image.naturalWidth); image.src = '${src}' })`,
    )
    if (sizes !== 'any') expect(`${String(width)}x${String(width)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose ?? 'any'].join(' '))).toEqual([
    'any any',
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])

  const starts = {
    'Add a goal': page.getByPlaceholder('Add a goal...'),
    'Check in for this week': page.getByRole('dialog', { name: 'Weekly Check-in' }).getByRole('radio', { name: 'Ok' }),
    'Ask the AI co-founder': page.getByRole('textbox', { name: 'Message to the AI Co-Founder' }),
    'Write to the squad': page.getByRole('textbox', { name: 'Message to the Growth Squad' }),
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(Object.keys(starts))
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(starts[name as keyof typeof starts]).toBeFocused()
    expect(page.url()).not.toContain('start=')
  }
})

test('the service worker caches the app and never what the API answers; what is lost or overwritten is cached again', async ({
  founder,
}) => {
  const { page } = founder
  await founder.addsGoal('Ten demos')
  await isInstalled(page)
  for (const path of ['/traction', '/brain', '/chat', '/']) await page.goto(path)
  await expect(page.getByText('Ten demos')).toBeVisible()
  const cached = await page.evaluate(`(async () => {
    const paths = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })()`)
  expect(
    (cached as string[]).filter((path) => !/^\/(assets\/[\w.-]+|[\w-]+\.(png|svg)|config\.json)?$/.test(path)),
  ).toEqual([])
  expect(cached).toContain('/')

  await test.step("the worker's own script, opened as a page, does not replace the cached page", async () => {
    await page.goto('/sw.js')
    await page.waitForFunction('document.body.innerText.includes("build:")')
    const cachedType = `caches.match('/').then(({ headers }) => headers.get('Content-Type'))`
    // A second navigation, in which the first one has been stored.
    await page.goto('/sw.js')
    expect(await page.evaluate(cachedType)).toContain('text/html')
  })

  await test.step('files that the browser has lost are cached again with the next page', async () => {
    const files = `(async () => {
      const sizes = []
      for (const name of await caches.keys()) sizes.push((await (await caches.open(name)).keys()).length)
      return sizes
    })()`
    const before = await page.evaluate(files)
    await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))')
    await page.goto('/')
    await expect.poll(() => page.evaluate(files)).toEqual(before)
  })
})
