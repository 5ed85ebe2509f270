import { formatDate } from './dates.ts'
import { truncateWithEllipsis } from './truncate.ts'

/** What a message between a founder and the squad may be about; the database refuses others. */
export type SubjectKind = 'check-in' | 'decision' | 'goal'

/** A record under the name that its founder sees; a check-in's is its week. */
interface Named {
  readonly kind: SubjectKind
  readonly title: string
}

/** Characters of a name. */
const NAME_LIMIT = 80

/**
 * What a comment is about.
 * @example
 * subjectName({ kind: 'check-in', title: '2026-03-02' }) // 'check-in of Mar 2, 2026'
 * subjectName({ kind: 'decision', title: 'Raise prices' }) // 'decision “Raise prices”'
 */
export const subjectName = ({ kind, title }: Named): string =>
  kind === 'check-in' ? `check-in of ${formatDate(title)}` : `${kind} “${truncateWithEllipsis(title, NAME_LIMIT)}”`
