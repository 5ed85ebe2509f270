import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { CALLBACK_RETURN_MS } from '../../../../domain/calendar.ts'
import { calendarTexts } from './calendar-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { usePageTitle } from '../../ui/Page.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { connectCalendar } from './connect.ts'

type State = 'processing' | 'connected' | 'failed'

/** The redirect URI of the calendar service (SPEC section 2). */
export function CalendarCallback() {
  const [state, setState] = useState<State>('processing')
  usePageTitle('Google Calendar')

  useEffect(() => {
    let isCurrent = true
    void connectCalendar(location.search).then((connected) => {
      if (!isCurrent) return
      if (connected.ok) toastSuccess(calendarTexts.connected)
      else toastError(connected.failure)
      setState(connected.ok ? 'connected' : 'failed')
    })
    return () => {
      isCurrent = false
    }
  }, [])

  useEffect(() => {
    if (state === 'processing') return
    // Replaces the history entry, whose code is used.
    const timer = setTimeout(() => navigate('/', { replace: true }), CALLBACK_RETURN_MS[state])
    return () => clearTimeout(timer)
  }, [state])

  return (
    <main className="grid min-h-svh place-items-center p-6">
      <div aria-live="polite" className="flex flex-col items-center gap-3 text-lg font-medium">
        {state === 'processing' && (
          <>
            <Spinner label="Connecting" />
            Connecting your calendar...
          </>
        )}
        {state === 'connected' && (
          <>
            <CircleCheck aria-hidden className="size-8 text-success" />
            Calendar connected successfully!
          </>
        )}
        {state === 'failed' && (
          <>
            <CircleX aria-hidden className="size-8 text-destructive" />
            Connection failed
          </>
        )}
      </div>
    </main>
  )
}
