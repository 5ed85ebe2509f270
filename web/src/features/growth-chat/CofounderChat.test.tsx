// @vitest-environment happy-dom
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { stubLayout } from '../../testing/layout.ts'
import { FOUNDER } from '../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  notices,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { CofounderChat } from './CofounderChat.tsx'
import { answersWith, frame, stream, streams } from './test-answers.ts'

const server = stubServer()

const CHAT = 'POST functions/growth-chat'
const SUGGEST = 'POST functions/suggest-quick-actions'
const ACTIONS = [
  'How can I improve my CAC?',
  'Analyze my runway health',
  'Best channels for B2B SaaS',
  'Pitch deck feedback tips',
]
const OPENING = 'What are we growing today?'

beforeEach(() => {
  stubLayout()
  server.has({ ai_conversations: [], founder_records: [], goals: [] })
  server.on(SUGGEST, () => ({ actions: [] }))
  server.rpc('my_conversations', () => listed())
})

/** The conversations of the stored messages, as the database lists them. */
function listed() {
  const messages = server.rows('ai_conversations')
  return [...new Set(messages.map(({ conversation }) => conversation))]
    .map((conversation) => {
      const own = messages.filter((message) => message.conversation === conversation)
      return {
        conversation,
        title: own.at(0)!.content,
        started_at: own.at(0)!.created_at,
        latest_at: own.at(-1)!.created_at,
      }
    })
    .toSorted((a, b) => b.latest_at.localeCompare(a.latest_at))
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to the AI Co-Founder' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const stop = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Stop' })
/** The texts of the conversation, without authors, times and buttons. */
const said = () =>
  screen.queryAllByRole('article').map(({ textContent }) => textContent.replace(/^.* [AP]M/, '').replace(/Copy$/, ''))
const expectSaid = (...texts: string[]) => waitFor(() => expect(said()).toEqual(texts))
const asked = () => server.sent(CHAT).map(({ body }) => body as { turn: string; messages: { content: string }[] })

/** Suggests questions from records, and others by Refresh. */
const suggests = (own: string[], others: string[] = []) =>
  server.on(SUGGEST, ({ body }) => ({ actions: (body as { fromRecords?: true }).fromRecords ? own : others }))

const show = async () => {
  const shown = await renderScreen(<CofounderChat />, { path: '/chat' })
  await screen.findByRole('button', { name: 'Send' })
  return shown
}
/** Shows a conversation that has not begun. */
const begins = async () => {
  const shown = await show()
  await expectText(OPENING)
  return shown
}
async function asks(question: string): Promise<void> {
  await type(box(), question)
  await pressKey('Enter')
}

describe('the screen', () => {
  test('without a model says that the built-in coach answers', async () => {
    await begins()
    const coach = await screen.findByText('Built-in coach')
    expect(coach.textContent).toBe('Built-in coach · answers from your own records')
  })

  test('with a model does not mention the built-in coach', async () => {
    server.configure({ ai: { configured: true } })
    await begins()
    expect(screen.queryByText(/Built-in coach/)).toBeNull()
  })
})

