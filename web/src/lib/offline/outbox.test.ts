// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from '../../testing/session.ts'
import { stubServer } from '../../testing/server.ts'
import { clearUserData } from '../session/clear-user-data.ts'
import { outboxOf, queueMessage, sendAll, sendDue, takeBack, UNDO_MS } from './outbox.ts'

const server = stubServer()

const refusal = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status })

const STORED = () => new Response(null, { status: 201 })
const NOT_REACHED = () => Promise.reject(new TypeError('Failed to fetch'))
const REFUSED = refusal(403, '42501', 'refused')
const DUPLICATE = refusal(409, '23505', 'duplicate key')

const inserted: unknown[] = []
/** Of the server to each insert. */
let answer: (row: { id: string }) => Response | Promise<Response> = STORED
/** The server has a row of the same id, with this content. */
const hasRow = (content: string) => server.has({ squad_messages: [{ id: 'one', content }] })
const signsIn = (id: string) => signIn({ id, email: `${id}@example.com`, firstName: id })

/** Locks as a browser grants them: one holder of each name at a time, in order. */
const lastHolders = new Map<string, Promise<unknown>>()
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: {
    request: (name: string, run: () => Promise<unknown>) => {
      const granted = (lastHolders.get(name) ?? Promise.resolve()).then(run)
      lastHolders.set(
        name,
        granted.catch(() => undefined),
      )
      return granted
    },
  },
})

// Files of tests share the browser.
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))

const MESSAGE = { id: 'one', content: 'Hello' }
const ROW = { id: 'one', user_id: 'ada', content: 'Hello', sender_type: 'user' }
const refused = vi.fn<(message: unknown) => void>()
const send = (id = 'one') => sendDue('ada', id, refused)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  signsIn('ada')
  lastHolders.clear()
  inserted.length = 0
  answer = STORED
  server.on('POST squad_messages', ({ body }) => {
    inserted.push(body)
    return answer(body as { id: string })
  })
  refused.mockClear()
})

test('waits its time to undo, and is sent once', async () => {
  queueMessage('ada', MESSAGE)
  expect(await send()).toBe(false)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  expect(await Promise.all([send(), send()])).toEqual([true, false])
  expect(inserted).toEqual([ROW])
  expect(outboxOf('ada')).toEqual([])
})

test('is taken back in its time, and never sent then', async () => {
  queueMessage('ada', MESSAGE)
  expect(await takeBack('ada', 'one')).toBe(true)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  expect(await send()).toBe(false)
  expect(inserted).toEqual([])
})

test('cannot be taken back when its time is over, nor when another user asks', async () => {
  queueMessage('ada', MESSAGE)
  expect(await takeBack('ben', 'one')).toBe(false)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  expect(await takeBack('ada', 'one')).toBe(false)
  expect(outboxOf('ada')).toHaveLength(1)
})

test('is taken back in its time while another one is being sent', async () => {
  queueMessage('ada', MESSAGE)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  queueMessage('ada', { id: 'two', content: 'Not yet' })
  let respond: (answer: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (respond = resolve))
  const sending = send()
  await vi.waitFor(() => expect(inserted).toEqual([ROW]))
  expect(await takeBack('ada', 'two')).toBe(true)
  respond(STORED())
  expect(await sending).toBe(true)
})

describe('after a failure', () => {
  beforeEach(() => {
    queueMessage('ada', MESSAGE)
    vi.setSystemTime(1_000_000 + UNDO_MS)
  })

  test.each([
    ['the server is not reached', NOT_REACHED, 'Failed to fetch'],
    ['the database has no connection', refusal(504, 'PGRST003', 'timed out'), 'timed out'],
    ['the server is busy', refusal(503, 'PGRST001', 'not connected'), 'not connected'],
    ['there are too many requests', refusal(429, '429', 'too many'), 'too many'],
    ['the session has expired', refusal(401, 'PGRST301', 'JWT expired'), 'JWT expired'],
  ])('it waits when %s, and is sent later', async (_, failure, message) => {
    server.refuse('GET auth/user')
    answer = failure
    await expect(send()).rejects.toThrow(message)
    expect(outboxOf('ada')).toHaveLength(1)
    expect(refused).not.toHaveBeenCalled()
    answer = STORED
    expect(await send()).toBe(true)
  })

  test('a duplicate key with the same text means that it has arrived', async () => {
    answer = DUPLICATE
    hasRow('Hello')
    expect(await send()).toBe(true)
    expect(refused).not.toHaveBeenCalled()
    expect(outboxOf('ada')).toEqual([])
  })

  test('a duplicate key with another text returns this one to the founder', async () => {
    answer = DUPLICATE
    hasRow('Hello from another device')
    expect(await send()).toBe(false)
    expect(refused).toHaveBeenCalledWith(expect.objectContaining(MESSAGE))
  })

  test('a refused one returns to the founder and waits no longer', async () => {
    answer = REFUSED
    expect(await send()).toBe(false)
    expect(refused).toHaveBeenCalledWith(expect.objectContaining(MESSAGE))
    expect(outboxOf('ada')).toEqual([])
  })
})

