import { CommentsPart } from '../features/squad/comments/CommentsMark.tsx'
import { WaitingMark } from '../features/squad/inbox/WaitingMark.tsx'
import { UnreadMark } from '../features/squad/UnreadMark.tsx'
import { ClockNotice } from './ClockNotice.tsx'
import { FailedReads } from './FailedReads.tsx'
import { OfflineParts } from './OfflineParts.tsx'
import { PushPart } from './PushPart.tsx'

/** Parts of every founder screen besides the screen itself; loaded once the first one works. */
export const FounderParts = ({ onRestored }: { onRestored: () => void }) => (
  <>
    <OfflineParts onRestored={onRestored} />
    <UnreadMark />
    <CommonParts />
  </>
)

/** Parts of every admin screen. */
export const AdminParts = () => (
  <>
    <WaitingMark />
    <CommonParts />
  </>
)

const CommonParts = () => (
  <>
    <CommentsPart />
    <FailedReads />
    <ClockNotice />
    <PushPart />
  </>
)
