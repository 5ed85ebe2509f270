// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'

interface Answer {
  error: { code?: string; message: string } | null
  status: number
}

const STORED: Answer = { error: null, status: 201 }
const NOT_REACHED = { error: { code: '', message: 'TypeError: Failed to fetch' }, status: 0 }
const REFUSED = { error: { code: '42501', message: 'refused' }, status: 403 }
const DUPLICATE: Answer = { error: { code: '23505', message: 'duplicate key' }, status: 409 }

const inserted: unknown[] = []
/** Of the server to each insert. */
let answer: (row: { id: string }) => Answer | Promise<Answer> = () => STORED
/** The content that a row of the same id has. */
let storedContent: string | undefined
let signedIn: string | undefined = 'ada'

vi.mock('./client.ts', () => ({
  storedSession: () => (signedIn === undefined ? null : { access_token: 'token', user: { id: signedIn } }),
  tables: async () => ({
    from: () => ({
      insert: async (row: { id: string }) => {
        inserted.push(row)
        return answer(row)
      },
      select: () => ({
        eq: () => ({
          maybeSingle: () => ({
            throwOnError: async () => ({ data: storedContent === undefined ? null : { content: storedContent } }),
          }),
        }),
      }),
    }),
  }),
}))
vi.mock('./config.ts', () => ({ config: () => ({ supabaseUrl: 'http://localhost', supabaseKey: 'key' }) }))

// Another file may have loaded them with the client that is replaced here.
vi.resetModules()
const { forgetUser } = await import('./forget.ts')
const { outboxOf, queueMessage, sendAll, sendDue, takeBack, UNDO_MS } = await import('./outbox.ts')

/** Locks as a browser grants them: one holder of each name at a time, in order. */
const lastHolders = new Map<string, Promise<unknown>>()
Object.defineProperty(navigator, 'locks', {
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

const MESSAGE = { id: 'one', content: 'Hello' }
const ROW = { id: 'one', user_id: 'ada', content: 'Hello', sender_type: 'user' }
const refused = vi.fn<(message: unknown) => void>()
const send = (id = 'one') => sendDue('ada', id, refused)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  vi.spyOn(console, 'error').mockReturnValue()
  localStorage.clear()
  lastHolders.clear()
  inserted.length = 0
  answer = () => STORED
  storedContent = undefined
  signedIn = 'ada'
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
  let respond: (answer: Answer) => void = () => undefined
  answer = () => new Promise((resolve) => (respond = resolve))
  const sending = send()
  await vi.waitFor(() => expect(inserted).toEqual([ROW]))
  expect(await takeBack('ada', 'two')).toBe(true)
  respond(STORED)
  expect(await sending).toBe(true)
})

describe('after a failure', () => {
  beforeEach(() => {
    queueMessage('ada', MESSAGE)
    vi.setSystemTime(1_000_000 + UNDO_MS)
  })

  test.each([
    ['the server is not reached', NOT_REACHED],
    ['the database has no connection', { error: { code: 'PGRST003', message: 'timed out' }, status: 504 }],
    ['the server is busy', { error: { code: 'PGRST001', message: 'not connected' }, status: 503 }],
    ['there are too many requests', { error: { code: '429', message: 'too many' }, status: 429 }],
    ['the session has expired', { error: { code: 'PGRST301', message: 'JWT expired' }, status: 401 }],
  ])('it waits when %s, and is sent later', async (_, failure) => {
    answer = () => failure
    await expect(send()).rejects.toThrow(failure.error.message)
    expect(outboxOf('ada')).toHaveLength(1)
    expect(refused).not.toHaveBeenCalled()
    answer = () => STORED
    expect(await send()).toBe(true)
  })

  test('a duplicate key with the same text means that it has arrived', async () => {
    answer = () => DUPLICATE
    storedContent = 'Hello'
    expect(await send()).toBe(true)
    expect(refused).not.toHaveBeenCalled()
    expect(outboxOf('ada')).toEqual([])
  })

  test('a duplicate key with another text returns this one to the founder', async () => {
    answer = () => DUPLICATE
    storedContent = 'Hello from another device'
    expect(await send()).toBe(false)
    expect(refused).toHaveBeenCalledWith(expect.objectContaining(MESSAGE))
  })

  test('a refused one returns to the founder and waits no longer', async () => {
    answer = () => REFUSED
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
    answer = () => DUPLICATE
    storedContent = 'Hello'
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
    answer = ({ id }) => (id === 'one' ? failure : STORED)
    await sendAll('ada')
    expect(inserted).toHaveLength(2)
    expect(outboxOf('ada')).toMatchObject([MESSAGE])
  })

  test('what is refused is not moved to a field by an attempt that waited for this one', async () => {
    queueMessage('ada', MESSAGE)
    answer = () => REFUSED
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
  signedIn = 'ben'
  forgetUser()
  expect(outboxOf('ada')).toEqual([])
  expect(outboxOf('ben')).toHaveLength(1)
  signedIn = undefined
  forgetUser()
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
