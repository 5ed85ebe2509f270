import { useEffect, useRef } from 'react'
import { formatDay, formatWeekday } from '../../../lib/texts/dates.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { Entry } from './Entry.tsx'
import { founderPageTexts } from './founder-page-texts.ts'
import { TIMELINE_FILTERS, useTimeline, type TimelineEntry } from './timeline.ts'
import type { FounderPageView } from './view.ts'

interface TimelineProps {
  founder: string
  name: string
  view: FounderPageView
}

/** What happened with the founder, newest first, by day. */
export function Timeline({ founder, name, view }: TimelineProps) {
  const { filters, toggle, showAll } = view
  const query = useTimeline(founder, filters)
  return (
    <Card title="Timeline">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Shown</legend>
        <Chip label="All" isPressed={filters.length === 0} onPress={showAll} />
        {TIMELINE_FILTERS.map(({ id, label }) => (
          <Chip key={id} label={label} isPressed={filters.includes(id)} onPress={() => toggle(id)} />
        ))}
      </fieldset>
      <Loaded
        query={query}
        failed={founderPageTexts.timelineFailed}
        loading={<Skeleton lines={8} />}
        isEmpty={(entries) => entries.length === 0}
        empty={
          filters.length > 0 ? (
            <EmptyState title="Nothing of this kind yet." />
          ) : (
            <EmptyState
              title="Nothing has happened yet."
              hint="Check-ins, goals, decisions, notes, calls, messages and traction appear here."
            />
          )
        }
      >
        {(entries) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            <Days entries={entries} founder={founder} name={name} query={query} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface ChipProps {
  label: string
  isPressed: boolean
  onPress: () => void
}

const Chip = ({ label, isPressed, onPress }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    className="h-8 rounded-full border border-field/60 px-3 text-sm font-medium text-muted hover:bg-sunken hover:text-foreground aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary pointer-coarse:h-11"
    onClick={onPress}
  >
    {label}
  </button>
)

interface DaysProps {
  entries: readonly TimelineEntry[]
  founder: string
  name: string
  query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** A page more at each press; the focus moves to its first entry. */
function Days({ entries, founder, name, query }: DaysProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  const shownBefore = useRef<number>(undefined)

  useEffect(() => {
    if (shownBefore.current === undefined || entries.length <= shownBefore.current) return
    list.current?.querySelectorAll<HTMLElement>('li[data-entry]')[shownBefore.current]?.focus()
    shownBefore.current = undefined
  }, [entries.length])

  const more = () => {
    if (isFetchingNextPage) return
    shownBefore.current = entries.length
    void fetchNextPage()
  }

  return (
    <div ref={list} className="flex flex-col gap-2">
      {byDay(entries).map(([first, ...others]) => (
        <section
          key={first.id}
          className="grid gap-x-4 border-t border-border/60 pt-2 md:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <h3 className="text-sm font-medium text-muted tabular-nums md:pt-1.5">{dayText(first.at, now)}</h3>
          <ol className="flex min-w-0 flex-col">
            {[first, ...others].map((entry) => (
              <li key={entry.id} data-entry tabIndex={-1} className="rounded-sm py-1.5">
                <Entry entry={entry} founder={founder} name={name} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="outline" className="self-center" aria-disabled={isFetchingNextPage} onClick={more}>
          {isFetchingNextPage ? 'Loading...' : 'Load More'}
        </Button>
      )}
    </div>
  )
}

type Day = [first: TimelineEntry, ...others: TimelineEntry[]]

/** In the browser's time zone. */
function byDay(entries: readonly TimelineEntry[]): readonly Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = days.at(-1)
    if (day && formatDay(day[0].at) === formatDay(entry.at)) day.push(entry)
    else days.push([entry])
  }
  return days
}

/** "Today", "Mon, Mar 2", or with the year where that is another. */
function dayText(at: string, now: Date): string {
  if (formatDay(at) === formatDay(now)) return 'Today'
  return new Date(at).getFullYear() === now.getFullYear() ? formatWeekday(at) : formatDay(at)
}
