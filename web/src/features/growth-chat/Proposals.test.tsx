// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_CHECK_IN } from '../../lib/data/check-in-form.ts'
import type { CheckInProposal, Proposal } from '../../../../domain/proposals.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { weekOf } from '../../../../domain/week.ts'
import { useAction, type Action } from '../../ui/actions.ts'
import { keepDrafts, readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { outboxOf } from '../../lib/offline/outbox.ts'
import { signOutQuestion } from '../../lib/session/sign-out-question.ts'
import { prepareSignOut } from '../../lib/session/session.tsx'
import { FOUNDER } from '../../testing/people.ts'
import { advance, expectFailure, expectSuccess, expectText, press, pressKey, renderScreen, setClock, type } from '../../testing/render.tsx' // prettier-ignore
import { stubServer } from '../../testing/server.ts'
import { Proposals } from './Proposals.tsx'

const server = stubServer()
const user = FOUNDER.id

beforeEach(() => {
  server.has({ goals: [], squad_messages: [], weekly_checkins: [] })
  keepDrafts(user)
})

/** Shows an answer's proposals. @returns the screen, and what is called when the form of `action` is opened */
async function show(proposals: readonly Proposal[], action?: Action) {
  const opened = vi.fn<() => void>()
  const Form = () => {
    useAction(action, opened)
    return null
  }
  const shown = await renderScreen(
    <>
      <Form />
      <Proposals message="0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11" proposals={proposals} />
    </>,
    { path: '/chat' },
  )
  return { ...shown, opened }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const list = () => screen.getByRole('list', { name: 'Proposals' }).textContent
const expectList = (text: string) => waitFor(() => expect(list()).toContain(text))

describe('a proposed goal', () => {
  const goal: Proposal = { kind: 'goal', period: 'weekly', text: 'Talk to five customers' }
  const NAME = 'Add weekly goal: Talk to five customers'
  const goals = () => server.rows('goals').map(({ user_id, text, period }) => ({ user_id, text, period }))

  test('is filled in, edited, stored when it is confirmed, and removed by Undo', async () => {
    await show([goal])
    await press(NAME)
    const field = screen.getByLabelText<HTMLInputElement>('Goal')
    expect(field.value).toBe('Talk to five customers')
    expect(document.activeElement).toBe(field)
    expect(goals()).toEqual([])
    await type(field, 'Talk to six customers')
    await press(screen.getByLabelText('Monthly'))
    field.focus()
    await pressKey('Enter')
    await expectList('Added: Talk to six customers')
    expect(goals()).toEqual([{ user_id: user, text: 'Talk to six customers', period: 'monthly' }])
    await press('Undo')
    await screen.findByRole('button', { name: NAME })
    expect(goals()).toEqual([])
  })

  test('is shown as added when the answer is opened again, and stored once', async () => {
    const { leave } = await show([goal])
    await press(NAME)
    await press('Add goal')
    await expectList('Added: Talk to five customers')
    leave()
    await show([goal])
    await expectList('Added: Talk to five customers')
    expect(goals()).toHaveLength(1)
  })

  test('that another device has stored counts as added', async () => {
    const { leave } = await show([goal])
    await press(NAME)
    await press('Add goal')
    await expectList('Added')
    leave()
    // The goal is not known here when it is confirmed.
    const release = server.hold('GET goals')
    await show([goal])
    await press(NAME)
    await press('Add goal')
    release()
    await expectList('Added: Talk to five customers')
    expect(goals()).toHaveLength(1)
    expect(server.sent('POST goals')).toHaveLength(2)
  })

  test('that cannot be stored keeps its text', async () => {
    server.lose('POST goals')
    await show([goal])
    await press(NAME)
    await type('Goal', 'Talk to six customers')
    await pressKey('Enter')
    await expectFailure('Failed to create goal')
    expect(screen.getByLabelText<HTMLInputElement>('Goal').value).toBe('Talk to six customers')
  })

  test('without a text is not stored', async () => {
    await show([goal])
    await press(NAME)
    await type('Goal', '  ')
    expect(button('Add goal').disabled).toBe(true)
    await press('Cancel')
    expect(button(NAME)).toBeDefined()
  })

  test('that is too long is not stored, which is said beside its field', async () => {
    await show([goal])
    await press(NAME)
    await type('Goal', 'x'.repeat(501))
    await press('Add goal')
    expect((await screen.findByRole('alert')).textContent).toBe('At most 500 characters, please.')
    expect(document.activeElement).toBe(screen.getByLabelText('Goal'))
    expect(goals()).toEqual([])
  })
})

describe('a proposed message', () => {
  const message: Proposal = { kind: 'message', text: 'Our balance is $1' }
  const NAME = 'Write to squad: Our balance is $1'
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
  const stored = () => server.rows('squad_messages').map(({ content, sender_type }) => ({ content, sender_type }))
  const undo = () => screen.queryByRole('button', { name: 'Undo' })

  beforeEach(() => setClock('2026-03-02T09:00:00Z'))

  /** Confirms the message, which can be taken back then. */
  async function confirms(text: string): Promise<void> {
    await press(NAME)
    await type(field(), text)
    await press('Send')
    await expectList('Sending your message')
  }

  test('is edited, waits, and is taken back by Undo with its text', async () => {
    await show([message])
    await press(NAME)
    expect(field().value).toBe('Our balance is $1')
    expect(document.activeElement).toBe(field())
    await expectText('To: Whole Growth Squad')
    await type(field(), 'Balance $1, the rest follows')
    await press('Send')
    await expectList('Sending your message')
    expect(outboxOf(user)).toHaveLength(1)
    await press('Undo')
    await waitFor(() => expect(field().value).toBe('Balance $1, the rest follows'))
    expect(outboxOf(user)).toEqual([])
    await advance(20_000)
    expect(stored()).toEqual([])
  })

  test('that is too long is not sent, which is said beside its field', async () => {
    await show([message])
    await press(NAME)
    await type(field(), 'x'.repeat(10_001))
    await press('Send')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^At most \S+ characters, please\.$/)
    expect(document.activeElement).toBe(field())
    expect(outboxOf(user)).toEqual([])
  })

  test('is sent once its time to undo is over, and leads to the conversation', async () => {
    const { place } = await show([message])
    await confirms('Balance $1')
    await advance(9000)
    expect(undo()).not.toBeNull()
    expect(stored()).toEqual([])
    await advance(1500)
    await expectList('Sent: your message to the squad')
    await expectSuccess('Your message has been delivered', 'Message sent')
    expect(undo()).toBeNull()
    expect(stored()).toEqual([{ content: 'To: whole-squad\n\nBalance $1', sender_type: 'user' }])
    await press('your message to the squad', 'link')
    expect(place()).toMatch(/^\/chat\?tab=squad#[\da-f-]{36}$/)
  })

  test('that was sent before, also on another device, says so', async () => {
    const { leave } = await show([message])
    await confirms('Balance $1')
    await advance(11_000)
    await expectList('Sent')
    leave()
    await show([message])
    await expectList('Sent: your message to the squad')
    expect(screen.queryByRole('button', { name: /^Write to squad/ })).toBeNull()
  })

  test('that is refused can be edited, and sent again as the same row', async () => {
    await show([message])
    await confirms('Balance $1')
    const allow = server.refuse('POST squad_messages')
    await advance(11_000)
    await expectFailure('Failed to send message')
    await expectList('Not sent: ')
    allow()
    await press('Edit: Balance $1')
    await waitFor(() => expect(field().value).toBe('Balance $1'))
    await press('Send')
    await expectList('Sending your message')
    await advance(11_000)
    await expectList('Sent: your message to the squad')
    expect(stored()).toHaveLength(1)
  })

  test('that is refused and taken back is in its form after a reload', async () => {
    const { reload } = await show([message])
    await confirms('Balance $1')
    server.refuse('POST squad_messages')
    await advance(11_000)
    await press('Edit: Balance $1')
    await waitFor(() => expect(field().value).toBe('Balance $1'))
    await reload()
    await waitFor(() => expect(field().value).toBe('Balance $1'))
  })

  test('that is refused can be discarded', async () => {
    await show([message])
    await confirms('Balance $1')
    server.refuse('POST squad_messages')
    await advance(11_000)
    await press('Discard: Balance $1')
    await press('Discard')
    await screen.findByRole('button', { name: NAME })
    expect(outboxOf(user)).toEqual([])
  })

  test('that cannot reach the server is sent later', async () => {
    await show([message])
    const allow = server.lose('POST squad_messages')
    await confirms('Balance $1')
    await advance(11_000)
    expect(outboxOf(user)).toHaveLength(1)
    allow()
    await advance(6000)
    await expectList('Sent: your message to the squad')
    expect(stored()).toHaveLength(1)
  })

  test('goes to the field of the squad for other recipients, behind what is typed there', async () => {
    writeDraft(user, 'squad', 'Hello')
    const { place } = await show([message])
    await press(NAME)
    await press('Other recipients')
    expect(readDraft(user, 'squad', '')).toBe('Hello\nOur balance is $1')
    expect(place()).toBe('/chat?tab=squad')
    expect(stored()).toEqual([])
  })

  describe('when the founder signs out', () => {
    test('is sent at once', async () => {
      await show([message])
      await confirms('Balance $1')
      await act(async () => expect(await prepareSignOut()).toBe(true))
      expect(stored()).toEqual([{ content: 'To: whole-squad\n\nBalance $1', sender_type: 'user' }])
      expect(outboxOf(user)).toEqual([])
    })

    test.each([
      ['while the server is busy', 503, 'PGRST001'],
      ['and is refused', 403, '42501'],
    ])('asks first when it waits %s', async (_, status, code) => {
      await show([message])
      await confirms('Balance $1')
      const allow = server.refuse('POST squad_messages', { status, code })
      const prepared = prepareSignOut()
      await waitFor(() => expect(signOutQuestion.current()).toBeDefined())
      await act(async () => signOutQuestion.current()?.(false))
      expect(await prepared).toBe(false)
      expect(outboxOf(user)).toHaveLength(1)
      allow()
      await act(async () => expect(await prepareSignOut()).toBe(true))
      expect(stored()).toHaveLength(1)
    })
  })
})

test('a proposed call opens the booking, on any screen', async () => {
  const { place, opened } = await show([{ kind: 'call', text: 'Pricing' }], 'call')
  await press('Book a call: Pricing')
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(place()).toBe('/chat')
})

describe('a proposed decision', () => {
  const decision: Proposal = { kind: 'decision', text: 'Raise the price', reason: 'Churn is low' }

  test('opens its form with title and reason', async () => {
    const { opened, place } = await show([decision], 'decision')
    await press('Log decision: Raise the price')
    expect(readDraft(user, 'decision', {})).toEqual({ title: 'Raise the price', reason: 'Churn is low' })
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
    expect(place()).toBe('/brain?tab=decisions')
  })

  test('opens its form with the day to look at it again, unless another is typed', async () => {
    const proposal = { ...decision, reviewOn: '2027-01-31' } as const
    await show([proposal])
    await press('Log decision: Raise the price')
    expect(readDraft(user, 'decision', {})).toMatchObject({ reviewOn: '2027-01-31' })
    writeDraft(user, 'decision', { title: '', reviewOn: '' })
    await press('Log decision: Raise the price')
    expect(readDraft(user, 'decision', {})).toMatchObject({ title: 'Raise the price', reviewOn: '' })
  })

  test.each([
    ['a typed title, without the reason of another decision', { title: 'Hire a designer', reason: '' }, {}],
    ['a typed reason', { title: '', reason: 'Costs rise', category: 'Growth' }, { title: 'Raise the price' }],
    ['what was filled in before and edited', { title: 'Raise the price', reason: 'Churn is 1 %' }, {}],
  ])('keeps %s', async (_, typed, filledIn) => {
    writeDraft(user, 'decision', typed)
    await show([decision])
    await press('Log decision: Raise the price')
    expect(readDraft(user, 'decision', {})).toEqual({ ...typed, ...filledIn })
  })
})

describe('a proposed check-in', () => {
  const checkIn: CheckInProposal = {
    kind: 'check-in',
    mood: 4,
    wins: 'Two demos',
    blockers: '',
    next_priority: 'Pricing',
  }
  const NAME = 'Complete check-in: Good · Two demos · Pricing'
  const draft = () => readDraft(user, 'check-in', EMPTY_CHECK_IN)

  test('opens the dialog on the Command Board, filled in', async () => {
    const { opened, place } = await show([checkIn], 'check-in')
    await press(NAME)
    expect(draft()).toEqual({ mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing' })
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
    expect(place()).toBe('/')
  })

  test('without a mood and texts opens it as it is', async () => {
    const { place } = await show([{ ...checkIn, mood: null, wins: '', next_priority: '' }])
    await press('Complete check-in')
    expect(draft()).toEqual(EMPTY_CHECK_IN)
    expect(place()).toBe('/')
  })

  describe('while another is typed', () => {
    const typed = { ...EMPTY_CHECK_IN, wins: 'A partner', blockers: 'Hiring', priority_outcome: 'yes' } as const
    let place: () => string

    beforeEach(async () => {
      writeDraft(user, 'check-in', typed)
      ;({ place } = await show([checkIn]))
      await press(NAME)
    })

    test('asks first, with the focus on what keeps it', async () => {
      expect(draft()).toEqual(typed)
      expect(document.activeElement).toBe(button('Keep my text'))
      expect(screen.getByRole('group', { name: /^You have started this week’s check-in\./ })).toBeDefined()
    })

    test('fills in only what is empty, if the founder so chooses', async () => {
      await press('Keep my text')
      expect(draft()).toEqual({ ...typed, next_priority: 'Pricing' })
      expect(place()).toBe('/')
    })

    test('replaces it, if the founder so chooses', async () => {
      await press('Replace my text')
      expect(draft()).toEqual({ ...typed, mood: 4, wins: 'Two demos', next_priority: 'Pricing' })
      expect(place()).toBe('/')
    })

    test('changes nothing after Cancel', async () => {
      await press('Cancel')
      expect(draft()).toEqual(typed)
      expect(button(NAME)).toBeDefined()
      expect(place()).toBe('/chat')
    })
  })

  test('opens without a question when it is filled in already', async () => {
    writeDraft(user, 'check-in', { mood: 4, wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing' })
    const { place } = await show([checkIn])
    await press(NAME)
    expect(draft().blockers).toBe('Hiring')
    expect(place()).toBe('/')
  })

  test('is disabled, and says why, when the week has its check-in', async () => {
    server.has({ weekly_checkins: [{ week_of: weekOf(new Date()) }] })
    const { place } = await show([checkIn])
    const note = await screen.findByText('You have already checked in this week.')
    expect(button(NAME).getAttribute('aria-disabled')).toBe('true')
    expect(button(NAME).getAttribute('aria-describedby')).toBe(note.id)
    await press(NAME)
    expect(draft()).toEqual(EMPTY_CHECK_IN)
    expect(place()).toBe('/chat')
  })
})

describe('a proposal to mark a goal as done', () => {
  const id = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
  const done: Proposal = { kind: 'done', goal: id }
  const goal = (values: Partial<Tables['goals']> = {}) => ({
    id,
    user_id: user,
    text: 'Ten demos',
    period: 'weekly' as const,
    completed: false,
    ...values,
  })
  const NAME = 'Mark “Ten demos” as done'

  test('marks it with one press, and opens it again with Undo', async () => {
    server.has({ goals: [goal()] })
    await show([done])
    await press(NAME)
    const link = await screen.findByRole('link', { name: 'Ten demos' })
    expect(link.closest('output')?.textContent).toBe('Done: Ten demosUndo')
    expect(link.getAttribute('href')).toBe(`/?goals=weekly#${id}`)
    expect(server.rows('goals')).toMatchObject([goal({ completed: true })])
    await press('Undo')
    await screen.findByRole('button', { name: NAME })
    expect(server.rows('goals')).toMatchObject([goal()])
  })

  test.each([
    ['another founder’s', [goal({ user_id: 'ben' })]],
    ['deleted', []],
    ['done', [goal({ completed: true })]],
  ])('is hidden when the goal is %s', async (_, goals) => {
    const known = { ...goal(), id: '7a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11', text: 'Two calls' }
    server.has({ goals: [...goals, known] })
    await show([done, { kind: 'done', goal: known.id }])
    await screen.findByRole('button', { name: 'Mark “Two calls” as done' })
    expect(within(screen.getByRole('list', { name: 'Proposals' })).getAllByRole('listitem')).toHaveLength(1)
  })

  test('has no list when nothing else is proposed', async () => {
    await show([done])
    await waitFor(() => expect(server.sent('GET goals')).toHaveLength(1))
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('stays as it is when the server refuses', async () => {
    server.has({ goals: [goal()] })
    server.refuse('PATCH goals')
    await show([done])
    await press(NAME)
    await expectFailure('Failed to update goal')
    expect(button(NAME)).toBeDefined()
  })
})
