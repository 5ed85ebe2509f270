import { config } from '../../lib/session/config.ts'
import { EmptyState } from '../../ui/states.tsx'

export const NoLoops = () => (
  <EmptyState title="No traction loops yet.">
    <p className="text-sm text-muted">Loops are managed by your {config().productName} admin.</p>
  </EmptyState>
)
