import type { RecordKind } from '../../../../domain/records.ts'

/** A record that a link leads to. */
export interface LinkedRecord {
  readonly kind: RecordKind | 'squad-message' | 'cofounder-message'
  readonly id: string
  /** Of a goal. */
  readonly period: string | null
}

/** The URL of a record. */
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
      return `/brain?tab=${kind}s#${id}`
  }
}
