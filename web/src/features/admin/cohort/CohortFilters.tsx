import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { COHORT_FILTERS, OWNERS, type CohortFilterName } from './cohort-filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { membersQuery } from '../../../lib/data/members.ts'
import { labelsQuery } from '../labels/api.ts'
import type { UsersView } from './view.ts'

const ANY = 'all'

interface Filter {
  readonly name: CohortFilterName
  readonly label: string
  readonly options: readonly { readonly id: string; readonly label: string }[]
}

/**
 * The filters of the table, with the owners and labels that there are; a label that is deleted, or a former admin, as long as it
 * filters, so that it can be removed.
 */
function useFilters({ filters }: UsersView): readonly Filter[] {
  const { data: labels } = useQuery(labelsQuery)
  const { data: members } = useQuery(membersQuery)
  const choices = (chosen: string | undefined, gone: string, options: Filter['options'], isKnown: boolean) =>
    chosen === undefined || options.some(({ id }) => id === chosen)
      ? options
      : [...options, { id: chosen, label: isKnown ? gone : '...' }]
  const owners = choices(filters.owner, 'a former admin', [...OWNERS, ...(members ?? [])], members !== undefined)
  const named = (labels ?? []).map(({ id, name }) => ({ id, label: name }))
  const labelled = choices(filters.label, 'deleted', named, labels !== undefined)
  return [
    { name: 'owner', label: 'Owner', options: owners },
    ...COHORT_FILTERS,
    ...(labelled.length > 0 ? [{ name: 'label', label: 'Label', options: labelled } as const] : []),
  ]
}

/** One choice for each filter. */
export function CohortFilters({ view }: { view: UsersView }) {
  const filters = useFilters(view)
  return (
    <section aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          options={[{ id: ANY, label: 'All' }, ...options]}
          value={view.filters[name] ?? ANY}
          onChange={(value) => view.setFilter(name, value === ANY ? null : value)}
        />
      ))}
    </section>
  )
}

/** The filters that are in force, each with a button that removes it. */
export function ChosenFilters({ view }: { view: UsersView }) {
  const chosen = useFilters(view).flatMap(({ name, label, options }) => {
    const option = options.find(({ id }) => id === view.filters[name])
    return option ? [{ name, text: `${label}: ${option.label}` }] : []
  })
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filters in force" className="flex flex-wrap items-center gap-2">
      {chosen.map(({ name, text }) => (
        <li key={name}>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Remove the filter ${text}`}
            onClick={() => view.setFilter(name, null)}
          >
            {text}
            <X aria-hidden />
          </Button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Button variant="ghost" size="sm" onClick={view.clearFilters}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  )
}
