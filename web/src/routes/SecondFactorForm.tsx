import { signOut, type SecondFactor } from '../lib/session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { SecondStep } from '../features/mfa/SecondStep.tsx'
import { useLanding } from '../features/auth/use-auth-form.ts'

interface SecondFactorFormProps {
  factors: readonly SecondFactor[]
  /** Whether a new password comes next. */
  isRecovering: boolean
}

/** For a signed-in user whose second factor is due. */
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
