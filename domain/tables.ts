import type { Database } from './database.types.ts'

type All = Database['public']['Tables']

/** A row of each table, by table name. */
export type Tables = { [Name in keyof All]: All[Name]['Row'] }
