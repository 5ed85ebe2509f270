import type { User } from '@supabase/auth-js'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { auth } from './client.ts'
import { keys } from '../data/keys.ts'
import { refetch } from '../data/refetch.ts'
import { texts } from '../texts/texts.ts'

/** The user as the server has them now. */
export const userQuery = (user: string) =>
  queryOptions({ queryKey: keys.account.user(user), queryFn: readUser, meta: { failed: texts.account.loadFailed } })

async function readUser(): Promise<User> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  const stored = (await auth().getSession()).data.session?.user
  // The links of a change may have been opened elsewhere: then this session has the old address.
  if (stored && stored.email !== data.user.email) await auth().refreshSession()
  return data.user
}

/** Refetches the user, their sessions and the number of recovery codes. */
export function useRefreshUser(user: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      refetch(queries, keys.account.user(user)),
      refetch(queries, keys.account.sessions(user)),
      refetch(queries, keys.account.recoveryCodes(user)),
      // The feed is revoked with a new password and a new email.
      refetch(queries, keys.calendarFeed(user)),
    ])
}

/** Users of an external provider may have no password yet. */
export const hasPassword = ({ identities = [] }: User): boolean =>
  identities.some(({ provider }) => provider === 'email')
