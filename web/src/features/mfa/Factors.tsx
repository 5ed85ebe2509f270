import type { Factor, User } from '@supabase/auth-js'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDay } from '../../lib/texts/dates.ts'
import { factorName, kindName, phoneEnding } from './factor-name.ts'
import { verifiedFactors, type SecondFactor } from '../../lib/session/session.tsx'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { isEmailProven, removeFactor } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { factorKinds } from './factor-kinds.ts'
import { NewCodes, useNewCodes } from './RecoveryCodes.tsx'
import { useProveEmail, useStepUp, useVerifyFactor } from '../../lib/session/step-up.ts'

/** The second factors of the user, and the kinds that can be added. */
export function Factors({ user }: { user: User }) {
  const [adding, setAdding] = useState<string>()
  const [added, setAdded] = useState<string>()
  const [removing, setRemoving] = useState<Factor>()
  const factors = verifiedFactors(user)
  const refresh = useRefreshUser(user.id)
  const remove = useRemoval(factors, refresh)
  const begin = useBeginning(user, setAdding)
  const { codes, make: makeCodes, putAway } = useNewCodes(user.id)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const end = () => {
    setAdding(undefined)
    setAdded(adding)
  }
  const finish = async () => {
    const isFirst = factors.length === 0
    toastSuccess(isFirst ? accountTexts.factorAdded : accountTexts.anotherFactorAdded)
    await refresh()
    end()
    // With the first factor the user needs recovery codes. If they cannot be shown, none are made: the settings say so.
    if (isFirst && isShown.current) await makeCodes()
  }

  return (
    <>
      {factors.length > 0 && (
        <ul className="flex flex-col gap-2">
          {factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
          ))}
        </ul>
      )}
      {factorKinds.map(({ type, addLabel, Form, obstacle }) => {
        const why = obstacle?.()
        if (why)
          return (
            <p key={type} className="text-sm text-muted">
              {why}
            </p>
          )
        return adding === type ? (
          <Form key={type} user={user} onDone={() => void finish()} onCancel={end} />
        ) : (
          <AddButton key={type} label={addLabel} takesFocus={added === type} onClick={() => void begin(type)} />
        )
      })}
      {codes && <NewCodes codes={codes} onClose={putAway} />}
      {removing && (
        <AlertDialog
          title={`Remove ${factorName(removing)}?`}
          description={
            factors.length > 1
              ? 'You will be asked for another one first, so that you can still sign in.'
              : 'From then on your password alone is enough to sign in, and your recovery codes are gone.'
          }
          confirmLabel="Remove"
          onConfirm={() => {
            setRemoving(undefined)
            void remove(removing)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

/** Opens the form of a factor once the address is proven. */
function useBeginning({ email = '' }: User, open: (type: Factor['factor_type']) => void) {
  const proveEmail = useProveEmail()
  return async (type: Factor['factor_type']) => {
    const proven = await isEmailProven()
    if (!proven.ok) return toastError(proven.failure)
    if (proven.value || (await proveEmail(email))) open(type)
  }
}

/** Removing a factor downgrades the sessions that it raised; verifying another one first keeps this session at aal2. */
function useRemoval(factors: readonly SecondFactor[], refresh: () => Promise<unknown>) {
  const verifyFactor = useVerifyFactor()
  const withStepUp = useStepUp()
  return async ({ id }: Factor) => {
    const others = factors.filter((one) => one.id !== id)
    if (others.length > 0 && !(await verifyFactor(others))) return
    const removed = await withStepUp(() => removeFactor(id))
    if (!removed) return
    if (removed.ok) toastSuccess(accountTexts.factorRemoved)
    else toastError(removed.failure)
    await refresh()
  }
}

const FactorItem = ({ factor, onRemove }: { factor: Factor; onRemove: () => void }) => (
  <li className="flex items-center gap-3 rounded-md border border-border py-2 pr-2 pl-3">
    <ShieldCheck aria-hidden className="size-5 shrink-0 text-success" />
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{factorName(factor)}</p>
      <p className="text-sm text-muted">
        {kindOf(factor)} · <span className="whitespace-nowrap">Added {formatDay(factor.created_at)}</span>
      </p>
    </div>
    <Button variant="ghost" size="icon" aria-label={`Remove ${factorName(factor)}`} onClick={onRemove}>
      <Trash2 aria-hidden />
    </Button>
  </li>
)

const kindOf = (factor: Factor): string =>
  factor.factor_type === 'phone' ? `Phone that ends in ${phoneEnding(factor)}` : kindName(factor.factor_type)

interface AddButtonProps {
  label: string
  /** Focused, since it replaces a form that had the focus. */
  takesFocus: boolean
  onClick: () => void
}

function AddButton({ label, takesFocus, onClick }: AddButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <Button ref={button} variant="outline" className="self-start" onClick={onClick}>
      {label}
    </Button>
  )
}