describe('quick actions', () => {
  test('are four; pressing one sends its question', async () => {
    answersWith(server, 'Ask ', 'users.')
    await begins()
    for (const action of ACTIONS) button(action)
    await press(ACTIONS.at(0)!)
    await expectSaid(ACTIONS.at(0)!, 'Ask users.')
  })

  test('begin with those of the founder’s own records', async () => {
    answersWith(server, 'It ', 'fell.')
    suggests(['How is “Referrals” going?', ACTIONS.at(1)!])
    await begins()
    const first = await screen.findByRole('button', { name: 'How is “Referrals” going?' })
    expect([...first.parentElement!.children].map(({ textContent }) => textContent)).toEqual([
      'How is “Referrals” going?',
      ...[1, 0, 2, 3].map((at) => ACTIONS.at(at)),
    ])
    await press('How is “Referrals” going?')
    await expectSaid('How is “Referrals” going?', 'It fell.')
  })

  test('are the default ones when those of the records cannot be read', async () => {
    server.on(SUGGEST, () => Response.json({}, { status: 500 }))
    await begins()
    for (const action of ACTIONS) await waitFor(() => button(action))
    expect(notices()).toEqual([])
  })

  test('are replaced by Refresh, which sends those that are shown', async () => {
    suggests(['How is “Referrals” going?'], ['What now?', 'Who pays?'])
    await begins()
    await screen.findByRole('button', { name: 'How is “Referrals” going?' })
    await press('Refresh')
    await expectSuccess('Quick actions refreshed!')
    expect(server.sent(SUGGEST).map(({ body }) => body)).toEqual([
      { previousActions: [], fromRecords: true },
      { previousActions: ['How is “Referrals” going?', ...ACTIONS] },
    ])
    button('What now?')
    expect(screen.queryByRole('button', { name: ACTIONS.at(0)! })).toBeNull()
    expect(screen.queryByRole('button', { name: 'How is “Referrals” going?' })).toBeNull()
  })

  test.each([
    ['fails', () => Response.json({}, { status: 500 })],
    ['cannot reach the server', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['suggests nothing', () => ({ actions: [] })],
  ])('stay when Refresh %s', async (_, answer) => {
    await begins()
    await waitFor(() => expect(server.sent(SUGGEST)).toHaveLength(1))
    server.on(SUGGEST, answer)
    await press('Refresh')
    await expectFailure('Failed to refresh actions')
    for (const action of ACTIONS) expect(button(action)).toBeDefined()
  })
})

describe('conversations', () => {
  const [OTHER, MESSAGE] = ['5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11', '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a12']
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`
  const has = () =>
    server.has({
      ai_conversations: [
        { id: MESSAGE, role: 'user', content: 'How is my runway?', created_at: at(1) },
        { role: 'user', content: 'Pricing?', created_at: at(2), conversation: OTHER },
      ],
    })
  const openList = async () => {
    await press('Conversations')
    await screen.findByRole('dialog', { name: 'Conversations' })
  }
  const sentIn = () => server.sent(CHAT).map(({ body }) => (body as { conversation?: string }).conversation)

  test('begin with the latest; a question is asked in it, with its messages alone', async () => {
    has()
    answersWith(server, 'Raise it.')
    await show()
    await expectSaid('Pricing?')
    await asks('And annual?')
    await expectSaid('Pricing?', 'And annual?', 'Raise it.')
    expect(sentIn()).toEqual([OTHER])
    expect(
      asked()
        .at(0)!
        .messages.map(({ content }) => content),
    ).toEqual(['Pricing?', 'And annual?'])
  })

  test('a new one is empty, has the focus in its field, and an id of its own', async () => {
    has()
    answersWith(server, 'Hire.')
    await show()
    await expectSaid('Pricing?')
    await press('New conversation')
    await expectText(OPENING)
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await asks('Hiring?')
    await expectSaid('Hiring?', 'Hire.')
    expect(
      asked()
        .at(0)!
        .messages.map(({ content }) => content),
    ).toEqual(['Hiring?'])
    expect(sentIn()[0]).toMatch(/^[\da-f-]{36}$/)
    expect(sentIn()[0]).not.toBe(OTHER)
  })

  test('a question that was not sent is shown in its own one alone', async () => {
    has()
    server.refuse(CHAT, { status: 429 })
    await show()
    await expectSaid('Pricing?')
    await asks('And annual?')
    await screen.findByRole('button', { name: 'Edit: And annual?' })
    await press('New conversation')
    await expectText(OPENING)
    expect(screen.queryByText('And annual?')).toBeNull()
    await openList()
    await press(screen.getByRole('button', { name: /^Pricing/ }))
    expect(await screen.findByRole('button', { name: 'Edit: And annual?' })).toBeDefined()
  })

  test('each keeps the question that is typed in it, also a new one', async () => {
    has()
    answersWith(server, 'Hire.')
    const { reload } = await show()
    await expectSaid('Pricing?')
    await type(box(), 'And annual?')
    await press('New conversation')
    await expectText(OPENING)
    expect(box().value).toBe('')
    await type(box(), 'Hiring?')
    await openList()
    await press(screen.getByRole('button', { name: /^Pricing/ }))
    await expectSaid('Pricing?')
    expect(box().value).toBe('And annual?')
    await press('New conversation')
    await expectText(OPENING)
    expect(box().value).toBe('Hiring?')
    await reload()
    await expectText(OPENING)
    expect(box().value).toBe('Hiring?')
    await pressKey('Enter')
    await expectSaid('Hiring?', 'Hire.')
    await press('New conversation')
    await expectText(OPENING)
    expect(box().value).toBe('')
    const [first] = sentIn()
    await asks('Firing?')
    await expectSaid('Firing?', 'Hire.')
    expect(new Set(sentIn()).size).toBe(2)
    expect(first).not.toBe(OTHER)
  })

  test('are listed with title and day, opened, and continued; the first has no id', async () => {
    has()
    answersWith(server, '17 months.')
    await show()
    await expectSaid('Pricing?')
    await openList()
    expect(within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Pricing?Mar 2, 2026', 'How is my runway?Mar 1, 2026',
    ]) // prettier-ignore
    await press(screen.getByRole('button', { name: /^How is my runway/ }))
    await expectSaid('How is my runway?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await asks('And now?')
    await expectSaid('How is my runway?', 'And now?', '17 months.')
    expect(sentIn()).toEqual([undefined])
  })

  test('one is deleted, which can be undone', async () => {
    has()
    let isDeleted = false
    server.rpc('delete_conversation', (given) => {
      expect(given).toEqual({ conversation: OTHER })
      isDeleted = true
    })
    server.rpc('restore_conversation', () => void (isDeleted = false))
    server.rpc('my_conversations', () => listed().filter(({ conversation }) => !isDeleted || conversation !== OTHER))
    await show()
    await openList()
    await press('Delete: Pricing?')
    await expectText('Deleted: Pricing?')
    expect(screen.queryByRole('button', { name: 'Delete: Pricing?' })).toBeNull()
    await expectText(OPENING)
    await press('Undo')
    await screen.findByRole('button', { name: 'Delete: Pricing?' })
    expect(screen.queryByText('Deleted: Pricing?')).toBeNull()
  })

  test('one that cannot be deleted stays, with a notice', async () => {
    has()
    server.refuse('POST rpc/delete_conversation')
    await show()
    await openList()
    await press('Delete: Pricing?')
    await expectFailure('Failed to delete conversation')
    screen.getByRole('button', { name: 'Delete: Pricing?' })
  })

  test('a link to a message opens its conversation', async () => {
    has()
    await renderScreen(<CofounderChat />, { path: `/chat#${MESSAGE}` })
    await expectSaid('How is my runway?')
  })

  test('one too many is refused with what to do', async () => {
    server.on(CHAT, () => Response.json({}, { status: 409 }))
    await begins()
    await asks('Hiring?')
    await waitFor(() => expect(notices().join()).toContain('You have as many conversations as there may be'))
  })
})

