// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { useEffect } from 'react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import { advance, expectFailure, notices, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { clearUserData } from '../session/clear-user-data.ts'
import { signIn } from '../../testing/session.ts'
import { texts } from '../texts/texts.ts'
import { sendAll } from './OutboxRunner.tsx'
import { addToOutbox, outboxOf, takeBack, UNDO_MS, useUnsent, type OutboxRow } from './outbox.ts'

const server = stubServer()
const user = FOUNDER.id
const NOW = '2026-03-02T09:00:00Z'

const refusal = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status })

const STORED = () => new Response(null, { status: 201 })
const NOT_REACHED = () => Promise.reject(new TypeError('Failed to fetch'))
const REFUSED = refusal(403, '42501', 'permission denied')
const DUPLICATE = refusal(409, '23505', 'duplicate key')

const inserted: { id?: string; content?: string; text?: string }[] = []
/** Of the server to each insert. */
let answer: (row: { id?: string }) => Response | Promise<Response> = STORED
const contents = () => inserted.map(({ content, text }) => content ?? text)

/** Locks as a browser grants them: one holder of each name at a time, in order. */
const lastHolders = new Map<string, Promise<unknown>>()
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: {
    request: (name: string, { ifAvailable }: LockOptions, run: (lock: object | null) => Promise<unknown>) => {
      const holder = lastHolders.get(name)
      if (ifAvailable && holder) return run(null)
      const granted = (holder ?? Promise.resolve()).then(() => run({}))
      const released: Promise<unknown> = granted
        .catch(() => undefined)
        .then(() => void (lastHolders.get(name) === released && lastHolders.delete(name)))
      lastHolders.set(name, released)
      return granted
    },
  },
})

// Files of tests share the browser.
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))

beforeEach(() => {
  setClock(NOW)
  lastHolders.clear()
  inserted.length = 0
  answer = STORED
  server.has({ goals: [], squad_messages: [], weekly_checkins: [] })
  for (const table of ['squad_messages', 'goals', 'decisions', 'weekly_checkins'])
    server.on(`POST ${table}`, ({ body }) => {
      inserted.push(body as object)
      return answer(body as { id: string })
    })
})

const enter = (content: string, options?: { id?: string; undoMs?: number }) =>
  addToOutbox(user, 'message', { content }, options)
/** A message that can be taken back. */
const confirm = (content = 'Hello', id = 'one') => enter(content, { id, undoMs: UNDO_MS })
/** A row is removed after its answer has been shown. */
const allSent = () => vi.waitFor(() => expect(outboxOf(user)).toEqual([]))
const states = () => outboxOf(user).map(({ state }) => state)
const screens = () => renderScreen(null)

test('waits its time to undo, and is sent once', async () => {
  await screens()
  confirm()
  await advance(UNDO_MS - 100)
  expect(inserted).toEqual([])
  await advance(200)
  expect(inserted).toEqual([{ id: 'one', user_id: user, content: 'Hello', sender_type: 'user' }])
  await allSent()
  expect(notices()).toEqual(['Message sentYour message has been delivered'])
  await advance(60_000)
  expect(inserted).toHaveLength(1)
})

test('is taken back in its time, and never sent then', async () => {
  await screens()
  confirm()
  expect(await takeBack('ben', 'one')).toBe(false)
  expect(await takeBack(user, 'one')).toBe(true)
  await advance(UNDO_MS + 1000)
  expect(inserted).toEqual([])
})

test('is taken back in its time while another one is being sent, and not when its own is over', async () => {
  await screens()
  let respond: (answer: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (respond = resolve))
  enter('Now')
  confirm('Not yet', 'two')
  await vi.waitFor(() => expect(contents()).toEqual(['Now']))
  expect(await takeBack(user, 'two')).toBe(true)
  confirm('Too late', 'three')
  await advance(UNDO_MS + 100)
  expect(await takeBack(user, 'three')).toBe(false)
  await act(async () => respond(STORED()))
  await vi.waitFor(() => expect(contents()).toEqual(['Now', 'Too late']))
})

test('rows of a kind are sent in their order, those of the same moment too; one that is refused stops no other', async () => {
  await screens()
  answer = ({ id }) => (id === 'two' ? REFUSED() : STORED())
  enter('First')
  enter('Second', { id: 'two' })
  enter('Third')
  await vi.waitFor(() => expect(contents()).toEqual(['First', 'Second', 'Third']))
  await vi.waitFor(() =>
    expect(outboxOf(user)).toMatchObject([{ id: 'two', state: 'refused', reason: 'permission denied' }]),
  )
})

