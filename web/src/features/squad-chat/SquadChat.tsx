import { useQuery } from '@tanstack/react-query'
import {
  addressed,
  DEFAULT_RECIPIENTS,
  SQUAD_HOURS,
  SQUAD_MESSAGE_LIMIT,
  squadIsOnline,
} from '../../../../domain/squad.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { useDraft } from '../../lib/drafts.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'
import { useLiveRows } from '../../lib/use-live-rows.ts'
import { useNow } from '../../lib/use-now.ts'
import { Bubble, ChatPanel, Composer, MessageList } from '../../ui/Chat.tsx'
import { join } from '../../ui/join.ts'
import { Loaded } from '../../ui/states.tsx'
import { squadMessagesQuery, useSendToSquad, type SquadMessage } from './api.ts'
import { Recipients } from './Recipients.tsx'

export function SquadChat() {
  const { id: user } = useAccount()
  const messages = useQuery(squadMessagesQuery(user))
  useLiveRows('squad_messages', user, keys.squadMessages(user))
  const [recipients, setRecipients] = useDraft(user, 'squad-recipients', DEFAULT_RECIPIENTS)
  const [text, setText] = useDraft(user, 'squad', '')
  const { mutate, isPending } = useSendToSquad(user)

  const isOnline = squadIsOnline(useNow())

  const send = () => {
    // Cleared only when delivered, and only if it is still what was sent.
    const onSuccess = () => setText((current) => (current === text ? '' : current))
    mutate(addressed(recipients, text.trim()), { onSuccess })
  }

  return (
    <ChatPanel>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-3">
        <p className="flex items-center gap-2 text-sm text-muted">
          <span aria-hidden className={join('size-2 rounded-full', isOnline ? 'bg-success' : 'bg-field')} />
          {SQUAD_HOURS.label}
        </p>
        <Recipients chosen={recipients} onChange={setRecipients} />
      </header>
      <MessageList label="Conversation with the Growth Squad">
        <Loaded
          query={messages}
          failed={texts.squad.loadFailed}
          isEmpty={(all) => all.length === 0}
          empty={<Opening />}
        >
          {(messages) => messages.map((message) => <Message key={message.id} message={message} />)}
        </Loaded>
      </MessageList>
      <Composer
        label="Message to the Growth Squad"
        placeholder="Write to your squad..."
        text={text}
        maxLength={SQUAD_MESSAGE_LIMIT - addressed(recipients, '').length}
        isSendDisabled={isPending || recipients.length === 0 || text.trim() === ''}
        onType={setText}
        onSend={send}
      />
    </ChatPanel>
  )
}

const Opening = () => (
  <div className="m-auto max-w-sm text-center">
    <p className="text-lg font-semibold tracking-tight">Your squad is one message away</p>
    <p className="mt-1 text-muted">Choose who should read it, then write. Answers appear here.</p>
  </div>
)

const Message = ({ message }: { message: SquadMessage }) => (
  <Bubble
    side={message.sender_type === 'user' ? 'right' : 'left'}
    author={message.sender_type === 'user' ? 'You' : (message.sender_name ?? 'Growth Squad')}
    time={`${formatDay(message.created_at)}, ${formatTime(message.created_at)}`}
  >
    <p className="wrap-anywhere whitespace-pre-wrap">{message.content}</p>
  </Bubble>
)