describe('a page that is left', () => {
  const watchFetch = () => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())

  test('sends at once, and the next one knows by the id that it has arrived', async () => {
    const fetched = watchFetch()
    queueMessage('ada', MESSAGE)
    dispatchEvent(new Event('pagehide'))
    expect(fetched).toHaveBeenCalledOnce()
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, body: JSON.stringify(ROW) })
    expect(await takeBack('ada', 'one')).toBe(false)
    answer = DUPLICATE
    hasRow('Hello')
    expect(await send()).toBe(true)
    expect(outboxOf('ada')).toEqual([])
  })

  test('leaves alone what was taken back, and what another page shows with its time to undo', async () => {
    const fetched = watchFetch()
    queueMessage('ada', MESSAGE)
    await takeBack('ada', 'one')
    const other = { id: 'two', content: 'Hi', sendAt: 1_000_000 + UNDO_MS, page: 'another' }
    localStorage.setItem('outbox:ada:two', JSON.stringify(other))
    dispatchEvent(new Event('pagehide'))
    expect(fetched).not.toHaveBeenCalled()
    expect(outboxOf('ada')).toEqual([other])
  })
})

describe('before the session ends', () => {
  test('what waits is sent', async () => {
    queueMessage('ada', MESSAGE)
    await sendAll('ada')
    expect(inserted).toEqual([ROW])
    expect(outboxOf('ada')).toEqual([])
  })

  test.each([
    ['is refused', REFUSED],
    ['fails', NOT_REACHED],
  ])('what %s stays, and the others are sent', async (_, failure) => {
    queueMessage('ada', MESSAGE)
    queueMessage('ada', { id: 'two', content: 'Hi' })
    answer = ({ id }) => (id === 'one' ? failure() : STORED())
    await sendAll('ada')
    expect(inserted).toHaveLength(2)
    expect(outboxOf('ada')).toMatchObject([MESSAGE])
  })

  test('what is refused is not moved to a field by an attempt that waited for this one', async () => {
    queueMessage('ada', MESSAGE)
    answer = REFUSED
    const ending = sendAll('ada')
    await vi.waitFor(() => expect(inserted).toHaveLength(1))
    expect(await send()).toBe(false)
    await ending
    expect(refused).not.toHaveBeenCalled()
    expect(outboxOf('ada')).toHaveLength(1)
  })
})

test('signing out leaves nothing; the messages of the user who is signed in by then stay', () => {
  queueMessage('ada', MESSAGE)
  queueMessage('ben', MESSAGE)
  signsIn('ben')
  clearUserData()
  expect(outboxOf('ada')).toEqual([])
  expect(outboxOf('ben')).toHaveLength(1)
  localStorage.removeItem('sb-localhost-auth-token')
  clearUserData()
  expect(localStorage).toHaveLength(0)
})

test('an unreadable entry counts as none', () => {
  localStorage.setItem('outbox:ada:one', '{half')
  expect(outboxOf('ada')).toEqual([])
})

test.each(['5', '"text"', '[]', '{}', '{"content": "Hello"}'])(
  'an entry of another shape counts as none: %s',
  (entry) => {
    localStorage.setItem('outbox:ada:one', entry)
    expect(outboxOf('ada')).toEqual([])
  },
)

test.each(['QuotaExceededError', 'SecurityError'])('is sent from memory when storage throws a %s', async (name) => {
  const refuse = () => {
    throw new DOMException('refused', name)
  }
  if (name === 'SecurityError') vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)
  else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  queueMessage('ada', MESSAGE)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  expect(await send()).toBe(true)
  expect(await send()).toBe(false)
  vi.restoreAllMocks()
  expect(inserted).toEqual([ROW])
})

test('is sent where locks are refused', async () => {
  const request = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request } })
  queueMessage('ada', MESSAGE)
  vi.setSystemTime(1_000_000 + UNDO_MS)
  expect(await send()).toBe(true)
  vi.unstubAllGlobals()
  expect(inserted).toEqual([ROW])
})
