import { useQuery } from '@tanstack/react-query'
import { BookText } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { filledReply, INTERNAL_NOTE_LIMIT } from './fill-reply.ts'
import { SENDER_NAME_LIMIT, SQUAD_MESSAGE_LIMIT } from '../../../../../domain/squad.ts'
import { config } from '../../../lib/session/config.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lazyDialog } from '../../../lib/offline/lazy-part.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Composer } from '../../../ui/Chat.tsx'
import { Input } from '../../../ui/Field.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { newMessage, useSendMessage } from '../messages.ts'
import { membersQuery } from './conversations.ts'
import { newInternalNote, useAddInternalNote } from './notes.ts'
import { useShortcuts } from './shortcuts.ts'
import { summaryQuery } from './summary.ts'
import { useOthersTyping, useTyping } from './typing.ts'
import { useTextField } from './use-text-field.ts'

const SavedRepliesDialog = lazyDialog(() => import('./SavedRepliesDialog.tsx'), 'SavedRepliesDialog')

interface ReplyBoxProps {
  founder: string
  name: string
  /** Before a message or a note is sent. */
  onSend: () => void
  onNext: () => void
}

/** Field for an answer or an internal note, which looks different: a mistake would reach the founder. */
export function ReplyBox({ founder, name, onSend, onNext }: ReplyBoxProps) {
  const { id: admin } = useAccount()
  const [isNote, setIsNote] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [senderName, setSenderName] = useDraft(admin, 'sender-name', `${config().productName} Team`)
  const reply = useTextField(admin, `reply-${founder}`)
  const note = useTextField(admin, `note-${founder}`)
  const { mutate: sendReply } = useSendMessage(founder, reply.restore, adminKeys.conversations)
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

  const sender = senderName.trim()
  const field = isNote ? note : reply
  const { text } = field
  const limit = isNote ? INTERNAL_NOTE_LIMIT : SQUAD_MESSAGE_LIMIT
  const isSenderRefused = sender === '' || sender.length > SENDER_NAME_LIMIT
  const isSendDisabled = text.trim() === '' || (!isNote && isSenderRefused)
  const send = () => {
    onSend()
    for (const { id, content } of field.take()) {
      if (isNote) addNote(newInternalNote(founder, admin, content, id))
      else sendReply(newMessage(founder, content, { sender_type: 'squad', sender_name: sender }, id))
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
    reply.setText((now) => [now, filledReply(content, { first_name, last_name, sender })].filter(Boolean).join('\n'))
    // The dialog that closes gives the focus back first.
    requestAnimationFrame(focus)
  }

  return (
    <div ref={box} className={classNames('border-t border-border', isNote && 'bg-chart-2-soft')}>
      <Typing founder={founder} />
      <div className="-mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 text-sm">
        <Kind isNote={isNote} onChange={write} />
        {!isNote && <SenderName value={senderName} onChange={setSenderName} />}
        {!isNote && (
          <Button variant="ghost" size="sm" {...SavedRepliesDialog.onIntent} onClick={() => setIsChoosing(true)}>
            <BookText aria-hidden />
            Saved replies
          </Button>
        )}
      </div>
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

function SenderName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="whitespace-nowrap text-muted">
        Display name
      </label>
      <div className="w-40">
        <Input
          id={id}
          className="h-8!"
          limit={SENDER_NAME_LIMIT}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
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
