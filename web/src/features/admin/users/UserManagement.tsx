import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { List, Table, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { formatDay } from '../../../lib/texts/dates.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Page } from '../../../ui/Page.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { InviteButton, Invitations } from '../invitations/Invitations.tsx'
import { Cohort } from '../cohort/Cohort.tsx'
import { useUsersView } from '../cohort/view.ts'
import { foundersQuery, type Founder } from '../founders.ts'
import { founderProfileQuery } from './api.ts'

const FounderDialog = lazyDialog(() => import('./FounderDialog.tsx'), 'FounderDialog')

/** All users as a list, or the founders as a table. The address may open a founder's details. */
export function UserManagement() {
  const view = useUsersView()
  return (
    <Page
      title="User Management"
      description={view.isTable ? 'Every founder, by what their records say.' : 'Every founder, newest first.'}
      action={<InviteButton />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="w-full max-w-sm">
          <SearchField
            key={view.historyKey}
            label="Search by name"
            placeholder="Search by name..."
            search={view.search}
            onChange={view.setSearch}
          />
        </div>
        <fieldset className="flex gap-1 rounded-md bg-sunken p-1">
          <legend className="sr-only">Shown as</legend>
          <ShownAs label="List" icon={List} isChosen={!view.isTable} onChoose={() => view.setTable(false)} />
          <ShownAs label="Table" icon={Table} isChosen={view.isTable} onChoose={() => view.setTable(true)} />
        </fieldset>
      </div>
      <Invitations />
      {view.isTable ? <Cohort view={view} Details={FounderDialog} /> : <FounderList search={view.search} />}
      {view.founder && (
        <LinkedFounder key={view.founder} founder={view.founder} tab={view.tab} onClose={view.closeFounder} />
      )}
    </Page>
  )
}

interface LinkedFounderProps {
  founder: string
  tab: string | null
  onClose: () => void
}

/** The details of the founder whom the address names. */
function LinkedFounder({ founder, tab, onClose }: LinkedFounderProps) {
  const query = useQuery(founderProfileQuery(founder))
  // As while the dialog itself is loaded.
  if (query.isPending) return null
  if (query.data) return <FounderDialog founder={query.data} initialTab={tab} onClose={onClose} />
  return (
    <Dialog title="Founder" onClose={onClose}>
      <Loaded
        query={query}
        failed={adminTexts.userFailed}
        isEmpty={(profile) => profile === null}
        empty={<EmptyState title="This founder does not exist any more." />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

interface ShownAsProps {
  label: string
  icon: LucideIcon
  isChosen: boolean
  onChoose: () => void
}

const ShownAs = ({ label, icon: Icon, isChosen, onChoose }: ShownAsProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    className="flex h-8 items-center gap-2 rounded-sm px-3 text-sm font-medium text-muted hover:text-foreground aria-pressed:bg-raised aria-pressed:text-foreground aria-pressed:shadow-card pointer-coarse:h-11"
    onClick={onChoose}
  >
    <Icon aria-hidden className="size-4" />
    {label}
  </button>
)

function FounderList({ search: typed }: { search: string }) {
  const search = useDebouncedValue(typed.trim())
  const query = useInfiniteQuery(foundersQuery(search))
  useLiveRows('founder_owners', undefined, adminKeys.foundersOfAll)
  const [chosen, setChosen] = useState<Founder>()
  // The empty result of the previous search does not apply to this one.
  const isEmptyGuess = query.isPlaceholderData && query.data?.founders.length === 0
  return (
    <>
      <output className="text-sm text-muted tabular-nums">
        {query.data && !query.isPlaceholderData && countText(query.data, search ? 'found' : 'in all')}
      </output>
      <Loaded
        query={isEmptyGuess ? { ...query, data: undefined } : query}
        failed={adminTexts.usersFailed}
        isEmpty={({ founders }) => founders.length === 0}
        empty={
          search ? (
            <EmptyState title="No founder with that name." />
          ) : (
            <EmptyState title="No founders yet." hint="Invite them. Those who sign up on their own appear here too.">
              <InviteButton />
            </EmptyState>
          )
        }
      >
        {({ founders }) => (
          <>
            <div aria-busy={query.isPlaceholderData} className={classNames(cardLook, 'px-5 py-4 aria-busy:opacity-60')}>
              <PagedList rows={founders} query={query} moreLabel="Load More Users">
                {(founder) => <FounderRow founder={founder} onOpen={() => setChosen(founder)} />}
              </PagedList>
            </div>
            {chosen && (
              <FounderDialog
                founder={chosen}
                steps={stepsOf(founders, chosen, setChosen)}
                onClose={() => setChosen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const countText = ({ total, admins }: { total: number; admins: number }, which: string) =>
  [`${formatCount(total)} ${which}`, admins > 0 && `and ${admins === 1 ? '1 admin' : `${formatCount(admins)} admins`}`]
    .filter(Boolean)
    .join(', ')

/** The steps to the founder before and after, of those that are listed. */
function stepsOf(founders: readonly Founder[], { id }: Founder, choose: (founder: Founder) => void) {
  const index = founders.findIndex((founder) => founder.id === id)
  const step = (founder: Founder | undefined) => founder && (() => choose(founder))
  return {
    place: `${formatCount(index + 1)} of ${formatCount(founders.length)}`,
    previous: step(founders[index - 1]),
    next: step(index === -1 ? undefined : founders[index + 1]),
  }
}

const FounderRow = ({ founder, onOpen }: { founder: Founder; onOpen: () => void }) => (
  <div className="flex items-center justify-between gap-4">
    <div className="min-w-0">
      <p className="flex items-center gap-2">
        <span id={`name-${founder.id}`} className="min-w-0 font-medium">
          <FounderLink founder={founder.id} name={fullName(founder)} />
        </span>
        {founder.is_admin && <Badge tone="primary">Admin</Badge>}
      </p>
      <p className="text-sm text-muted">
        Joined {formatDay(founder.created_at)}
        {founder.owner !== null && `, owner ${founder.owner}`}
      </p>
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
