import { MessageSquare } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { subjectName } from '../../../../../domain/comments.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { recordComments, type RecordCommentsProps } from '../../../ui/record-comments.tsx'
import { useCommentCounts } from './counts.ts'

const CommentsDialog = lazyDialog(() => import('./CommentsDialog.tsx'), 'CommentsDialog')

/** Puts the comments beside the records of the screens. */
export function CommentsPart() {
  useEffect(() => {
    recordComments.set((props) => <CommentsMark {...props} />)
    return () => recordComments.set(null)
  }, [])
  return null
}

/** How many comments a record has, and how many are unread; a press opens them. */
function CommentsMark({ founder, record, isIcon = false, className }: RecordCommentsProps) {
  const { comments, unread } = useCommentCounts(founder, record.id)
  const [isOpen, setIsOpen] = useState(false)
  const label = comments === 0 ? 'Comment' : `${comments} ${comments === 1 ? 'comment' : 'comments'}`
  const name = `${label}${unread > 0 ? `, ${unread} new` : ''}: ${subjectName(record)}`
  return (
    <>
      <Button
        variant="ghost"
        size={isIcon ? 'icon' : 'sm'}
        aria-label={name}
        className={classNames('relative text-muted', comments === 0 && className)}
        {...CommentsDialog.onIntent}
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        <MessageSquare aria-hidden />
        {isIcon ? comments > 0 && <Count comments={comments} isNew={unread > 0} /> : label}
        {!isIcon && unread > 0 && (
          <span className="rounded-full bg-primary px-1.5 text-xs leading-5 text-on-primary">{unread} new</span>
        )}
      </Button>
      {isOpen && <CommentsDialog founder={founder} record={record} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** On the icon, so that the row keeps its width. */
const Count = ({ comments, isNew }: { comments: number; isNew: boolean }) => (
  <span
    className={classNames(
      'absolute top-0.5 right-0 min-w-4 rounded-full px-1 text-[0.6875rem] leading-4 tabular-nums pointer-coarse:top-1.5 pointer-coarse:right-1',
      isNew ? 'bg-primary text-on-primary' : 'bg-sunken text-foreground',
    )}
  >
    {comments > 99 ? '99+' : comments}
  </span>
)
