import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { SQUAD_MESSAGE_LIMIT } from '../../../../../domain/squad.ts'
import { newUuid } from '../../../lib/data/uuid.ts'
import { readDraft, useDraft, writeDraft } from '../../../lib/offline/drafts.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { useSenderName } from '../../../lib/session/sender-name.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { filledText, PLACEHOLDERS, unknownPlaceholders } from '../../../lib/texts/placeholders.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { SenderName } from '../../../ui/SenderName.tsx'
import { Loaded } from '../../../ui/states.tsx'
import type { BulkDialogProps } from './AddNoteDialog.tsx'
import { useMessageFounders, useUndoMessage } from './api.ts'
import { bulkTexts, counted } from './bulk-texts.ts'
import { RecipientList, recipientsQuery, type Recipients } from './recipients.tsx'

const DRAFT = 'message-to-many'

/** Founders whose text is shown before it is sent. */
const PREVIEWS = 3

/** An attempt whose response may have been lost, and which may have sent the message. */
interface Attempt {
  /** The message and its founders: the same again has the same id, and sends nothing. */
  readonly content: string
  readonly batch: string
}

/** A message to each of many founders in their own conversation. The typed text stays until it is sent, and after Undo. */
export function MessageDialog({ chosen, count, onClose, onDone, finalFocus }: BulkDialogProps) {
  const user = useAccount().id
  const [text, setText] = useDraft(user, DRAFT, '')
  // With the draft, which outlives the dialog.
  const [attempt, setAttempt] = useDraft<Attempt | null>(user, `${DRAFT}-attempt`, null)
  const sender = useSenderName(user)
  const query = useQuery(recipientsQuery(chosen))
  const { mutateAsync: send, isPending } = useMessageFounders()
  const { mutateAsync: undo } = useUndoMessage()
  const [isAsking, setIsAsking] = useState(false)
  const content = text.trim()
  const warnings = query.data ? warningsOf(content, query.data) : []
  const isReady = content !== '' && text.length <= SQUAD_MESSAGE_LIMIT && !sender.isRefused && query.data !== undefined

  const sendNow = () => {
    const sent = JSON.stringify([content, sender.name, chosen.toSorted()])
    const batch = attempt?.content === sent ? attempt.batch : newUuid()
    setAttempt({ content: sent, batch })
    const finish = (founders: number) => {
      setText('')
      setAttempt(null)
      onDone({
        text: bulkTexts.messageSent(founders),
        isBrief: true,
        undo: async () => {
          const taken = await undo(batch)
          // Behind what was begun meanwhile.
          writeDraft(user, DRAFT, [readDraft(user, DRAFT, ''), text].filter(Boolean).join('\n\n'))
          return bulkTexts.messageUndone(taken)
        },
      })
    }
    // Whether or not the dialog is still open: Undo is offered for what was sent.
    send({ batch, chosen, content, sender_name: sender.name }).then(finish, () => undefined)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady || isPending) return
    if (warnings.length > 0) setIsAsking(true)
    else sendNow()
  }

  return (
    <Dialog
      title={`Message ${counted(count)}`}
      description="Each of them gets it in their own conversation."
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <SenderName value={sender.value} onChange={sender.setValue} />
        <TextareaField
          label="Message"
          required
          hint={`Placeholders: ${PLACEHOLDERS.join(', ')}`}
          limit={SQUAD_MESSAGE_LIMIT}
          className="min-h-32"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Loaded query={query} failed={bulkTexts.recipientsFailed}>
          {(recipients) => (
            <>
              {content !== '' && <Previews content={content} sender={sender.name} recipients={recipients} />}
              {warnings.length > 0 && <Warnings warnings={warnings} />}
              <RecipientDetails recipients={recipients} chosen={count} />
            </>
          )}
        </Loaded>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} aria-disabled={isPending}>
            {isPending ? 'Sending...' : `Send to ${counted(query.data?.count ?? count)}`}
          </Button>
        </div>
      </form>
      {isAsking && (
        <AlertDialog
          title="Send it as it is?"
          description={warnings.join(' ')}
          confirmLabel="Send"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            sendNow()
          }}
        />
      )}
    </Dialog>
  )
}

/** Missing names, and words in braces that are no placeholders. */
function warningsOf(content: string, { without_first_name, without_last_name, nameless }: Recipients): string[] {
  const who = (lacks: (founder: Recipients['nameless'][number]) => boolean) =>
    nameless.filter(lacks).slice(0, PREVIEWS).map(fullName).join(', ')
  return [
    ...(content.includes('{first_name}') && without_first_name > 0
      ? [
          `${counted(without_first_name)} without a first name: greeted as “there” (${who(({ first_name }) => first_name.trim() === '')}${without_first_name > PREVIEWS ? ', …' : ''}).`,
        ]
      : []),
    ...(content.includes('{last_name}') && without_last_name > 0
      ? [
          `${counted(without_last_name)} without a last name: it is left out (${who(({ last_name }) => last_name.trim() === '')}${without_last_name > PREVIEWS ? ', …' : ''}).`,
        ]
      : []),
    ...unknownPlaceholders(content).map((word) => `${word} is not a placeholder: founders read it as it is.`),
  ]
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <output className="flex flex-col gap-1 rounded-md border border-border bg-sunken px-3 py-2 text-sm">
    {warnings.map((warning) => (
      <span key={warning} className="wrap-anywhere">
        {warning}
      </span>
    ))}
  </output>
)

interface PreviewsProps {
  content: string
  sender: string
  recipients: Recipients
}

/** What the first founders will read. */
const Previews = ({ content, sender, recipients: { founders } }: PreviewsProps) => (
  <section aria-label="Preview" className="flex flex-col gap-2">
    {founders.slice(0, PREVIEWS).map((founder) => (
      <div key={founder.id} className="rounded-md border border-border px-3 py-2">
        <p className="text-xs text-muted">To {fullName(founder)}</p>
        <p className="line-clamp-6 text-sm wrap-anywhere whitespace-pre-wrap">
          {filledText(content, { ...founder, sender })}
        </p>
      </div>
    ))}
  </section>
)

/** Who gets it, by name. */
function RecipientDetails({ recipients, chosen }: { recipients: Recipients; chosen: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { count, waiting } = recipients
  return (
    <div className="flex flex-col gap-1 text-sm">
      {count < chosen && <p>{bulkTexts.withoutAccount(chosen - count)}</p>}
      {waiting > 0 && <p>{bulkTexts.keepWaiting(waiting)}</p>}
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-primary pointer-coarse:min-h-11">
          Who gets it: {counted(count)}
        </summary>
        {isOpen && <RecipientList {...recipients} />}
      </details>
    </div>
  )
}