describe('the focus', () => {
  const isInField = () => waitFor(() => expect(document.activeElement).toBe(box()))

  test('is in the message box when the chat is opened, and after a suggestion', async () => {
    answersWith(server, 'Ask users.')
    await begins()
    await isInField()
    button(ACTIONS.at(0)!).focus()
    await press(ACTIONS.at(0)!)
    await expectSaid(ACTIONS.at(0)!, 'Ask users.')
    await isInField()
  })

  test('stays where it is on a touch screen, whose keyboard would cover the chat', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    answersWith(server, 'Ask users.')
    await begins()
    await press(ACTIONS.at(0)!)
    await expectSaid(ACTIONS.at(0)!, 'Ask users.')
    expect(document.activeElement).not.toBe(box())
  })
})

describe('Edit and ask again', () => {
  test('asks the last question in other words, without the first ones and their answer, which stays', async () => {
    answersWith(server, 'Yes.')
    await begins()
    await asks('First?')
    await expectSaid('First?', 'Yes.')
    await asks('Hiring?')
    await expectSaid('First?', 'Yes.', 'Hiring?', 'Yes.')
    await press('Edit and ask again')
    expect(box().value).toBe('Hiring?')
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await expectText('This asks your last question again, in these words.')
    await asks('Hiring a designer?')
    await expectSaid('First?', 'Yes.', 'Hiring?', 'Yes.', 'Hiring a designer?', 'Yes.')
    expect(
      asked()
        .at(-1)!
        .messages.map(({ content }) => content),
    ).toEqual(['First?', 'Yes.', 'Hiring a designer?'])
    expect(new Set(asked().map(({ turn }) => turn)).size).toBe(3)
    expect(screen.queryByText('This asks your last question again, in these words.')).toBeNull()
  })

  test('is cancelled by Escape: the next question follows the last answer', async () => {
    answersWith(server, 'Yes.')
    await begins()
    await asks('Hiring?')
    await press('Edit and ask again')
    await expectText('This asks your last question again, in these words.')
    fireEvent.keyDown(box(), { key: 'Escape' })
    await expectGone(() => screen.queryByText('This asks your last question again, in these words.'))
    await asks('And when?')
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(
      asked()
        .at(-1)!
        .messages.map(({ content }) => content),
    ).toEqual(['Hiring?', 'Yes.', 'And when?'])
  })
})

