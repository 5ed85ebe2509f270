import { serviceClient, type FunctionContext } from './function.ts'
import type { Google } from './google.ts'
import type { Tokens } from './google-tokens.ts'
import { seal, unseal } from './sealed.ts'

/** The tokens that are kept of one founder. */
export interface Connection {
  readonly refreshToken: string
  readonly accessToken: string
  readonly endsAt: Date
  /** The refresh token as it is stored: by it a change finds what it is meant for. */
  readonly stored: string
}

type ConnectionState =
  | { readonly status: 'none' }
  | { readonly status: 'broken' }
  | { readonly status: 'connected'; readonly connection: Connection }

const keyOf = ({ clientSecret }: Google) => ({ secret: clientSecret, label: 'upswing google-calendar tokens' })

/** One cannot be put in place of the other, nor of somebody else's. */
const ownerOf = (founder: string, kind: 'refresh' | 'access') => `${founder}/${kind}`

/** Keeps the tokens of one founder's calendar, sealed. All of it throws when the database does not answer. */
export function connectionOf(context: FunctionContext, google: Google, founder: string) {
  const service = serviceClient(context)
  const key = keyOf(google)
  const sealed = async (refreshToken: string, { accessToken, endsAt }: Tokens) => ({
    founder,
    refresh_token: await seal(key, ownerOf(founder, 'refresh'), refreshToken),
    access_token: await seal(key, ownerOf(founder, 'access'), accessToken),
    access_token_ends_at: endsAt.toISOString(),
  })

  const markBroken = async (stored: string) => {
    await service.rpc('break_calendar_connection', { founder, was: stored }).throwOnError()
  }

  return {
    keep: async (refreshToken: string, tokens: Tokens) => {
      await service.rpc('keep_calendar_connection', await sealed(refreshToken, tokens)).throwOnError()
    },

    /** Tokens that do not open were sealed under another client secret: no better than none. */
    read: async (): Promise<ConnectionState> => {
      const { data } = await service.rpc('read_calendar_connection', { founder }).throwOnError()
      const [row] = data
      if (!row) return { status: 'none' }
      if (row.is_broken) return { status: 'broken' }
      const refreshToken = await unseal(key, ownerOf(founder, 'refresh'), row.refresh_token)
      const accessToken = await unseal(key, ownerOf(founder, 'access'), row.access_token)
      if (refreshToken === undefined || accessToken === undefined) {
        await markBroken(row.refresh_token)
        return { status: 'broken' }
      }
      const endsAt = new Date(row.access_token_ends_at)
      return { status: 'connected', connection: { refreshToken, accessToken, endsAt, stored: row.refresh_token } }
    },

    renew: async ({ stored, refreshToken }: Connection, tokens: Tokens) => {
      const next = await sealed(tokens.refreshToken ?? refreshToken, tokens)
      await service.rpc('renew_calendar_connection', { ...next, was: stored }).throwOnError()
    },

    markBroken,

    /** @returns the refresh token that was kept, if there was one */
    end: async (): Promise<string | undefined> => {
      const { data } = await service.rpc('end_calendar_connection', { founder }).throwOnError()
      const stored: string | null = data
      return stored === null ? undefined : unseal(key, ownerOf(founder, 'refresh'), stored)
    },
  }
}
