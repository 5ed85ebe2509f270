import type { Factor } from '@supabase/auth-js'

/** The default name of each kind of factor. */
const kindNames: Readonly<Record<string, string>> = {
  totp: 'Authenticator app',
  webauthn: 'Passkey',
  phone: 'Phone',
}

export const kindName = (type: string): string => kindNames[type] ?? 'Second step'

export const factorName = ({ friendly_name, factor_type }: Factor): string => friendly_name || kindName(factor_type)

/** The last two digits of a phone number, the only ones shown; the client's type omits them. */
export const phoneEnding = ({ phone }: Factor & { phone?: string | null }): string => phone?.slice(-2) ?? ''

/** A name for another factor that none has yet. */
export function freeName(type: string, factors: readonly Factor[]): string {
  const taken = new Set(factors.map(factorName))
  const name = kindName(type)
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.has(numbered)) return numbered
  }
}
