/** The result of `server.account_json`: the row of auth.users without the password, and its identities and factors. */
export interface AccountRow {
  readonly id: string
  readonly aud: string
  readonly role: string
  readonly email: string | null
  readonly phone: string | null
  readonly raw_app_meta_data: Metadata
  readonly raw_user_meta_data: Metadata
  readonly email_change: string
  readonly phone_change: string
  readonly email_confirmed_at: string | null
  readonly phone_confirmed_at: string | null
  readonly confirmed_at: string | null
  readonly invited_at: string | null
  readonly confirmation_sent_at: string | null
  readonly recovery_sent_at: string | null
  readonly email_change_sent_at: string | null
  readonly phone_change_sent_at: string | null
  readonly reauthentication_sent_at: string | null
  readonly last_sign_in_at: string | null
  readonly banned_until: string | null
  readonly deleted_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly is_anonymous: boolean
  /** When the user proved to own `email`. `email_confirmed_at` is not enough: it may be set without a proof. */
  readonly email_proven_at: string | null
  readonly identities: readonly IdentityRow[]
  readonly factors: readonly FactorRow[]
}

export type Metadata = Readonly<Record<string, unknown>>

interface IdentityRow {
  readonly id: string
  readonly provider_id: string
  readonly user_id: string
  readonly identity_data: Metadata
  readonly provider: string
  readonly last_sign_in_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly email: string | null
}

interface FactorRow {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly status: 'unverified' | 'verified'
  readonly friendly_name: string | null
  readonly factor_type: string
  readonly phone: string | null
  readonly last_challenged_at: string | null
  /** Model of the authenticator, for WebAuthn factors. */
  readonly web_authn_aaguid: string | null
}

const momentsOfUser = [
  'email_confirmed_at',
  'invited_at',
  'phone_confirmed_at',
  'confirmation_sent_at',
  'confirmed_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'deleted_at',
] as const satisfies readonly (keyof AccountRow)[]

/** The user as clients read it (supabase/auth internal/models/user.go); unset fields are omitted. */
export function userShape(account: AccountRow) {
  const { email_change, phone_change, factors } = account
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    phone: account.phone ?? '',
    ...Object.fromEntries(momentsOfUser.flatMap((name) => (account[name] ? [[name, utc(account[name])]] : []))),
    ...(email_change === '' ? {} : { new_email: email_change }),
    ...(phone_change === '' ? {} : { new_phone: phone_change }),
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    identities: account.identities.map(identityShape),
    ...(factors.length === 0 ? {} : { factors: factors.map(factorShape) }),
    created_at: utc(account.created_at),
    updated_at: utc(account.updated_at),
    is_anonymous: account.is_anonymous,
  }
}

/** The user as administrators read it. GoTrue has no `email_proven_at`. */
export const adminUserShape = (account: AccountRow) => ({
  ...userShape(account),
  ...(account.email_proven_at && { email_proven_at: utc(account.email_proven_at) }),
})

/** `id` is the provider's id; `identity_id` is the row's, by which clients delete it. */
const identityShape = (identity: IdentityRow) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  last_sign_in_at: identity.last_sign_in_at && utc(identity.last_sign_in_at),
  created_at: utc(identity.created_at),
  updated_at: utc(identity.updated_at),
  ...(identity.email === null ? {} : { email: identity.email }),
})

/** A factor as clients read it, without its secret (supabase/auth internal/models/factor.go). */
export const factorShape = (factor: FactorRow) => ({
  id: factor.id,
  created_at: utc(factor.created_at),
  updated_at: utc(factor.updated_at),
  status: factor.status,
  ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
  factor_type: factor.factor_type,
  phone: factor.phone,
  last_challenged_at: factor.last_challenged_at && utc(factor.last_challenged_at),
  ...(factor.web_authn_aaguid === null ? {} : { web_authn_aaguid: factor.web_authn_aaguid }),
})

/** Converts the text of a timestamptz, which has the connection's offset, to RFC 3339 in UTC. */
const utc = (timestamp: string): string => new Date(timestamp).toISOString()

/**
 * The response to a sign-up with an address that has an account, while confirmations are on: it does not reveal the
 * account. Clients recognise it by its missing identities.
 * @example
 * fakeUser('ana@acme.com', {}, new Date('2026-03-02T09:00Z')).identities // []
 */
export function fakeUser(email: string, data: Metadata, at: Date) {
  const now = at.toISOString()
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
