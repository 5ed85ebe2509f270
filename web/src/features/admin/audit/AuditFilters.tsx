import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditActor, AUDIT_KINDS } from './audit-entry.ts'
import { namesQuery } from '../../../lib/data/names.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FounderChoice } from '../FounderChoice.tsx'
import { auditedAdminsQuery } from './api.ts'
import type { useAuditView } from './view.ts'

const ANY = 'any'

/** By admin, founder, kind and days. */
export function AuditFilters({ view: { filters, isFiltered, set, clear } }: { view: ReturnType<typeof useAuditView> }) {
  const { data: admins = [] } = useQuery(auditedAdminsQuery)
  const { data: names } = useQuery(namesQuery(filters.founder ? [filters.founder] : []))
  const name = filters.founder && names?.get(filters.founder)
  const orNull = (id: string) => (id === ANY ? null : id)
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]">
      <Select
        label="Admin"
        options={[
          { id: ANY, label: 'Anyone' },
          ...admins.map(({ id, name }) => ({ id, label: auditActor({ admin_id: id, admin_name: name }) })),
        ]}
        value={filters.admin ?? ANY}
        onChange={(id) => set('admin', orNull(id))}
      />
      <FounderChoice
        value={filters.founder && name ? { id: filters.founder, first_name: name, last_name: '' } : null}
        onChange={(founder) => set('founder', founder?.id ?? null)}
      />
      <Select
        label="What"
        options={[{ id: ANY, label: 'Anything' }, ...AUDIT_KINDS]}
        value={filters.kind ?? ANY}
        onChange={(id) => set('kind', orNull(id))}
      />
      <DayField label="From" day={filters.from} onChange={(day) => set('from', day)} />
      <DayField label="To" day={filters.to} onChange={(day) => set('to', day)} />
      <Button variant="outline" disabled={!isFiltered} onClick={clear}>
        Clear filters
      </Button>
    </div>
  )
}

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string) => void
}

/** Has its own text: a day in the URL follows a moment later. */
function DayField({ label, day = '', onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day)
  const [before, setBefore] = useState(day)
  if (day !== before) {
    setBefore(day)
    // The filters were cleared.
    if (day === '') setTyped('')
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value)
      }}
    />
  )
}
