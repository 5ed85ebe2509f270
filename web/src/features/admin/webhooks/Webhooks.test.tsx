// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { ADMIN } from '../../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import type { Delivery, Webhook } from './api.ts'
import { Webhooks } from './Webhooks.tsx'

const server = stubServer()

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let webhooks: Webhook[] = []
let log: Delivery[] = []

const webhook = (name: string, values: Partial<Webhook> = {}): Webhook => ({
  id: newId(),
  name,
  address: 'hooks.example/…in/7',
  shape: 'standard',
  events: ['founder.message', 'call.booked'],
  is_on: true,
  off_reason: null,
  failing_since: null,
  old_secret_until: null,
  waiting: 0,
  ...values,
})
const delivery = (values: Partial<Delivery> = {}): Delivery => ({
  id: newId(),
  event: 'founder.message',
  created_at: '2026-03-02T08:00:00Z',
  delivered_at: '2026-03-02T08:00:01Z',
  due_at: null,
  attempts: 1,
  status: 204,
  failure: null,
  ...values,
})

beforeEach(() => {
  setClock('2026-03-02T09:00:00Z')
  webhooks = [webhook('Ops')]
  log = []
  server.rpc('list_webhooks', () => webhooks)
  server.rpc('webhook_log', () => log)
  server.on('POST functions/webhooks', ({ body }) =>
    (body as { action: string }).action === 'change' ? {} : { id: newId(), secret: SECRET },
  )
  for (const name of ['delete_webhook', 'switch_webhook', 'test_webhook', 'send_webhook_again'])
    server.rpc(name, () => null)
})

