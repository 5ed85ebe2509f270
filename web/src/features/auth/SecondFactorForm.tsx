import type { Factor } from '@supabase/auth-js'
import { signOut } from '../../lib/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { SecondStep } from '../../ui/SecondStep.tsx'
import { useLanding } from './use-auth-form.ts'

interface SecondFactorFormProps {
  factors: readonly Factor[]
  /** A new password comes next. */
  isRecovering: boolean
}

/** For somebody who has signed in and has second factors, none of which they have used yet. */
export function SecondFactorForm({ factors, isRecovering }: SecondFactorFormProps) {
  const landing = useLanding()
  const onPassed = async (user: string) => {
    if (!isRecovering) await landing.afterSignIn(user)
  }
  return (
    <SecondStep factors={factors} onPassed={onPassed}>
      <Button variant="ghost" onClick={() => void signOut()}>
        Use another account
      </Button>
    </SecondStep>
  )
}
