import { expect, test as base, type Page } from '@playwright/test'
import { ADMIN, deploy, type Deployed, type Deployment } from './deployments.ts'

export interface DeploymentOptions {
  deployment: Deployment
}

interface Fixtures {
  /** A founder who has just signed up, on the board. */
  founder: Founder
  /** The first admin, signed in. */
  admin: Admin
}

interface WorkerFixtures extends DeploymentOptions {
  deployed: Deployed
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  deployment: ['pglite', { option: true, scope: 'worker' }],
  deployed: [
    async ({ deployment }, use) => {
      const deployed = await deploy(deployment, { LANDING_PATH: '/' })
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
  founder: async ({ browser, deployed }, use) => {
    const context = await browser.newContext({ baseURL: deployed.founderUrl })
    const founder = new Founder(await context.newPage())
    await founder.signsUp()
    await use(founder)
    await context.close()
  },
  admin: async ({ browser, deployed }, use) => {
    const context = await browser.newContext({ baseURL: deployed.adminUrl })
    const admin = new Admin(await context.newPage())
    await admin.signsIn()
    await use(admin)
    await context.close()
  },
})

export { expect }

/** The notice that holds title and description together. */
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()

export class Founder {
  readonly page: Page
  readonly firstName = `Ana${Math.random().toString(36).slice(2, 7)}`
  readonly email = `${this.firstName.toLowerCase()}@example.com`
  readonly password = 'secret123'

  constructor(page: Page) {
    this.page = page
  }

  async signsUp(): Promise<void> {
    await this.page.goto('/auth')
    await this.page.getByRole('tab', { name: 'Sign Up' }).click()
    await this.page.getByLabel('First Name').fill(this.firstName)
    await this.page.getByLabel('Last Name').fill('Founder')
    await this.page.getByLabel('Email').fill(this.email)
    await this.page.getByLabel('Password', { exact: true }).fill(this.password)
    await this.page.keyboard.press('Enter')
    await expect(notice(this.page, 'Account created successfully. Redirecting...')).toBeVisible()
    await this.page.waitForURL('/')
  }

  async addsGoal(text: string): Promise<void> {
    await this.page.getByPlaceholder('Add a goal...').fill(text)
    await this.page.keyboard.press('Enter')
    await expect(notice(this.page, 'Goal created')).toBeVisible()
  }

  async completesCheckIn({
    mood,
    wins,
    nextPriority,
  }: {
    mood: string
    wins: string
    nextPriority: string
  }): Promise<void> {
    await this.page.getByRole('button', { name: 'Complete Check-in' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByText(mood, { exact: true }).click()
    await dialog.getByLabel('Wins').fill(wins)
    await dialog.getByLabel('Next priority').fill(nextPriority)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notice(this.page, 'Weekly check-in saved')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
}

export class Admin {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async signsIn(): Promise<void> {
    await this.page.goto('/auth')
    await this.page.getByLabel('Email').fill(ADMIN.email)
    await this.page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await this.page.getByRole('button', { name: 'Sign In' }).click()
    await expect(notice(this.page, 'Welcome back, Admin!')).toBeVisible()
    await this.page.waitForURL('/admin')
  }

  async opensDetailsOf(firstName: string): Promise<void> {
    await this.page.goto('/admin/users')
    await this.page.getByLabel('Search').fill(firstName)
    await expect(this.page.getByRole('button', { name: 'View Details' })).toHaveCount(1)
    await this.page.getByRole('button', { name: 'View Details' }).click()
  }

  async addsLoop(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Traction Mgmt' }).click()
    this.page.once('dialog', (prompt) => void prompt.accept(name))
    await this.page.getByRole('button', { name: /Add.*loop/i }).click()
    await expect(notice(this.page, 'Loop created successfully')).toBeVisible()
  }
}
