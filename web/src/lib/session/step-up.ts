import { createContext, use } from 'react'
import type { Result } from '../../../../domain/result.ts'
import type { Failure } from './auth-request.ts'
import { auth } from './client.ts'
import { verifiedFactors, type SecondFactor } from './session.tsx'
import { hasPassword } from './user.ts'

/** How the user can confirm that they own the account: with a factor if they have one. */
export type StepUpMethod =
  | { readonly factors: readonly SecondFactor[] }
  | { readonly email: string; readonly hasPassword: boolean }
  /** Only by a mailed code, which also proves the account's address. */
  | { readonly emailToProve: string }

/** @returns whether it was confirmed; false when the user cancelled */
export type RequestStepUp = (method: StepUpMethod) => Promise<boolean>

/** Provided by the dialog that asks (`features/mfa/StepUp.tsx`). */
export const StepUpContext = createContext<RequestStepUp>(() => Promise.resolve(false))

/** Asks for one of some factors, or for a recovery code. @returns whether it was verified */
export function useVerifyFactor() {
  const ask = use(StepUpContext)
  return (factors: readonly SecondFactor[]) => ask({ factors })
}

/**
 * Asks for a code that is mailed to the account's address.
 * @returns whether it was the right one
 * @example
 * import { renderHook } from '@testing-library/react'
 * const { result } = renderHook(useProveEmail)
 * result.current('ana@acme.com') // false
 */
export function useProveEmail() {
  const ask = use(StepUpContext)
  return (emailToProve: string) => ask({ emailToProve })
}

/**
 * Runs a request that may need step-up authentication: when the server requires a second factor or a recent proof, the user
 * is asked for it, and the request is repeated.
 * @returns the result; undefined when the user cancelled
 * @example
 * import { renderHook } from '@testing-library/react'
 * import { succeed } from '../../../../domain/result.ts'
 * const { result } = renderHook(useStepUp)
 * result.current(async () => succeed('saved')) // { ok: true, value: 'saved' }
 */
export function useStepUp() {
  const ask = use(StepUpContext)
  return async function withStepUp<Value, Refused extends Pick<Failure, 'code'>>(
    work: () => Promise<Result<Value, Refused>>,
  ): Promise<Result<Value, Refused> | undefined> {
    const first = await work()
    const method = first.ok ? undefined : await requiredMethod(first.failure)
    if (!method) return first
    return (await ask(method)) ? work() : undefined
  }
}

/** The step that an error requires; undefined for none, or for one that this account does not have. */
async function requiredMethod({ code }: Pick<Failure, 'code'>): Promise<StepUpMethod | undefined> {
  const needsProof = code === 'reauthentication_needed'
  if (!needsProof && code !== 'insufficient_aal' && code !== '42501') return undefined
  const { data } = await auth().getUser()
  if (!data.user) return undefined
  const factors = verifiedFactors(data.user)
  if (factors.length > 0) return { factors }
  return needsProof ? { email: data.user.email ?? '', hasPassword: hasPassword(data.user) } : undefined
}
