import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { weekOf } from '../../../../domain/week.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useNow } from '../../lib/texts/use-now.ts'
import { leftOverQuery } from './api.ts'

const LeftOverRows = lazyPart(() => import('./LeftOverRows.tsx'), 'LeftOverRows')

/** Offers the open goals of ended periods. Nothing when there are none. */
export function LeftOver() {
  const { id: user } = useAccount()
  const now = useNow()
  const week = weekOf(now)
  const { data: goals = [] } = useQuery(leftOverQuery(user, week))
  return (
    goals.length > 0 && (
      <Suspense fallback={null}>
        <LeftOverRows goals={goals} now={now} week={week} />
      </Suspense>
    )
  )
}
