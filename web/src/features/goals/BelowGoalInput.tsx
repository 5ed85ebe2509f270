import { Suspense, useEffect } from 'react'
import { targetIn } from '../../../../domain/goal-targets.ts'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'

const OutboxList = lazyPart(() => import('../../ui/OutboxList.tsx'), 'OutboxList')

export interface BelowGoalInputProps {
  period: GoalPeriod
  /** What is typed. */
  text: string
  onChange: (change: (typed: string) => string) => void
}

/** Offers to count up to a number in what is typed, which its form sends; and lists the goals that could not be sent. */
export function BelowGoalInput({ period, text, onChange }: BelowGoalInputProps) {
  const { id: user } = useAccount()
  const unsent = useUnsent(user, 'goal')
  const isOffline = useOffline()
  const rows = unsent.rows.filter(({ payload }) => payload.period === period)
  const [isCounted, setIsCounted] = useDraft(user, `goal-${period}-counted`, false)
  const offered = targetIn(text)
  const isOffered = offered !== undefined
  useEffect(() => {
    if (!isOffered) setIsCounted(false)
  }, [isOffered, setIsCounted])

  return (
    <>
      {offered && (
        <label className="mt-1 flex min-h-6 items-center gap-2 text-sm text-muted pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="target"
            className="size-4 accent-primary"
            value={JSON.stringify(offered)}
            checked={isCounted}
            onChange={({ target }) => setIsCounted(target.checked)}
          />
          Count up to {formatCount(offered.target)} {offered.unit}
        </label>
      )}
      {rows.length > 0 && (
        <div className="mt-1">
          <Suspense fallback={texts.waiting}>
            <OutboxList
              rows={rows.map(({ id, payload, reason }) => ({ id, label: payload.text, reason }))}
              isOffline={isOffline}
              onEdit={(id) =>
                unsent.edit(id, (goal) => {
                  onChange((typed) => [goal.text, typed].filter(Boolean).join(' · '))
                  if (goal.target) setIsCounted(true)
                })
              }
              onDiscard={unsent.discard}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
