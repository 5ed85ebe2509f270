import { useQuery } from '@tanstack/react-query'
import { CalendarArrowDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { startTransition, useCallback, useDeferredValue, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  CALENDAR,
  CALENDAR_VIEWS,
  eventsShown,
  nextEvent,
  spanRead,
  takesWholeDays,
  turnPage,
  type CalendarEvent,
  type CalendarView,
} from '../../../../domain/calendar.ts'
import { formatWeekday } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { calendarTexts } from './calendar-texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { Agenda } from './Agenda.tsx'
import { AllDay } from './AllDay.tsx'
import { Connection } from './Connection.tsx'
import { pageTitle } from './labels.ts'
import { OpenCallContext } from './open-call.ts'
import { useEvents } from './use-events.ts'
import './calendar.css'

const CallDialog = lazyDialog(() => import('./CallDialog.tsx'), 'CallDialog')

/** Minimum width of a week's column, for one word. */
const narrow = matchMedia('(width < 40rem)')

const viewNames: Record<CalendarView, string> = { agenda: 'Agenda', month: 'Month', week: 'Week', day: 'Day' }

/**
 * The calendar, with the week first. On a phone, where seven columns are too narrow, it starts with the agenda, and
 * month and week are lists too.
 */
export function Calendar() {
  const now = useNow()
  const isNarrow = useSyncExternalStore(onWidthChange, () => narrow.matches)
  const [chosenView, setView] = useState<CalendarView>()
  // Until a day is selected it is today, also after midnight.
  const [chosenDate, setDate] = useState<Date>()
  const [openedCall, setOpenedCall] = useState<CalendarEvent>()
  const title = useRef<HTMLHeadingElement>(null)

  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const date = useMemo(() => chosenDate ?? new Date(today), [chosenDate, today])
  const view = viewOn(isNarrow, chosenView)
  const isList = isNarrow && view !== 'day'

  const span = useMemo(() => spanRead(view, date), [view, date])
  const shown = useEvents(
    span,
    useMemo(() => new Date(today), [today]),
  )
  const { events, isLoading, isKnown } = shown
  const ofDays = eventsShown(events, view, date)
  const next = isKnown ? nextEvent(events, view, date) : undefined

  const grid = useQuery({
    queryKey: keys.scripts.calendarGrid,
    queryFn: () => import('./Grid.tsx'),
    enabled: !isList,
    staleTime: Infinity,
    structuralSharing: false,
  })

  const openDay = useCallback((day: Date) => {
    setDate(day)
    setView('day')
    // The pressed control is removed, so the title gets the focus.
    title.current?.focus()
  }, [])

  const openCall = useCallback((call: CalendarEvent) => startTransition(() => setOpenedCall(call)), [])

  // A grid has hundreds of elements: button and title are updated first, and what moves it comes with it.
  const inGrid = useDeferredValue(
    useMemo(() => ({ view: view === 'agenda' ? 'week' : view, date, events }) as const, [view, date, events]),
  )

  return (
    <OpenCallContext value={openCall}>
      <div className="flex flex-col" style={{ height: CALENDAR.heightPx }}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
          <div className="flex items-center gap-1">
            <Button variant="outline" size="sm" onClick={() => setDate(undefined)}>
              Today
            </Button>
            <Button variant="ghost" size="sm" aria-label="Previous" onClick={() => setDate(turnPage(view, date, -1))}>
              <ChevronLeft aria-hidden />
            </Button>
            <Button variant="ghost" size="sm" aria-label="Next" onClick={() => setDate(turnPage(view, date, 1))}>
              <ChevronRight aria-hidden />
            </Button>
          </div>
          <h3
            ref={title}
            tabIndex={-1}
            aria-live="polite"
            className="text-base whitespace-nowrap tabular-nums outline-none max-sm:order-first max-sm:flex-1 max-sm:text-sm"
          >
            {pageTitle(view, date)}
          </h3>
          {/* In the same row where there is room: a month of six weeks takes all that is left. */}
          <div className={classNames('flex min-w-0 grow', next && 'basis-60 max-sm:order-last max-sm:basis-full')}>
            {next && (
              <Button variant="outline" size="sm" className="min-w-0" onClick={() => setDate(next.start)}>
                <CalendarArrowDown aria-hidden />
                <span className="truncate">
                  {next.isSample ? 'Next sample' : 'Next'}: <bdi>{next.title}</bdi>, {formatWeekday(next.start)}
                </span>
              </Button>
            )}
          </div>
          <fieldset className="flex rounded-md bg-sunken p-0.5 max-sm:w-full">
            <legend className="sr-only">View</legend>
            {viewsOn(isNarrow).map((id) => (
              <button
                key={id}
                type="button"
                aria-pressed={id === view}
                className={viewLook}
                onClick={() => setView(id)}
              >
                {viewNames[id]}
              </button>
            ))}
          </fieldset>
        </div>
        {!isList && inGrid.view !== 'month' && (
          <AllDay
            events={eventsShown(inGrid.events, inGrid.view, inGrid.date).filter(takesWholeDays)}
            {...(inGrid.view === 'week' && { onOpen: openDay })}
          />
        )}
        {isList ? (
          isLoading && ofDays.length === 0 ? (
            <Skeleton lines={8} />
          ) : (
            <Agenda events={ofDays} isComplete={isKnown} onOpen={openDay} />
          )
        ) : (
          <Loaded query={grid} failed={calendarTexts.loadFailed} loading={<Skeleton lines={8} />}>
            {({ Grid }) => <Grid {...inGrid} now={now} onOpen={openDay} />}
          </Loaded>
        )}
      </div>
      <Connection shown={shown} />
      {openedCall && <CallDialog call={openedCall} onClose={() => setOpenedCall(undefined)} />}
    </OpenCallContext>
  )
}

const viewLook =
  'h-7 flex-1 rounded-sm px-3 text-sm font-medium text-muted hover:text-foreground pointer-coarse:h-11 aria-pressed:bg-raised aria-pressed:text-foreground aria-pressed:shadow-card'

const viewsOn = (isNarrow: boolean): readonly CalendarView[] =>
  isNarrow ? ['agenda', ...CALENDAR_VIEWS] : CALENDAR_VIEWS

const viewOn = (isNarrow: boolean, chosen: CalendarView | undefined): CalendarView =>
  chosen && viewsOn(isNarrow).includes(chosen) ? chosen : isNarrow ? 'agenda' : 'week'

function onWidthChange(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
