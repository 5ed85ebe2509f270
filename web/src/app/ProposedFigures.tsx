import { useQuery } from '@tanstack/react-query'
import { Link } from '../lib/navigation/Link.tsx'
import { formatCount } from '../../../domain/numbers.ts'
import { adminKeys } from '../lib/data/admin-keys.ts'
import { useLiveRows } from '../lib/data/use-live-rows.ts'
import { tables } from '../lib/session/client.ts'

async function countProposals(): Promise<number> {
  const proposals = (await tables()).from('runway_proposals').select('user_id', { count: 'exact', head: true })
  return (await proposals.is('answer', null).throwOnError()).count ?? 0
}

/** How many founders have sent figures that wait to be recorded, in the sidebar, live. */
export function ProposedFigures() {
  useLiveRows('runway_proposals', undefined, adminKeys.proposedFigures)
  const { data: count = 0 } = useQuery({ queryKey: adminKeys.proposedFigures, queryFn: countProposals })
  if (count === 0) return null
  return (
    <Link
      to="/admin/users?view=table&runway=proposed"
      className="flex min-h-8 items-center px-3 text-sm font-medium text-primary hover:underline pointer-coarse:min-h-11"
    >
      {count === 1 ? '1 founder sent figures' : `${formatCount(count)} founders sent figures`}
    </Link>
  )
}
