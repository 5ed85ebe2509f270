import type { Locator, Page } from '@playwright/test'

/** Sets this browser offline or online. */
export const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

/** What says that a row waits. */
export const waiting = (within: Page | Locator) =>
  within.getByText('Waiting for the network. It is sent when you are back online.')

/** The next write arrives; its response is lost with the network. */
export const loseResponse = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await setOffline(page, true)
      await route.abort()
    },
    { times: 1 },
  )
