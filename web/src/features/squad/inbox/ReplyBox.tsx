import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookText, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { filledText } from '../../../lib/texts/placeholders.ts'
import { truncate } from '../../../../../domain/truncate.ts'
import { subjectName } from '../../../../../domain/comments.ts'
import { SQUAD_MESSAGE_LIMIT } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { rowId } from '../../../lib/data/use-optimistic.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { toastError } from '../../../lib/texts/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Composer } from '../../../ui/Chat.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { newMessage, useSendMessage } from '../messages.ts'
import { addFailedReply } from './failed-replies.ts'
import { inboxTexts } from './inbox-texts.ts'
import { membersQuery } from '../../../lib/data/members.ts'
import { INTERNAL_NOTE_LIMIT, newInternalNote, useAddInternalNote } from './notes.ts'
import { mentionedIn, suggested, withMention } from './mentions.ts'
import { useShortcuts } from './shortcuts.ts'
import { summaryQuery } from '../../../lib/data/founder-summary.ts'
import { useOthersTyping, useTyping } from './typing.ts'
import { useSenderName } from '../../../lib/session/sender-name.ts'
import { SenderName } from '../../../ui/SenderName.tsx'
import type { Subject } from '../subjects.tsx'
import { useTextField } from '../use-text-field.ts'

const SavedRepliesDialog = lazyDialog(() => import('./SavedRepliesDialog.tsx'), 'SavedRepliesDialog')

interface LastAnswer {
  readonly id: string
  readonly author: string
  readonly content: string
}

interface ReplyBoxProps {
  founder: string
  name: string
  /** What the founder's newest message is about: a reply is too, unless the admin drops that. */
  subject: Subject | undefined
  onDropSubject: () => void
  /** Whether the focus is in it at first. */
  isFocused: boolean
  /**
   * The team's newest answer: one that comes while a reply is written is shown before that is sent. Null: there is none;
   * undefined: the end of the conversation is not loaded.
   */
  lastAnswer: LastAnswer | null | undefined
  /** Before a message or a note is sent. */
  onSend: () => void
  onNext: () => void
}

