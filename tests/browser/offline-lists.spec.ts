import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expire, hasRead, notice, persisted } from './installed.ts'
import { setOffline } from './offline.ts'
import { expect, test } from './product.ts'

/** The installed app, opened without a network: what was last read. */

test.use({ serviceWorkers: 'allow' })

/** Replaces what this browser has stored of the lists of one kind. */
const damage = (page: Page, kind: string, data: string) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('upswing')
    opening.onsuccess = () => {
      const store = opening.result.transaction('queries', 'readwrite').objectStore('queries')
      store.get('last').onsuccess = ({ target: { result } }) => {
        const queries = result.queries.map((query) => (query.queryKey[0] === '${kind}' ? { ...query, data: '${data}' } : query))
        store.put({ ...result, queries }, 'last').onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }
    }
  })`)

test('what this browser has stored is no JSON, or has another shape: it is dropped, the app works without a network, and is loaded again with one', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await hasRead(founder, service)
  for (const [kind, data, shown] of [
    ['goals', '{', 'You’re offline. This screen isn’t saved on this device.'],
    ['this-week', '{}', 'Something went wrong here. Please try again.'],
  ] as const) {
    await test.step(kind, async () => {
      await setOffline(page, true)
      await damage(page, kind, data)
      await page.goto('/')
      await expect(page.getByText(shown)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
      if (kind === 'this-week') await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeVisible()
      await setOffline(page, false)
      await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeVisible()
      await expect(page.getByText('0 of 1', { exact: true })).toBeVisible()
      await expect.poll(() => persisted(page)).toMatch(/"this-week.*verdict/)
    })
  }
})

test('opens without a network, also with an expired access token: shows what was last read, marked, and reads again when the network is back', async ({
  founder,
  service,
}) => {
  const { page } = founder
  await hasRead(founder, service)
  for (const [prepare, text] of [
    [() => undefined, 'From elsewhere'],
    [expire, 'From there again'],
  ] as const) {
    await test.step(text, async () => {
      await setOffline(page, true)
      await prepare(page)
      await page.goto('/')
      await expect(notice(page)).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'Ten demos' })).toBeVisible()
      await expect(page.getByRole('complementary').getByText(founder.firstName)).toBeVisible()
      await page.getByRole('link', { name: 'Founder Brain' }).click()
      await expect(page.getByText('Call five customers')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)

      const goal = { user_id: await founder.id(), text, period: 'weekly' } as const
      await service.from('goals').insert(goal).throwOnError()
      await setOffline(page, false)
      await expect(notice(page)).toBeHidden()
      await page.getByRole('link', { name: 'Command Board' }).click()
      await expect(page.getByRole('checkbox', { name: text })).toBeVisible()
    })
  }
  await setOffline(page, true)
  await page.goto('/')
  await expect(notice(page)).toBeVisible()
  await expectAccessible(page, 'board without a network')
})
