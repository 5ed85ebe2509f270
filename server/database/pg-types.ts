import pg from 'pg'

/** Dates and times stay the text that PostgreSQL sent: a JavaScript Date would move days and lose microseconds. */
const keptAsText = new Set([1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186])

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    keptAsText.has(oid) ? (text: unknown) => text : (pg.types.getTypeParser(oid, format) as (text: unknown) => unknown),
}
