// @vitest-environment happy-dom
import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_CHECK_IN } from '../../../../domain/check-in-form.ts'
import type { CheckInProposal, Proposal } from '../../../../domain/proposals.ts'
import { weekOf } from '../../../../domain/week.ts'
import { useAction, type Action } from '../../lib/actions.ts'
import { forgetDrafts, keepDrafts, readDraft, writeDraft } from '../../lib/drafts.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toasts.ts'
import { Proposals } from './Proposals.tsx'

type Row = Record<string, unknown> & { id: string; user_id: string }

/** The rows of the server, by table. */
let stored: Record<string, Row[]> = {}
let isRefusing = false

/** Answers as PostgREST does, with the filters `eq` and `in`. */
async function serve(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('select')
  const matches = (row: Row) =>
    [...searchParams].every(([column, filter]) => {
      const values = filter.replace(/^(?:eq\.|in\.\()|\)$/g, '').split(',')
      return values.includes(String(row[column]))
    })
  const rows = (stored[pathname.split('/').at(-1) ?? ''] ?? []).filter(matches)
  if (method === 'GET') return Response.json(rows)
  if (isRefusing) return Response.json({ code: '42501', message: 'refused' }, { status: 403 })
  for (const row of rows) Object.assign(row, JSON.parse(body as string))
  return new Response(null, { status: 204 })
}

vi.mock('../../lib/session.tsx', () => ({ useAccount: () => ({ id: 'ada', email: 'ada@example.com' }) }))
vi.mock('../../lib/client.ts', () => ({
  storedSession: () => null,
  tables: async () =>
    new PostgrestClient('http://localhost/rest/v1', { fetch: (url, init) => serve(url as string, init) }),
}))

// Files of tests share their modules: the next one has a client of its own.
afterAll(() => {
  vi.resetModules()
})

beforeEach(() => {
  stored = {}
  isRefusing = false
  keepDrafts('ada')
  return () => {
    cleanup()
    forgetDrafts()
  }
})

function Address() {
  const { pathname, search } = useLocation()
  return <p>{`Address: ${pathname}${search}`}</p>
}

/** Shows an answer's proposals. @returns what is called when the form of `action` is opened */
function show(proposals: readonly Proposal[], action?: Action) {
  const opened = vi.fn<() => void>()
  const Form = () => {
    useAction(action, opened)
    return null
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/chat']}>
        <Address />
        <Form />
        <Proposals message="0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11" proposals={proposals} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return opened
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))