describe('a question', () => {
  test('is sent by Enter, and not by Shift+Enter', async () => {
    answersWith(server, 'Yes.')
    await begins()
    await type(box(), 'First\nSecond')
    await pressKey('Enter', { shiftKey: true })
    expect(asked()).toEqual([])
    await pressKey('Enter')
    await expectSaid('First\nSecond', 'Yes.')
    expect(asked()).toMatchObject([{ messages: [{ role: 'user', content: 'First\nSecond' }] }])
    expect(box().value).toBe('')
  })

  test('is sent with the conversation and the user’s id, and the session’s token', async () => {
    answersWith(server, 'Charge ', 'more.')
    await begins()
    await asks('Pricing?')
    await expectSaid('Pricing?', 'Charge more.')
    await asks('How much?')
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked().at(1)).toEqual({
      turn: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string,
      messages: [
        { role: 'user', content: 'Pricing?' },
        { role: 'assistant', content: 'Charge more.' },
        { role: 'user', content: 'How much?' },
      ],
      userId: FOUNDER.id,
    })
    expect(server.sent(CHAT).at(1)?.headers.get('Authorization')).toMatch(/^Bearer ey/)
  })

  test.each(['', '  '])('that is %j shows "Please enter a message"', async (blank) => {
    await begins()
    await type(box(), blank)
    await press('Send')
    await expectFailure('Please enter a message')
    await expectText(OPENING)
  })

  test('without a session shows "You must be logged in to chat"', async () => {
    await begins()
    await type(box(), 'Pricing?')
    localStorage.clear()
    await press('Send')
    await expectFailure('You must be logged in to chat')
    expect(asked()).toEqual([])
  })

  test('waits for the answer before: Send is disabled, Stop is beside it, and Enter does nothing', async () => {
    const answer = streams(server)
    await begins()
    await asks('Pricing?')
    await expectSaid('Pricing?', 'Thinking...')
    expect(button('Send').disabled).toBe(true)
    expect(stop()?.disabled).toBe(false)
    await asks('And then?')
    expect(box().value).toBe('And then?')
    answer.ends('Charge more.')
    await expectSaid('Pricing?', 'Charge more.')
    await waitFor(() => expect(stop()).toBeNull())
    expect(button('Send').disabled).toBe(false)
    expect(box().value).toBe('And then?')
    expect(asked()).toHaveLength(1)
  })

  test.each([
    ['most browsers', { isComposing: true }],
    ['Safari', { keyCode: 229 }],
  ])('is not sent by the Enter that ends an IME composition, as reported by %s', async (_, init) => {
    answersWith(server, 'はい')
    await begins()
    await type(box(), 'にほん')
    const event = createEvent.keyDown(box(), { key: 'Enter', ...init })
    // happy-dom keeps neither of them.
    for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value })
    await act(async () => fireEvent(box(), event))
    expect(box().value).toBe('にほん')
    expect(asked()).toEqual([])
    await pressKey('Enter')
    await expectSaid('にほん', 'はい')
  })

  test('is counted near its limit of 8,000 characters, and not sent above', async () => {
    await begins()
    await type(box(), 'x'.repeat(7199))
    expect(screen.queryByText(/\/ 8,000/)).toBeNull()
    await type(box(), 'x'.repeat(7950))
    expect(screen.getByText('7,950 / 8,000').id).toBe(box().getAttribute('aria-describedby'))
    await type(box(), 'x'.repeat(7950) + 'y'.repeat(100))
    await expectText('8,050 / 8,000')
    expect(button('Send').disabled).toBe(true)
    await pressKey('Enter')
    expect(box().value).toMatch(/y{100}$/)
    expect(asked()).toEqual([])
  })
})

