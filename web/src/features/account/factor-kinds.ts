import type { User } from '@supabase/auth-js'
import type { ComponentType } from 'react'
import { AddAuthenticator } from './AddAuthenticator.tsx'

interface FactorKind {
  /** GoTrue's `factor_type`. */
  readonly type: string
  readonly addLabel: string
  /** Adds one; `onDone` when it is proven. What it has begun it takes back when it goes without being done. */
  readonly Form: ComponentType<{ user: User; onDone: () => void; onCancel: () => void }>
}

/** The kinds of second factors, in the order in which they are offered: a further one is a row, a form and a name. */
export const factorKinds: readonly FactorKind[] = [
  { type: 'totp', addLabel: 'Add Authenticator App', Form: AddAuthenticator },
]
