import { UnreadMark } from '../features/squad/UnreadMark.tsx'
import { OfflineParts } from './OfflineParts.tsx'

/** What every founder screen has besides itself; loaded once the first one works. */
export const FounderParts = ({ onRestored }: { onRestored: () => void }) => (
  <>
    <OfflineParts onRestored={onRestored} />
    <UnreadMark />
  </>
)
