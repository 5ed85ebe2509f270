import type { Factor } from '@supabase/auth-js'
import type { ComponentType } from 'react'
import { isPasskeyPossible } from './factors.ts'
import { AddAuthenticator } from './AddAuthenticator.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { AddPhone } from './AddPhone.tsx'
import type { EnrolmentProps } from './enrolment.tsx'

interface FactorKind {
  readonly type: Factor['factor_type']
  readonly addLabel: string
  readonly Form: ComponentType<EnrolmentProps>
  /** Why it cannot be added here. */
  readonly obstacle?: () => string | undefined
}

/** The kinds of second factors, in the order offered: another kind is a row here, a form and a name. */
export const factorKinds: readonly FactorKind[] = [
  { type: 'totp', addLabel: 'Add Authenticator App', Form: AddAuthenticator },
  {
    type: 'webauthn',
    addLabel: 'Add Passkey or Security Key',
    Form: AddPasskey,
    obstacle: () =>
      isPasskeyPossible()
        ? undefined
        : 'Passkeys and security keys cannot be added here: they need a current browser, and an address with a name and https.',
  },
  { type: 'phone', addLabel: 'Add Phone', Form: AddPhone },
]