describe('previous messages', () => {
  test('are shown, and a loading state before', async () => {
    server.has({ ai_conversations: [{ user_id: FOUNDER.id, role: 'user', content: 'Pricing?', turn: null }] })
    const release = server.hold('GET ai_conversations')
    await show()
    expect(screen.queryByText('Loading...')).not.toBeNull()
    expect(screen.queryByText(OPENING)).toBeNull()
    release()
    await expectSaid('Pricing?')
  })

  test('that fail to load show an error, with a retry', async () => {
    const allow = server.refuse('GET ai_conversations')
    await show()
    await expectFailure('Failed to load messages')
    allow()
    await press('Try again')
    await expectText(OPENING)
  })

  test('stay when the next message fails', async () => {
    answersWith(server, 'Charge more.')
    await begins()
    await asks('Pricing?')
    await expectSaid('Pricing?', 'Charge more.')
    server.refuse(CHAT, { status: 500 })
    await asks('How much?')
    await screen.findByRole('button', { name: 'Edit: How much?' })
    expect(box().value).toBe('')
    await expectSaid('Pricing?', 'Charge more.')
  })
})

describe('an answer', () => {
  test('streams in, and grows in place', async () => {
    const answer = streams(server, 'Talk ')
    await begins()
    await asks('What now?')
    await expectSaid('What now?', 'Talk')
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    answer.says('to your ')
    await expectSaid('What now?', 'Talk to your')
    answer.ends('users.')
    await screen.findByRole('button', { name: 'Copy' })
    await expectSaid('What now?', 'Talk to your users.')
  })

  test('whose stream is cut off is asked for again, without an error', async () => {
    setClock('2026-03-02T09:00:00Z')
    const answer = streams(server, 'Talk ')
    await begins()
    await asks('What now?')
    await expectSaid('What now?', 'Talk')
    answersWith(server, 'Talk to users.')
    answer.breaks()
    await advance(1100)
    await expectSaid('What now?', 'Talk to users.')
    expect(new Set(asked().map(({ turn }) => turn)).size).toBe(1)
    expect(notices()).toEqual([])
  })

  test('is announced once it is complete, not while it grows', async () => {
    const announced: string[] = []
    const look = () => {
      const [text = ''] = [...document.querySelectorAll('[aria-live=polite]')].map(({ textContent }) => textContent)
      if (text && text !== announced.at(-1)) announced.push(text)
    }
    const answer = streams(server)
    await begins()
    const changes = new MutationObserver(look)
    changes.observe(document.body, { subtree: true, childList: true, characterData: true })
    await asks('What now?')
    await expectText('Thinking...')
    for (const words of ['Talk ', 'to ', 'many ']) {
      answer.says(words)
      await waitFor(() => expect(said().at(-1)).toMatch(new RegExp(`${words.trim()}$`)))
    }
    answer.ends('users.')
    await screen.findByRole('button', { name: 'Copy' })
    changes.disconnect()
    expect(announced).toEqual([
      'The AI Co-Founder is thinking.',
      'The AI Co-Founder is answering.',
      'Talk to many users.',
    ])
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  })

  test('is copied as Markdown, and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    answersWith(server, '**Talk** ', 'to users.')
    await begins()
    await asks('What now?')
    const copy = await screen.findByRole('button', { name: 'Copy' })
    expect(copy.title).toMatch(/^The answer of \w/)
    await press(copy)
    await screen.findByRole('button', { name: 'Copied' })
    expect(document.activeElement?.textContent).toBe('Copied')
    expect(writeText.mock.calls).toEqual([['**Talk** to users.']])
  })
})

