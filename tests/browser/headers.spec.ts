import { expect, test } from './product.ts'

test('pages have a strict content security policy, and no framing or referrer; no response sets a cookie, and API responses have Cache-Control: no-store', async ({
  founder,
}) => {
  const { page } = founder
  const { host } = new URL(page.url())
  const headers = (await page.request.get('/')).headers()
  // Nor can the page that lets apps in be laid, unseen, over another site (RFC 9700, 4.16).
  expect((await page.request.get('/oauth/consent')).headers()).toMatchObject({
    'content-security-policy': headers['content-security-policy'],
    'x-frame-options': 'DENY',
  })
  expect(headers['content-security-policy']?.split('; ').sort()).toEqual(
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ws://${host}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
    ].sort(),
  )
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })

  const stored: string[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (/^\/(auth|rest|functions)\//.test(path) && response.headers()['cache-control'] !== 'no-store') stored.push(path)
  })
  await founder.addsGoal('Ten demos')
  for (const path of ['/traction', '/brain', '/chat', '/']) await page.goto(path)
  await expect(page.getByText('Ten demos')).toBeVisible()
  expect(stored).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})
