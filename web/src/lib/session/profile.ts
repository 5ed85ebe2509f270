import { queryOptions } from '@tanstack/react-query'
import { tables } from './client.ts'
import { keys } from '../data/keys.ts'
import { kept } from '../offline/kept-query.ts'

async function selectProfile(user: string) {
  const { data, error } = await (await tables()).from('profiles').select('first_name').eq('id', user).maybeSingle()
  if (error) throw error
  return data
}

/** The founder's first name, or null without a profile. A failure is only logged (SPEC section 8). */
export const profileQuery = (user: string) =>
  kept(queryOptions({ queryKey: keys.profile(user), queryFn: () => selectProfile(user), staleTime: Infinity }))

interface Named {
  readonly first_name: string
  readonly last_name: string
  /** For founders without a name. */
  readonly email?: string | null
}

/** A founder without a name whose e-mail address is not known either, or whose name is not loaded yet. */
export const NAMELESS = 'Founder'

/**
 * @example
 * fullName({ first_name: 'Ana', last_name: 'Sousa' }) // 'Ana Sousa'
 * fullName({ first_name: '', last_name: '', email: 'ana@acme.com' }) // 'ana@acme.com'
 */
export const fullName = ({ first_name, last_name, email }: Named) =>
  `${first_name} ${last_name}`.trim() || email || NAMELESS
