import { CalendarPlus } from 'lucide-react'
import { EVENT_TYPES, sampleEvents, type CalendarEvent } from '../../../../domain/calendar.ts'
import { formatTime, formatWeekday } from '../../lib/dates.ts'
import { config } from '../../lib/client.ts'
import { useNow } from '../../lib/use-now.ts'
import { texts } from '../../lib/texts.ts'
import { toastError } from '../../lib/toasts.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { join } from '../../ui/join.ts'

const bars: Record<CalendarEvent['type'], string> = {
  demo: 'bg-primary',
  call: 'bg-success',
  meeting: 'bg-chart-2',
  deadline: 'bg-destructive',
}

/** The agenda of the sample events; every one says that it is a sample. */
export function CalendarPanel() {
  const now = useNow()
  return (
    <Card
      title="Calendar"
      action={
        <ul aria-label="Legend" className="flex flex-wrap gap-1.5">
          {EVENT_TYPES.map(({ id, plural, tone }) => (
            <li key={id}>
              <Badge tone={tone satisfies Tone}>{plural}</Badge>
            </li>
          ))}
        </ul>
      }
    >
      <ul className="flex flex-col">
        {sampleEvents(now).map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
      <Button variant="outline" className="w-full" onClick={connect}>
        <CalendarPlus aria-hidden />
        Connect Google Calendar
      </Button>
      <p className="text-center text-sm text-muted">Connect your calendar to see all your meetings and deadlines</p>
    </Card>
  )
}

function connect() {
  toastError(config().calendar.configured ? texts.calendar.notAvailable : texts.calendar.notConfigured)
}

const Event = ({ event: { title, start, end, type } }: { event: CalendarEvent }) => (
  <li className="grid grid-cols-[6.5rem_auto_1fr_auto] items-center gap-3 py-2 text-sm">
    <span className="text-muted tabular-nums">{formatWeekday(start)}</span>
    <span aria-hidden className={join('h-8 w-1 rounded-full', bars[type])} />
    <span className="min-w-0">
      <span className="block truncate text-base font-medium">{title}</span>
      <span className="text-muted tabular-nums">
        {formatTime(start)}
        {end > start && ` – ${formatTime(end)}`}
      </span>
    </span>
    <span className="text-xs text-muted">Sample</span>
  </li>
)
