import type { Dialog, Page } from '@playwright/test'
import type { Admin, Founder } from './product.ts'

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

/** Leaves a field, which saves it. */
export const saves = (page: Page) => page.keyboard.press('Tab')
