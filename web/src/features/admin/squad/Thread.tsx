import { useQuery } from '@tanstack/react-query'
import { SENDER_NAME_LIMIT, SQUAD_MESSAGE_LIMIT } from '../../../../../domain/squad.ts'
import { config } from '../../../lib/client.ts'
import { formatDay, formatTime } from '../../../lib/dates.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { keys } from '../../../lib/keys.ts'
import { useAccount } from '../../../lib/session.tsx'
import { texts } from '../../../lib/texts.ts'
import { useLiveRows } from '../../../lib/use-live-rows.ts'
import { Bubble, ChatPanel, Composer, MessageList } from '../../../ui/Chat.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { threadQuery, useReply, type SquadMessage } from './api.ts'

let replies = 0

/** One founder's conversation, with a box to answer under a chosen name. */
export function Thread({ founder, name }: { founder: string; name: string }) {
  const { id: admin } = useAccount()
  const thread = useQuery(threadQuery(founder))
  useLiveRows('squad_messages', founder, keys.squadMessages(founder))
  const [senderName, setSenderName] = useDraft(admin, 'sender-name', `${config().productName} Team`)
  const [text, setText] = useDraft(admin, `reply-${founder}`, '')
  const { mutate: reply } = useReply(founder)

  const send = () => {
    const content = text.trim()
    setText('')
    // Meanwhile the next reply may have been begun: nothing typed is lost.
    const giveBack = () => setText((next) => [content, next].filter(Boolean).join('\n'))
    reply({ temporaryId: `temporary:${++replies}`, content, sender_name: senderName.trim() }, { onError: giveBack })
  }

  return (
    <ChatPanel>
      <header className="flex flex-wrap items-end justify-between gap-3 border-b border-border px-4 py-3">
        <h2 className="text-lg">{name}</h2>
        <div className="w-56">
          <TextField
            label="Display name"
            maxLength={SENDER_NAME_LIMIT}
            value={senderName}
            onChange={(event) => setSenderName(event.target.value)}
          />
        </div>
      </header>
      <MessageList label={`Conversation with ${name}`}>
        <Loaded query={thread} failed={texts.squad.loadFailed}>
          {(thread) => thread.map((message) => <Message key={message.id} message={message} founderName={name} />)}
        </Loaded>
      </MessageList>
      <Composer
        label="Reply"
        placeholder={`Write to ${name}...`}
        text={text}
        maxLength={SQUAD_MESSAGE_LIMIT}
        isSendDisabled={text.trim() === '' || senderName.trim() === ''}
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
