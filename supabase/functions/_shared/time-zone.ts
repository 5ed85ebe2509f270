/** Whether this is the IANA name of a time zone that the runtime knows, such as "Europe/Lisbon". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