/** Field for an answer or an internal note, which looks different: a mistake would reach the founder. */
export function ReplyBox(props: ReplyBoxProps) {
  const { founder, name, subject, onDropSubject, isFocused, lastAnswer, onSend, onNext } = props
  const { id: admin } = useAccount()
  const [isNote, setIsNote] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const sender = useSenderName(admin)
  const reply = useTextField(admin, `reply-${founder}`)
  const note = useTextField(admin, `note-${founder}`)
  // With the draft: which answer was there when the reply was begun; null where that is not known.
  const [known, setKnown] = useDraft<string | null>(admin, `reply-${founder}-known`, null)
  const restoreReply: typeof reply.restore = (message) => {
    reply.restore(message)
    // It was taken for the newest answer.
    setKnown(null)
    addFailedReply(admin, { founder, name })
  }
  const { mutate: sendReply } = useSendMessage(founder, restoreReply, { others: [adminKeys.conversations] })
  const [isShown, setIsShown] = useState(false)
  /** A note whose suggestions were closed, until it changes. */
  const [dismissed, setDismissed] = useState<string>()
  const queries = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const colleagues = members.filter(({ id }) => id !== admin)
  const { mutate: addNote } = useAddInternalNote(founder, note.restore)
  const { data: summary } = useQuery(summaryQuery(founder))
  useTyping(founder, reply.text.trim() !== '')

  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  // At once: the next key is text already.
  const focus = () => box.current?.querySelector('textarea')?.focus()
  const write = (isNote: boolean) => {
    setIsNote(isNote)
    focus()
  }
  useShortcuts({ r: () => write(false), n: () => write(true) })

  const field = isNote ? note : reply
  const { text } = field
  const limit = isNote ? INTERNAL_NOTE_LIMIT : SQUAD_MESSAGE_LIMIT
  const isSendDisabled = text.trim() === '' || (!isNote && sender.isRefused)
  const answerId = lastAnswer === undefined ? null : (lastAnswer?.id ?? '')
  const type = (text: string) => {
    if (!isNote && reply.text.trim() === '') setKnown(answerId)
    if (text.trim() === '') setIsShown(false)
    field.setText(text)
  }
  /** @returns whether it was sent: not when a colleague's answer has to be seen first */
  const send = (): boolean => {
    if (!isNote && lastAnswer && known !== null && lastAnswer.id !== known) {
      setKnown(lastAnswer.id)
      setIsShown(true)
      return false
    }
    setIsShown(false)
    onSend()
    for (const { id, content } of field.take()) {
      if (isNote) addNote(newInternalNote(founder, admin, content, id, mentionedIn(content, colleagues)))
      else {
        setKnown(rowId(id))
        sendReply(newMessage(founder, content, { sender_type: 'squad', sender_name: sender.name }, id, subject))
      }
    }
    return true
  }
  const mentionable = isNote && text !== dismissed ? suggested(text, colleagues) : []
  const mention = (label: string) => {
    note.setText((now) => withMention(now, label))
    focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && mentionable[0]) {
      event.preventDefault()
      mention(mentionable[0].label)
      return
    }
    if (event.key === 'Escape' && mentionable.length > 0) {
      event.preventDefault()
      setDismissed(text)
      return
    }
    if (event.key === '/' && text === '' && !isNote) {
      event.preventDefault()
      setIsChoosing(true)
    }
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (isSendDisabled || text.length > limit) return
      if (send()) onNext()
    }
  }
  const choose = async (content: string) => {
    setIsChoosing(false)
    // Never without the name, which may not be loaded yet.
    const founderNames = summary ?? (await queries.fetchQuery(summaryQuery(founder)).catch(() => null))
    if (!founderNames) return toastError(inboxTexts.nameFailed)
    const { first_name, last_name } = founderNames
    if (reply.text.trim() === '') setKnown(answerId)
    reply.setText((now) =>
      [now, filledText(content, { first_name, last_name, sender: sender.name })].filter(Boolean).join('\n'),
    )
    // The dialog that closes gives the focus back first.
    requestAnimationFrame(focus)
  }

  return (
    <div ref={box} className={classNames('border-t border-border', isNote && 'bg-chart-2-soft')}>
      <Typing founder={founder} />
      {isShown && lastAnswer && !isNote && (
        <div role="alert" className="mx-4 mt-3 rounded-md border border-chart-2 bg-chart-2-soft px-3 py-2 text-sm">
          <p className="font-medium">
            {lastAnswer.author} answered while you were writing. Send again if yours is still needed.
          </p>
          <p className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">{lastAnswer.content}</p>
        </div>
      )}
      <div className="-mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 text-sm">
        <Kind isNote={isNote} onChange={write} />
        {!isNote && (
          <Button
            variant="ghost"
            size="sm"
            className="@max-xl:ml-auto"
            title="Saved replies"
            {...SavedRepliesDialog.onIntent}
            onClick={() => setIsChoosing(true)}
          >
            <BookText aria-hidden />
            <span className="@max-xl:sr-only">Saved replies</span>
          </Button>
        )}
        {!isNote && <SenderName value={sender.value} onChange={sender.setValue} />}
      </div>
      {!isNote && subject && (
        <p className="-mb-2 flex items-center gap-1 px-4 pt-3 text-sm text-muted">
          <span className="min-w-0 truncate">A comment on the {subjectName(subject)}</span>
          <Button
            variant="ghost"
            size="icon"
            className="size-7! pointer-coarse:size-11!"
            aria-label="Reply to the whole conversation instead"
            onClick={() => {
              onDropSubject()
              focus()
            }}
          >
            <X aria-hidden />
          </Button>
        </p>
      )}
      <output className="sr-only">{mentionable[0] && `${mentionable[0].label}: press Enter to mention`}</output>
      {mentionable.length > 0 && (
        <ul aria-label="Mention a colleague" className="-mb-2 flex flex-wrap gap-2 px-4 pt-3">
          {mentionable.map(({ id, label }, place) => (
            <li key={id}>
              <Button
                variant="outline"
                size="sm"
                className={classNames(place === 0 && 'border-primary!')}
                onClick={() => mention(label)}
              >
                @{label}
                {place === 0 && <kbd className="text-xs font-normal text-muted">Enter</kbd>}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Composer
        label={isNote ? 'Internal note' : 'Reply'}
        placeholder={
          isNote ? 'Only the team reads this. @ mentions a colleague...' : `Write to ${truncate(name, 40)}...`
        }
        text={text}
        limit={limit}
        isSendDisabled={isSendDisabled}
        sendLabel={isNote ? 'Add note' : 'Send'}
        onType={type}
        onKeyDown={onKeyDown}
        onSend={send}
      />
      {isChoosing && (
        <SavedRepliesDialog onChoose={(content) => void choose(content)} onClose={() => setIsChoosing(false)} />
      )}
    </div>
  )
}

function Kind({ isNote, onChange }: { isNote: boolean; onChange: (isNote: boolean) => void }) {
  const name = useId()
  return (
    <fieldset className="flex gap-3">
      <legend className="sr-only">What you write</legend>
      {[
        { label: 'Reply', value: false },
        { label: 'Internal note', value: true },
      ].map(({ label, value }) => (
        <label key={label} className="flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="accent-primary"
            checked={isNote === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Other members who are answering: two answers at once are seen before they are sent. */
function Typing({ founder }: { founder: string }) {
  const { data: members = [] } = useQuery(membersQuery)
  const names = useOthersTyping(founder).map((id) => members.find((member) => member.id === id)?.label ?? 'A member')
  return (
    <output className={classNames('block px-4 text-sm font-medium text-primary', names.length > 0 && 'pt-3')}>
      {names.length > 0 && `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} writing an answer.`}
    </output>
  )
}
