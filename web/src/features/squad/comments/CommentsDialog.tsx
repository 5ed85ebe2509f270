import { Clock } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { subjectName } from '../../../../../domain/comments.ts'
import { addressed, DEFAULT_RECIPIENTS, SQUAD_MESSAGE_LIMIT, unaddressed } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { keys } from '../../../lib/data/keys.ts'
import { rowId } from '../../../lib/data/use-optimistic.ts'
import { readDraft, useDraft } from '../../../lib/offline/drafts.ts'
import { useOffline } from '../../../lib/offline/network.ts'
import { addToOutbox, useUnsent } from '../../../lib/offline/outbox.ts'
import { tables } from '../../../lib/session/client.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { formatTime } from '../../../lib/texts/dates.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { Bubble, ChatBody, Composer } from '../../../ui/Chat.tsx'
import { Conversation } from '../../../ui/Conversation.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { OutboxList } from '../../../ui/OutboxList.tsx'
import type { RecordCommentsProps } from '../../../ui/record-comments.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { MessageText } from '../MessageText.tsx'
import { newMessage, useComments, useSendMessage, type SquadMessage } from '../messages.ts'
import { useSenderName } from '../../../lib/session/sender-name.ts'
import { SenderName } from '../../../ui/SenderName.tsx'
import { useTextField } from '../use-text-field.ts'
import { useCommentCounts } from './counts.ts'

interface CommentsDialogProps extends Pick<RecordCommentsProps, 'founder' | 'record'> {
  onClose: () => void
}

/** The comments on a record, and a field to write one: messages of the conversation with the squad. */
export function CommentsDialog({ founder, record, onClose }: CommentsDialogProps) {
  const isOwn = useAccount().id === founder
  const Comments = isOwn ? FounderComments : SquadComments
  const name = subjectName(record)
  return (
    <Dialog
      title="Comments"
      description={name.charAt(0).toUpperCase() + name.slice(1)}
      width="medium"
      onClose={onClose}
    >
      {/* To the edges of the dialog, with a line above. */}
      <div className="-mx-5 -mb-5 flex h-[min(34rem,70svh)] flex-col border-t border-border sm:-mx-6 sm:-mb-6">
        <Comments founder={founder} record={record} />
      </div>
    </Dialog>
  )
}

type CommentsProps = Omit<CommentsDialogProps, 'onClose'>

function FounderComments({ founder, record }: CommentsProps) {
  const comments = useComments(founder, record)
  useReadingComments(founder, record.id, comments.query.data)
  const draft = `comment-${record.id}`
  const [text, setText] = useDraft(founder, draft, '')
  const unsent = useUnsent(founder, 'message')
  const isOffline = useOffline()

  const sent = comments.query.data
  const rows = unsent.rows.filter(({ payload }) => payload.about_id === record.id)
  const waiting = rows
    .filter(({ id, state }) => state === 'waiting' && !sent?.some((one) => one.id === id || rowId(one.id) === id))
    .map(({ id, payload, enteredAt }) => ({
      ...newMessage(founder, payload.content, { sender_type: 'user', sender_name: null }, id, record),
      created_at: new Date(enteredAt).toISOString(),
    }))

  const send = () => {
    const content = addressed(DEFAULT_RECIPIENTS, text.trim())
    addToOutbox(founder, 'message', { content, about_kind: record.kind, about_id: record.id })
    setText('')
  }
  const edit = (id: string) =>
    unsent.edit(id, ({ content }) => {
      if (readDraft(founder, draft, '').trim()) return false
      setText(unaddressed(content))
      return true
    })
  return (
    <>
      <CommentList
        comments={comments}
        waiting={waiting}
        side="user"
        empty="Ask your squad about it, or tell them more. They answer here."
        authorOf={({ sender_type, sender_name }) => (sender_type === 'user' ? 'You' : (sender_name ?? 'Growth Squad'))}
      />
      <Composer
        label="Comment"
        placeholder="Write to your squad..."
        text={text}
        limit={SQUAD_MESSAGE_LIMIT - addressed(DEFAULT_RECIPIENTS, '').length}
        isSendDisabled={text.trim() === ''}
        note={
          <OutboxList
            rows={rows.map(({ id, payload, reason }) => ({ id, label: unaddressed(payload.content), reason }))}
            isOffline={isOffline}
            onEdit={text.trim() ? undefined : edit}
            onDiscard={unsent.discard}
          />
        }
        onType={setText}
        onSend={send}
      />
    </>
  )
}

