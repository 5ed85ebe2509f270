import * as z from 'zod/mini'
import { NAME_LIMIT } from '../../../domain/accounts.ts'
import type { Invitation, InvitationRefusal } from '../../../domain/invitations.ts'
import { json, refusal, serviceClient, type Client, type FunctionContext } from '../_shared/function.ts'
import { invitationTokens } from '../_shared/invitation-tokens.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { isStorable } from '../_shared/storable.ts'

/** Requests for one invitation. */
const REQUEST_LIMIT = { allowed: 30, seconds: 600 } as const

/** Characters; the accounts refuse what is too long or too weak. */
const MAX_PASSWORD_LENGTH = 1000

const token = z.string().check(z.maxLength(1000))
const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(NAME_LIMIT),
    z.refine(isStorable, 'has characters that cannot be stored'),
  )

const body = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('show'), token }),
  z.strictObject({
    action: z.literal('accept'),
    token,
    first_name: name,
    last_name: name,
    password: z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD_LENGTH)),
  }),
])

type Accepted = Extract<z.infer<typeof body>, { action: 'accept' }>

interface Found extends Invitation {
  readonly id: string
  /** An account with its address that no one has used. */
  readonly unused: string | null
}

/**
 * `POST {action: 'show' | 'accept', token, …}`, without signing in: what an invitation's page shows, and the account of whoever
 * accepts it. The link proves the address. An error has a `code`, of InvitationRefusal.
 */
export default async function invitation(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const read = body.safeParse(await request.json().catch(() => undefined))
  if (!read.success) {
    const [issue] = read.error.issues
    return refusal(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'cannot be read'}`)
  }
  const signed = await invitationTokens(context).verify(read.data.token)
  if (!signed.ok) return refused(signed.failure)
  const id = signed.value.invitation
  const wait = await checkRateLimit(context, `invitation:${id}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many tries. Wait a while.', { 'Retry-After': String(wait) })

  const service = serviceClient(context)
  const found = await readInvitation(service, id)
  if (typeof found === 'string') return refused(found)
  const { email, inviter } = found
  if (read.data.action === 'show') return json(200, { email, inviter } satisfies Invitation)
  return accept(context, service, found, read.data)
}

async function readInvitation(service: Client, id: string): Promise<Found | InvitationRefusal> {
  const { data, error } = await service.rpc('read_invitation', { invitation: id }).maybeSingle()
  if (error) throw new Error(`an invitation cannot be read: ${error.message}`)
  if (!data) return 'gone'
  return data.has_account ? 'has-account' : { id, email: data.email, inviter: data.inviter, unused: data.unused }
}

/** Makes the account, or takes over one that no one has used: its password is replaced. */
async function accept(
  { supabaseUrl, secretKey, fetch }: FunctionContext,
  service: Client,
  { id, email, unused }: Found,
  { first_name, last_name, password }: Accepted,
): Promise<Response> {
  const made = await fetch(`${supabaseUrl}/auth/v1/admin/users${unused === null ? '' : `/${unused}`}`, {
    method: unused === null ? 'POST' : 'PUT',
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email,
      password,
      // This project's own server refuses common ones then; Supabase's checks as it is configured.
      password_chosen: true,
      email_confirm: true,
      user_metadata: { first_name, last_name },
    }),
  })
  const answer = (await made.json()) as { readonly id?: string; readonly msg?: string; readonly error_code?: string }
  if (answer.error_code === 'email_exists') return refused('has-account')
  // A password that is too long is 400, a weak one 422.
  if (made.status === 400 || made.status === 422) return refusal(422, answer.msg ?? 'The account cannot be made')
  if (!made.ok || answer.id === undefined) throw new Error(`an account cannot be made: ${answer.msg ?? made.status}`)
  // The account is there: its name and label are not worth an error.
  // Supabase's auth server confirms an account, which makes its profile, before it stores the new name.
  const named = await service.from('profiles').update({ first_name, last_name }).eq('id', answer.id)
  const accepted = await service.rpc('accept_invitation', { invitation: id, founder: answer.id })
  for (const { error } of [named, accepted]) if (error) console.error(error)
  return json(200, { email })
}

const REFUSALS: Record<InvitationRefusal, { readonly status: number; readonly error: string }> = {
  invalid: { status: 400, error: 'This link is incomplete. Open it from the email again.' },
  expired: { status: 410, error: 'This invitation has expired. Ask for a new one.' },
  gone: { status: 410, error: 'This invitation was accepted or withdrawn.' },
  'has-account': { status: 409, error: 'There is an account with this email. Sign in, or reset its password.' },
}

const refused = (code: InvitationRefusal): Response =>
  json(REFUSALS[code].status, { code, error: REFUSALS[code].error })
