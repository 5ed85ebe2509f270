import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { CALENDAR, EVENT_TYPES } from '../../../../domain/calendar.ts'
import { keys } from '../../lib/data/keys.ts'
import { calendarTexts } from './calendar-texts.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { TypeIcon } from './TypeIcon.tsx'

/** The calendar, its legend and the button that connects a calendar (SPEC section 2). @param children below it */
export function CalendarPanel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const calendar = useQuery({
    queryKey: keys.scripts.calendar,
    queryFn: () => import('./Calendar.tsx'),
    enabled: useIsNear(box),
    staleTime: Infinity,
    structuralSharing: false,
  })
  return (
    <Card
      title="Calendar"
      action={
        <ul aria-label="Legend" className="flex flex-wrap gap-1.5 max-sm:[&_svg]:hidden">
          {EVENT_TYPES.map(({ id, plural, tone }) => (
            <li key={id}>
              <Badge tone={tone satisfies Tone}>
                <span className="flex items-center gap-1">
                  <TypeIcon type={id} />
                  {plural}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      }
    >
      <div ref={box} className="flex flex-col gap-4">
        {calendar.data ? (
          <calendar.data.Calendar />
        ) : (
          <>
            <div className="flex flex-col overflow-hidden" style={{ height: CALENDAR.heightPx }}>
              <Loaded query={calendar} failed={calendarTexts.loadFailed} loading={<Skeleton lines={10} />}>
                {() => null}
              </Loaded>
            </div>
            <div className="min-h-8" />
            <ConnectButton />
          </>
        )}
      </div>
      {children}
    </Card>
  )
}

/** Whether the element has come within a third of a screen of the viewport; stays true. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '33%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
