import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { sha256 } from '../sha256.ts'
import type { OAuthFailure } from './oauth-error.ts'
import { redirectUriError } from './redirect-uris.ts'

type Queries = Pick<Transaction, 'query'>

/** How a client authenticates at the token endpoint; `none` is a public client, which has no secret. */
export const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number]

/** A registered app. */
export interface OAuthClient {
  readonly id: string
  /** SHA-256 in base64url; null for a public client. */
  readonly secretHash: string | null
  /** `dynamic`: it has registered itself, and no one has checked what it says of itself. */
  readonly registration: 'dynamic' | 'manual'
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  readonly name: string | null
  readonly uri: string | null
  readonly logoUri: string | null
  readonly authMethod: ClientAuthMethod
  readonly createdAt: string
  readonly updatedAt: string
}

/** The columns of `auth.oauth_clients c` as an OAuthClient. */
const CLIENT_COLUMNS = `c.id, c.client_secret_hash as "secretHash", c.registration_type as registration,
  string_to_array(c.redirect_uris, ',') as "redirectUris", string_to_array(c.grant_types, ',') as "grantTypes",
  c.client_name as name, c.client_uri as uri, c.logo_uri as "logoUri", c.token_endpoint_auth_method as "authMethod",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export async function findClient(queries: Queries, id: string): Promise<OAuthClient | undefined> {
  if (!UUID.test(id)) return undefined
  const [client] = await queries.query<OAuthClient>(
    `select ${CLIENT_COLUMNS} from auth.oauth_clients c where id = $1 and deleted_at is null`,
    [id],
  )
  return client
}

export const listClients = (queries: Queries, { limit, offset }: { limit: number; offset: number }) =>
  queries.query<OAuthClient>(
    `select ${CLIENT_COLUMNS} from auth.oauth_clients c where deleted_at is null
     order by created_at desc, id limit $1 offset $2`,
    [limit, offset],
  )

export async function countClients(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'select count(*)::integer as count from auth.oauth_clients where deleted_at is null',
  )
  return row?.count ?? 0
}

export const isSecretOf = ({ secretHash }: OAuthClient, secret: string): boolean =>
  secretHash !== null && timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(secretHash))

/** Control characters, and those that reorder a line: a name is shown to people who decide by it. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const pageUrl = z
  .string()
  .max(2048)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'is not a URL of a page')

/** Client metadata, RFC 7591, 2. Further fields are ignored. */
const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z
    .string()
    .trim()
    .max(100)
    .refine((name) => !UNSHOWABLE.test(name), 'has characters that cannot be shown')
    .nullish(),
  client_uri: pageUrl.nullish(),
  logo_uri: pageUrl.nullish(),
  grant_types: z.array(z.enum(['authorization_code', 'refresh_token'])).nullish(),
  response_types: z.array(z.literal('code')).nullish(),
  token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS).nullish(),
  client_type: z.enum(['public', 'confidential']).nullish(),
})

export type ClientMetadata = z.output<typeof metadata>

const change = metadata.partial()

export type ClientChange = z.output<typeof change>

/**
 * Checks client metadata, whole or the fields of a change.
 * @example
 * readMetadata({ redirect_uris: ['http://acme.com/'] })
 * // {
 * //   ok: false,
 * //   failure: { error: 'invalid_redirect_uri', description: 'http://acme.com/: http is for this machine only' },
 * // }
 */
export const readMetadata = (body: unknown): Result<ClientMetadata, OAuthFailure> => check(metadata, body)

export const readMetadataChange = (body: unknown): Result<ClientChange, OAuthFailure> => check(change, body)

function check<Fields extends ClientChange>(schema: z.ZodType<Fields>, body: unknown): Result<Fields, OAuthFailure> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path[0]
    const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return fail({ error, description: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
  }
  for (const uri of parsed.data.redirect_uris ?? []) {
    const reason = redirectUriError(uri)
    if (reason) return fail({ error: 'invalid_redirect_uri', description: `${uri.slice(0, 200)}: ${reason}` })
  }
  const { client_type, token_endpoint_auth_method } = parsed.data
  if (
    client_type &&
    token_endpoint_auth_method &&
    (client_type === 'public') !== (token_endpoint_auth_method === 'none')
  ) {
    return fail({
      error: 'invalid_client_metadata',
      description: 'a public client has the authentication method none, and no other client has it',
    })
  }
  return succeed(parsed.data)
}

/** Registers an app. @returns it with its secret, which is readable only now; undefined for a public client */
export async function registerClient(
  queries: Queries,
  fields: ClientMetadata,
  { registration, at }: { registration: OAuthClient['registration']; at: Date },
): Promise<{ client: OAuthClient; secret: string | undefined }> {
  const authMethod =
    fields.token_endpoint_auth_method ?? (fields.client_type === 'public' ? 'none' : 'client_secret_basic')
  const secret = authMethod === 'none' ? undefined : newSecret()
  const [client] = await queries.query<OAuthClient>(
    `insert into auth.oauth_clients as c
       (client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_uri, logo_uri, client_type,
        token_endpoint_auth_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     returning ${CLIENT_COLUMNS}`,
    [
      secret === undefined ? null : sha256(secret),
      registration,
      fields.redirect_uris.join(','),
      (fields.grant_types ?? ['authorization_code', 'refresh_token']).join(','),
      fields.client_name || null,
      fields.client_uri ?? null,
      fields.logo_uri ?? null,
      authMethod === 'none' ? 'public' : 'confidential',
      authMethod,
      at,
    ],
  )
  if (!client) throw new Error('the insert of an OAuth client answered nothing')
  return { client, secret }
}

export async function changeClient(
  queries: Queries,
  id: string,
  fields: ClientChange,
  at: Date,
): Promise<OAuthClient | undefined> {
  const [client] = await queries.query<OAuthClient>(
    `update auth.oauth_clients c set
       redirect_uris = coalesce($2, redirect_uris), grant_types = coalesce($3, grant_types),
       client_name = coalesce($4, client_name), client_uri = coalesce($5, client_uri), logo_uri = coalesce($6, logo_uri),
       token_endpoint_auth_method = coalesce($7, token_endpoint_auth_method), updated_at = $8
     where id = $1 returning ${CLIENT_COLUMNS}`,
    [
      id,
      fields.redirect_uris?.join(',') ?? null,
      fields.grant_types?.join(',') ?? null,
      fields.client_name ?? null,
      fields.client_uri ?? null,
      fields.logo_uri ?? null,
      fields.token_endpoint_auth_method ?? null,
      at,
    ],
  )
  return client
}

/** Replaces the secret of a confidential client. @returns the new one */
export async function replaceSecret(queries: Queries, id: string, at: Date): Promise<string> {
  const secret = newSecret()
  await queries.query('update auth.oauth_clients set client_secret_hash = $2, updated_at = $3 where id = $1', [
    id,
    sha256(secret),
    at,
  ])
  return secret
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** A client as RFC 7591 and Supabase's admin API show it; the secret is in the answer to its registration only. */
export const clientShape = (client: OAuthClient, secret?: string) => ({
  client_id: client.id,
  ...(secret !== undefined && {
    client_secret: secret,
    // Never: RFC 7591, 3.2.1.
    client_secret_expires_at: 0,
  }),
  client_id_issued_at: Math.floor(new Date(client.createdAt).getTime() / 1000),
  client_type: client.authMethod === 'none' ? 'public' : 'confidential',
  token_endpoint_auth_method: client.authMethod,
  registration_type: client.registration,
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  response_types: ['code'],
  ...(client.name !== null && { client_name: client.name }),
  ...(client.uri !== null && { client_uri: client.uri }),
  ...(client.logoUri !== null && { logo_uri: client.logoUri }),
  created_at: client.createdAt,
  updated_at: client.updatedAt,
})

/** A client as the consent page and the list of connected apps show it. */
export const clientSummary = (client: Pick<OAuthClient, 'id' | 'name' | 'uri' | 'logoUri' | 'registration'>) => ({
  id: client.id,
  name: client.name ?? '',
  uri: client.uri ?? '',
  logo_uri: client.logoUri ?? '',
  registration_type: client.registration,
})
