/** Whether this is the IANA name of a time zone that the runtime knows, such as "Europe/Lisbon". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The time zone, or UTC where the runtime does not know it: the database, or the one it came from, may know more. */
export const timeZoneOrUtc = (name: string): string => (isTimeZone(name) ? name : 'UTC')
