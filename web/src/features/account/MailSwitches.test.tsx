// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choose } from '../../testing/choose.ts'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectText, press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { MailSwitches } from './MailSwitches.tsx'

const server = stubServer()

const REPLIES = 'Email me replies I have not seen after 30 minutes'
const WEEK = 'Email me my week on Mondays'
const REMINDER = 'Remind me on Fridays when I have not checked in'
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone
const HERE_NAME = HERE.split('/').at(-1)!.replaceAll('_', ' ')

beforeEach(() => server.has({ mail_settings: [] }))

const show = (isAdmin = false) => renderScreen(<MailSwitches user={FOUNDER.id} isAdmin={isAdmin} />)
const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const isOn = async (label: string) => (await box(label)).checked
const stored = () =>
  server.rows('mail_settings').map(({ replies, weekly, reminder_hour, time_zone }) => ({
    replies, weekly, reminder_hour, time_zone,
  })) // prettier-ignore

test('replies are mailed and the week is not, before anything is chosen', async () => {
  await show()
  expect([await isOn(REPLIES), await isOn(WEEK)]).toEqual([true, false])
  expect(stored()).toEqual([])
})

test('a choice is stored with the time zone of the browser', async () => {
  await show()
  await press(await box(WEEK))
  await waitFor(() => expect(stored()).toEqual([{ replies: true, weekly: true, reminder_hour: null, time_zone: HERE }]))
  await press(await box(REPLIES))
  await waitFor(() =>
    expect(stored()).toEqual([{ replies: false, weekly: true, reminder_hour: null, time_zone: HERE }]),
  )
  expect([await isOn(REPLIES), await isOn(WEEK)]).toEqual([false, true])
  await expectText(`At 8:00, ${HERE_NAME} time.`)
})

test('the week is mailed at the time of the browser that chooses it, whatever was stored', async () => {
  server.has({
    mail_settings: [
      { user_id: FOUNDER.id, replies: true, weekly: false, reminder_hour: null, time_zone: 'Pacific/Auckland' },
    ],
  })
  await show()
  await press(await box(WEEK))
  await waitFor(() => expect(stored()).toEqual([{ replies: true, weekly: true, reminder_hour: null, time_zone: HERE }]))
})

test('the reminder is off until it is chosen, for 4 PM here, or another hour', async () => {
  await show()
  expect(await isOn(REMINDER)).toBe(false)
  await press(await box(REMINDER))
  const settings = { replies: true, weekly: false, time_zone: HERE }
  await waitFor(() => expect(stored()).toEqual([{ ...settings, reminder_hour: 16 }]))
  await choose('Hour of the reminder', '9:00 AM')
  await waitFor(() => expect(stored()).toEqual([{ ...settings, reminder_hour: 9 }]))
  await press(await box(REMINDER))
  await waitFor(() => expect(stored()).toEqual([{ ...settings, reminder_hour: null }]))
})

test('on a journey the zone of the browser is one press away', async () => {
  server.has({
    mail_settings: [
      { user_id: FOUNDER.id, replies: false, weekly: true, reminder_hour: null, time_zone: 'Pacific/Auckland' },
    ],
  })
  await show()
  await expectText('At 8:00, Auckland time.')
  await press(`Use ${HERE_NAME} time`)
  await waitFor(() =>
    expect(stored()).toEqual([{ replies: false, weekly: true, reminder_hour: null, time_zone: HERE }]),
  )
  await expectText(`At 8:00, ${HERE_NAME} time.`)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a choice that was not saved is taken back with a notice', async () => {
  await show()
  server.lose('POST mail_settings')
  await press(await box(REPLIES))
  await expectFailure('Failed to save which emails you get')
  expect(await isOn(REPLIES)).toBe(true)
})

test('choices that cannot be loaded say so, with a retry', async () => {
  const allow = server.refuse('GET mail_settings')
  await show()
  await expectFailure('Failed to load which emails you get')
  allow()
  await press('Try again')
  expect(await isOn(REPLIES)).toBe(true)
})

test('an admin is mailed late answers until that is switched off, and gets no mails of founders', async () => {
  await show(true)
  const LATE = 'Email me founders who have waited longer than promised'
  expect(await isOn(LATE)).toBe(true)
  expect(screen.queryByLabelText(REPLIES)).toBeNull()
  await press(await box(LATE))
  await waitFor(() => expect(server.rows('mail_settings')).toMatchObject([{ promises: false, replies: true }]))
})

test('admins get the week of the team when they choose it, at 8 AM here or another hour', async () => {
  const TEAM_WEEK = 'Email me the team’s week on Mondays'
  const hours = () =>
    server.rows('mail_settings').map(({ team_week_hour, time_zone }) => ({ team_week_hour, time_zone }))
  server.has({ mail_settings: [{ user_id: FOUNDER.id, time_zone: 'Pacific/Auckland' }] })
  await show(true)
  expect(await isOn(TEAM_WEEK)).toBe(false)
  await press(await box(TEAM_WEEK))
  await waitFor(() => expect(hours()).toEqual([{ team_week_hour: 8, time_zone: HERE }]))
  await choose('Hour of the team’s week', '7:00 PM')
  await waitFor(() => expect(hours()).toEqual([{ team_week_hour: 19, time_zone: HERE }]))
  await press(await box(TEAM_WEEK))
  await waitFor(() => expect(hours()).toMatchObject([{ team_week_hour: null }]))
  server.refuse('POST mail_settings')
  await press(await box(TEAM_WEEK))
  await expectFailure('Failed to save which emails you get')
  expect(await isOn(TEAM_WEEK)).toBe(false)
})
