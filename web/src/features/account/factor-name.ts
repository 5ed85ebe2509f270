import type { Factor } from '@supabase/auth-js'

/** What a factor of each kind is called unless it has a name. */
const kindNames: Readonly<Record<string, string>> = { totp: 'Authenticator app' }

export const kindName = (type: string): string => kindNames[type] ?? 'Second step'

export const factorName = ({ friendly_name, factor_type }: Factor): string => friendly_name || kindName(factor_type)

/** A name for a further factor of a kind that none has yet. */
export function freeName(type: string, factors: readonly Factor[]): string {
  const taken = new Set(factors.map(factorName))
  const name = kindName(type)
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.has(numbered)) return numbered
  }
}
