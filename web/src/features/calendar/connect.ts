import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, data } from '../../lib/client.ts'
import { texts } from '../../lib/texts.ts'

type Failure = (typeof texts.calendar)['refused' | 'noCode' | 'failed']

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
    const { functions } = await data()
    const { error } = await functions.invoke('google-calendar-auth', {
      body: { code, ...(state !== null && { state }) },
      headers: { Authorization: `Bearer ${token}` },
    })
    return error ? fail(texts.calendar.failed) : succeed(null)
  } catch (error) {
    console.error(error)
    return fail(texts.calendar.failed)
  }
}
