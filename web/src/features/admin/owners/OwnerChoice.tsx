import { useQuery } from '@tanstack/react-query'
import type { FounderSummary } from '../../../lib/data/founder-summary.ts'
import { membersQuery } from '../../../lib/data/members.ts'
import { Select } from '../../../ui/Select.tsx'
import { useSetOwner } from './api.ts'

export const NOBODY = { id: '', label: 'Nobody' }

/** The admin who looks after a founder, chosen from the team. */
export function OwnerChoice({ founder, owner }: { founder: string; owner: FounderSummary['owner'] }) {
  const { data: members = owner ? [{ id: owner.id, label: owner.name }] : [] } = useQuery(membersQuery)
  const { mutate: set, isPending, variables } = useSetOwner()
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-sm text-muted">
        Owner
      </span>
      <div className="w-44">
        <Select
          label="Owner"
          labelLook="hidden"
          options={[NOBODY, ...members]}
          value={(isPending ? variables.member : owner?.id) ?? ''}
          onChange={(id) => set({ founders: [founder], member: id || null })}
        />
      </div>
    </div>
  )
}
