import { serviceClient, type FunctionContext } from './function.ts'
import type { Google } from './google.ts'
import type { Tokens } from './google-tokens.ts'
import { encrypt, decrypt } from './encrypted.ts'

/** The stored tokens of one founder. */
export interface Connection {
  readonly refreshToken: string
  readonly accessToken: string
  readonly endsAt: Date
  /** The refresh token as stored; an update finds its row by it. */
  readonly stored: string
}

type ConnectionState =
  | { readonly status: 'none' }
  | { readonly status: 'broken' }
  | { readonly status: 'connected'; readonly connection: Connection }

const keyOf = ({ clientSecret }: Google) => ({ secret: clientSecret, label: 'upswing google-calendar tokens' })

/** Neither ciphertext can replace the other, nor another founder's. */
const ownerOf = (founder: string, kind: 'refresh' | 'access') => `${founder}/${kind}`

/** Stores the tokens of one founder's calendar, encrypted. Every method throws when the database is unavailable. */
export function connectionOf(context: FunctionContext, google: Google, founder: string) {
  const service = serviceClient(context)
  const key = keyOf(google)
  const sealed = async (refreshToken: string, { accessToken, endsAt }: Tokens) => ({
    founder,
    refresh_token: await encrypt(key, ownerOf(founder, 'refresh'), refreshToken),
    access_token: await encrypt(key, ownerOf(founder, 'access'), accessToken),
    access_token_ends_at: endsAt.toISOString(),
  })

  const markBroken = async (stored: string) => {
    await service.rpc('mark_calendar_connection_broken', { founder, old_refresh_token: stored }).throwOnError()
  }

  return {
    keep: async (refreshToken: string, tokens: Tokens) => {
      await service.rpc('save_calendar_connection', await sealed(refreshToken, tokens)).throwOnError()
    },

    /** Tokens that cannot be decrypted (another client secret) count as missing. */
    read: async (): Promise<ConnectionState> => {
      const { data } = await service.rpc('read_calendar_connection', { founder }).throwOnError()
      const [row] = data
      if (!row) return { status: 'none' }
      if (row.is_broken) return { status: 'broken' }
      const refreshToken = await decrypt(key, ownerOf(founder, 'refresh'), row.refresh_token)
      const accessToken = await decrypt(key, ownerOf(founder, 'access'), row.access_token)
      if (refreshToken === undefined || accessToken === undefined) {
        await markBroken(row.refresh_token)
        return { status: 'broken' }
      }
      const endsAt = new Date(row.access_token_ends_at)
      return { status: 'connected', connection: { refreshToken, accessToken, endsAt, stored: row.refresh_token } }
    },

    renew: async ({ stored, refreshToken }: Connection, tokens: Tokens) => {
      const next = await sealed(tokens.refreshToken ?? refreshToken, tokens)
      await service.rpc('refresh_calendar_tokens', { ...next, old_refresh_token: stored }).throwOnError()
    },

    markBroken,

    /** @returns the stored refresh token, if any */
    end: async (): Promise<string | undefined> => {
      const { data } = await service.rpc('delete_calendar_connection', { founder }).throwOnError()
      const stored: string | null = data
      return stored === null ? undefined : decrypt(key, ownerOf(founder, 'refresh'), stored)
    },
  }
}
