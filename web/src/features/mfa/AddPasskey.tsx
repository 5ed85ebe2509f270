import { registerPasskey } from './factors.ts'
import { removeUnverified } from './api.ts'
import { NameStep, type EnrolmentProps } from './enrolment.tsx'

/** First a name, then the browser's dialog, which creates and verifies the key. */
export function AddPasskey({ user, onDone, onCancel }: EnrolmentProps) {
  const register = async (name: string) => {
    await removeUnverified(user, 'webauthn')
    return registerPasskey(name)
  }
  return (
    <NameStep
      type="webauthn"
      user={user}
      enrol={register}
      busyLabel="Waiting for your browser..."
      onEnrolled={onDone}
      onCancel={onCancel}
    />
  )
}
