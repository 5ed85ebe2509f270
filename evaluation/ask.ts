import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { parseAnswerStream } from '../domain/answer-stream.ts'
import type { ChatMessage } from '../domain/growth-chat.ts'
import type { Account } from './write-founders.ts'

/** Milliseconds after which a session is opened anew: access tokens live for an hour. */
const SESSION_MS = 30 * 60_000

export interface Answer {
  readonly text: string
  /** Milliseconds from the question to the first word, and to the end. */
  readonly firstWordMs: number
  readonly wholeMs: number
}

/** A founder at the product's own HTTP interface. */
export class SignedInFounder {
  readonly #url: string
  readonly #apiKey: string
  readonly #account: Account
  #session: { readonly token: string; readonly openedAt: number } | undefined

  constructor(url: string, apiKey: string, account: Account) {
    this.#url = url
    this.#apiKey = apiKey
    this.#account = account
  }

  async #token(): Promise<string> {
    if (this.#session && Date.now() - this.#session.openedAt < SESSION_MS) return this.#session.token
    const client = createClient(this.#url, this.#apiKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    })
    const { email, password } = this.#account
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    this.#session = { token: data.session.access_token, openedAt: Date.now() }
    return this.#session.token
  }

  async #post(path: string, body: unknown): Promise<Response> {
    const response = await fetch(`${this.#url}/functions/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: this.#apiKey,
        Authorization: `Bearer ${await this.#token()}`,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response
  }

  /** Asks the questions of a conversation in turn. @returns the answer to the last one */
  async converse(questions: readonly string[]): Promise<Answer> {
    const messages: ChatMessage[] = []
    let answer: Answer = { text: '', firstWordMs: 0, wholeMs: 0 }
    // A session opens before the clock starts.
    await this.#token()
    for (const content of questions) {
      messages.push({ role: 'user', content })
      answer = await this.#ask(messages)
      messages.push({ role: 'assistant', content: answer.text || '(no answer)' })
    }
    return answer
  }

  async #ask(messages: readonly ChatMessage[]): Promise<Answer> {
    const askedAt = performance.now()
    const response = await this.#post('growth-chat', { messages, userId: this.#account.id, turn: randomUUID() })
    if (!response.body) throw new Error('the answer has no body')
    let text = ''
    let firstWordMs: number | undefined
    for await (const piece of parseAnswerStream(response.body, () => undefined)) {
      firstWordMs ??= performance.now() - askedAt
      text += piece
    }
    const wholeMs = performance.now() - askedAt
    return { text, firstWordMs: firstWordMs ?? wholeMs, wholeMs }
  }

  /** The questions that the screen suggests, several sets in a row. */
  async suggestions(sets: number): Promise<readonly string[]> {
    const suggested: string[] = []
    for (let set = 0; set < sets; set++) {
      const response = await this.#post('suggest-quick-actions', { previousActions: suggested })
      suggested.push(...textsIn(await response.json()))
    }
    return [...new Set(suggested)]
  }
}

/** The texts of a response, wherever they are in it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