test('without a network rows wait, and are sent in their order when it is back, and nothing has failed', async () => {
  await screens()
  server.setReachable(false)
  for (const text of ['First', 'Second', 'Third']) enter(text)
  await vi.waitFor(() => expect(states()).toEqual(['waiting', 'waiting', 'waiting']))
  expect(notices()).toEqual([])
  await act(async () => server.setReachable(true))
  await vi.waitFor(() => expect(contents()).toEqual(['First', 'Second', 'Third']))
  await allSent()
})

test('a row that the server cannot store stops those behind it for three attempts, and no longer', async () => {
  await screens()
  answer = ({ id }) => (id === 'one' ? refusal(500, 'XX000', 'internal error')() : STORED())
  enter('First', { id: 'one' })
  enter('Second')
  await advance(14_000)
  expect(contents()).toEqual(['First', 'First'])
  await advance(2000)
  expect(contents()).toEqual(['First', 'First', 'First', 'Second'])
})

test('without a network a message waits behind others once its time to undo is over', async () => {
  await screens()
  server.setReachable(false)
  enter('First')
  await vi.waitFor(() => expect(states()).toEqual(['waiting']))
  confirm('Later', 'two')
  await advance(UNDO_MS - 1000)
  expect(states()).toEqual(['waiting', 'new'])
  await advance(1100)
  expect(states()).toEqual(['waiting', 'waiting'])
})

test('an attempt that does not end is given up, and the next one is made', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(), ms)
    return timeout.signal
  })
  await screens()
  answer = () => new Promise(() => undefined)
  enter('Hello', { id: 'one' })
  await vi.waitFor(() => expect(contents()).toEqual(['Hello']))
  answer = STORED
  await advance(30_100)
  await advance(5100)
  timeouts.mockRestore()
  expect(contents()).toEqual(['Hello', 'Hello'])
  await allSent()
})

describe('after a failure', () => {
  test.each([
    ['the server is not reached', NOT_REACHED],
    ['the database has no connection', refusal(504, 'PGRST003', 'timed out')],
    ['the server is busy', refusal(503, 'PGRST001', 'not connected')],
    ['there are too many requests', refusal(429, '429', 'too many')],
    ['the session has expired', refusal(401, 'PGRST301', 'JWT expired')],
  ])('it waits when %s, and is sent later', async (_, failure) => {
    server.refuse('GET auth/user')
    await screens()
    answer = failure
    enter('Hello', { id: 'one' })
    await vi.waitFor(() => expect(states()).toEqual(['waiting']))
    answer = STORED
    await advance(5100)
    await allSent()
    expect(new Set(inserted.map(({ id }) => id))).toEqual(new Set(['one']))
  })

  test('a duplicate key with the same text means that it has arrived', async () => {
    server.has({ squad_messages: [{ id: 'one', user_id: user, content: 'Hello' }] })
    await screens()
    answer = DUPLICATE
    enter('Hello', { id: 'one' })
    await vi.waitFor(() => expect(notices()).toEqual(['Message sentYour message has been delivered']))
    await allSent()
  })

  test('a duplicate key with another text refuses this one', async () => {
    server.has({ squad_messages: [{ id: 'one', user_id: user, content: 'Hello from another device' }] })
    await screens()
    answer = DUPLICATE
    enter('Hello', { id: 'one' })
    await expectFailure('Failed to send message')
    expect(outboxOf(user)).toMatchObject([{ state: 'refused', reason: texts.squad.taken }])
  })

  test.each([
    ['the same', 'Two demos', undefined],
    ['another one', 'A launch', texts.checkIns.taken],
  ])('a week that has a check-in: %s', async (_, wins, reason) => {
    const checkIn = { week_of: '2026-03-02', mood: 3, wins: 'Two demos', blockers: '', next_priority: 'Pricing', priority_outcome: null } as const // prettier-ignore
    server.has({ weekly_checkins: [{ ...checkIn, id: 'x', user_id: user, wins }] })
    await screens()
    answer = DUPLICATE
    addToOutbox(user, 'check-in', checkIn)
    await vi.waitFor(() => expect(outboxOf(user).map((row) => row.reason)).toEqual(reason ? [reason] : []))
  })

  test('a decision that waited past the day of its review is due today', async () => {
    await screens()
    const decision = { title: 'Raise prices', reason: 'Why not', category: 'Product', expected: '' }
    addToOutbox(user, 'decision', { ...decision, review_on: '2026-02-01' })
    addToOutbox(user, 'decision', { ...decision, review_on: '2026-04-01' })
    await vi.waitFor(() => expect(inserted).toMatchObject([{ review_on: '2026-03-02' }, { review_on: '2026-04-01' }]))
  })
})

