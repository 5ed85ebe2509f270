// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectGone, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import type { ToRecord } from './call-outcomes.ts'
import { CallsToRecord } from './CallsToRecord.tsx'

const server = stubServer()

const call: ToRecord = {
  id: 'c0000000-0000-4000-8000-000000000001',
  user_id: FOUNDER.id,
  member: 'growth',
  starts_at: '2026-03-02T15:00:00Z',
  ends_at: '2026-03-02T15:30:00Z',
  topic: '',
}

beforeEach(() => {
  setClock('2026-03-04T09:00:00Z')
  server.rpc('calls_to_record', () => [call])
  server.has({ call_outcomes: [] })
  server.rpc('founder_names', () => [{ id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', email: null }])
})

const show = () => renderScreen(<CallsToRecord />, { as: ADMIN })
const record = () => press('Record the call with Ana Founder')
const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Internal note/)

test('a call that has ended is recorded, and leaves the list; what is typed stays until then', async () => {
  await show()
  const list = within(await screen.findByRole('region', { name: 'To be recorded' }))
  await list.findByText(/with Growth Expert/)
  await record()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await act(async () => fireEvent.click(screen.getByLabelText('Founder did not come')))
  await type('Internal note', ' Second time ')
  await press('Close')
  await record()
  expect(field().value).toBe(' Second time ')
  const allow = server.refuse('POST rpc/record_call_outcome')
  await press('Save')
  await expectFailure('Failed to record the call')
  expect(field().value).toBe(' Second time ')
  allow()
  server.rpc('record_call_outcome', () => server.rpc('calls_to_record', () => []))
  await press('Save')
  await expectGone(() => screen.queryByRole('region', { name: 'To be recorded' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent('POST rpc/record_call_outcome').at(-1)?.body).toEqual({
    booking: call.id,
    outcome: 'founder-absent',
    content: 'Second time',
  })
})

test('a call that a colleague records meanwhile is shown before it is overwritten', async () => {
  await show()
  await screen.findByRole('region', { name: 'To be recorded' })
  await record()
  await press('Founder did not come', 'radio')
  await type('Internal note', 'Mine')
  // Recorded in the same moment: the change has not arrived yet.
  server.has({ call_outcomes: [{ booking: call.id, outcome: 'held', content: 'They raise' }] })
  const allow = server.refuse('POST rpc/record_call_outcome', { status: 400, code: 'P0001', details: 'overtaken' })
  await press('Save')
  const theirs = await screen.findByRole('region', { name: "The other admin's version" })
  within(theirs).getByText('Another admin has recorded this call since you started. It now says:')
  within(theirs).getByText(/^Held\s+They raise$/)
  expect(field().value).toBe('Mine')
  expect(screen.queryByText('Failed to record the call')).toBeNull()
  const sent = server.sent('POST rpc/record_call_outcome').length
  await press('Save')
  expect(server.sent('POST rpc/record_call_outcome')).toHaveLength(sent)
  allow()
  server.rpc('record_call_outcome', () => null)
  await press('Keep mine')
  await press('Save')
  await expectGone(() => screen.queryByRole('dialog'))
  expect(server.sent('POST rpc/record_call_outcome').at(-1)?.body).toEqual({
    ...{ booking: call.id, outcome: 'founder-absent', content: 'Mine' },
    ...{ known_outcome: 'held', known_content: 'They raise' },
  })
})

test('what a colleague records is in the dialog at once', async () => {
  await show()
  await record()
  await server.goLive('call_outcomes')
  server.inserts('call_outcomes', { booking: call.id, outcome: 'held', content: 'They raise' })
  await waitFor(() => expect(field().value).toBe('They raise'))
  await press('Remove')
  server.rpc('record_call_outcome', () => null)
  await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await expectGone(() => screen.queryByRole('dialog'))
  expect(server.sent('POST rpc/record_call_outcome').at(-1)?.body).toMatchObject({
    ...{ outcome: null, known_outcome: 'held', known_content: 'They raise' },
  })
})

test('is not there without such calls, and says when they cannot be loaded', async () => {
  const allow = server.refuse('POST rpc/calls_to_record')
  await show()
  await expectFailure('Failed to load the calls to be recorded')
  server.rpc('calls_to_record', () => [])
  allow()
  await press('Try again')
  await expectGone(() => screen.queryByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('region', { name: 'To be recorded' })).toBeNull()
})
