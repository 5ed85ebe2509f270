import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALENDAR_SCOPE } from '../domain/calendar.ts'

/** An event in the format of Google Calendar, one per occurrence. */
export interface GoogleEvent {
  readonly id?: string
  readonly iCalUID?: string
  readonly summary?: string
  readonly start: GoogleTime
  readonly end: GoogleTime
  readonly [more: string]: unknown
}

type GoogleTime = { readonly date: string } | { readonly dateTime: string; readonly timeZone?: string }

/** The row of `begin_calendar_connection()`. */
interface Begun {
  readonly state: string
  readonly code_challenge: string
}

interface Grant {
  readonly scope: string
  readonly refreshToken: string
  /** Access tokens of this grant; all but the last have expired. */
  readonly accessTokens: string[]
}

type Answer = { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> } | 'silent'

export type ScriptedGoogle = Awaited<ReturnType<typeof startGoogle>>

/** A fake Google: consent page, token endpoint and one calendar, with Google's checks. */
export async function startGoogle() {
  const client = { id: 'upswing.apps.example', secret: 'GOCSPX-of-the-tests' }
  const codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>()
  const grants: Grant[] = []
  const asked: { method: string; url: URL; form: URLSearchParams }[] = []
  const secrets: string[] = [client.secret]
  let events: readonly GoogleEvent[] = []
  const invitationsEnded = new Set<string>()
  let pageSize = 250
  let consents: { error: string } | { scope?: string } = {}
  const scripted: { path: RegExp; answer: Answer }[] = []

  const secret = (kind: string) => {
    const text = `${kind}-${randomBytes(12).toString('hex')}`
    secrets.push(text)
    return text
  }
  const giveAccess = (grant: Grant) => {
    const token = secret('ya29')
    grant.accessTokens.push(token)
    return { access_token: token, expires_in: 3599, scope: grant.scope, token_type: 'Bearer' }
  }

  function consent(query: URLSearchParams, response: ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? '')
    const state = query.get('state') ?? ''
    const isComplete =
      query.get('client_id') === client.id && query.get('response_type') === 'code' && state !== '' &&
      query.get('code_challenge_method') === 'S256' && query.get('access_type') === 'offline' &&
      query.get('prompt') === 'consent' // prettier-ignore
    if (!isComplete) return void response.writeHead(400).end('invalid_request')
    if ('error' in consents) back.searchParams.set('error', consents.error)
    else {
      const code = secret('4/code')
      const redirectUri = query.get('redirect_uri') ?? ''
      const scope = consents.scope ?? query.get('scope') ?? ''
      codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, scope })
      back.searchParams.set('code', code)
    }
    back.searchParams.set('state', state)
    response.writeHead(302, { location: back.href }).end()
  }

  function token(form: URLSearchParams): [number, object] {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      return [401, { error: 'invalid_client', error_description: 'Unauthorized' }]
    }
    if (form.get('grant_type') === 'refresh_token') {
      const grant = grants.find(({ refreshToken }) => refreshToken === form.get('refresh_token'))
      return grant ? [200, giveAccess(grant)] : [400, { error: 'invalid_grant', error_description: 'Token revoked.' }]
    }
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url') // prettier-ignore
    if (!known || known.challenge !== challenge) return [400, { error: 'invalid_grant' }]
    if (known.redirectUri !== form.get('redirect_uri')) return [400, { error: 'redirect_uri_mismatch' }]
    const grant: Grant = { scope: known.scope, refreshToken: secret('1//refresh'), accessTokens: [] }
    grants.push(grant)
    return [200, { ...giveAccess(grant), refresh_token: grant.refreshToken }]
  }

  function revoke(form: URLSearchParams): [number, object] {
    const of = form.get('token') ?? ''
    const place = grants.findIndex(({ refreshToken, accessTokens }) => refreshToken === of || accessTokens.includes(of))
    if (place < 0) return [400, { error: 'invalid_token' }]
    grants.splice(place, 1)
    return [200, {}]
  }

  function list(query: URLSearchParams, bearer: string): [number, object] {
    if (!grants.some(({ accessTokens }) => accessTokens.at(-1) === bearer)) {
      const errors = [{ domain: 'global', reason: 'authError', message: 'Invalid Credentials' }]
      return [401, { error: { code: 401, message: 'Invalid Credentials', errors, status: 'UNAUTHENTICATED' } }]
    }
    const [timeMin, timeMax] = [query.get('timeMin') ?? '', query.get('timeMax') ?? ''].map(Date.parse) as [
      number,
      number,
    ]
    const inside = events
      .filter(({ start, end }) => msOf(start) < timeMax && msOf(end) > timeMin)
      .sort((one, other) => msOf(one.start) - msOf(other.start))
    const from = Number(query.get('pageToken') ?? 0)
    const size = Math.min(pageSize, Number(query.get('maxResults')))
    const fields = new Set(query.get('fields')?.match(/\w+/g))
    const items = inside
      .slice(from, from + size)
      .map((event) => Object.fromEntries(Object.entries(event).filter(([name]) => fields.has(name))))
    return [200, { items, ...(from + size < inside.length && { nextPageToken: String(from + size) }) }]
  }

  const server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', address)
      const form = new URLSearchParams(body)
      asked.push({ method: request.method ?? '', url, form })
      const place = scripted.findIndex(({ path }) => path.test(url.pathname))
      const [planned] = place < 0 ? [] : scripted.splice(place, 1)
      if (planned?.answer === 'silent') return
      if (planned) return send(response, planned.answer.status, planned.answer.body ?? {}, planned.answer.headers)
      if (url.pathname === '/auth') return consent(url.searchParams, response)
      const answers: Readonly<Record<string, () => [number, object]>> = {
        'POST /token': () => token(form),
        'POST /revoke': () => revoke(form),
        'GET /calendar/v3/calendars/primary/events': () =>
          list(url.searchParams, request.headers.authorization?.replace('Bearer ', '') ?? ''),
      }
      const [status, answer] = answers[`${request.method} ${url.pathname}`]?.() ?? [404, {}]
      send(response, status, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** The operator's configuration. */
    env: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_AUTH_URL: `${address}/auth`,
      GOOGLE_TOKEN_URL: `${address}/token`,
      GOOGLE_CALENDAR_URL: `${address}/calendar/v3`,
    },
    /** Visits the consent page like the web app at `origin`. @returns the query of the callback */
    leadsBack: async (begun: Begun | undefined, origin: string): Promise<URLSearchParams> => {
      const query = new URLSearchParams({
        client_id: client.id, response_type: 'code', scope: CALENDAR_SCOPE, access_type: 'offline', prompt: 'consent',
        redirect_uri: `${origin}/calendar-callback`, code_challenge_method: 'S256', ...begun,
      }) // prettier-ignore
      const page = await fetch(`${address}/auth?${query.toString()}`, { redirect: 'manual' })
      return new URL(page.headers.get('location') ?? '').searchParams
    },
    /** All requests so far, newest last. */
    asked,
    /** The requests for events, newest last. */
    askedForEvents: () => asked.filter(({ url }) => url.pathname.endsWith('/events')),
    /** Values that only Google and the server may see: tokens, codes, the client secret. */
    secrets,
    /** Sets the events of the calendar; missing ids are generated. */
    holds: (next: readonly GoogleEvent[], size = 250) => {
      events = next.map((event, index) => ({ id: `event-${index}`, status: 'confirmed', ...event }))
      pageSize = size
    },
    /** The events of the calendar. */
    events: () => events,
    /** Takes an invitation from a mail (RFC 5546): a higher sequence replaces the event with its UID, a cancellation removes it. */
    receivesInvitation: (calendar: string) => {
      const value = (name: string) => new RegExp(`^${name}(?:;[^:\r\n]*)?:(.*?)\r?$`, 'm').exec(calendar)?.[1] ?? ''
      const time = (name: string) => ({
        dateTime: value(name).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6.000Z'),
      })
      const [iCalUID, sequence] = [value('UID'), Number(value('SEQUENCE'))]
      const isKnown = events.some((event) => event.iCalUID === iCalUID && Number(event['sequence']) >= sequence)
      if (isKnown || invitationsEnded.has(iCalUID)) return
      const others = events.filter((event) => event.iCalUID !== iCalUID)
      if (value('METHOD') === 'CANCEL') {
        invitationsEnded.add(iCalUID)
        events = others
      } else {
        const times = { start: time('DTSTART'), end: time('DTEND') }
        events = [
          ...others,
          { id: iCalUID, status: 'confirmed', summary: value('SUMMARY'), iCalUID, sequence, ...times },
        ]
      }
    },
    /** Sets the response of the consent page from now on. */
    consentsWith: (next: typeof consents) => void (consents = next),
    /** Sets the response to the next request for a path. */
    answersOnce: (path: RegExp, answer: Answer) => void scripted.push({ path, answer }),
    /** Revokes every grant, like users in their Google account. */
    endsGrants: () => void (grants.length = 0),
    /** Expires all access tokens; refresh tokens stay valid. */
    endsAccessTokens: () => grants.forEach(({ accessTokens }) => void (accessTokens.length = 0)),
    grants: () => grants.length,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const msOf = (time: GoogleTime): number => Date.parse('date' in time ? `${time.date}T00:00:00Z` : time.dateTime)

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
