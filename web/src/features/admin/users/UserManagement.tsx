import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatDay } from '../../../lib/dates.ts'
import { lazyDialog } from '../../../lib/lazy-part.ts'
import { texts } from '../../../lib/texts.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { Input } from '../../../ui/Field.tsx'
import { join } from '../../../ui/join.ts'
import { Page } from '../../../ui/Page.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { fullName } from '../../../lib/profile.ts'
import { foundersQuery, type Founder } from '../founders.ts'

const FounderDialog = lazyDialog(() => import('./FounderDialog.tsx'), 'FounderDialog')

/** A navigation may open a founder's details by its state. */
export function UserManagement() {
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim())
  const query = useInfiniteQuery(foundersQuery(search))
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { founder?: Founder } | null }
  const [chosen, setChosen] = useState<Founder>()
  const opened = state?.founder ?? chosen
  const close = () => {
    setChosen(undefined)
    if (state?.founder) void navigate('.', { replace: true, state: null })
  }
  // The empty result of the previous search does not apply to this one.
  const isEmptyGuess = query.isPlaceholderData && query.data?.founders.length === 0

  return (
    <Page title="User Management" description="Every founder, newest first.">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="relative w-full max-w-sm">
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <Input
            type="search"
            aria-label="Search by name"
            placeholder="Search by name..."
            className="pl-9"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <output className="text-sm text-muted tabular-nums">
          {query.data && !query.isPlaceholderData && countLabel(query.data.total, search)}
        </output>
      </div>
      <Loaded
        query={isEmptyGuess ? { ...query, data: undefined } : query}
        failed={texts.admin.usersFailed}
        isEmpty={({ founders }) => founders.length === 0}
        empty={
          search ? (
            <EmptyState title="No founder with that name." />
          ) : (
            <EmptyState title="No founders yet." hint="They appear here when they sign up." />
          )
        }
      >
        {({ founders }) => (
          <div aria-busy={query.isPlaceholderData} className={join(cardLook, 'px-5 py-4 aria-busy:opacity-60')}>
            <PagedList rows={founders} query={query} moreLabel="Load More Users">
              {(founder) => <FounderRow founder={founder} onOpen={() => setChosen(founder)} />}
            </PagedList>
          </div>
        )}
      </Loaded>
      {opened && <FounderDialog founder={opened} onClose={close} />}
    </Page>
  )
}

const number = new Intl.NumberFormat('en-US')

const countLabel = (total: number, search: string) => `${number.format(total)} ${search ? 'found' : 'in all'}`

const FounderRow = ({ founder, onOpen }: { founder: Founder; onOpen: () => void }) => (
  <div className="flex items-center justify-between gap-4">
    <div className="min-w-0">
      <p className="flex items-center gap-2">
        <span id={`name-${founder.id}`} className="truncate font-medium">
          {fullName(founder)}
        </span>
        {founder.is_admin && <Badge tone="primary">Admin</Badge>}
      </p>
      <p className="text-sm text-muted">Joined {formatDay(founder.created_at)}</p>
    </div>
    <Button
      variant="outline"
      size="sm"
      aria-describedby={`name-${founder.id}`}
      {...FounderDialog.onIntent}
      onClick={onOpen}
    >
      View Details
    </Button>
  </div>
)
