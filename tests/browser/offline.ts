import { expect } from './product.ts'
import type { Locator, Page } from '@playwright/test'

/** Waits for what sends and lists what is entered, which is loaded after the screen. */
async function sendsOutbox(page: Page): Promise<void> {
  const loaded = () => page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
  for (const script of ['AreaParts', 'OutboxList', 'UnsentCheckIns', 'sign-out'])
    await expect.poll(async () => (await loaded()).join()).toContain(script)
}

/** Sets this browser offline, once all of the page is loaded, or online. */
export async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  if (isOffline && !/\/(?:auth|admin)/.test(page.url())) await sendsOutbox(page)
  await page.context().setOffline(isOffline)
}

/** The note on a row that waits. */
export const waiting = (within: Page | Locator) =>
  within.getByText('Waiting for a connection. It will be sent when you’re back online.')

/** Entries of the list of unsent input. */
export const unsent = (within: Page | Locator) =>
  within.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')

/** The next write arrives; its response is lost with the network. */
export const loseResponse = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort()
    },
    { times: 1 },
  )