describe('a failure:', () => {
  test.each([
    ['HTTP 429', () => Response.json({}, { status: 429 }), 'Rate limit exceeded. Please try again in a moment.'],
    ['HTTP 402', () => Response.json({}, { status: 402 }), 'AI usage limit reached. Please contact support.'],
    ['HTTP 500', () => Response.json({}, { status: 500 }), 'Failed to get response'],
    ['a missing body', () => new Response(''), 'No response body'],
    ['a stream that ends without a word', () => stream('data: [DONE]\n\n'), 'Failed to get response'],
    [
      'an error in the stream',
      () => stream(frame('Talk '), 'data: {"error":{"message":"gone"}}\n\n'),
      'Failed to get response',
    ],
  ])('%s is shown; the question returns to the input', async (_, answer, message) => {
    server.on(CHAT, answer)
    await begins()
    await asks('Pricing?')
    await expectFailure(`${message}. Please check your internet connection and try again.`, 'Connection Error')
    await expectText(OPENING)
    expect(said()).toEqual([])
    await press('Edit: Pricing?')
    await waitFor(() => expect(box().value).toBe('Pricing?'))
    expect(button('Send').disabled).toBe(false)
  })

  test('a lost network is retried after 1 s and after 2 s more, then shown as an error', async () => {
    setClock('2026-03-02T09:00:00Z')
    server.lose(CHAT)
    await begins()
    await asks('Pricing?')
    await waitFor(() => expect(asked()).toHaveLength(1))
    await advance(900)
    expect(asked()).toHaveLength(1)
    await advance(150)
    expect(asked()).toHaveLength(2)
    await advance(1800)
    expect(asked()).toHaveLength(2)
    await advance(300)
    expect(asked()).toHaveLength(3)
    await expectFailure('Failed to fetch. Please check your internet connection and try again.', 'Connection Error')
    await screen.findByRole('button', { name: 'Edit: Pricing?' })
    expect(asked()).toHaveLength(3)
  })

  test('a second attempt that reaches the server is answered, without an error', async () => {
    setClock('2026-03-02T09:00:00Z')
    answersWith(server, 'Charge more.')
    server.lose(CHAT, { times: 1 })
    await begins()
    await asks('Pricing?')
    await waitFor(() => expect(asked()).toHaveLength(1))
    await advance(1100)
    await expectSaid('Pricing?', 'Charge more.')
    expect(notices()).toEqual([])
  })
})

describe('Stop', () => {
  test('keeps the text so far', async () => {
    streams(server, 'Talk ', 'to users.')
    const { leave } = await begins()
    await asks('What now?')
    await expectSaid('What now?', 'Talk to users.')
    await press('Stop')
    await waitFor(() => expect(stop()).toBeNull())
    await expectSaid('What now?', 'Talk to users.')
    expect(server.sent('DELETE functions/growth-chat').map(({ query }) => query.get('turn'))).toEqual([
      asked().at(0)?.turn,
    ])
    leave()
    await show()
    await expectSaid('What now?', 'Talk to users.')
    expect(box().value).toBe('')
  })

  test('before the first word restores the question to the input, without a notice', async () => {
    streams(server)
    await begins()
    await asks('What now?')
    await expectText('Thinking...')
    expect(document.activeElement).toBe(box())
    await pressKey('Escape')
    await waitFor(() => expect(box().value).toBe('What now?'))
    expect(document.activeElement).toBe(box())
    expect(said()).toEqual([])
    expect(stop()).toBeNull()
    expect(notices()).toEqual([])
  })

  test('ends the answer in the page when the server cannot be reached', async () => {
    streams(server, 'Talk ')
    server.lose('DELETE functions/growth-chat')
    await begins()
    await asks('What now?')
    await expectSaid('What now?', 'Talk')
    await press('Stop')
    await waitFor(() => expect(stop()).toBeNull())
    await expectSaid('What now?', 'Talk')
    await screen.findByRole('button', { name: 'Copy' })
    expect(notices()).toEqual([])
  })
})
