import type { Page } from '@playwright/test'
import { expect, SESSION_KEY, type Founder, type Service } from './product.ts'

/** Waits until the service worker has the whole build. */
export async function isInstalled(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
}

/** The founder's lists that this browser has stored. */
export const persisted = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve) => {
    const opening = indexedDB.open('upswing')
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve('')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('queries').objectStore('queries').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(reading.result))
      }
    }
  })`)

export const notice = (page: Page) => page.getByText('You’re offline. Last updated')

/** A founder with a goal, a loop and a note, all read and kept by the installed app. */
export async function hasRead(founder: Founder, service: Service): Promise<void> {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('traction_loops').insert({ user_id, name: 'Outreach' }).throwOnError()
  const note = { user_id, title: 'Call five customers', category: 'buyer-insights', content: 'Ask about the price' }
  await service.from('notes').insert(note).throwOnError()
  await founder.addsGoal('Ten demos')
  await isInstalled(page)
  await page.getByRole('link', { name: 'Founder Brain' }).click()
  await expect(page.getByText('Call five customers')).toBeVisible()
  await page.getByRole('link', { name: 'Command Board' }).click()
  await expect.poll(() => persisted(page)).toMatch(/Ten demos.*Call five customers|Call five customers.*Ten demos/)
}

/** Makes the stored session expired for this browser. */
export const expire = (page: Page) =>
  page.evaluate(`{
    const session = JSON.parse(localStorage.getItem('${SESSION_KEY}'))
    localStorage.setItem('${SESSION_KEY}', JSON.stringify({ ...session, expires_at: 1 }))
  }`)

/** Everything that this browser has stored for the site, as text. */
export async function storedIn(page: Page): Promise<string> {
  const rest = await page.evaluate(`(async () => {
    const cached = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!request.url.includes('/assets/')) cached.push(request.url, await (await cache.match(request)).text())
    }
    const databases = await indexedDB.databases()
    return JSON.stringify([databases, cached, { ...localStorage }, { ...sessionStorage }])
  })()`)
  return (await persisted(page)) + String(rest)
}