const show = () => renderScreen(<Webhooks />, { as: ADMIN })
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const managed = () => server.sent('POST functions/webhooks').map(({ body }) => body)
const called = (name: string) => server.sent(`POST rpc/${name}`).map(({ body }) => body)
const opens = async (button: string, title: string) => {
  await show()
  await press(button)
  return screen.findByRole('dialog', { name: title })
}
const confirms = async (name: string) =>
  press(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
const check = (label: string) => fireEvent.click(screen.getByRole('checkbox', { name: label }))

test('each webhook says where it posts, and what is wrong with it', async () => {
  webhooks = [
    webhook('Busy', { waiting: 10_000 }),
    webhook('Failing', { failing_since: '2026-03-01T08:00:00Z', shape: 'slack', events: ['call.booked'] }),
    webhook('Gone', { is_on: false, off_reason: 'gone' }),
    webhook('Given up', { is_on: false, off_reason: 'failing' }),
    webhook('Paused', { is_on: false }),
  ]
  await show()
  await screen.findByText('Busy')
  const buttons = 'LogEdit'
  const place = 'hooks.example/…in/7'
  expect(rows()).toEqual([
    `BusyStandard Webhooks, ${place}, 2 events10,000 events are waiting. New ones are not queued.${buttons}`,
    `FailingFailingSlack, ${place}, 1 eventNothing has been accepted since Mar 1, 2026. The log says why.${buttons}`,
    `GoneOffStandard Webhooks, ${place}, 2 eventsIt answered that it is gone for good (410), so it was switched off.${buttons}`,
    `Given upOffStandard Webhooks, ${place}, 2 eventsIt accepted nothing for five days, so it was switched off.${buttons}`,
    `PausedOffStandard Webhooks, ${place}, 2 events${buttons}`,
  ])
})

test('without webhooks it says what one is', async () => {
  webhooks = []
  await show()
  await expectText('No webhooks yet.')
})

test('a list that cannot be loaded can be tried again', async () => {
  const mend = server.refuse(/rpc\/list_webhooks/)
  await show()
  await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
  mend()
  await press('Try again')
  await expectText('Ops')
  expect(rows()).toHaveLength(1)
})

test('a webhook is added once name, URL and an event are given; its secret is shown once', async () => {
  await opens('Add Webhook', 'Add Webhook')
  await press('Save')
  await expectText('Enter a name.')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await type('Name', ' Ops ')
  await press('Save')
  await expectText('Enter a URL.')
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
  await type('URL', 'https://hooks.example/in/7')
  await press('Save')
  await expectText('Choose at least one event.')
  expect(managed()).toEqual([])
  check('A call is booked')
  check('A founder checks in, or corrects a check-in')
  check('A call is booked')
  await press('Save')
  await screen.findByRole('dialog', { name: 'Signing Secret' })
  await expectText(SECRET)
  expect(managed()).toEqual([
    {
      action: 'add',
      name: 'Ops',
      url: 'https://hooks.example/in/7',
      shape: 'standard',
      events: ['check_in.saved'],
    },
  ])
  await press('Done')
  await expectGone(() => screen.queryByRole('dialog'))
  await press('Edit Ops')
  await screen.findByRole('dialog', { name: 'Edit Ops' })
  expect(screen.queryByText(SECRET)).toBeNull()
})

test('each field that is wrong is described by what is wrong with it', async () => {
  const dialog = within(await opens('Add Webhook', 'Add Webhook'))
  await press('Save')
  await expectText('Enter a name.')
  const fields = [dialog.getByLabelText('Name'), dialog.getByLabelText('URL'), dialog.getByRole('group', { name: 'Events' })] // prettier-ignore
  const described = fields.map(
    (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(described).toEqual(['Enter a name.', 'Enter a URL.', 'Choose at least one event.'])
  expect(fields.slice(0, 2).map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
})

test('a name or a URL that is too long says so, and has the focus', async () => {
  await opens('Edit Ops', 'Edit Ops')
  await type('Name', 'x'.repeat(61))
  await press('Save')
  await expectText('At most 60 characters, please.')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await type('Name', 'Ops')
  await type('URL', `https://hooks.example/${'x'.repeat(2048)}`)
  await press('Save')
  await expectText('At most 2,048 characters, please.')
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
  expect(managed()).toEqual([])
})

test('switching off is asked about while events wait', async () => {
  webhooks = [webhook('Ops', { waiting: 3 })]
  await opens('Edit Ops', 'Edit Ops')
  await press('Switch Off')
  await expectText('Events that wait to be sent are dropped.')
  expect(called('switch_webhook')).toEqual([])
  await confirms('Switch Off')
  await expectSuccess('Webhook switched off')
  expect(called('switch_webhook')).toEqual([{ webhook: webhooks[0]?.id, is_on: false }])
})

test('it is asked about, too, when they began to wait while the dialog was open', async () => {
  await opens('Edit Ops', 'Edit Ops')
  webhooks = webhooks.map((ops) => ({ ...ops, waiting: 3 }))
  await advance(60_000)
  await press('Switch Off')
  await expectText('Events that wait to be sent are dropped.')
  expect(called('switch_webhook')).toEqual([])
})

test.each([
  ['Add Webhook', 'Add Webhook', 'The webhook is not added.'],
  ['Edit Ops', 'Edit Ops', 'The webhook stays as it was saved.'],
])('changes of “%s” are not discarded by Escape without asking', async (button, title, text) => {
  await opens(button, title)
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
  await press(button)
  check('A founder becomes at risk')
  await pressKey('Escape')
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await expectText(text)
  await confirms('Keep editing')
  await expectGone(() => screen.queryByRole('alertdialog'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'A founder becomes at risk' }).checked).toBe(true)
  await pressKey('Escape')
  await confirms('Discard')
  await expectGone(() => screen.queryByRole('dialog'))
  expect(managed()).toEqual([])
})

test('what was changed and changed back is not asked about', async () => {
  await opens('Edit Ops', 'Edit Ops')
  for (const label of ['A founder writes to the squad', 'A call is booked']) check(label)
  for (const label of ['A call is booked', 'A founder writes to the squad']) check(label)
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
})

test('a new secret says that changes are not saved', async () => {
  await opens('Edit Ops', 'Edit Ops')
  await type('Name', 'Operations')
  await press('New Secret')
  await expectText(/Your changes above are not saved\.$/)
})

test('Escape does not close the secret without asking, unless it was copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
  const rotates = async () => {
    await press('Edit Ops')
    await press('New Secret')
    await confirms('Make New Secret')
    await screen.findByRole('dialog', { name: 'Signing Secret' })
  }
  await show()
  await rotates()
  await pressKey('Escape')
  await screen.findByRole('alertdialog', { name: 'Close without copying the secret?' })
  await confirms('Keep It Open')
  await expectGone(() => screen.queryByRole('alertdialog'))
  await expectText(SECRET)
  await pressKey('Escape')
  await confirms('Close')
  await expectGone(() => screen.queryByRole('dialog'))
  await rotates()
  await press('Copy')
  await expectSuccess('Secret copied')
  expect(writeText).toHaveBeenCalledWith(SECRET)
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
})

test('a chat service needs no secret', async () => {
  await opens('Add Webhook', 'Add Webhook')
  await type('Name', 'Slack')
  await type('URL', 'https://hooks.slack.example/services/T/B/x')
  await choose('Shape', 'Slack')
  await expectText('One sentence with a link. Use the URL of an incoming webhook.')
  check('A founder becomes at risk')
  await press('Save')
  await expectSuccess('Webhook saved')
  await expectGone(() => screen.queryByRole('dialog'))
  expect(managed()).toMatchObject([{ shape: 'slack', events: ['founder.at_risk'] }])
})

test.each([
  [
    { code: 'bad_url', error: 'Not allowed: an address of a private network' },
    'Not allowed: an address of a private network.',
  ],
  [{ code: 'bad_url', error: 'Not a URL' }, 'Not a URL.'],
])('a URL that is refused with %o is said at its field, and what was typed stays', async (refusal, text) => {
  server.on('POST functions/webhooks', () => Response.json(refusal, { status: 400 }))
  await opens('Add Webhook', 'Add Webhook')
  await type('Name', 'Ops')
  await type('URL', 'https://10.0.0.1/in')
  check('A call is booked')
  await press('Save')
  await expectText(text)
  expect(document.activeElement).toBe(screen.getByLabelText('URL'))
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('https://10.0.0.1/in')
})

test.each([
  [409, { code: '54000' }, 'There are 20 webhooks at most. Delete one that is no longer needed.'],
  [404, { code: 'P0002' }, 'A colleague has deleted it in the meantime.'],
  [501, {}, 'This server sends no webhooks'],
])('a change that is refused with %i says why', async (status, code, text) => {
  server.on('POST functions/webhooks', () =>
    Response.json({ error: 'This server sends no webhooks', ...code }, { status }),
  )
  await opens('Edit Ops', 'Edit Ops')
  await press('Save')
  await expectFailure(text, 'Not saved')
})

test('a change keeps the URL unless another one is given', async () => {
  const id = webhooks[0]?.id
  await opens('Edit Ops', 'Edit Ops')
  expect(screen.getByLabelText<HTMLInputElement>('URL').placeholder).toBe('hooks.example/…in/7')
  await type('Name', 'Operations')
  check('A call is booked')
  await press('Save')
  await expectSuccess('Webhook saved')
  const kept = { action: 'change', webhook: id, name: 'Operations', shape: 'standard', events: ['founder.message'] }
  expect(managed()).toEqual([kept])
  await press('Edit Ops')
  await type('URL', 'https://other.example/')
  await press('Save')
  await waitFor(() => expect(managed()[1]).toMatchObject({ url: 'https://other.example/' }))
})

test('a new secret is asked for, and says how long the old one signs', async () => {
  webhooks = [webhook('Ops', { old_secret_until: '2026-03-02T18:00:00Z' })]
  await opens('Edit Ops', 'Edit Ops')
  await expectText(/^The previous secret still signs until Mar 2, 2026/)
  await press('New Secret')
  await confirms('Make New Secret')
  await screen.findByRole('dialog', { name: 'Signing Secret' })
  expect(managed()).toEqual([{ action: 'rotate', webhook: webhooks[0]?.id }])
})

test('it is switched off and on, and deleted once that is confirmed', async () => {
  const id = webhooks[0]?.id
  await opens('Edit Ops', 'Edit Ops')
  await press('Switch Off')
  await expectSuccess('Webhook switched off')
  webhooks = [{ ...webhook('Ops'), id: id ?? '', is_on: false }]
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called('switch_webhook')).toEqual([{ webhook: id, is_on: false }])
  await press('Edit Ops')
  await press('Delete')
  await confirms('Cancel')
  expect(called('delete_webhook')).toEqual([])
  await press('Delete')
  webhooks = []
  await confirms('Delete')
  await expectSuccess('Webhook deleted')
  expect(called('delete_webhook')).toEqual([{ webhook: id }])
  await expectText('No webhooks yet.')
})

test('the log says what became of each event', async () => {
  log = [
    delivery({ event: 'test', delivered_at: null, due_at: '2026-03-02T09:00:00Z', attempts: 0, status: null }),
    delivery({ delivered_at: null, due_at: '2026-03-02T11:00:00Z', attempts: 4, status: 500, failure: 'Answered 500' }),
    delivery({ delivered_at: null, attempts: 9, status: null, failure: 'No answer within 10 seconds' }),
    delivery({ attempts: 2 }),
    delivery(),
  ]
  await opens('Log of Ops', 'Log of Ops')
  await expectText('On its way.')
  const dialog = within(screen.getByRole('dialog'))
  const states = dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^.*?[AP]M\. /, ''))
  expect(states).toEqual([
    'On its way.',
    expect.stringMatching(/^Answered 500\. Tried 4 times, next on Mar 2, 2026, .*\.$/),
    'No answer within 10 seconds. Given up after 9 tries.Send Again',
    'Delivered after 2 tries (204).Send Again',
    'Delivered (204).Send Again',
  ])
})

