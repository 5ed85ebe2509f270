import { ADMIN } from './deployments.ts'
import { axeViolations } from './axe.ts'
import { expect, failure, success, test } from './product.ts'

// Each test opens its own screen.
test.use({ founderOpens: 'about:blank' })

test.describe('signed out', () => {
  // Relative URLs use the server of this worker.
  test.use({ baseURL: async ({ deployed }, use) => use(deployed.founderUrl) })

  test('a link to a message, as in a mail, leads there after signing in', async ({ page, founder, service }) => {
    const { data } = await service
      .from('squad_messages')
      .insert({ user_id: await founder.id(), content: 'Raise it', sender_type: 'squad', sender_name: 'Team' })
      .select('id')
      .single()
      .throwOnError()
    await page.goto(`/chat?tab=squad#${data.id}`)
    await page.getByLabel('Email').fill(founder.email)
    await page.getByLabel('Password', { exact: true }).fill(founder.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/chat?tab=squad#${data.id}`)
    await expect(page.locator('[aria-current=true]')).toContainText('Raise it')
  })

  test('the next user of a page lands on their own screen, not where the last one signed out', async ({ founder }) => {
    const { page } = founder
    await page.goto('/brain#notes')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin')
  })

  test('SPEC 2 access: the redirect to /auth replaces the history entry; a visitor signs up, signs out, mistypes the password and signs in again', async ({
    page,
  }) => {
    const password = 'horse7'
    await page.goto('/auth?before')
    await page.goto('/traction')
    await expect(page).toHaveURL('/auth')
    await page.goBack()
    await expect(page).toHaveURL('/auth?before')
    await page.goto('/traction')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('First Name').fill('A')
    await page.getByLabel('Last Name').fill('B')
    await page.getByLabel('Email').fill('short@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(success(page, 'Account created successfully. Redirecting...', 'Success!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByLabel('Email').fill('short@example.com')
    await page.getByLabel('Password', { exact: true }).fill('another')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(failure(page, 'Wrong email or password. Please try again.', 'Invalid credentials')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(success(page, 'Signed in successfully. Redirecting...', 'Welcome back!')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test('a page whose scripts do not load shows an error after a while, with a retry', async ({ page, deployed }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${deployed.founderUrl}/auth`)
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toBeHidden()
  await expect(again).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/assets/*.js')
  await again.click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(again).toHaveCount(0)
})