describe('what is taken out to be changed', () => {
  let unsent: ReturnType<typeof useUnsent<'message'>>
  function Unsent() {
    const shown = useUnsent(user, 'message')
    useEffect(() => {
      unsent = shown
    })
    return null
  }
  /** Takes the refused message out. @returns its content */
  async function edits(): Promise<string | undefined> {
    let content: string | undefined
    await act(() => unsent.edit('one', (payload) => void (content = payload.content)))
    return content
  }

  beforeEach(async () => {
    answer = REFUSED
    await renderScreen(<Unsent />)
    enter('Hello', { id: 'one' })
    await vi.waitUntil(() => unsent.rows.length === 1)
    answer = STORED
  })

  test('is the same row when it is sent unchanged', async () => {
    expect(await edits()).toBe('Hello')
    expect(outboxOf(user)).toEqual([])
    enter('Hello')
    await vi.waitFor(() => expect(inserted.map(({ id }) => id)).toEqual(['one', 'one']))
  })

  test.each([
    ['when it is changed', 'Hello!', 0],
    ['after five minutes', 'Hello', 300_000],
  ])('is another row %s', async (_, content, ms) => {
    await edits()
    await advance(ms)
    enter(content)
    await vi.waitFor(() => expect(inserted).toHaveLength(2))
    expect(inserted[1]?.id).not.toBe('one')
  })

  test('that has arrived meanwhile is not put back', async () => {
    localStorage.removeItem(`outbox:${user}:one`)
    expect(await edits()).toBeUndefined()
  })

  test('stays when there is no place for it', async () => {
    await act(() => unsent.edit('one', () => false))
    expect(outboxOf(user)).toMatchObject([{ id: 'one', state: 'refused' }])
  })

  test('is not sent when it is discarded', async () => {
    await act(() => unsent.discard('one'))
    expect(unsent.rows).toEqual([])
    await advance(60_000)
    expect(inserted).toHaveLength(1)
  })
})

describe('a row of another tab', () => {
  const KEY = `outbox:${user}:one`
  const row: OutboxRow = {
    id: 'one',
    kind: 'message',
    payload: { content: 'Hello' },
    enteredAt: Date.parse(NOW),
    number: 1,
    sendAt: 0,
    tab: 'another',
    changedAt: Date.parse(NOW),
    state: 'new',
  }
  const adds = (added: object = row) =>
    act(async () => {
      localStorage.setItem(KEY, JSON.stringify(added))
      dispatchEvent(new StorageEvent('storage', { key: KEY }))
    })

  test('is left to it, and sent here when it has been closed', async () => {
    await screens()
    await adds()
    await advance(2900)
    expect(inserted).toEqual([])
    await advance(200)
    expect(contents()).toEqual(['Hello'])
    await allSent()
  })

  test('does not delay those of this one', async () => {
    await screens()
    await adds()
    enter('Mine')
    await vi.waitFor(() => expect(contents()).toEqual(['Mine']))
  })

  test('is not sent while it is being sent there', async () => {
    await screens()
    let finish: () => void = () => undefined
    void navigator.locks.request(KEY, {}, () => new Promise<void>((resolve) => (finish = resolve)))
    await adds()
    await advance(10_000)
    expect(inserted).toEqual([])
    localStorage.removeItem(KEY)
    finish()
    await advance(10_000)
    expect(inserted).toEqual([])
  })

  test('delays no other while it is being sent there', async () => {
    await screens()
    let finish: () => void = () => undefined
    void navigator.locks.request(KEY, {}, () => new Promise<void>((resolve) => (finish = resolve)))
    await adds()
    await advance(3200)
    enter('Mine')
    await advance(3100)
    expect(contents()).toEqual(['Mine'])
    finish()
  })

  test('is sent although the clock was set back', async () => {
    await screens()
    const later = Date.parse(NOW) + 3_600_000
    await adds({ ...row, enteredAt: later, changedAt: later })
    await advance(3100)
    expect(contents()).toEqual(['Hello'])
  })

  test('of a build that had messages alone is sent', async () => {
    await screens()
    await adds({ id: 'one', content: 'Hello', sendAt: Date.parse(NOW), page: 'another' })
    await advance(3100)
    expect(contents()).toEqual(['Hello'])
  })
})

