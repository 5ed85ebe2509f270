import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../lib/data/keys.ts'
import { refetch } from '../../lib/data/refetch.ts'
import { formatDay, formatTime } from '../../lib/texts/dates.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { appEntriesQuery, undoAppEntry } from './api.ts'
import { connectedAppsTexts as texts } from './texts.ts'
import { useRowFocus } from './use-row-focus.ts'

const KINDS = {
  goal: 'Goal',
  'done-goal': 'Goal ticked',
  'check-in': 'Check-in',
  decision: 'Decision',
  message: 'Message to the squad',
} as const

/** What apps added within the last day, each with Undo. Nothing at all while there is nothing. */
export function AppEntries({ user }: { user: string }) {
  const query = useQuery(appEntriesQuery(user))
  const queries = useQueryClient()
  const [undoing, setUndoing] = useState<string>()
  const { list, focusAt } = useRowFocus<HTMLUListElement>()
  const undo = async (entry: string, record: string, kind: keyof typeof KINDS) => {
    if (undoing !== undefined) return
    setUndoing(entry)
    const place = query.data?.findIndex(({ id }) => id === entry)
    const undone = await undoAppEntry(record, kind)
    if (undone.ok) toastSuccess(texts.undone)
    else toastError(undone.failure)
    await refetch(queries, keys.account.appEntries(user))
    if (undone.ok) focusAt(place)
    setUndoing(undefined)
  }

  return (
    <Loaded query={query} failed={texts.entriesFailed} loading={null}>
      {(entries) =>
        entries.length > 0 && (
          <div>
            <h4 className="text-sm font-medium">Added by apps in the last 24 hours</h4>
            <ul ref={list} className="mt-2 flex flex-col gap-1">
              {entries.map(({ id, kind, record_id, title, app, created_at }) => (
                <li key={id} className="flex items-center gap-3">
                  <div className="min-w-0 flex-1">
                    <p className="truncate">
                      {KINDS[kind]}: <bdi>{title}</bdi>
                    </p>
                    <p className="text-sm text-muted">
                      <bdi>{app || 'An app without a name'}</bdi>, {formatDay(created_at)}, {formatTime(created_at)}
                    </p>
                  </div>
                  <Button
                    variant="ghost"
                    aria-label={`Undo ${KINDS[kind]}: ${title}`}
                    aria-disabled={undoing !== undefined}
                    onClick={() => void undo(id, record_id, kind)}
                  >
                    {undoing === id ? 'Undoing...' : 'Undo'}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}
