// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, succeed } from '../../../../../domain/result.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { toasts } from '../../../lib/texts/toasts.ts'
import * as api from './api.ts'
import { CallItem } from './UpcomingCalls.tsx'

beforeEach(() => {
  for (const { id } of toasts.current()) toasts.dismiss(id)
})
afterEach(cleanup)

const call: api.UpcomingCall = {
  id: 'a2f5e6d0-0000-4000-8000-000000000000',
  user_id: 'b2f5e6d0-0000-4000-8000-000000000000',
  member: 'growth',
  starts_at: '2026-12-01T15:00:00Z',
  ends_at: '2026-12-01T15:30:00Z',
  topic: 'Pricing',
}
const shows = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CallItem call={call} founderName="Ana Silva" />
    </QueryClientProvider>,
  )
async function presses(name: string) {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}
const notices = () => toasts.current().map(({ description }) => description)

test('cancels a call after a confirmation, and says that its founder gets a mail', async () => {
  const cancel = vi.spyOn(api, 'cancelFounderCall').mockResolvedValue(succeed(null))
  shows()
  await presses('Cancel the call with Ana Silva')
  expect(cancel).not.toHaveBeenCalled()
  await presses('Keep It')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await presses('Cancel the call with Ana Silva')
  await presses('Cancel Call')
  expect(cancel).toHaveBeenCalledWith(call.id)
  expect(notices()).toEqual([adminTexts.callCancelled])
})

test('hands a call to another member, and says that its founder gets a mail; a refusal keeps the choice', async () => {
  const handOver = vi.spyOn(api, 'handOverCall').mockResolvedValueOnce(fail('That time is taken.'))
  handOver.mockResolvedValue(succeed(null))
  shows()
  await presses('Hand over the call with Ana Silva')
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team Member' })
  expect([...list.options].map(({ text }) => text)).not.toContain('Growth Expert')
  await act(async () => fireEvent.change(list, { target: { value: 'product' } }))
  await presses('Hand Over')
  expect(notices()).toEqual(['That time is taken.'])
  await presses('Hand Over')
  expect(handOver.mock.calls).toEqual([
    [call.id, 'product'],
    [call.id, 'product'],
  ])
  expect(notices().at(-1)).toBe(adminTexts.callHandedOver)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the founder’s name leads to their page', () => {
  shows()
  expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe(`/admin/founders/${call.user_id}`)
})

test('moves a call to the next free time unless another is chosen', async () => {
  vi.spyOn(api, 'freeTimes').mockResolvedValue(['2026-11-30T15:00:00.000Z', '2026-12-02T15:00:00.000Z'])
  const move = vi.spyOn(api, 'moveFounderCall').mockResolvedValue(succeed(null))
  shows()
  await presses('Move the call with Ana Silva')
  expect(screen.getByRole('dialog', { name: 'Move the call with Ana Silva' })).toBeDefined()
  await presses('Move the Call')
  expect(move).toHaveBeenCalledWith(call.id, '2026-12-02T15:00:00.000Z')
  expect(notices()).toEqual([adminTexts.callMoved])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('keeps the dialog open when the time was taken meanwhile', async () => {
  vi.spyOn(api, 'freeTimes').mockResolvedValue(['2026-12-02T15:00:00.000Z'])
  vi.spyOn(api, 'moveFounderCall').mockResolvedValue(fail('That time was just taken.'))
  shows()
  await presses('Move the call with Ana Silva')
  await presses('Move the Call')
  expect(notices()).toEqual(['That time was just taken.'])
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('says so when no time is free', async () => {
  vi.spyOn(api, 'freeTimes').mockResolvedValue([])
  shows()
  await presses('Move the call with Ana Silva')
  expect(await screen.findByText('No other time is free in the next four weeks.')).toBeDefined()
})
