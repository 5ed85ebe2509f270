import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUDIT_DAYS, auditActor, auditText, changesOf, columnLabel, valueText } from './audit-entry.ts'
import { formatDay, formatTime } from '../../../lib/texts/dates.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Page } from '../../../ui/Page.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { BatchRecipients } from '../bulk-actions/recipients.tsx'
import { auditQuery, auditTexts, type ShownEntry } from './api.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { useAuditView } from './view.ts'

/** The audit log: the admins' changes, for whom and when. */
export function Audit() {
  const view = useAuditView()
  const query = useInfiniteQuery(auditQuery(view.filters))
  return (
    <Page title="Audit" description={`What admins changed, newest first. Kept for ${AUDIT_DAYS} days.`}>
      <AuditFilters key={view.historyKey} view={view} />
      <Loaded
        query={query}
        failed={auditTexts.loadFailed}
        isEmpty={(entries) => entries.length === 0}
        loading={<Skeleton lines={8} />}
        empty={
          view.isFiltered ? (
            <EmptyState title="No entry with these filters." />
          ) : (
            <EmptyState title="No entries yet." hint="What admins change for founders appears here." />
          )
        }
      >
        {(entries) => (
          <div aria-busy={query.isPlaceholderData} className={classNames(cardLook, 'px-5 py-4 aria-busy:opacity-60')}>
            <PagedList rows={entries} query={query} moreLabel="Load More Entries">
              {(entry) => <Entry entry={entry} />}
            </PagedList>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Of many founders, in one entry. */
const BATCHES: ReadonlySet<string> = new Set(['message_batches', 'note_batches'])

/** No text of the database has it. */
const NAME = '\u0000'

/** What was done, with the founder's name as a link. */
function Sentence({ entry }: { entry: ShownEntry }) {
  const { user_id, founder_name } = entry
  if (user_id === null || founder_name === null) return auditText(entry)
  const [before, ...after] = auditText({ ...entry, founder_name: NAME }).split(NAME)
  return [before, ...after.flatMap((text) => [<FounderLink key={text} founder={user_id} name={founder_name} />, text])]
}

function Entry({ entry }: { entry: ShownEntry }) {
  const changes = changesOf(entry)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <article>
      <p className="wrap-anywhere">
        <span className="font-medium">{auditActor(entry)}</span> <Sentence entry={entry} />
      </p>
      <p className="text-sm text-muted tabular-nums">
        {formatDay(entry.created_at)}, {formatTime(entry.created_at)}
      </p>
      {BATCHES.has(entry.table_name) && <RecipientDetails batch={entry.row_id} />}
      {changes.length > 0 && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-primary pointer-coarse:min-h-11">
            Before and after
          </summary>
          {isOpen && (
            <table className="mt-2 w-full table-fixed text-sm">
              <thead className="text-start text-muted">
                <tr>
                  <th className="w-1/5 py-1 pr-3 font-medium">Field</th>
                  <th className="py-1 pr-3 font-medium">Before</th>
                  <th className="py-1 font-medium">After</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ column, before, after }) => (
                  <tr key={column} className="border-t border-border align-top">
                    <th scope="row" className="py-1 pr-3 text-start font-normal wrap-anywhere text-muted">
                      {columnLabel(column)}
                    </th>
                    <td className="py-1 pr-3 wrap-anywhere whitespace-pre-wrap">{valueText(before)}</td>
                    <td className="py-1 wrap-anywhere whitespace-pre-wrap">{valueText(after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </details>
      )}
    </article>
  )
}

/** To whom a message or a note for many founders went. */
function RecipientDetails({ batch }: { batch: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-primary pointer-coarse:min-h-11">
        To whom
      </summary>
      {isOpen && <BatchRecipients batch={batch} />}
    </details>
  )
}
