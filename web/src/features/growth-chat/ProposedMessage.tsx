import { Check, Send } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { Link } from '../../lib/navigation/Link.tsx'
import { navigate } from '../../lib/navigation/navigate.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import { SQUAD_MESSAGE_LIMIT, unaddressed } from '../../../../domain/squad.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { addToOutbox, takeBack, UNDO_MS, useOutbox, useUnsent } from '../../lib/offline/outbox.ts'
import { recordUrl } from '../../../../domain/record-links.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { toastError } from '../../lib/texts/toasts.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { chatTexts } from './chat-texts.ts'
import { ProposalButton } from './ProposalButton.tsx'
import { addressedToSquad, openForm } from './proposals.ts'

type MessageProposal = Extract<Proposal, { kind: 'message' }>

interface ProposedMessageProps {
  id: string
  proposal: MessageProposal
  isSent: boolean
}

/** A message that is sent from here: pressed, edited, confirmed, and taken back while it waits. */
export function ProposedMessage({ id, proposal, isSent }: ProposedMessageProps) {
  const { id: user } = useAccount()
  const [text, setText] = useDraft<string | null>(user, `message-${id}`, null)
  const isOffline = useOffline()
  const unsent = useUnsent(user, 'message')
  const row = useOutbox(user, 'message').find((message) => message.id === id)

  if (row?.state === 'new' && !isSent) {
    const undo = async () => {
      const isTakenBack = await takeBack(user, id)
      if (isTakenBack) setText(unaddressed(row.payload.content))
      else toastError(chatTexts.tooLate)
    }
    return <Sending sendAt={row.sendAt} onUndo={() => void undo()} />
  }
  if (row && !isSent)
    return (
      <OutboxList
        rows={[{ id, label: unaddressed(row.payload.content), reason: row.reason }]}
        isOffline={isOffline}
        onEdit={() => unsent.edit(id, ({ content }) => setText(unaddressed(content)))}
        onDiscard={unsent.discard}
      />
    )
  if (isSent)
    return (
      <output className="flex min-h-8 items-center gap-2 text-sm">
        <Check aria-hidden className="size-4 text-primary" />
        <span>
          Sent:{' '}
          <Link className="underline" to={recordUrl({ kind: 'squad-message', id, period: null })}>
            your message to the squad
          </Link>
        </span>
      </output>
    )
  if (text === null)
    return (
      <ProposalButton icon={Send} onClick={() => setText(proposal.text)}>
        Write to squad: <bdi>{proposal.text}</bdi>
      </ProposalButton>
    )
  return (
    <MessageForm
      user={user}
      text={text}
      onChange={setText}
      onSend={() => {
        addToOutbox(user, 'message', { content: addressedToSquad(user, text.trim()).content }, { id, undoMs: UNDO_MS })
        setText(null)
      }}
      onCancel={() => setText(null)}
    />
  )
}

function Sending({ sendAt, onUndo }: { sendAt: number; onUndo: () => void }) {
  const [isOpen, setIsOpen] = useState(() => sendAt > Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(false), Math.max(0, sendAt - Date.now()))
    return () => clearTimeout(timer)
  }, [sendAt])
  return (
    <output className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
      <Send aria-hidden className="size-4 text-muted" />
      <span>Sending your message to the squad…</span>
      {isOpen && (
        <Button variant="ghost" size="sm" onClick={onUndo}>
          Undo
        </Button>
      )}
    </output>
  )
}

interface MessageFormProps {
  user: string
  text: string
  onChange: (text: string) => void
  onSend: () => void
  onCancel: () => void
}

function MessageForm({ user, text, onChange, onSend, onCancel }: MessageFormProps) {
  const field = useFocusAtFirst<HTMLTextAreaElement>()
  const { names, content } = addressedToSquad(user, '')
  const limit = SQUAD_MESSAGE_LIMIT - content.length
  const isEmpty = text.trim() === ''
  const { errorOf, refuse } = useFieldErrors({ message: tooLong(text, limit) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isEmpty && !refuse(event)) onSend()
  }
  const chooseOthers = () => {
    const to = openForm(user, { kind: 'message', text: text.trim() })
    if (to !== undefined) navigate(to)
  }
  return (
    <form
      noValidate
      className="flex w-96 max-w-full flex-col gap-3 rounded-md border border-border p-3"
      onSubmit={submit}
    >
      <WithError error={errorOf('message')}>
        {(wrong) => (
          <TextareaField
            ref={field}
            label="Message"
            name="message"
            hint={`To: ${names.join(', ')}`}
            rows={4}
            limit={limit}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            {...wrong}
          />
        )}
      </WithError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={isEmpty}>
          Send
        </Button>
        <Button variant="ghost" size="sm" onClick={chooseOthers}>
          Other recipients
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
