import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentProps } from 'react'
import { formatChange, formatCount } from '../../../../domain/numbers.ts'
import { BOARD_LOOPS, LOOP_COUNTS, progressOf, totalsOf, type LoopCount } from '../../../../domain/traction.ts'
import { Link } from '../../lib/navigation/Link.tsx'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { Card } from '../../ui/Card.tsx'
import { LoopItem } from '../../ui/LoopItem.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { Loop } from '../../lib/data/loops.ts'
import type { LoopsResult } from './api.ts'
import { NoLoops } from './NoLoops.tsx'
import { NO_TARGETS, weeklyTargetsQuery } from './weekly-targets.ts'

interface TractionCardProps {
  loops: LoopsResult
  /** What this week has added to each total; null where nothing is known. */
  added: Readonly<Record<LoopCount, { readonly now: number | null }>> | undefined
}

/** The totals over all loops, each with a target above it, and the newest loops (SPEC section 9). */
export function TractionCard({ loops, added }: TractionCardProps) {
  // Without them the totals are shown as they are without targets.
  const { data: targets = NO_TARGETS } = useQuery(weeklyTargetsQuery(useAccount().id))
  return (
    <Card title="Live Progress">
      <Loaded query={loops} failed={texts.loops.loadFailed}>
        {(loops) => {
          const totals = totalsOf(loops)
          return (
            <div className="grid gap-x-10 gap-y-5 xl:grid-cols-2">
              <div className="flex flex-col gap-4 xl:justify-around">
                {LOOP_COUNTS.map(({ id, label }) => (
                  <Progress
                    key={id}
                    label={label}
                    current={totals[id]}
                    {...progressOf(id, totals[id])}
                    note={weekNote(added?.[id].now ?? null, targets[id])}
                  />
                ))}
              </div>
              <NewestLoops loops={loops} />
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** What the week has added, and of how many; nothing where neither is known. */
function weekNote(added: number | null, target: number | null): ComponentProps<typeof Progress>['note'] {
  if (added === null || (added === 0 && target === null)) return undefined
  const text = target === null ? formatChange(added) : `${formatCount(added)} of ${formatCount(target)}`
  return { text: `${text} this week`, isGood: added > 0 }
}

function NewestLoops({ loops }: { loops: readonly Loop[] }) {
  const id = useId()
  const more = loops.slice(BOARD_LOOPS)
  const paused = more.filter(({ status }) => status === 'paused').length
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 border-t border-border pt-5 xl:border-s xl:border-t-0 xl:ps-10 xl:pt-0"
    >
      <h3 id={id} className="text-base">
        Active Traction Loops
      </h3>
      {loops.length === 0 ? (
        <NoLoops />
      ) : (
        <ul className="divide-y divide-border">
          {loops.slice(0, BOARD_LOOPS).map((loop) => (
            <LoopItem key={loop.id} loop={loop} />
          ))}
        </ul>
      )}
      {more.length > 0 && (
        <Link to="/traction" className="self-start text-sm text-muted underline underline-offset-2">
          {`${more.length} more in Traction`}
          {paused > 0 && ` (${paused} paused)`}
        </Link>
      )}
    </section>
  )
}
