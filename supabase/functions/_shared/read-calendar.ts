import ICAL from 'ical.js'

/** Parses iCalendar with an independent library: days as dates, moments in UTC. */
export const eventsOf = (calendar: string) =>
  new ICAL.Component(ICAL.parse(calendar) as unknown[]).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, endDate } = new ICAL.Event(component)
    const [transp, status] = ['transp', 'status'].map((name) => component.getFirstPropertyValue(name))
    return { uid, summary, description, start: String(startDate), end: String(endDate), transp, status }
  })
