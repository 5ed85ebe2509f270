import { expect, test } from './product.ts'

const MS_PER_WEEK = 7 * 86_400_000
const mondayWeeksAgo = (weeks: number) => {
  const day = new Date(Date.now() - weeks * MS_PER_WEEK)
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day.toLocaleDateString('en-CA')
}
const lastWeek = { mood: 2, wins: 'Talked to banks', next_priority: 'Close two pilots' } as const
const coachs = /^Last week you set out to do “Close two pilots”\. Your wins: “Signed both pilots”\./

test('SPEC 3 check-ins: the summary of a new check-in appears on the board and in Founder Brain', async ({
  founder,
  service,
}) => {
  const { page } = founder
  const user_id = await founder.id()
  await service.from('weekly_checkins').insert({ ...lastWeek, user_id, week_of: mondayWeeksAgo(1), ai_summary: 'Before' }).throwOnError() // prettier-ignore
  await founder.completesCheckIn({ mood: 'Good', wins: 'Signed both pilots', nextPriority: 'Pricing' })
  await expect(page.getByText(coachs)).toBeVisible()
  await page.getByRole('button', { name: 'View All Check-ins' }).click()
  await expect(page.getByRole('tabpanel').getByText(coachs)).toBeVisible()
})