/** Under the name that replies have. */
function SquadComments({ founder, record }: CommentsProps) {
  const { id: admin } = useAccount()
  const comments = useComments(founder, record)
  const sender = useSenderName(admin)
  const field = useTextField(admin, `comment-${record.id}`)
  const others = [adminKeys.conversations, adminKeys.commentCounts(founder)]
  const { mutate: reply } = useSendMessage(founder, field.restore, { about: record, others })
  const send = () => {
    for (const { id, content } of field.take())
      reply(newMessage(founder, content, { sender_type: 'squad', sender_name: sender.name }, id, record))
  }
  return (
    <>
      <CommentList
        comments={comments}
        waiting={[]}
        side="squad"
        empty="The founder reads it here and in the conversation."
        authorOf={({ sender_type, sender_name }) =>
          sender_type === 'user' ? 'Founder' : (sender_name ?? 'Growth Squad')
        }
      />
      <div className="-mb-2 flex px-4 pt-3 text-sm">
        <SenderName value={sender.value} onChange={sender.setValue} />
      </div>
      <Composer
        label="Comment"
        placeholder="Write to the founder..."
        text={field.text}
        limit={SQUAD_MESSAGE_LIMIT}
        isSendDisabled={field.text.trim() === '' || sender.isRefused}
        onType={field.setText}
        onSend={send}
      />
    </>
  )
}

interface CommentListProps {
  comments: ReturnType<typeof useComments>
  /** Not sent yet. */
  waiting: readonly SquadMessage[]
  /** The reader's. */
  side: SquadMessage['sender_type']
  empty: string
  authorOf: (message: SquadMessage) => string
}

const CommentList = ({ comments, waiting, side, empty, authorOf }: CommentListProps) => (
  <ChatBody>
    <Loaded
      query={{ ...comments.query, data: comments.query.data && [...comments.query.data, ...waiting] }}
      failed={texts.squad.loadFailed}
      isEmpty={(all) => all.length === 0}
      empty={<Empty>{empty}</Empty>}
    >
      {(messages) => (
        <Conversation
          label="Comments"
          messages={messages}
          momentOf={({ created_at }) => created_at}
          hasEarlier={comments.hasEarlier}
          isLoadingEarlier={comments.isLoadingEarlier}
          onLoadEarlier={comments.loadEarlier}
          news={messages.findLast(({ sender_type }) => sender_type !== side)?.content}
          isOwn={({ sender_type }) => sender_type === side}
        >
          {(message) => {
            const isWaiting = waiting.includes(message)
            return (
              <Bubble
                look={isWaiting ? 'waiting' : 'message'}
                side={message.sender_type === side ? 'right' : 'left'}
                author={authorOf(message)}
                time={formatTime(message.created_at)}
                footer={isWaiting && <NotSent />}
              >
                <MessageText message={message} />
              </Bubble>
            )
          }}
        </Conversation>
      )}
    </Loaded>
  </ChatBody>
)

const Empty = ({ children }: { children: ReactNode }) => (
  <div className="m-auto max-w-sm text-center">
    <p className="text-lg font-semibold tracking-tight">No comments yet</p>
    <p className="mt-1 text-muted">{children}</p>
  </div>
)

const NotSent = () => (
  <p className="flex items-center gap-1 px-1 text-xs text-muted">
    <Clock aria-hidden className="size-3" />
    Not sent yet
  </p>
)

/** Marks the squad's comments as read while they are on a visible screen. */
function useReadingComments(founder: string, record: string, messages: readonly SquadMessage[] = []): void {
  const { unread } = useCommentCounts(founder, record)
  const { mutate: markRead } = useMutation({
    meta: { writes: [keys.readReceipt(founder)] },
    mutationFn: async (until: string) => (await tables()).rpc('mark_comments_read', { record, until }).throwOnError(),
    onError: (error) => console.error(error),
  })
  const newest = messages.findLast(({ sender_type }) => sender_type === 'squad')?.created_at
  useEffect(() => {
    if (unread === 0 || !newest) return undefined
    const look = () => document.visibilityState === 'visible' && markRead(newest)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unread, newest, markRead])
}
