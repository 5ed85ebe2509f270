import { expect, test } from 'vitest'
import type { FunctionContext } from '../_shared/function.ts'
import type { MailedWeek } from './week-mail.ts'
import { writeWeekMail } from './write-mail.ts'

const context = {
  env: { PUBLIC_URL: 'https://growth.example' },
  supabaseUrl: 'https://growth.example',
  secretKey: 'sb_secret_of_a_test',
} as unknown as FunctionContext

const textOf = async (week: MailedWeek) => {
  const mail = await writeWeekMail(context, {
    founder: 'f1', email: 'ana@example.com', monday: '2026-03-09', time_zone: 'Pacific/Auckland', week, failure: null,
  }) // prettier-ignore
  return mail.text
}

const week: MailedWeek = {
  check_in: { mood: 4, wins: 'Two demos' },
  priority: 'Pricing',
  goals: { done: 3, of: 5 },
  added: { conversions: 12, demos: 3, messages: -4 },
  added_before: { conversions: 0, demos: 1, messages: 2 },
  runway: { months: 5.99 },
  call: { member: 'growth', starts_at: '2026-03-10T20:00:00Z', ends_at: '2026-03-10T20:30:00Z' },
  next: { kind: 'check-in' },
}

test('the mail says every figure of the week in a line', async () => {
  const text = await textOf(week)
  for (const line of [
    'Check-in: Good. Two demos',
    'Goals: 3 of 5 done.',
    'Traction: +12 conversions, +3 demos, -4 messages. The week before: 0 conversions, +1 demo, +2 messages.',
    'Runway: 5.9 months.',
    'Next call: Growth Expert, Wednesday, March 11, 2026, 9:00 AM – 9:30 AM GMT+13.',
    'Open priority: Pricing',
    'Next step: check in on your board:\nhttps://growth.example/',
  ]) {
    expect(text.split('\n\n').map((part) => part.trim())).toContain(line)
  }
})

test('a time zone that this runtime does not know is UTC', async () => {
  const mail = await writeWeekMail(context, {
    founder: 'f1', email: 'ana@example.com', monday: '2026-03-09', time_zone: 'Mars/Olympus', week, failure: null,
  }) // prettier-ignore
  expect(mail.text).toContain('Tuesday, March 10, 2026, 8:00 PM – 8:30 PM UTC.')
})

test('a week that cannot be computed is not mailed', async () => {
  const mail = { founder: 'f1', email: 'ana@example.com', monday: '2026-03-09', time_zone: 'UTC', week: null }
  await expect(writeWeekMail(context, { ...mail, failure: 'integer out of range' })).rejects.toThrow('integer out of range') // prettier-ignore
})

test('a balance that does not shrink has no months', async () => {
  expect(await textOf({ ...week, runway: { months: null } })).toContain('Runway: not running out.')
})

test('the next step has a link: to the oldest open goal, by its name', async () => {
  expect(await textOf({ ...week, next: { kind: 'goal', text: 'Ten demos', id: 'g1' } })).toContain(
    'Next step: Ten demos:\nhttps://growth.example/?goals=weekly#g1',
  )
})
