export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A changed row as its trigger notifies it: the table and its keys, before and after. */
export interface Change {
  readonly schema: string
  readonly table: string
  readonly type: ChangeType
  readonly old: Keys | null
  readonly new: Keys | null
  /** UTC with milliseconds and `Z`. */
  readonly commit_timestamp: string
}

/** Values of the primary key's and foreign keys' columns. */
export type Keys = Readonly<Record<string, unknown>>

/** Parses a notification of `realtime.notify_change()`. @throws {SyntaxError} */
export const parseChange = (payload: string): Change => JSON.parse(payload) as Change
