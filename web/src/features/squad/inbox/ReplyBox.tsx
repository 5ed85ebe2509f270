import { useQuery } from '@tanstack/react-query'
import { BookText, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { filledText } from '../../../lib/texts/placeholders.ts'
import { subjectName } from '../../../../../domain/comments.ts'
import { SQUAD_MESSAGE_LIMIT } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Composer } from '../../../ui/Chat.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { newMessage, useSendMessage } from '../messages.ts'
import { membersQuery } from './conversations.ts'
import { INTERNAL_NOTE_LIMIT, newInternalNote, useAddInternalNote } from './notes.ts'
import { useShortcuts } from './shortcuts.ts'
import { summaryQuery } from '../../../lib/data/founder-summary.ts'
import { useOthersTyping, useTyping } from './typing.ts'
import { useSenderName } from '../../../lib/session/sender-name.ts'
import { SenderName } from '../../../ui/SenderName.tsx'
import type { Subject } from '../subjects.tsx'
import { useTextField } from '../use-text-field.ts'

const SavedRepliesDialog = lazyDialog(() => import('./SavedRepliesDialog.tsx'), 'SavedRepliesDialog')

interface ReplyBoxProps {
  founder: string
  name: string
  /** What the founder's newest message is about: a reply is too, unless the admin drops that. */
  subject: Subject | undefined
  onDropSubject: () => void
  /** Before a message or a note is sent. */
  onSend: () => void
  onNext: () => void
}

/** Field for an answer or an internal note, which looks different: a mistake would reach the founder. */
export function ReplyBox({ founder, name, subject, onDropSubject, onSend, onNext }: ReplyBoxProps) {
  const { id: admin } = useAccount()
  const [isNote, setIsNote] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const sender = useSenderName(admin)
  const reply = useTextField(admin, `reply-${founder}`)
  const note = useTextField(admin, `note-${founder}`)
  const { mutate: sendReply } = useSendMessage(founder, reply.restore, { others: [adminKeys.conversations] })
  const { mutate: addNote } = useAddInternalNote(founder, note.restore)
  const { data: summary } = useQuery(summaryQuery(founder))
  useTyping(founder, reply.text.trim() !== '')

  const box = useRef<HTMLDivElement>(null)
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
  const send = () => {
    onSend()
    for (const { id, content } of field.take()) {
      if (isNote) addNote(newInternalNote(founder, admin, content, id))
      else sendReply(newMessage(founder, content, { sender_type: 'squad', sender_name: sender.name }, id, subject))
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === '/' && text === '' && !isNote) {
      event.preventDefault()
      setIsChoosing(true)
    }
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (isSendDisabled || text.length > limit) return
      send()
      onNext()
    }
  }
  const choose = (content: string) => {
    setIsChoosing(false)
    const { first_name = '', last_name = '' } = summary ?? {}
    reply.setText((now) =>
      [now, filledText(content, { first_name, last_name, sender: sender.name })].filter(Boolean).join('\n'),
    )
    // The dialog that closes gives the focus back first.
    requestAnimationFrame(focus)
  }

  return (
    <div ref={box} className={classNames('border-t border-border', isNote && 'bg-chart-2-soft')}>
      <Typing founder={founder} />
      <div className="-mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 text-sm">
        <Kind isNote={isNote} onChange={write} />
        {!isNote && <SenderName value={sender.value} onChange={sender.setValue} />}
        {!isNote && (
          <Button variant="ghost" size="sm" {...SavedRepliesDialog.onIntent} onClick={() => setIsChoosing(true)}>
            <BookText aria-hidden />
            Saved replies
          </Button>
        )}
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
      <Composer
        label={isNote ? 'Internal note' : 'Reply'}
        placeholder={isNote ? 'Only the team reads this...' : `Write to ${name}...`}
        text={text}
        limit={limit}
        isSendDisabled={isSendDisabled}
        sendLabel={isNote ? 'Add note' : 'Send'}
        onType={field.setText}
        onKeyDown={onKeyDown}
        onSend={send}
      />
      {isChoosing && <SavedRepliesDialog onChoose={choose} onClose={() => setIsChoosing(false)} />}
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
