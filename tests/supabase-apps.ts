import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type Claims = Readonly<Record<string, unknown>>

/** How the auth server names the exchange of a code, for its hook. */
const EXCHANGE = 'oauth_provider/authorization_code'

/** What Supabase's auth server writes for connected apps, with its own role, and the tokens that its hook makes. */
export interface AuthServer {
  /** An app registers itself. @returns its id */
  register(): Promise<string>
  /** The user's answer arrives: the app may exchange a code. */
  consent(user: string, client: string): Promise<void>
  /** The app is disconnected. */
  revoke(user: string, client: string): Promise<void>
  /** The claims that the auth server makes, of an app with its client. */
  claimsOf(user: string, session: string, client?: string): Claims
  /** What it signs. @throws {Error} what the hook refuses */
  token(claims: Claims, method: string): Promise<Claims>
  /** Exchanges a code: the session and its first token in one transaction. @throws {Error} what the hook refuses */
  exchange(user: string, client: string, scopes?: string): Promise<{ session: string; claims: Claims }>
  query: pg.Client['query']
  close(): Promise<void>
}

/** @param url of the database, as `supabase_auth_admin` */
export async function openAuthServer(url: string): Promise<AuthServer> {
  const auth = new pg.Client({ connectionString: url })
  await auth.connect()
  const claimsOf: AuthServer['claimsOf'] = (user, session, client) => ({
    iss: 'https://project.supabase.co/auth/v1', aud: 'authenticated', sub: user, exp: 2_000_000_000, iat: 1_999_996_400,
    email: 'ana@example.com', phone: '', app_metadata: { provider: 'email' }, user_metadata: { first_name: 'ana' },
    role: 'authenticated', aal: 'aal1', amr: [{ method: EXCHANGE, timestamp: 1_999_996_400 }], session_id: session,
    is_anonymous: false, ...(client !== undefined && { client_id: client, scope: 'email' }),
  }) // prettier-ignore
  const token: AuthServer['token'] = async (claims, method) => {
    const event = { user_id: claims['sub'], claims, authentication_method: method }
    const { rows } = await auth.query<{ answer: { claims: Claims; error?: { http_code: number; message: string } } }>(
      'select private.app_token($1) as answer',
      [JSON.stringify(event)],
    )
    const [row] = rows
    if (!row) throw new Error('the hook has answered nothing')
    if (row.answer.error) throw new Error(`${row.answer.error.http_code} ${row.answer.error.message}`)
    return row.answer.claims
  }
  return {
    claimsOf,
    token,
    register: async () => {
      const id = randomUUID()
      await auth.query(
        `insert into auth.oauth_clients
           (id, registration_type, redirect_uris, grant_types, client_name, client_type, token_endpoint_auth_method)
         values ($1, 'dynamic', 'https://assistant.example/callback', 'authorization_code,refresh_token', 'Assistant', 'public', 'none')`,
        [id],
      )
      return id
    },
    consent: async (user, client) => {
      await auth.query(
        `insert into auth.oauth_consents (id, user_id, client_id, scopes) values (gen_random_uuid(), $1, $2, 'email')
         on conflict (user_id, client_id) do update set revoked_at = null`,
        [user, client],
      )
    },
    revoke: async (user, client) => {
      await auth.query('update auth.oauth_consents set revoked_at = now() where user_id = $1 and client_id = $2', [
        user,
        client,
      ])
      await auth.query('delete from auth.sessions where user_id = $1 and oauth_client_id = $2', [user, client])
    },
    exchange: async (user, client, scopes = 'email') => {
      const session = randomUUID()
      await auth.query('begin')
      try {
        await auth.query(
          `insert into auth.sessions (id, user_id, created_at, updated_at, oauth_client_id, scopes)
           values ($1, $2, now(), now(), $3, $4)`,
          [session, user, client, scopes],
        )
        const claims = await token(claimsOf(user, session, client), EXCHANGE)
        await auth.query('commit')
        return { session, claims }
      } catch (cause) {
        await auth.query('rollback')
        throw cause
      }
    },
    query: auth.query.bind(auth),
    close: () => auth.end(),
  }
}
