import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useAccount } from '../../lib/session/session.tsx'
import { formatDay } from '../../lib/texts/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { UndoNotice } from '../../ui/UndoNotice.tsx'
import { useUndoStack } from '../../ui/undo-stack.ts'
import { chatTexts } from './chat-texts.ts'
import { conversationsQuery, useConversationChange, type StoredConversation } from './conversations.ts'

interface ConversationListProps {
  /** That on the screen. */
  current: string | undefined
  /** Those that are being answered, which stay. */
  busy: readonly string[]
  onChoose: (id: string) => void
  onDeleted: (id: string) => void
  onClose: () => void
}

/** The founder's conversations: opened, and deleted with Undo. */
export function ConversationList({ current, busy, onChoose, onDeleted, onClose }: ConversationListProps) {
  const user = useAccount().id
  const query = useQuery(conversationsQuery(user))
  const { latest: deleted, add, drop, clear } = useUndoStack<StoredConversation>()
  const list = useRef<HTMLUListElement>(null)
  const { mutate: remove, isPending } = useConversationChange(user, 'delete_conversation')
  const { mutate: restore, isPending: isUndoing } = useConversationChange(user, 'restore_conversation')

  const onDelete = (conversation: StoredConversation) => {
    if (isPending) return
    remove(conversation.id, {
      onSuccess: () => {
        add(conversation)
        onDeleted(conversation.id)
        // Its button is gone.
        list.current?.focus()
      },
    })
  }
  const onUndo = (conversation: StoredConversation) =>
    restore(conversation.id, { onSettled: () => drop(conversation), onSuccess: () => list.current?.focus() })

  return (
    <Dialog title="Conversations" onClose={onClose}>
      <Loaded query={query} failed={chatTexts.listFailed}>
        {(all) => (
          <ul ref={list} tabIndex={-1} aria-label="Conversations" className="-mx-2 flex flex-col gap-0.5 outline-none">
            {all.length === 0 && (
              <li>
                <EmptyState title="No conversations yet." />
              </li>
            )}
            {all.map((conversation) => (
              <li key={conversation.id} className="flex items-center gap-1 rounded-md hover:bg-sunken">
                <button
                  type="button"
                  aria-current={conversation.id === current || undefined}
                  className="min-h-11 min-w-0 flex-1 rounded-md px-2 py-1.5 text-start aria-[current=true]:bg-primary-soft"
                  onClick={() => onChoose(conversation.id)}
                >
                  <span className="block truncate">{conversation.title}</span>
                  <span className="block text-xs text-muted">{daysOf(conversation)}</span>
                </button>
                <Button
                  variant="ghost"
                  size="icon"
                  className="text-muted hover:text-destructive"
                  aria-label={`Delete: ${conversation.title}`}
                  disabled={busy.includes(conversation.id)}
                  onClick={() => onDelete(conversation)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {deleted && (
        <UndoNotice
          key={deleted.id}
          text={`Deleted: ${deleted.title.slice(0, 80)}`}
          isUndoing={isUndoing}
          onUndo={() => onUndo(deleted)}
          onEnd={clear}
        />
      )}
    </Dialog>
  )
}

/** The first and the last day, or the only one. */
function daysOf({ startedAt, latestAt }: StoredConversation): string {
  const [first, last] = [formatDay(startedAt), formatDay(latestAt)]
  return first === last ? first : `${first} – ${last}`
}
