import { stopTokens } from '../../supabase/functions/_shared/stop-mails.ts'
import { opens } from './account.ts'
import { expectAccessible } from './axe.ts'
import { ENVIRONMENT, expect, test } from './product.ts'

const REPLIES = 'Email me replies I have not seen after 30 minutes'
const WEEK = 'Email me my week on Mondays'

test('a founder chooses which mails they get, by keyboard', async ({ founder, service }) => {
  const { page } = founder
  const user_id = await founder.id()
  const stored = async () =>
    (await service.from('mail_settings').select('replies, weekly, time_zone').eq('user_id', user_id).throwOnError())
      .data
  // The board notes where a founder is.
  await expect.poll(stored).toEqual([{ replies: true, weekly: false, time_zone: 'UTC' }])
  const dialog = await opens(founder, 'Profile')
  const [replies, week] = [dialog.getByLabel(REPLIES), dialog.getByLabel(WEEK)]
  await expect(replies).toBeChecked()
  await expect(week).not.toBeChecked()
  await expectAccessible(page, 'which mails')

  await week.focus()
  await page.keyboard.press('Space')
  await expect(week).toBeChecked()
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect.poll(stored).toEqual([{ replies: true, weekly: true, time_zone: zone }])
  await page.keyboard.press('Shift+Tab')
  await expect(replies).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(stored).toEqual([{ replies: false, weekly: true, time_zone: zone }])

  await page.reload()
  await opens(founder, 'Profile')
  await expect(replies).not.toBeChecked()
  await expect(week).toBeChecked()
})

test('a link in a mail asks, and stops this kind with one press, without a session', async ({
  founder,
  browser,
  deployed,
  service,
}) => {
  const user_id = await founder.id()
  const token = await stopTokens({ secretKey: ENVIRONMENT.SUPABASE_SECRET_KEY }).give({
    user: user_id,
    kind: 'replies',
  })
  const context = await browser.newContext({ baseURL: deployed.founderUrl })
  const page = await context.newPage()
  await page.goto(`/functions/v1/stop-mails?token=${token}`)
  await expect(page.getByRole('heading', { name: 'Stop emails about unread replies?' })).toBeVisible()
  await expectAccessible(page, 'the question')
  const settings = async () => (await service.from('mail_settings').select('replies').eq('user_id', user_id)).data
  expect(await settings()).not.toEqual([{ replies: false }])
  await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You get no more emails about unread replies.' })).toBeVisible()
  await expectAccessible(page, 'the answer')
  expect(await settings()).toEqual([{ replies: false }])
  await context.close()

  const dialog = await opens(founder, 'Profile')
  await expect(dialog.getByLabel(REPLIES)).not.toBeChecked()
})
