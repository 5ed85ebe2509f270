import { registerPasskey } from '../../lib/factors.ts'
import { forgetUnfinished } from './api.ts'
import { NameStep, type EnrolmentProps } from './enrolment.tsx'

/** First a name, then the browser's own dialog, which makes the key and proves it. */
export function AddPasskey({ user, onDone, onCancel }: EnrolmentProps) {
  const register = async (name: string) => {
    await forgetUnfinished(user, 'webauthn')
    return registerPasskey(name)
  }
  return (
    <NameStep
      type="webauthn"
      user={user}
      begin={register}
      busyLabel="Waiting for your browser..."
      onBegun={onDone}
      onCancel={onCancel}
    />
  )
}
