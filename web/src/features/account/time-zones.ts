/** This browser's time zone, IANA name. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "America/Los_Angeles" as "Los Angeles". */
export const zoneName = (timeZone: string) => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The database may know a zone by another name than the browser: compared is the present distance from UTC. */
export function offsetOf(timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return timeZone
  }
}
