import type { RecordKind } from './records.ts'

/** A record that a link leads to. */
export interface LinkedRecord {
  readonly kind: RecordKind | 'squad-message' | 'cofounder-message'
  readonly id: string
  /** Of a goal. */
  readonly period: string | null
}

/**
 * The URL of a record.
 * @example
 * recordUrl({ kind: 'goal', id: '5f0c', period: 'weekly' }) // '/?goals=weekly#5f0c'
 * recordUrl({ kind: 'note', id: '5f0c', period: null }) // '/brain?tab=notes#5f0c'
 */
export function recordUrl({ kind, id, period }: LinkedRecord): string {
  switch (kind) {
    case 'goal':
      return `/?goals=${period}#${id}`
    case 'loop':
      return '/traction'
    case 'squad-message':
      return `/chat?tab=squad#${id}`
    case 'cofounder-message':
      return `/chat#${id}`
    case 'check-in':
    case 'decision':
    case 'note':
    case 'own-note':
      return `/brain?tab=${kind}s#${id}`
  }
}