test('an event is sent again, and a test; both appear in the log', async () => {
  log = [delivery()]
  await opens('Log of Ops', 'Log of Ops')
  await press(/^Send again: A founder writes to the squad/)
  await expectSuccess('The event is on its way.')
  expect(called('send_webhook_again')).toEqual([{ delivery: log[0]?.id }])
  log = [delivery({ event: 'test', delivered_at: null, attempts: 1, status: 404, failure: 'Answered 404' }), ...log]
  await press('Send a Test Event')
  await expectText('Answered 404. Given up.')
  expect(called('test_webhook')).toEqual([{ webhook: webhooks[0]?.id }])
  server.rpc('test_webhook', () => Response.json({ code: 'P0001', message: 'no' }, { status: 400 }))
  await press('Send a Test Event')
  await expectFailure('That was 60 times in ten minutes. Please wait a while.', 'Not sent')
})

test('what is switched off gets no event again', async () => {
  const isOff = 'The webhook is switched off: nothing is sent until you switch it on.'
  log = [delivery()]
  await opens('Log of Ops', 'Log of Ops')
  server.rpc('send_webhook_again', () =>
    Response.json({ code: 'P0001', hint: 'webhook_off', message: 'the webhook is switched off' }, { status: 400 }),
  )
  await press(/^Send again/)
  await expectFailure(isOff, 'Not sent')
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
  webhooks = webhooks.map((row) => ({ ...row, is_on: false }))
  await advance(15_000)
  await expectText('Off')
  await press('Log of Ops')
  await expectText('Delivered (204).')
  expect(within(screen.getByRole('dialog')).getByText(new RegExp(isOff))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('a webhook that is switched off while its log is open offers nothing to send again', async () => {
  log = [delivery()]
  await opens('Log of Ops', 'Log of Ops')
  await screen.findByRole('button', { name: /^Send again/ })
  server.rpc('test_webhook', () => {
    webhooks = webhooks.map((row) => ({ ...row, is_on: false, off_reason: 'gone' as const }))
    return null
  })
  await press('Send a Test Event')
  await expectGone(() => screen.queryByRole('button', { name: /^Send again/ }))
  expect(within(screen.getByRole('dialog')).getByText(/nothing is sent until you switch it on/)).toBeTruthy()
})

test('the result of what is being sent appears within moments', async () => {
  log = [delivery({ delivered_at: null, due_at: '2026-03-02T09:02:00Z', status: null })]
  await opens('Log of Ops', 'Log of Ops')
  await expectText('On its way.')
  log = [delivery({ id: log[0]?.id ?? '' })]
  await advance(2000)
  await expectText('Delivered (204).')
})

test('an empty log offers a test, and a long one has pages', async () => {
  await opens('Log of Ops', 'Log of Ops')
  await expectText('Nothing sent yet.')
  log = Array.from({ length: 21 }, () => delivery())
  await press('Send a Test Event')
  await press('Load More Events')
  await waitFor(() =>
    expect(server.sent('POST rpc/webhook_log').at(-1)?.body).toMatchObject({ after_id: log[19]?.id, page_size: 21 }),
  )
})
