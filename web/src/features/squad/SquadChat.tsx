import { Clock } from 'lucide-react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { SQUAD_HOURS } from '../../../../domain/squad-hours.ts'
import {
  addressed,
  DEFAULT_RECIPIENTS,
  recipientsOf,
  SQUAD_MESSAGE_LIMIT,
  unaddressed,
} from '../../../../domain/squad.ts'
import { formatTime } from '../../lib/texts/dates.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useSquadHours } from '../../lib/texts/squad-hours.ts'
import { useLinkedId } from '../../lib/data/linked-row.ts'
import { AboutLine, ownUrl, useSubjects, type Subject } from './subjects.tsx'
import { MessageText } from './MessageText.tsx'
import { newMessage, useSquadMessages, type SquadMessage } from './messages.ts'
import { rowId } from '../../lib/data/use-optimistic.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { addToOutbox, useUnsent, type OutboxPayloads } from '../../lib/offline/outbox.ts'
import { useReading } from './use-reading.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Bubble, ChatBody, ChatPanel, Composer } from '../../ui/Chat.tsx'
import { Conversation } from '../../ui/Conversation.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Loaded } from '../../ui/states.tsx'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { Recipients } from './Recipients.tsx'

export function SquadChat() {
  const { id: user } = useAccount()
  const target = useLinkedId()
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useSquadMessages(user, target)
  const showLatest = () => navigate('?tab=squad', { replace: true })
  const found = query.data?.find(({ id }) => id === target)?.id
  const lastRead = useReading(user, query.data)
  const [text, setText] = useDraft(user, 'squad', '')
  const [recipients, setRecipients] = useDraft(user, 'choice:squad-recipients', DEFAULT_RECIPIENTS)
  const unsent = useUnsent(user, 'message')
  const isOffline = useOffline()

  const sent = query.data
  const waiting = unsent.rows
    .filter(({ id, state }) => state === 'waiting' && !sent?.some((one) => one.id === id || rowId(one.id) === id))
    .map(({ id, payload, enteredAt }) => ({
      ...newMessage(user, payload.content, { sender_type: 'user', sender_name: null }, id, aboutOf(payload)),
      created_at: new Date(enteredAt).toISOString(),
    }))
  const messages = sent && (isPart ? sent : [...sent, ...waiting])
  const subjects = useSubjects(user, messages)
  // Comments wait beside their record. Those that are refused have lost it, and are edited here.
  const listed = unsent.rows.filter(({ payload, state }) => !payload.about_id || state === 'refused')

  const send = () => {
    if (target) showLatest()
    addToOutbox(user, 'message', { content: addressed(recipients, text.trim()) })
    setText('')
  }
  const edit = (id: string) =>
    unsent.edit(id, ({ content }) => {
      // The text in the field may be for others.
      if (readDraft(user, 'squad', '').trim()) return false
      setRecipients(recipientsOf(content))
      setText(unaddressed(content))
      return true
    })

  return (
    <ChatPanel>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-3">
        <Hours />
        <Recipients chosen={recipients} onChange={setRecipients} />
      </header>
      <ChatBody>
        <Loaded
          query={{ ...query, data: messages }}
          failed={texts.squad.loadFailed}
          isEmpty={(all) => all.length === 0}
          empty={<Opening />}
        >
          {(messages) => (
            <Conversation
              key={found}
              target={found}
              onLatest={isPart ? showLatest : undefined}
              label="Conversation with the Growth Squad"
              messages={messages}
              momentOf={({ created_at }) => created_at}
              hasEarlier={hasEarlier}
              isLoadingEarlier={isLoadingEarlier}
              onLoadEarlier={loadEarlier}
              news={messages.findLast(({ sender_type }) => sender_type === 'squad')?.content}
              isOwn={({ sender_type }) => sender_type === 'user'}
            >
              {(message) => (
                <Message
                  message={message}
                  subjects={subjects}
                  isLastRead={message.id === lastRead}
                  isWaiting={waiting.some(({ id }) => id === message.id)}
                />
              )}
            </Conversation>
          )}
        </Loaded>
      </ChatBody>
      <Composer
        label="Message to the Growth Squad"
        placeholder="Write to your squad..."
        text={text}
        limit={SQUAD_MESSAGE_LIMIT - addressed(recipients, '').length}
        action="message"
        isSendDisabled={recipients.length === 0 || text.trim() === ''}
        note={
          <OutboxList
            rows={listed.map(({ id, payload, reason }) => ({ id, label: unaddressed(payload.content), reason }))}
            isOffline={isOffline}
            onEdit={text.trim() ? undefined : edit}
            onDiscard={unsent.discard}
          />
        }
        onType={setText}
        onSend={send}
      />
    </ChatPanel>
  )
}

const aboutOf = ({ about_kind, about_id }: OutboxPayloads['message']) =>
  about_kind && about_id ? { kind: about_kind, id: about_id } : undefined

/** A component of its own, so that each minute rerenders only this. */
function Hours() {
  const { isOpen, text } = useSquadHours()
  return (
    <div className="text-muted">
      <p className="flex items-center gap-2 text-sm">
        <span aria-hidden className={classNames('size-2 rounded-full', isOpen ? 'bg-success' : 'bg-field')} />
        {SQUAD_HOURS.label}
      </p>
      <p className="pl-4 text-xs tabular-nums">{text}</p>
    </div>
  )
}

const Opening = () => (
  <div className="m-auto max-w-sm text-center">
    <p className="text-lg font-semibold tracking-tight">Your squad is one message away</p>
    <p className="mt-1 text-muted">Choose who it’s for, then write. Replies appear here.</p>
  </div>
)

interface MessageProps {
  message: SquadMessage
  subjects: ReadonlyMap<string, Subject> | undefined
  /** Whether it is the founder's last one that the squad has read. */
  isLastRead: boolean
  /** Whether it could not be sent yet. */
  isWaiting: boolean
}

const Message = ({ message, subjects, isLastRead, isWaiting }: MessageProps) => (
  <Bubble
    look={isWaiting ? 'waiting' : 'message'}
    side={message.sender_type === 'user' ? 'right' : 'left'}
    author={message.sender_type === 'user' ? 'You' : (message.sender_name ?? 'Growth Squad')}
    time={formatTime(message.created_at)}
    footer={
      isWaiting ? (
        <p className="flex items-center gap-1 px-1 text-xs text-muted">
          <Clock aria-hidden className="size-3" />
          Not sent yet
        </p>
      ) : (
        isLastRead && <p className="px-1 text-xs text-muted">Read</p>
      )
    }
  >
    <AboutLine message={message} subjects={subjects} owner="your" urlOf={ownUrl} />
    <MessageText message={message} />
  </Bubble>
)
