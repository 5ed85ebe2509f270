import type { Dialog, Page } from '@playwright/test'
import type { Admin, Founder } from './product.ts'

export const UNREACHABLE = 'The server could not be reached. Nothing was changed.'

/** A founder's details in the admin panel. */
export const details = (page: Page) => page.getByRole('dialog')

export async function opens(admin: Admin, founder: Founder, tab: string): Promise<void> {
  await admin.opensDetailsOf(founder.firstName)
  await details(admin.page).getByRole('tab', { name: tab, exact: true }).click()
}

export const item = (page: Page, name: string) => details(page).getByRole('listitem', { name, exact: true })

/** Answers the next browser dialog. @returns its message */
export const answers = (page: Page, answer: (dialog: Dialog) => Promise<void>) =>
  new Promise<string>((resolve, reject) =>
    page.once('dialog', (dialog) => void answer(dialog).then(() => resolve(dialog.message()), reject)),
  )

/** The methods of this page's write requests to a table, from now on. */
export function writesTo(page: Page, table: string): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/rest/v1/${table}`) && request.method() !== 'GET') writes.push(request.method())
  })
  return writes
}

/** Leaves a field, which saves it. */
export const saves = (page: Page) => page.keyboard.press('Tab')