describe('a proposed decision', () => {
  const decision: Proposal = { kind: 'decision', text: 'Raise the price', reason: 'Churn is low' }

  test('opens its form with title and reason', async () => {
    const opened = show([decision], 'decision')
    press('Log decision: Raise the price')
    expect(readDraft('ada', 'decision', {})).toEqual({ title: 'Raise the price', reason: 'Churn is low' })
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
    screen.getByText('Address: /brain?tab=decisions')
  })

  test('opens its form with the day to look at it again, unless another is typed', () => {
    const proposal = { ...decision, reviewOn: '2027-01-31' } as const
    show([proposal])
    press('Log decision: Raise the price')
    expect(readDraft('ada', 'decision', {})).toMatchObject({ reviewOn: '2027-01-31' })
    writeDraft('ada', 'decision', { title: '', reviewOn: '' })
    press('Log decision: Raise the price')
    expect(readDraft('ada', 'decision', {})).toMatchObject({ title: 'Raise the price', reviewOn: '' })
  })

  test.each([
    ['a typed title, without the reason of another decision', { title: 'Hire a designer', reason: '' }, {}],
    ['a typed reason', { title: '', reason: 'Costs rise', category: 'Growth' }, { title: 'Raise the price' }],
    ['what was filled in before and edited', { title: 'Raise the price', reason: 'Churn is 1 %' }, {}],
  ])('keeps %s', (_, typed, filledIn) => {
    writeDraft('ada', 'decision', typed)
    show([decision])
    press('Log decision: Raise the price')
    expect(readDraft('ada', 'decision', {})).toEqual({ ...typed, ...filledIn })
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
  const draft = () => readDraft('ada', 'check-in', EMPTY_CHECK_IN)

  test('opens the dialog on the Command Board, filled in', async () => {
    const opened = show([checkIn], 'check-in')
    press(NAME)
    expect(draft()).toEqual({ mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing' })
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
    screen.getByText('Address: /')
  })

  test('without a mood and texts opens it as it is', () => {
    show([{ ...checkIn, mood: null, wins: '', next_priority: '' }])
    press('Complete check-in')
    expect(draft()).toEqual(EMPTY_CHECK_IN)
    screen.getByText('Address: /')
  })

  describe('while another is typed', () => {
    const typed = { ...EMPTY_CHECK_IN, wins: 'A partner', blockers: 'Hiring', priority_outcome: 'yes' } as const
    beforeEach(() => {
      writeDraft('ada', 'check-in', typed)
      show([checkIn])
      press(NAME)
    })

    test('asks first, with the focus on what keeps it', () => {
      expect(draft()).toEqual(typed)
      expect(document.activeElement).toBe(button('Keep my text'))
      screen.getByRole('group', { name: /^You have started this week’s check-in\./ })
    })

    test('fills in only what is empty, if the founder so chooses', () => {
      press('Keep my text')
      expect(draft()).toEqual({ ...typed, next_priority: 'Pricing' })
      screen.getByText('Address: /')
    })

    test('replaces it, if the founder so chooses', () => {
      press('Replace my text')
      expect(draft()).toEqual({ ...typed, mood: 4, wins: 'Two demos', next_priority: 'Pricing' })
      screen.getByText('Address: /')
    })

    test('changes nothing after Cancel', () => {
      press('Cancel')
      expect(draft()).toEqual(typed)
      button(NAME)
      screen.getByText('Address: /chat')
    })
  })

  test('opens without a question when it is filled in already', () => {
    writeDraft('ada', 'check-in', { mood: 4, wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing' })
    show([checkIn])
    press(NAME)
    expect(draft().blockers).toBe('Hiring')
    screen.getByText('Address: /')
  })

  test('is disabled, and says why, when the week has its check-in', async () => {
    stored = { weekly_checkins: [{ id: 'one', user_id: 'ada', week_of: weekOf(new Date()) }] }
    show([checkIn])
    const note = await screen.findByText('You have already checked in this week.')
    expect(button(NAME).getAttribute('aria-disabled')).toBe('true')
    expect(button(NAME).getAttribute('aria-describedby')).toBe(note.id)
    press(NAME)
    expect(draft()).toEqual(EMPTY_CHECK_IN)
    screen.getByText('Address: /chat')
  })
})

describe('a proposal to mark a goal as done', () => {
  const id = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
  const done: Proposal = { kind: 'done', goal: id }
  const goal = (values: Partial<Row> = {}): Row => ({
    id,
    user_id: 'ada',
    text: 'Ten demos',
    period: 'weekly',
    completed: false,
    ...values,
  })
  const NAME = 'Mark “Ten demos” as done'

  test('marks it with one press, and opens it again with Undo', async () => {
    stored = { goals: [goal()] }
    show([done])
    fireEvent.click(await screen.findByRole('button', { name: NAME }))
    const link = await screen.findByRole('link', { name: 'Ten demos' })
    expect(link.closest('output')?.textContent).toBe('Done: Ten demosUndo')
    expect(link.getAttribute('href')).toBe(`/?goals=weekly#${id}`)
    expect(stored['goals']).toEqual([goal({ completed: true })])
    press('Undo')
    await screen.findByRole('button', { name: NAME })
    expect(stored['goals']).toEqual([goal()])
  })

  test.each([
    ['another founder’s', [goal({ user_id: 'ben' })]],
    ['deleted', []],
    ['done', [goal({ completed: true })]],
  ])('is hidden when the goal is %s', async (_, goals) => {
    const known = { ...goal(), id: '7a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11', text: 'Two calls' }
    stored = { goals: [...goals, known] }
    show([done, { kind: 'done', goal: known.id }])
    await screen.findByRole('button', { name: 'Mark “Two calls” as done' })
    expect(within(screen.getByRole('list', { name: 'Proposals' })).getAllByRole('listitem')).toHaveLength(1)
  })

  test('has no list when nothing else is proposed', async () => {
    show([done])
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
  })

  test('stays as it is when the server refuses', async () => {
    stored = { goals: [goal()] }
    isRefusing = true
    show([done])
    fireEvent.click(await screen.findByRole('button', { name: NAME }))
    await waitFor(() => expect(toasts.current().at(-1)?.description).toBe('Failed to update goal'))
    button(NAME)
  })
})
