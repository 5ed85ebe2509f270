import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime, formatWeekday } from '../../lib/texts/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/states.tsx'
import { recentImportsQuery, useUndoImport, type RecentImport } from './api.ts'
import { focusHeading } from './heading-focus.ts'
import { counted, importTexts } from './import-texts.ts'

/** The imports of the last day, each with its undo. Nothing is shown while there is none. */
export function RecentImports({ founder }: { founder: string }) {
  const { data: imports = [], isError, refetch } = useQuery(recentImportsQuery(founder))
  const [said, setSaid] = useState<string>()
  const { mutateAsync: undo, isPending, variables } = useUndoImport(founder)
  if (isError) return <LoadFailed message={importTexts.recentFailed} onRetry={() => void refetch()} />
  if (imports.length === 0 && said === undefined) return null
  const press = async ({ batch, kind }: RecentImport, button: HTMLElement) => {
    if (isPending) return
    const card = button.closest('section')
    try {
      setSaid(importTexts.undone(kind, await undo(batch)))
      // Its row goes.
      focusHeading(card, button)
    } catch {
      // The notice says it.
    }
  }
  return (
    <Card title="Imported in the last 24 hours">
      {said !== undefined && <output className="wrap-anywhere">{said}</output>}
      {imports.length > 0 && (
        <ul>
          {imports.map((one) => {
            const when = `${formatWeekday(one.created_at)}, ${formatTime(one.created_at)}`
            return (
              <li
                key={one.batch}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border py-2"
              >
                <span>
                  {counted(one.kind, one.added)} <span className="text-sm text-muted">{when}</span>
                </span>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Undo: ${counted(one.kind, one.added)}, ${when}`}
                  aria-disabled={isPending}
                  onClick={({ currentTarget }) => void press(one, currentTarget)}
                >
                  {isPending && variables === one.batch ? 'Undoing...' : 'Undo'}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
