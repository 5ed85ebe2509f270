import type { LucideIcon } from 'lucide-react'
import type { Action } from '../../ui/actions.ts'

/** A search result: leads to a screen, starts an action there, or both. */
export interface Result {
  /** Unique among all results. */
  readonly id: string
  readonly icon: LucideIcon
  readonly title: string
  /** A second line. */
  readonly excerpt?: string
  /** At the end of the line: what it is, and when it was written. */
  readonly note?: string
  readonly to?: string
  readonly action?: Action
}

export interface ResultGroup {
  readonly label: string
  readonly results: readonly Result[]
}
