import { queryOptions } from '@tanstack/react-query'
import { fail, succeed, type Result } from '../../../../../domain/result.ts'
import { failureOf, type Failure, type Refusal } from '../../../lib/session/auth-request.ts'
import { tables } from '../../../lib/session/client.ts'
import { teamTexts } from './team-texts.ts'

const TEAM_KEY = ['admin', 'team']

async function listAdmins() {
  return (await (await tables()).rpc('list_admins').throwOnError()).data
}

export type Admin = Awaited<ReturnType<typeof listAdmins>>[number]

/** The admins by name. */
export const adminsQuery = queryOptions({
  queryKey: TEAM_KEY,
  queryFn: listAdmins,
  meta: { failed: teamTexts.loadFailed },
})

/** Gives the admin role to the account with an address. */
export async function grantAdmin(address: string): Promise<Result<null, Failure>> {
  const { error } = await (await tables()).rpc('grant_admin', { address })
  return resultOf(error, teamTexts.notAdded, { P0001: teamTexts.unproven, P0002: teamTexts.unknown })
}

/** Takes the admin role away. */
export async function revokeAdmin(account: string): Promise<Result<null, Failure>> {
  const { error } = await (await tables()).rpc('revoke_admin', { account })
  return resultOf(error, teamTexts.notRemoved, { P0001: teamTexts.last })
}

function resultOf(
  error: Refusal | null,
  title: string,
  reasons: Readonly<Record<string, string>>,
): Result<null, Failure> {
  if (!error) return succeed(null)
  const failure = failureOf(error, title)
  return fail({ ...failure, description: reasons[error.code ?? ''] ?? failure.description })
}
