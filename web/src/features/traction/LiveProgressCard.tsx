import { LOOP_COUNTS, progressOf, totalsOf } from '../../../../domain/traction.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Card } from '../../ui/Card.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { LoopsResult } from './api.ts'

/** The totals over all loops, each with a target above it (SPEC section 9). */
export const LiveProgressCard = ({ loops }: { loops: LoopsResult }) => (
  <Card title="Live Progress">
    <Loaded query={loops} failed={texts.loops.loadFailed}>
      {(loops) => {
        const totals = totalsOf(loops)
        return LOOP_COUNTS.map(({ id, label }) => (
          <Progress key={id} label={label} current={totals[id]} {...progressOf(id, totals[id])} />
        ))
      }}
    </Loaded>
  </Card>
)
