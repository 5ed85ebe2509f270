/** Moments at which the week of some time zone is easily wrong. */

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS

/** A day or a midnight that does not exist, in the zone's local time. */
export interface MissingTime {
  readonly zone: string
  readonly day: string
}

export const missingTimes: readonly MissingTime[] = [
  // A whole day: the date line moved.
  { zone: 'Pacific/Apia', day: '2011-12-30' },
  { zone: 'Pacific/Fakaofo', day: '2011-12-30' },
  { zone: 'Pacific/Kiritimati', day: '1994-12-31' },
  // Midnight, on a Monday.
  { zone: 'Asia/Tehran', day: '2021-03-22' },
  // Midnight, on other days.
  { zone: 'Africa/Cairo', day: '2024-04-26' },
  { zone: 'America/Asuncion', day: '2023-10-01' },
  { zone: 'America/Havana', day: '2024-03-10' },
  { zone: 'America/Santiago', day: '2024-09-08' },
  { zone: 'America/Sao_Paulo', day: '2018-11-04' },
  { zone: 'Asia/Amman', day: '2021-03-26' },
  { zone: 'Asia/Beirut', day: '2024-03-31' },
]

/** Every second hour of the days around that one, from before its week to after it. */
export const momentsAround = ({ day }: MissingTime): Date[] =>
  Array.from({ length: 12 * 18 }, (_, index) => new Date(Date.parse(day) + (2 * index - 24 * 9) * HOUR_MS))

/** Wednesdays at noon UTC, week by week: over the Samoan change of 2011 with both changes of daylight saving, and lately. */
export const wednesdays: readonly Date[][] = ['2011-10-05T12:00:00Z', '2025-10-01T12:00:00Z'].map((first) =>
  Array.from({ length: 26 }, (_, week) => new Date(Date.parse(first) + week * WEEK_MS)),
)

export const timeZones = Intl.supportedValuesOf('timeZone')
