import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { navigate } from '../../../lib/navigation/navigate.ts'
import { truncateWithEllipsis } from '../../../../../domain/truncate.ts'
import { formatTime } from '../../../lib/texts/dates.ts'
import { useAddedBy } from '../../../lib/data/added-by.ts'
import { useLinkedId } from '../../../lib/data/linked-row.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { texts } from '../../../lib/texts/texts.ts'
import { hasWords } from '../../../lib/texts/words.ts'
import { isSaved } from '../../../lib/data/use-optimistic.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bubble, ChatBody, ChatPanel } from '../../../ui/Chat.tsx'
import { Conversation } from '../../../ui/Conversation.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { Marked } from '../../../ui/Marked.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { MessageText, textOf } from '../MessageText.tsx'
import { useSquadMessages, type SquadMessage } from '../messages.ts'
import { storedId, useAnswers, useLastRead } from './answers.ts'
import { membersQuery } from '../../../lib/data/members.ts'
import { useMarkRead } from './conversations.ts'
import { useDeleteInternalNote, useInternalNotes, type InternalNote } from './notes.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { AboutLine, detailsUrl, useSubjects, type Subject } from '../subjects.tsx'
import { ThreadActions } from './ThreadActions.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'

interface ThreadProps {
  founder: string
  name: string
  /** Of the search: they are marked. */
  words: readonly string[]
  /** Whether the focus is in the reply at first. */
  startsInReply: boolean
  /** Opens the conversation after this one. */
  onNext: () => void
  /** Back to the list. */
  onClose: () => void
}

/** One founder's conversation with the team's notes between its messages; the URL may lead to a message. */
export function Thread({ founder, name, words, startsInReply, onNext, onClose }: ThreadProps) {
  const target = useLinkedId()
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useSquadMessages(founder, target)
  const notes = useInternalNotes(founder)
  const found = query.data?.find(({ id }) => id === target)?.id
  const showLatest = () => navigate('', { replace: true })

  const { mutate: markRead } = useMarkRead(founder)
  const subjects = useSubjects(founder, query.data)
  const answers = useAnswers(founder)
  const addedBy = useAddedBy(founder)
  const lastRead = useLastRead(founder, query.data)
  const { data: members = [] } = useQuery(membersQuery)
  const { id: me } = useAccount()
  const authorOf = (message: SquadMessage) => {
    const author = isSaved(message) ? answers?.get(message.id)?.author_id : me
    return members.find(({ id }) => id === author)?.label
  }
  // A message to many answers no one.
  const lastAnswer = query.data?.findLast(
    ({ id, sender_type, about_id }) =>
      sender_type === 'squad' && about_id === null && (answers?.get(id)?.batch_id ?? null) === null,
  )
  const isUpToDate = query.data !== undefined && answers !== undefined && !isPart
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
  useEffect(() => {
    if (!startsInReply) heading.current?.focus({ preventScroll: true })
    // Only at first: later the focus is where the admin has put it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <ChatPanel isFilling>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-border px-4 py-2">
        <div className="flex min-w-0 items-center gap-2">
          <Button
            variant="ghost"
            size="icon"
            className="-ml-2 lg:hidden"
            aria-label="Back to the conversations"
            onClick={onClose}
          >
            <ArrowLeft aria-hidden />
          </Button>
          <h2 ref={heading} tabIndex={-1} className="min-w-0 text-lg outline-none">
            <FounderLink founder={founder} name={name} />
          </h2>
        </div>
        <ThreadActions founder={founder} newest={query.data?.findLast(isSaved)?.created_at} onClose={onClose} />
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
                  <Message
                    message={entry}
                    founderName={[name, addedBy(entry.id)].filter(Boolean).join(' · ')}
                    subjects={subjects}
                    words={words}
                    author={authorOf(entry)}
                    isToMany={answers?.get(entry.id)?.batch_id != null}
                    isLastRead={entry.id === lastRead}
                  />
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
        isFocused={startsInReply}
        lastAnswer={
          isUpToDate
            ? lastAnswer
              ? {
                  id: storedId(lastAnswer),
                  content: lastAnswer.content,
                  author: authorOf(lastAnswer) ?? lastAnswer.sender_name ?? 'A colleague',
                }
              : null
            : undefined
        }
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
  /** Of the search. */
  words: readonly string[]
  /** The name of who of the team wrote it. */
  author: string | undefined
  /** Whether it went to many founders. */
  isToMany: boolean
  /** Whether it is the last answer that the founder has read. */
  isLastRead: boolean
}

const Message = ({ message, founderName, subjects, words, author, isToMany, isLastRead }: MessageProps) => (
  <Bubble
    side={message.sender_type === 'squad' ? 'right' : 'left'}
    author={message.sender_type === 'squad' ? signature(message, author, isToMany) : founderName}
    time={formatTime(message.created_at)}
    footer={isLastRead && <p className="px-1 text-xs text-muted">Read</p>}
  >
    <AboutLine message={message} subjects={subjects} owner="the" urlOf={detailsUrl(message.user_id)} />
    <MessageText message={message}>
      {words.length > 0 && hasWords(message.content, words) ? (
        <Marked text={textOf(message)} words={words} className={FOUND} />
      ) : undefined}
    </MessageText>
  </Bubble>
)

const FOUND = 'rounded-xs bg-chart-2-soft px-0.5 text-foreground'

/** The name that the founder sees, and who of the team it was. */
function signature({ sender_name }: SquadMessage, author: string | undefined, isToMany: boolean): string {
  const name = sender_name ?? 'Growth Squad'
  return [name, author !== name && author, isToMany && 'to many founders'].filter(Boolean).join(' · ')
}

/** On the team's side and in its own colour: it is no message. */
function Note({ note, founder }: { note: InternalNote; founder: string }) {
  const { data: members = [] } = useQuery(membersQuery)
  const { mutate: remove } = useDeleteInternalNote(founder)
  const [isAsking, setIsAsking] = useState(false)
  const author = members.find(({ id }) => id === note.author_id)?.label ?? 'A former member'
  const mentioned = members.filter(({ id }) => note.mentions.includes(id)).map(({ label }) => label)
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
        {mentioned.length > 0 && <p className="mb-1 text-xs">For {mentioned.join(', ')}</p>}
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
