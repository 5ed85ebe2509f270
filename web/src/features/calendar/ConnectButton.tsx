import { CalendarPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { config } from '../../lib/session/config.ts'
import { calendarTexts } from './calendar-texts.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { beginConnection } from './connect.ts'

/**
 * Redirects to Google, with an explanation (SPEC section 2).
 * @param hasFocus focused, since it replaces the focused element
 */
export function ConnectButton({ hasFocus = false }: { hasFocus?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFocus) button.current?.focus()
  }, [hasFocus])
  return (
    <>
      <Button ref={button} variant="outline" className="w-full" onClick={() => void connect()}>
        <CalendarPlus aria-hidden />
        Connect Google Calendar
      </Button>
      <p className="text-center text-sm text-muted print:hidden">
        Connect your calendar to see all your meetings and deadlines
      </p>
      {!isConfigured() && (
        <p className="text-center text-sm text-muted print:hidden">{calendarTexts.subscribeInstead}</p>
      )}
    </>
  )
}

/** Whether the operator has set up Google Calendar. */
export const isConfigured = (): boolean => config().calendar.configured

async function connect(): Promise<void> {
  const { configured, authUrl, clientId } = config().calendar
  if (!configured || authUrl === undefined || clientId === undefined) return toastError(calendarTexts.notConfigured)
  const begun = await beginConnection({ authUrl, clientId })
  if (begun.ok) location.assign(begun.value)
  else toastError(begun.failure)
}
