import { expire, hasRead, isInstalled, notice, persisted, storedIn } from './installed.ts'
import { setOffline, unsent, waiting } from './offline.ts'
import { expect, Founder, SESSION_KEY, test } from './product.ts'

/** The end of a session in the installed app: nothing of the founder stays in the browser. */

test.use({ serviceWorkers: 'allow' })

test('signing out leaves nothing of the founder in this browser', async ({ founder, service }) => {
  const { page } = founder
  await hasRead(founder, service)
  const id = await founder.id()
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByPlaceholder('Add a goal...').fill('Half a goal')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/auth')
    expect(await storedIn(tab)).not.toMatch(new RegExp(`${id}|${founder.firstName}|demos|Half a goal|price`, 'i'))
  }
  await other.close()

  const next = new Founder(page)
  await next.signsUp()
  await expect(page.getByText('No goals yet. Add one below!')).toBeVisible()
  await setOffline(page, true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Weekly Command Board' })).toBeVisible()
  await expect(page.getByText('Ten demos')).toHaveCount(0)
})

for (const [what, prepare] of [
  ['', () => undefined],
  [', with an expired access token', expire],
] as const) {
  test(`signing out without a network leaves nothing in this browser, and ends the session when it is back${what}`, async ({
    founder,
    service,
  }) => {
    const { page } = founder
    await hasRead(founder, service)
    const id = await founder.id()
    const token = await page.evaluate(`JSON.parse(localStorage.getItem('${SESSION_KEY}')).access_token`)
    const { apikey } = await page.evaluate<{ apikey: string }>(
      `fetch('/config.json').then((response) => response.json()).then(({ supabaseKey }) => ({ apikey: supabaseKey }))`,
    )
    const status = async () => {
      const headers = { apikey, authorization: `Bearer ${String(token)}` }
      return (await page.request.get('/auth/v1/user', { headers })).status()
    }
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByPlaceholder('Add a goal...').fill('Half a goal')
    await setOffline(page, true)
    await prepare(page)
    await page.goto('/')
    await expect(notice(page)).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Signed out on this device')).toBeVisible()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/auth')
      const stored = await storedIn(tab)
      expect(stored).not.toMatch(new RegExp(`${id}|${founder.firstName}|demos|Half a goal|price`, 'i'))
      expect(stored).not.toMatch(/token|eyJ/)
    }
    expect(await status()).toBe(200)
    await other.close()
    // Another page ends it, too.
    await page.goto('/auth')
    await setOffline(page, false)
    await expect.poll(status).toBe(403)
    await expect.poll(() => storedIn(page)).not.toContain('ended-sessions')
    await page.reload()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('Email')).toBeVisible()
  })
}

test('signing out without a network asks first when something waits', async ({ founder }) => {
  const { page } = founder
  await isInstalled(page)
  await expect.poll(() => persisted(page)).not.toBe('')
  await setOffline(page, true)
  const box = page.getByPlaceholder('Add a goal...')
  await box.fill('Ten demos')
  await box.press('Enter')
  await expect(waiting(page)).toBeVisible()
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  const question = page.getByRole('alertdialog', { name: 'Sign out anyway?' })
  await signOut.press('Enter')
  await expect(question.getByRole('button', { name: 'Stay Signed In' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(signOut).toBeFocused()
  await expect(unsent(page)).toHaveText([/^Ten demos/])
  await signOut.press('Enter')
  await question.getByRole('button', { name: 'Sign Out' }).press('Enter')
  await expect(page).toHaveURL('/auth')
  expect(await storedIn(page)).not.toContain('Ten demos')
})
