import type { Factor } from '@supabase/auth-js'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { secondFactorSchema } from '../../../../domain/accounts.ts'
import type { Result } from '../../../../domain/result.ts'
import { toastError } from '../../lib/toasts.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { passFactor, takesFactor, type Failure } from './api.ts'
import { factorName } from './factor-name.ts'

/** Asks for a code of one of these. @returns whether one was right; false when the person would not */
type Ask = (factors: readonly Factor[]) => Promise<boolean>

interface Asked {
  readonly factors: readonly Factor[]
  readonly answer: (isPassed: boolean) => void
}

const AskContext = createContext<{ readonly ask: Ask; readonly factors: readonly Factor[] }>({
  ask: () => Promise.resolve(false),
  factors: [],
})

/** Lets what is inside ask for a code. @param factors those that are verified */
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
      {asked && <CodeDialog factors={asked.factors} onEnd={end} />}
    </AskContext>
  )
}

export const useAsk = () => use(AskContext).ask

/**
 * Does what may take a second factor: when the server wants one first, the person is asked for a code, and then it is
 * done again.
 * @returns what came of it; undefined when no code was given
 */
export function useProven() {
  const { ask, factors } = use(AskContext)
  return async <Value,>(work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure> | undefined> => {
    const first = await work()
    if (first.ok || !takesFactor(first.failure) || factors.length === 0) return first
    return (await ask(factors)) ? work() : undefined
  }
}

interface CodeDialogProps {
  factors: readonly Factor[]
  onEnd: (isPassed: boolean) => void
}

function CodeDialog({ factors, onEnd }: CodeDialogProps) {
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState(factors[0]?.id ?? '')
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: secondFactorSchema,
    typed: { code },
    submit: async (form) => {
      const passed = await passFactor(chosen, form.code)
      if (passed.ok) return onEnd(true)
      setCode('')
      toastError(passed.failure)
    },
  })

  return (
    <Dialog
      title="Enter your code"
      description="Open your authenticator app and type the code it shows."
      onClose={() => onEnd(false)}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
        {factors.length > 1 && (
          <fieldset className="flex flex-col">
            <legend className="mb-1.5 text-sm font-medium">From</legend>
            {factors.map((factor) => (
              <label key={factor.id} className="flex items-center gap-2 py-1 text-sm pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="factor"
                  className="accent-primary"
                  checked={chosen === factor.id}
                  onChange={() => setChosen(factor.id)}
                />
                {factorName(factor)}
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          aria-invalid={wrongField === 'code'}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" className="self-start" disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Continue'}
        </Button>
      </form>
    </Dialog>
  )
}
