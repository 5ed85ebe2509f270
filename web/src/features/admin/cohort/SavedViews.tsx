import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Pencil, Save } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadFailed } from '../../../ui/states.tsx'
import { REPLACES_TYPED } from '../../../ui/use-history-key.ts'
import { cohortCountQuery } from './cohort.ts'
import { cohortTexts } from './cohort-texts.ts'
import { SavedViewDialog } from './SavedViewDialog.tsx'
import { isSameView, savedViewsQuery, useSaveView, type SavedView } from './saved-views.ts'
import { ALL, MINE, paramsOf, type TableView, type UsersView } from './view.ts'

/** Views of the table: all founders, the admin's, and those that were saved. */
export function SavedViews({ view }: { view: UsersView }) {
  const query = useQuery(savedViewsQuery)
  useLiveRows('saved_views', undefined, adminKeys.savedViews)
  const [dialog, setDialog] = useState<'new' | 'change'>()
  const { mutate: save, isPending } = useSaveView()
  const shown: TableView = { ...view, search: view.search.trim(), columns: view.chosenColumns }
  const current = query.data?.find(({ id }) => id === view.saved)
  const isChanged = current ? !isSameView(current.view, shown) : ![ALL, MINE].some((one) => isSameView(one, shown))
  const isCurrent = (one: TableView) => !current && isSameView(one, shown)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label="Views" className="flex max-w-full min-w-0 gap-1 overflow-x-auto rounded-md bg-sunken p-1">
        <ViewLink name="All" view={ALL} isCurrent={isCurrent(ALL)} />
        <ViewLink name="Mine" view={MINE} isCurrent={isCurrent(MINE)} />
        {query.data?.map((one) => (
          <ViewLink key={one.id} {...one} isCurrent={one === current} />
        ))}
      </nav>
      {!query.data && query.isError && (
        <LoadFailed isInline message={cohortTexts.viewsFailed} onRetry={() => void query.refetch()} />
      )}
      {current && isChanged && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isPending}
          onClick={() => !isPending && save({ id: current.id, view: shown })}
        >
          <Save aria-hidden />
          Save changes
        </Button>
      )}
      {isChanged && (
        <Button variant="outline" size="sm" onClick={() => setDialog('new')}>
          <BookmarkPlus aria-hidden />
          Save as a view…
        </Button>
      )}
      {current && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Change the view ${current.name}`}
          onClick={() => setDialog('change')}
        >
          <Pencil aria-hidden />
          View…
        </Button>
      )}
      {dialog && (
        <SavedViewDialog
          saved={dialog === 'change' ? current : undefined}
          view={shown}
          onSaved={(id) => setSearchParams((params) => withView(params, id), { replace: true })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

/** The parameters with the view as the one that is shown, or with none. */
function withView(params: URLSearchParams, id: string | null): URLSearchParams {
  if (id === null) params.delete('saved')
  else params.set('saved', id)
  return params
}

interface ViewLinkProps extends Pick<SavedView, 'name' | 'view'> {
  id?: string
  isShared?: boolean
  isCurrent: boolean
}

/** A view with how many founders it has. */
function ViewLink({ id, name, view, isShared, isCurrent }: ViewLinkProps) {
  const { data: count } = useQuery(cohortCountQuery(view))
  const params = new URLSearchParams({ view: 'table', ...(id !== undefined && { saved: id }) })
  return (
    <Link
      to={`?${new URLSearchParams([...params, ...paramsOf(view)])}`}
      aria-current={isCurrent ? 'true' : undefined}
      title={isShared ? 'The team’s' : undefined}
      className="flex h-8 shrink-0 items-center gap-2 rounded-sm px-3 text-sm font-medium text-muted hover:text-foreground aria-[current]:bg-raised aria-[current]:text-foreground aria-[current]:shadow-card pointer-coarse:h-11"
      state={REPLACES_TYPED}
    >
      {name} {count !== undefined && <span className="font-normal text-muted tabular-nums">{formatCount(count)}</span>}
    </Link>
  )
}
