import { useState } from 'react'
import { config } from '../../lib/session/config.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { continueWith } from './api.ts'

/** Buttons of the external providers, if any are configured. */
export function ProviderButtons() {
  const [isBusy, setIsBusy] = useState(false)
  const { providers } = config().signIn
  if (providers.length === 0) return null

  const go = async (provider: string) => {
    setIsBusy(true)
    const left = await continueWith(provider)
    // The page is being left; back navigation finds enabled buttons.
    setIsBusy(false)
    if (!left.ok) toastError(left.failure)
  }

  return (
    <section aria-label="Other ways to sign in" className="mt-6 flex flex-col gap-2 border-t border-border pt-5">
      {providers.map(({ id, name }) => (
        <Button key={id} variant="outline" disabled={isBusy} onClick={() => void go(id)}>
          Continue with {name}
        </Button>
      ))}
    </section>
  )
}
