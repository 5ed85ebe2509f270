import { BOARD_LOOPS } from '../../../../domain/traction.ts'
import { config } from '../../lib/session/config.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { LoopItem } from '../../ui/LoopItem.tsx'
import type { LoopsResult } from './api.ts'

export const ActiveLoopsCard = ({ loops }: { loops: LoopsResult }) => (
  <Card title="Active Traction Loops">
    <Loaded query={loops} failed={texts.loops.loadFailed} isEmpty={(loops) => loops.length === 0} empty={<NoLoops />}>
      {(loops) => (
        <ul className="divide-y divide-border">
          {loops.slice(0, BOARD_LOOPS).map((loop) => (
            <LoopItem key={loop.id} loop={loop} />
          ))}
        </ul>
      )}
    </Loaded>
  </Card>
)

export const NoLoops = () => (
  <EmptyState title="No traction loops yet.">
    <p className="text-sm text-muted">Loops are managed by your {config().productName} admin.</p>
  </EmptyState>
)
