import { daysBetween } from '../../../../domain/days.ts'
import { squadStatus, type SquadStatus } from '../../../../domain/squad-hours.ts'
import { dayFormat } from '../../../../domain/week.ts'
import { config } from '../session/config.ts'
import { useNow } from './use-now.ts'

/**
 * Whether the squad is available and until when, as a label for this browser; correct at each render.
 * @example
 * import { renderHook } from '@testing-library/react'
 * renderHook(useSquadHours).result.current.text // expect.stringMatching(/^(Open|Closed) now/)
 */
export function useSquadHours(): { isOpen: boolean; text: string } {
  const now = useNow()
  const status = squadStatus(now, config().squad.holidays)
  return { isOpen: status.state === 'open', text: inOwnZone(status, now) }
}

/**
 * Formats labels in one time zone.
 * @param timeZone IANA name; the browser's own by default
 * @example
 * const words = squadHoursWords('Europe/Lisbon')
 * const now = new Date('2026-03-02T12:00Z')
 * words({ state: 'closed', opensAt: new Date('2026-03-02T14:00Z') }, now) // 'Closed now, opens today 2:00 PM your time'
 * words({ state: 'closed', opensAt: undefined }, now) // 'Closed now'
 */
export function squadHoursWords(timeZone?: string): (status: SquadStatus, now: Date) => string {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' })
  const day = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  const date = dayFormat(timeZone)

  const dayOf = (moment: Date, now: Date) => {
    const days = daysBetween(date(now), date(moment))
    if (days === 0) return 'today'
    if (days === 1) return 'tomorrow'
    return (days < DAYS_PER_WEEK ? weekday : day).format(moment)
  }
  return (status, now) => {
    if (status.state === 'open') {
      const isToday = dayOf(status.closesAt, now) === 'today'
      const closes = time.format(status.closesAt)
      if (closes === MIDNIGHT) return 'Open now, until midnight your time'
      return `Open now, until ${isToday ? '' : 'tomorrow '}${closes} your time`
    }
    if (!status.opensAt) return 'Closed now'
    return `Closed now, opens ${dayOf(status.opensAt, now)} ${time.format(status.opensAt)} your time`
  }
}

const DAYS_PER_WEEK = 7
/** "Tomorrow 12:00 AM" reads like noon, or like the night after. */
const MIDNIGHT = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(0)

const inOwnZone = squadHoursWords()
