import { screen } from '@testing-library/react'
import { useState } from 'react'
import { AccountDialog } from '../routes/AccountDialog.tsx'
import { CODE, type TestFactor } from './factors.ts'
import { FOUNDER, type Person } from './people.ts'
import { press, renderScreen } from './render.tsx'
import type { TestServer } from './server.ts'
import { accountOf, sessionOf } from './session.ts'
import { failure } from './tables.ts'

/** An account as the auth server stores it: its requests read and change it. */
export interface TestAccount {
  factors: TestFactor[]
  identities: object[]
  newEmail: string | undefined
  /** The recovery codes left; undefined before any were made. */
  codesLeft: number | undefined
  sessions: object[]
  /** Connected apps. */
  apps: object[]
}

const BY_PASSWORD = { identity_id: 'i1', id: 'i1', provider: 'email', identity_data: {} }

const session = (id: string, user_agent: string, is_current: boolean) => {
  const [created_at, last_seen_at] = ['2026-03-01T08:00:00Z', '2026-03-02T09:30:00Z']
  return { id, user_agent, created_at, last_seen_at, is_current }
}

export const THIS_DEVICE = session('s1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', true)
export const OTHER_DEVICE = session('s2', 'curl/8', false)

/** Ids of factors in the order in which they are enrolled. */
export const ENROLLED = ['new-1', 'new-2', 'new-3'] as const

export const RECOVERY_CODES = Array.from({ length: 10 }, (_, n) => `${n}abcdefghijklmn${n}`)

/** Serves a founder's account, which has a password. */
export function serveAccount(server: TestServer, given: Partial<TestAccount> = {}): TestAccount {
  const account: TestAccount = {
    factors: [],
    identities: [BY_PASSWORD],
    newEmail: undefined,
    codesLeft: undefined,
    sessions: [THIS_DEVICE],
    apps: [],
    ...given,
  }
  const isServed = server.rows('profiles').length > 0
  server.has({ profiles: isServed ? [] : [{ id: FOUNDER.id }], user_roles: [], mail_settings: [], app_entries: [] })
  server.rpc('my_sessions', () => account.sessions)
  server.rpc('is_my_address_proven', () => true)
  server.on('GET auth/user', () => {
    const { factors, identities, newEmail } = account
    return accountOf(FOUNDER, { factors, identities, new_email: newEmail })
  })
  server.on('GET auth/user/oauth/grants', () => account.apps)
  server.on('POST auth/token', () => sessionOf(FOUNDER, { factors: account.factors }))
  serveFactors(server, account)
  return account
}

function serveFactors(server: TestServer, account: TestAccount): void {
  const verify = (id: string, code: string) => {
    if (code !== CODE) return failure(422, 'mfa_verification_failed', 'Wrong code')
    account.factors = account.factors.map((one) => (one.id === id ? { ...one, status: 'verified' } : one))
    return sessionOf(FOUNDER, { factors: account.factors, isVerified: true })
  }
  let enrolled = 0
  server.on('POST auth/factors', ({ body }) => {
    const { friendly_name, factor_type, phone } = body as Pick<TestFactor, 'friendly_name' | 'factor_type' | 'phone'>
    if (account.factors.some((one) => one.friendly_name === friendly_name))
      return failure(422, 'mfa_factor_name_conflict', 'The name is taken')
    const id = ENROLLED[enrolled++] ?? 'too many'
    const created_at = '2026-03-02T12:00:00Z'
    account.factors = [
      ...account.factors,
      { id, friendly_name, factor_type, status: 'unverified', created_at, ...(phone && { phone }) },
    ]
    const totp = { qr_code: '<svg/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Upswing' }
    return { id, type: factor_type, friendly_name, ...(factor_type === 'totp' && { totp }) }
  })
  for (const id of [...account.factors.map((factor) => factor.id), ...ENROLLED]) {
    server.on(`POST auth/factors/${id}/challenge`, () => {
      const type = account.factors.find((one) => one.id === id)?.factor_type
      return { id: `challenge-of-${id}`, type, expires_at: 4_000_000_000 }
    })
    server.on(`POST auth/factors/${id}/verify`, ({ body }) => verify(id, (body as { code: string }).code))
    server.on(`DELETE auth/factors/${id}`, () => {
      account.factors = account.factors.filter((one) => one.id !== id)
      if (!account.factors.some(({ status }) => status === 'verified')) account.codesLeft = undefined
      return { id }
    })
  }
  server.on('POST auth/factors/recovery-codes', () => {
    account.codesLeft = RECOVERY_CODES.length
    return { codes: RECOVERY_CODES }
  })
  server.on('GET auth/factors/recovery-codes', () =>
    account.codesLeft === undefined
      ? failure(404, 'mfa_factor_not_found', 'There are none')
      : { remaining: account.codesLeft },
  )
}

/** The button of the sidebar, and the dialog that it opens. */
function Account() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Account settings
      </button>
      {isOpen && <AccountDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Tab = 'Profile' | 'Sign-in' | 'Security' | 'Data'

/** Renders the account dialog of a founder at a tab. */
export async function openAccount(tab: Tab, as: Person = FOUNDER): Promise<void> {
  await renderScreen(<Account />, { as })
  await reopenAccount(tab)
}

/** Opens the dialog again, which was closed. */
export async function reopenAccount(tab: Tab): Promise<void> {
  await press('Account settings')
  await press(tab, 'tab')
  await screen.findByRole('tabpanel', { name: tab })
}
