import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SENDER_NAME_LIMIT, SQUAD_MESSAGE_LIMIT } from '../../../../domain/squad.ts'
import { config } from '../../lib/config.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { useDraft } from '../../lib/drafts.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { useTarget } from '../../lib/target.ts'
import { newMessage, useSendMessage, useSquadMessages, type SquadMessage } from './messages.ts'
import { texts } from '../../lib/texts.ts'
import { Bubble, ChatBody, ChatPanel, Composer } from '../../ui/Chat.tsx'
import { Conversation } from '../../ui/Conversation.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useMarkRead } from './conversations.ts'

/** One founder's conversation, with a reply box and a choice of sender; the URL may lead to a message. */
export function Thread({ founder, name }: { founder: string; name: string }) {
  const { id: admin } = useAccount()
  const target = useTarget()
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useSquadMessages(founder, target)
  const found = query.data?.find(({ id }) => id === target)?.id
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  const showLatest = () => void navigate({ hash: '' }, { replace: true, state })
  const [senderName, setSenderName] = useDraft(admin, 'sender-name', `${config().productName} Team`)
  const [text, setText] = useDraft(admin, `reply-${founder}`, '')
  // The next reply may have been started: nothing typed is lost.
  const restoreInput = ({ content }: SquadMessage) => setText((next) => [content, next].filter(Boolean).join('\n'))
  const { mutate } = useSendMessage(founder, restoreInput, keys.admin.conversations)

  const { mutate: markRead } = useMarkRead(founder)
  const newest = query.data?.findLast(({ sender_type }) => sender_type === 'user')?.created_at
  useEffect(() => {
    // A thread in a hidden tab has not been read.
    const look = () => newest && document.visibilityState === 'visible' && markRead(newest)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [newest, markRead])

  const heading = useRef<HTMLHeadingElement>(null)
  // Scrolls to the thread, which on a small screen is below the list.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const sender = senderName.trim()
  const send = () => {
    if (target) showLatest()
    setText('')
    mutate(newMessage(founder, text.trim(), { sender_type: 'squad', sender_name: sender }))
  }

  return (
    <ChatPanel>
      <header className="flex flex-wrap items-end justify-between gap-3 border-b border-border px-4 py-3">
        <h2 ref={heading} tabIndex={-1} className="scroll-mb-96 text-lg outline-none">
          {name}
        </h2>
        <div className="w-56">
          <TextField
            label="Display name"
            limit={SENDER_NAME_LIMIT}
            value={senderName}
            onChange={(event) => setSenderName(event.target.value)}
          />
        </div>
      </header>
      <ChatBody>
        <Loaded query={query} failed={texts.squad.loadFailed}>
          {(messages) => (
            <Conversation
              key={found}
              target={found}
              onLatest={isPart ? showLatest : undefined}
              label={`Conversation with ${name}`}
              messages={messages}
              hasEarlier={hasEarlier}
              isLoadingEarlier={isLoadingEarlier}
              onLoadEarlier={loadEarlier}
              news={messages.findLast(({ sender_type }) => sender_type === 'user')?.content}
              isOwn={({ sender_type }) => sender_type === 'squad'}
            >
              {(message) => <Message message={message} founderName={name} />}
            </Conversation>
          )}
        </Loaded>
      </ChatBody>
      <Composer
        label="Reply"
        placeholder={`Write to ${name}...`}
        text={text}
        limit={SQUAD_MESSAGE_LIMIT}
        isSendDisabled={text.trim() === '' || sender === '' || sender.length > SENDER_NAME_LIMIT}
        onType={setText}
        onSend={send}
      />
    </ChatPanel>
  )
}

const Message = ({ message, founderName }: { message: SquadMessage; founderName: string }) => (
  <Bubble
    side={message.sender_type === 'squad' ? 'right' : 'left'}
    author={message.sender_type === 'squad' ? (message.sender_name ?? 'Growth Squad') : founderName}
    time={`${formatDay(message.created_at)}, ${formatTime(message.created_at)}`}
  >
    <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
  </Bubble>
)
