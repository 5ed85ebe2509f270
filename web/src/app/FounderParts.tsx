import { UnreadMark } from '../features/squad/UnreadMark.tsx'
import { OfflineParts } from './OfflineParts.tsx'

/** Parts of every founder screen besides the screen itself; loaded once the first one works. */
export const FounderParts = ({ onRestored }: { onRestored: () => void }) => (
  <>
    <OfflineParts onRestored={onRestored} />
    <UnreadMark />
  </>
)
