import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { texts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { Input } from '../../../ui/Field.tsx'
import { join } from '../../../ui/join.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { fullName } from '../names.ts'
import { foundersQuery, type Profile } from './api.ts'
import { matchesName } from './name-filters.ts'

const loadDetails = () => import('./FounderDialog.tsx')
const FounderDialog = lazyPart(loadDetails, 'FounderDialog')

/** Milliseconds without a keystroke before a search is made. */
const SEARCH_PAUSE_MS = 250

export function UserManagement() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const founders = useInfiniteQuery(foundersQuery(search))
  const [opened, setOpened] = useState<Profile>()
  // What is here already is sifted at once; the server's answer follows.
  const found = founders.data?.pages.flat().filter((founder) => matchesName(typed, founder))
  const isSearching = search !== typed.trim() || founders.isPlaceholderData

  return (
    <Page title="User Management" description="Every founder, newest first.">
      <div className="relative max-w-sm">
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
      <Loaded
        query={{ ...founders, data: isSearching && found?.length === 0 ? undefined : found }}
        failed={texts.admin.usersFailed}
        isEmpty={(founders) => founders.length === 0}
        empty={<EmptyState title={typed ? 'Nobody by that name.' : 'No founders yet.'} />}
      >
        {(founders) => (
          <ul className={join(cardLook, 'divide-y divide-border')}>
            {founders.map((founder) => (
              <FounderRow key={founder.id} founder={founder} onOpen={() => setOpened(founder)} />
            ))}
          </ul>
        )}
      </Loaded>
      {founders.hasNextPage && (
        <Button
          variant="outline"
          className="self-center"
          disabled={founders.isFetchingNextPage}
          onClick={() => void founders.fetchNextPage()}
        >
          Load More Users
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <FounderDialog founder={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

const FounderRow = ({ founder, onOpen }: { founder: Profile; onOpen: () => void }) => (
  <li className="flex items-center justify-between gap-4 px-5 py-3">
    <div className="min-w-0">
      <p id={`name-${founder.id}`} className="truncate font-medium">
        {fullName(founder)}
      </p>
      <p className="text-sm text-muted">Joined {formatDay(founder.created_at)}</p>
    </div>
    <Button
      variant="outline"
      size="sm"
      aria-describedby={`name-${founder.id}`}
      onPointerEnter={() => void loadDetails()}
      onClick={onOpen}
    >
      View Details
    </Button>
  </li>
)

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
