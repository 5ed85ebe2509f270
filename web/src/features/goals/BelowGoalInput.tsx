import { Suspense, useEffect } from 'react'
import { targetIn } from '../../../../domain/goal-targets.ts'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { tooLong } from '../../ui/field-errors.tsx'

const OutboxList = lazyPart(() => import('../../ui/OutboxList.tsx'), 'OutboxList')

export interface BelowGoalInputProps {
  period: GoalPeriod
  /** What is typed. */
  text: string
  onChange: (change: (typed: string) => string) => void
}

/** Offers to count up to a number in what is typed, which its form sends; lists the goals that could not be sent, and says what needs the network. */
export function BelowGoalInput({ period, text, onChange }: BelowGoalInputProps) {
  const { id: user } = useAccount()
  const unsent = useUnsent(user, 'goal')
  const isOffline = useOffline()
  const rows = unsent.rows.filter(({ payload }) => payload.period === period)
  const [isCounted, setIsCounted] = useDraft(user, `goal-${period}-counted`, false)
  const wrong = tooLong(text, GOAL_TEXT_LIMIT)
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
      {wrong && (
        <p role="alert" className="mt-1 text-sm text-destructive">
          {wrong}
        </p>
      )}
      {isOffline && (
        <p className="mt-1 text-sm text-muted">Offline you can add goals. Changing them needs a connection.</p>
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
