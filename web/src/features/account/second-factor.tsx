import type { Factor } from '@supabase/auth-js'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { Result } from '../../../../domain/result.ts'
import type { Failure } from '../../lib/factors.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SecondStep } from '../../ui/SecondStep.tsx'
import { takesFactor } from './api.ts'

/** Asks for one of these, or for a recovery code. @returns whether it was passed; false when the person would not */
type Ask = (factors: readonly Factor[]) => Promise<boolean>

interface Asked {
  readonly factors: readonly Factor[]
  readonly answer: (isPassed: boolean) => void
}

const AskContext = createContext<{ readonly ask: Ask; readonly factors: readonly Factor[] }>({
  ask: () => Promise.resolve(false),
  factors: [],
})

/** Lets what is inside ask for a second factor. @param factors those that are verified */
export function SecondFactor({ factors, children }: { factors: readonly Factor[]; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const context = useMemo(() => {
    const ask: Ask = (factors) => new Promise((resolve) => setAsked({ factors, answer: resolve }))
    return { ask, factors }
  }, [factors])
  const end = (isPassed: boolean) => {
    setAsked(undefined)
    asked?.answer(isPassed)
  }
  return (
    <AskContext value={context}>
      {children}
      {asked && (
        <Dialog title="Confirm that it is you" onClose={() => end(false)}>
          <SecondStep factors={asked.factors} onPassed={async () => end(true)} />
        </Dialog>
      )}
    </AskContext>
  )
}

export const useAsk = () => use(AskContext).ask

/**
 * Does what may take a second factor: when the server wants one first, the person is asked for one, and then it is
 * done again.
 * @returns what came of it; undefined when none was passed
 */
export function useProven() {
  const { ask, factors } = use(AskContext)
  return async <Value,>(work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure> | undefined> => {
    const first = await work()
    if (first.ok || !takesFactor(first.failure) || factors.length === 0) return first
    return (await ask(factors)) ? work() : undefined
  }
}