describe('a page that is left', () => {
  const watchFetch = () => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())

  test('sends at once, and the next one knows by the id that it has arrived', async () => {
    const { leave } = await screens()
    confirm()
    const fetched = watchFetch()
    dispatchEvent(new Event('pagehide'))
    leave()
    expect(fetched).toHaveBeenCalledOnce()
    const body = JSON.stringify({ user_id: user, id: 'one', content: 'Hello', sender_type: 'user' })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, body })
    expect(await takeBack(user, 'one')).toBe(false)
    fetched.mockRestore()
    server.has({ squad_messages: [{ id: 'one', user_id: user, content: 'Hello' }] })
    answer = DUPLICATE
    await screens()
    await allSent()
  })

  test('leaves alone what was taken back, and what another tab shows with its time to undo', async () => {
    await screens()
    confirm()
    await takeBack(user, 'one')
    const sendAt = Date.parse(NOW) + UNDO_MS
    const other = { id: 'two', kind: 'message', payload: { content: 'Hi' }, enteredAt: 1, number: 1, sendAt, tab: 'another', changedAt: 1, state: 'new' } // prettier-ignore
    localStorage.setItem(`outbox:${user}:two`, JSON.stringify(other))
    const fetched = watchFetch()
    dispatchEvent(new Event('pagehide'))
    expect(fetched).not.toHaveBeenCalled()
    expect(outboxOf(user)).toEqual([other])
  })
})

describe('before the session ends', () => {
  beforeEach(() => signIn(FOUNDER))

  test('what waits is sent', async () => {
    confirm()
    await sendAll(user)
    expect(contents()).toEqual(['Hello'])
    expect(outboxOf(user)).toEqual([])
  })

  test.each([
    ['is refused', REFUSED],
    ['fails', NOT_REACHED],
  ])('what %s stays, and the others are sent', async (_, failure) => {
    confirm()
    confirm('Hi', 'two')
    answer = ({ id }) => (id === 'one' ? failure() : STORED())
    await sendAll(user)
    expect(inserted).toHaveLength(2)
    expect(outboxOf(user)).toMatchObject([{ id: 'one' }])
  })
})

test('what an attempt at the end of the session may have stored cannot be taken back', async () => {
  signIn(FOUNDER)
  confirm()
  answer = NOT_REACHED
  await sendAll(user)
  expect(await takeBack(user, 'one')).toBe(false)
})

test('signing out leaves nothing; the rows of the user who is signed in by then stay', () => {
  enter('Hello')
  addToOutbox('ben', 'message', { content: 'Hello' })
  signIn({ ...FOUNDER, id: 'ben' })
  clearUserData()
  expect(outboxOf(user)).toEqual([])
  expect(outboxOf('ben')).toHaveLength(1)
  localStorage.removeItem('sb-localhost-auth-token')
  clearUserData()
  expect(localStorage).toHaveLength(0)
})

test.each([
  '{half',
  '5',
  '"text"',
  '[]',
  '{}',
  '{"content": "Hello"}',
  '{"id": "one", "kind": "goal", "sendAt": 1, "payload": null}',
  '{"id": "one", "kind": "toString", "sendAt": 1, "payload": {}}',
  '{"id": "two", "kind": "goal", "sendAt": 1, "payload": {}}',
])('an entry of another shape counts as none: %s', (entry) => {
  localStorage.setItem(`outbox:${user}:one`, entry)
  expect(outboxOf(user)).toEqual([])
})

test.each(['QuotaExceededError', 'SecurityError'])('is sent from memory when storage throws a %s', async (name) => {
  await screens()
  const refuse = () => {
    throw new DOMException('refused', name)
  }
  if (name === 'SecurityError') vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)
  else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  enter('Hello')
  await vi.waitFor(() => expect(contents()).toEqual(['Hello']))
  await advance(60_000)
  vi.restoreAllMocks()
  expect(inserted).toHaveLength(1)
})

test('is sent where locks are refused', async () => {
  await screens()
  const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  const request = vi.spyOn(navigator.locks, 'request').mockImplementation(refuse)
  enter('Hello')
  await vi.waitFor(() => expect(contents()).toEqual(['Hello']))
  request.mockRestore()
})
