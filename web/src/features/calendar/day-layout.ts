import { CALENDAR, eventsShown, hourOf, type CalendarEvent } from '../../../../domain/calendar.ts'

/** Position of an event in its day. */
export interface PlacedEvent {
  readonly event: CalendarEvent
  /** Hours from midnight, as the clock shows them. */
  readonly top: number
  readonly bottom: number
  /** The first of the columns that it takes, of `columns` side by side. */
  readonly column: number
  readonly columns: number
  readonly span: number
}

type Block = Pick<PlacedEvent, 'event' | 'top' | 'bottom'>
type Placed = Block & { column: number }

/** A shorter block is as high as this one, so that its title can be read: it overlaps what it would cover. */
const MIN_HOURS = CALENDAR.stepMinutes / 60

/**
 * The events of one day from top to bottom; those that overlap share its width.
 * @param events any events, without all-day events
 */
export function layOutDay(day: Date, events: readonly CalendarEvent[]): PlacedEvent[] {
  const blocks = eventsShown(events, 'day', day).map((event) => blockOf(event, day))
  blocks.sort((one, other) => one.top - other.top || other.bottom - one.bottom)
  return overlapping(blocks).flatMap(shareWidth)
}

/** Wall-clock hours, with room for a title before midnight; in an hour that is repeated, at least as long as the event lasts. */
function blockOf(event: CalendarEvent, day: Date): Block {
  const { start, end } = event
  const top = start < day ? 0 : Math.min(hourOf(start), 24 - MIN_HOURS)
  if (end <= start) return { event, top, bottom: top }
  const hours = (end.getTime() - Math.max(start.getTime(), day.getTime())) / 3_600_000
  const isSameDay = end.toDateString() === day.toDateString()
  const bottom = isSameDay ? Math.max(hourOf(end), top + hours) : 24
  return { event, top, bottom: Math.min(bottom, 24) }
}

const endOf = ({ top, bottom }: Block) => Math.max(bottom, top + MIN_HOURS)

const overlap = (one: Block, other: Block) => one.top < endOf(other) && other.top < endOf(one)

/** Groups of blocks, sorted by `top`, that do not overlap those of another group. */
function overlapping(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  let end = -1
  for (const block of blocks) {
    if (block.top >= end) groups.push([block])
    else groups.at(-1)?.push(block)
    end = Math.max(end, endOf(block))
  }
  return groups
}

/** Puts each block of a group into the first free column, and widens it over the free columns beside it. */
function shareWidth(group: readonly Block[]): PlacedEvent[] {
  const ends: number[] = []
  const placed = group.map((block): Placed => {
    const free = ends.findIndex((end) => end <= block.top)
    const column = free === -1 ? ends.length : free
    ends[column] = endOf(block)
    return { ...block, column }
  })
  return placed.map((block) => ({ ...block, columns: ends.length, span: spanOf(block, placed, ends.length) }))
}

function spanOf(block: Placed, group: readonly Placed[], columns: number): number {
  const right = group.filter((other) => other.column > block.column && overlap(block, other))
  return Math.min(columns, ...right.map(({ column }) => column)) - block.column
}
