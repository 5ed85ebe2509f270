import { config } from '../../lib/session/config.ts'
import { Link } from '../../lib/navigation/Link.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const NoLoops = () => (
  <EmptyState title="No traction loops yet.">
    <p className="text-sm text-muted">Loops are managed by your {config().productName} admin.</p>
    <p className="text-sm text-muted">
      A loop is a channel you repeat, from messages to demos to conversions. Name yours in the{' '}
      <Link to="/chat?tab=squad" className="text-primary underline underline-offset-2">
        Growth Squad chat
      </Link>
      , and the squad adds it.
    </p>
  </EmptyState>
)
