import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { navigate } from '../../../lib/navigation/navigate.ts'
import { truncateWithEllipsis } from '../../../../../domain/truncate.ts'
import { formatTime } from '../../../lib/texts/dates.ts'
import { useLinkedId } from '../../../lib/data/linked-row.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { isSaved } from '../../../lib/data/use-optimistic.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bubble, ChatBody, ChatPanel } from '../../../ui/Chat.tsx'
import { Conversation } from '../../../ui/Conversation.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { MessageText } from '../MessageText.tsx'
import { useSquadMessages, type SquadMessage } from '../messages.ts'
import { membersQuery, useMarkRead } from './conversations.ts'
import { useDeleteInternalNote, useInternalNotes, type InternalNote } from './notes.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { AboutLine, detailsUrl, useSubjects, type Subject } from '../subjects.tsx'
import { ThreadActions } from './ThreadActions.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'

interface ThreadProps {
  founder: string
  name: string
  /** Opens the conversation after this one. */
  onNext: () => void
}

/** One founder's conversation with the team's notes between its messages; the URL may lead to a message. */
export function Thread({ founder, name, onNext }: ThreadProps) {
  const target = useLinkedId()
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useSquadMessages(founder, target)
  const notes = useInternalNotes(founder)
  const found = query.data?.find(({ id }) => id === target)?.id
  const showLatest = () => navigate('', { replace: true })

  const { mutate: markRead } = useMarkRead(founder)
  const subjects = useSubjects(founder, query.data)
  const asked = query.data?.findLast(({ sender_type }) => sender_type === 'user')
  /** The message whose reply is not about its record. */
  const [general, setGeneral] = useState<string>()
  const subject = asked && asked.id !== general ? subjects?.get(asked.about_id ?? '') : undefined
  const newest = asked?.created_at
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

  return (
    <ChatPanel>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-border px-4 py-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 scroll-mb-96 text-lg outline-none">
          <FounderLink founder={founder} name={name} />
        </h2>
        <ThreadActions founder={founder} newest={query.data?.findLast(isSaved)?.created_at} />
      </header>
      <ChatBody>
        <Loaded query={query} failed={texts.squad.loadFailed}>
          {(messages) => (
            <Conversation
              key={found}
              target={found}
              onLatest={isPart ? showLatest : undefined}
              label={`Conversation with ${name}`}
              messages={withNotes(messages, notes, { hasEarlier, isPart })}
              momentOf={({ created_at }) => created_at}
              hasEarlier={hasEarlier}
              isLoadingEarlier={isLoadingEarlier}
              onLoadEarlier={loadEarlier}
              news={messages.findLast(({ sender_type }) => sender_type === 'user')?.content}
              isOwn={(entry) => !isMessage(entry) || entry.sender_type === 'squad'}
            >
              {(entry) =>
                isMessage(entry) ? (
                  <Message message={entry} founderName={name} subjects={subjects} />
                ) : (
                  <Note note={entry} founder={founder} />
                )
              }
            </Conversation>
          )}
        </Loaded>
      </ChatBody>
      <ReplyBox
        founder={founder}
        name={name}
        subject={subject}
        onDropSubject={() => setGeneral(asked?.id)}
        onSend={() => target && showLatest()}
        onNext={onNext}
      />
    </ChatPanel>
  )
}

type Entry = SquadMessage | InternalNote

const isMessage = (entry: Entry): entry is SquadMessage => 'sender_type' in entry

const at = ({ created_at }: Entry) => Date.parse(created_at)

/** The messages that are loaded, with the notes of the same time. */
function withNotes(
  messages: readonly SquadMessage[],
  notes: readonly InternalNote[],
  { hasEarlier, isPart }: { hasEarlier: boolean; isPart: boolean },
): readonly Entry[] {
  const [oldest, newest] = [messages[0], messages.at(-1)]
  const shown = notes.filter(
    (note) => (!hasEarlier || !oldest || at(note) >= at(oldest)) && (!isPart || !newest || at(note) <= at(newest)),
  )
  return shown.length === 0 ? messages : [...messages, ...shown].toSorted((a, b) => at(a) - at(b))
}

interface MessageProps {
  message: SquadMessage
  founderName: string
  subjects: ReadonlyMap<string, Subject> | undefined
}

const Message = ({ message, founderName, subjects }: MessageProps) => (
  <Bubble
    side={message.sender_type === 'squad' ? 'right' : 'left'}
    author={message.sender_type === 'squad' ? (message.sender_name ?? 'Growth Squad') : founderName}
    time={formatTime(message.created_at)}
  >
    <AboutLine message={message} subjects={subjects} owner="the" urlOf={detailsUrl(message.user_id)} />
    <MessageText message={message} />
  </Bubble>
)

/** On the team's side and in its own colour: it is no message. */
function Note({ note, founder }: { note: InternalNote; founder: string }) {
  const { data: members = [] } = useQuery(membersQuery)
  const { mutate: remove } = useDeleteInternalNote(founder)
  const [isAsking, setIsAsking] = useState(false)
  const author = members.find(({ id }) => id === note.author_id)?.label ?? 'A former member'
  return (
    <>
      <Bubble
        side="right"
        look="note"
        author={`Internal note by ${author}`}
        time={formatTime(note.created_at)}
        footer={
          isSaved(note) && (
            <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
              Delete note
            </Button>
          )
        }
      >
        <p className="wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={note.content} />
        </p>
      </Bubble>
      {isAsking && (
        <AlertDialog
          title="Delete this internal note?"
          description={truncateWithEllipsis(note.content, 200)}
          confirmLabel="Delete"
          onClose={() => setIsAsking(false)}
          onConfirm={() => remove(note)}
        />
      )}
    </>
  )
}
