import { CALENDAR_SCOPE } from '../../../../domain/calendar.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, functions, tables } from '../../lib/session/client.ts'
import { calendarTexts } from './calendar-texts.ts'

type Failure = (typeof calendarTexts)['refused' | 'noCode' | 'failed' | 'notBegun']

/** This product's OAuth client at Google, from the public configuration. */
interface Client {
  readonly authUrl: string
  readonly clientId: string
}

/**
 * Starts connecting a calendar. State and challenge come from the database, which stores the verifier for the
 * signed-in user: another user's code connects nothing.
 * @returns the URL of Google's consent page
 */
export async function beginConnection({ authUrl, clientId }: Client): Promise<Result<string, Failure>> {
  try {
    const { data } = await (await tables()).rpc('begin_calendar_connection').throwOnError()
    const [begun] = data
    if (!begun) return fail(calendarTexts.notBegun)
    const address = new URL(authUrl)
    const query = {
      client_id: clientId,
      redirect_uri: `${location.origin}/calendar-callback`,
      response_type: 'code',
      scope: CALENDAR_SCOPE,
      // Google returns a refresh token only with these two.
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
    return fail(calendarTexts.notBegun)
  }
}

/** A code is valid for one exchange: a component that mounts twice must not use it twice. */
const exchanges = new Map<string, Promise<Result<null, Failure>>>()

/** Sends the code of the callback URL to the server. */
export function connectCalendar(search: string): Promise<Result<null, Failure>> {
  const known = exchanges.get(search)
  if (known) return known
  const exchange = exchangeCode(new URLSearchParams(search))
  exchanges.set(search, exchange)
  return exchange
}

async function exchangeCode(params: URLSearchParams): Promise<Result<null, Failure>> {
  if (params.has('error')) return fail(calendarTexts.refused)
  const code = params.get('code')
  if (!code) return fail(calendarTexts.noCode)
  try {
    const token = await accessToken()
    if (!token) return fail(calendarTexts.failed)
    const state = params.get('state')
    const client = await functions()
    const { error } = await client.invoke('google-calendar-auth', {
      body: { code, ...(state !== null && { state }) },
      headers: { Authorization: `Bearer ${token}` },
    })
    return error ? fail(calendarTexts.failed) : succeed(null)
  } catch (error) {
    console.error(error)
    return fail(calendarTexts.failed)
  }
}
