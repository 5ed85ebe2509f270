import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { config } from '../../lib/session/config.ts'
import { formatWeekday } from '../../lib/texts/dates.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatTimes } from './labels.ts'

interface CallDialogProps {
  call: CalendarEvent
  onClose: () => void
}

/** A call with the squad: when and with whom, and how it is moved or cancelled, in a tab of its own. */
export function CallDialog({ call, onClose }: CallDialogProps) {
  const isOver = call.start <= useNow()
  // Calls that another site books are changed there.
  const isChangeable = !isOver && !config().booking.url
  const pageTo = (intent: string) => `/booking/${call.member}#call=${call.id}&do=${intent}`
  return (
    <Dialog title={call.title} description={`${formatWeekday(call.start)}, ${formatTimes(call)}`} onClose={onClose}>
      {isOver && <p className="text-muted">This call has begun or is over.</p>}
      {isChangeable && (
        <div className="flex flex-wrap gap-2">
          {(['move', 'cancel'] as const).map((intent) => (
            <ButtonLink key={intent} variant="outline" to={pageTo(intent)} target="_blank" onClick={onClose}>
              {intent === 'move' ? 'Move' : 'Cancel Call'}
            </ButtonLink>
          ))}
        </div>
      )}
    </Dialog>
  )
}
