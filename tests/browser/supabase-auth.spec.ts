import { expect, SESSION_KEY, success, test } from './product.ts'

/** Differences between Supabase's auth server and this project's. */

test('a reset link of an auth server without previews is confirmed and sets a new password', async ({
  founder,
  service,
}) => {
  const { page, email } = founder
  await page.route('**/auth/v1/verify/preview', (route) => route.fulfill({ status: 404, json: { msg: 'not found' } }))
  const { data } = await service.auth.admin.generateLink({ type: 'recovery', email })
  const token_hash = data.properties?.hashed_token ?? ''
  await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
  await page.goto(`/auth#${new URLSearchParams({ token_hash, type: 'recovery' }).toString()}`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('New password').fill('another horse')
  await page.keyboard.press('Enter')
  await expect(success(page, 'Your new password is set.', 'Success!')).toBeVisible()
})

test('a sign-up that a mailed link has to confirm says so, and stays on the page', async ({ page, deployed }) => {
  const user = { id: '00000000-0000-4000-8000-000000000001', email: 'ana@example.com', identities: [] }
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: user }))
  await page.goto(`${deployed.founderUrl}/auth`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const person = { 'First Name': 'Ana', 'Last Name': 'Silva', Email: 'ana@example.com', Password: 'secret123' }
  for (const [label, text] of Object.entries(person)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(success(page, 'Open the link we sent you to finish signing up.', 'Check your inbox')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
})
