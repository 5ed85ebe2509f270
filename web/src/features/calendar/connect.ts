import { CALENDAR_SCOPE } from '../../../../domain/calendar.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, functions, tables } from '../../lib/client.ts'
import { texts } from '../../lib/texts.ts'

type Failure = (typeof texts.calendar)['refused' | 'noCode' | 'failed' | 'notBegun']

/** What this product is at Google, as the server's public configuration has it. */
interface Client {
  readonly authUrl: string
  readonly clientId: string
}

/**
 * Sets out to connect a calendar. State and challenge are the database's, which keeps what belongs to them for whoever
 * is signed in here: a code that somebody else was given, or gave, connects nothing.
 * @returns the address of Google's page for consent
 */
export async function beginConnection({ authUrl, clientId }: Client): Promise<Result<string, Failure>> {
  try {
    const { data } = await (await tables()).rpc('begin_calendar_connection').throwOnError()
    const [begun] = data
    if (!begun) return fail(texts.calendar.notBegun)
    const address = new URL(authUrl)
    const query = {
      client_id: clientId,
      redirect_uri: `${location.origin}/calendar-callback`,
      response_type: 'code',
      scope: CALENDAR_SCOPE,
      // A refresh token comes with these two only.
      access_type: 'offline',
      prompt: 'consent',
      state: begun.state,
      code_challenge: begun.code_challenge,
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return succeed(address.href)
  } catch (error) {
    console.error(error)
    return fail(texts.calendar.notBegun)
  }
}

/** A code is good for one exchange: a component that is mounted twice must not spend it twice. */
const exchanges = new Map<string, Promise<Result<null, Failure>>>()

/** Hands the code in the query of the callback address to the server. */
export function connectCalendar(search: string): Promise<Result<null, Failure>> {
  const known = exchanges.get(search)
  if (known) return known
  const exchange = exchangeCode(new URLSearchParams(search))
  exchanges.set(search, exchange)
  return exchange
}

async function exchangeCode(params: URLSearchParams): Promise<Result<null, Failure>> {
  if (params.has('error')) return fail(texts.calendar.refused)
  const code = params.get('code')
  if (!code) return fail(texts.calendar.noCode)
  try {
    const token = await accessToken()
    if (!token) return fail(texts.calendar.failed)
    const state = params.get('state')
    const client = await functions()
    const { error } = await client.invoke('google-calendar-auth', {
      body: { code, ...(state !== null && { state }) },
      headers: { Authorization: `Bearer ${token}` },
    })
    return error ? fail(texts.calendar.failed) : succeed(null)
  } catch (error) {
    console.error(error)
    return fail(texts.calendar.failed)
  }
}
