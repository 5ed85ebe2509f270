import { queryOptions } from '@tanstack/react-query'
import { tables } from './client.ts'
import { keys } from './keys.ts'

async function selectProfile(user: string) {
  const { data, error } = await (await tables()).from('profiles').select('first_name').eq('id', user).maybeSingle()
  if (error) throw error
  return data
}

/** The founder's first name, or null without a profile. A failure is only logged (SPEC section 8). */
export const profileQuery = (user: string) =>
  queryOptions({ queryKey: keys.profile(user), queryFn: () => selectProfile(user), staleTime: Infinity })
