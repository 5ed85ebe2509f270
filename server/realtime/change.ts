import type { ChangeType } from './binding.ts'

/** What a trigger tells of a changed row: where it is and its keys, before and after. */
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

/** Reads a notice of the channel that `realtime.notify_change()` notifies. */
export const readChange = (payload: string): Change => JSON.parse(payload) as Change
