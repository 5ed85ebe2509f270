import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { INVITATION_DAYS, INVITATION_WORDS_LIMIT, INVITED_AT_ONCE } from '../../../../../domain/invitations.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { Select } from '../../../ui/Select.tsx'
import { labelsQuery } from '../labels/api.ts'
import { readAddresses } from './addresses.ts'
import { useInviteFounders } from './api.ts'
import { invitationTexts } from './invitation-texts.ts'

/** Bytes of a file with addresses. */
const MAX_FILE_SIZE = 1_000_000

const NO_LABEL = 'none'

interface Outcome {
  readonly invited: readonly string[]
  readonly before: readonly string[]
  readonly known: readonly string[]
  readonly wrong: readonly string[]
}

/** Invites founders by their addresses, pasted or from a file. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { id: admin } = useAccount()
  const [text, setText] = useDraft(admin, 'invited-addresses', '', 'memory')
  const [words, setWords] = useDraft(admin, 'invitation-words', '')
  const [label, setLabel] = useState(NO_LABEL)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isMissing, setIsMissing] = useState(false)
  const { data: labels = [] } = useQuery(labelsQuery)
  const { mutateAsync: invite, isPending } = useInviteFounders()
  const field = useRef<HTMLTextAreaElement>(null)
  const { addresses, wrong } = readAddresses(text)
  const isTooMany = addresses.length > INVITED_AT_ONCE

  const submit = async () => {
    if (isPending || isTooMany || words.length > INVITATION_WORDS_LIMIT) return
    setIsMissing(addresses.length === 0)
    if (addresses.length === 0) return field.current?.focus()
    try {
      setOutcome(await invite({ addresses, words, label: label === NO_LABEL ? null : label }))
      // What is no address yet can be corrected.
      setText(wrong.join('\n'))
      setWords('')
    } catch {
      // The notice says it; what was typed stays.
    }
  }

  return (
    <Dialog
      title="Invite Founders"
      description={`Each gets an email with a link to set their name and password. It works for ${INVITATION_DAYS} days.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {outcome && <Done {...outcome} />}
        <TextareaField
          ref={field}
          label="Email addresses"
          hint={text.trim() === '' ? 'From an email, list or spreadsheet' : invitationTexts.counted(addresses.length)}
          placeholder="ana@acme.com, ben@b.co"
          className="max-h-48"
          spellCheck={false}
          value={text}
          aria-invalid={isMissing || isTooMany}
          onChange={({ target }) => {
            setText(target.value)
            setIsMissing(false)
          }}
        />
        {isMissing && <Problem text="Enter at least one email address." />}
        {isTooMany && <Problem text={invitationTexts.tooManyAtOnce} />}
        {wrong.length > 0 && <Problem text={invitationTexts.noAddress(wrong.slice(0, 5))} />}
        <AddressFile onRead={(read) => setText((typed) => (typed.trim() === '' ? read : `${typed}\n${read}`))} />
        {labels.length > 0 && (
          <Select
            label="Label for those who accept"
            options={[{ id: NO_LABEL, label: 'No label' }, ...labels.map(({ id, name }) => ({ id, label: name }))]}
            value={label}
            onChange={setLabel}
          />
        )}
        <TextareaField
          label="Personal message (optional)"
          limit={INVITATION_WORDS_LIMIT}
          placeholder="We start on Monday. Bring your numbers of the last month."
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <DialogFooter>
          <Button type="submit" aria-disabled={isPending} className="ml-auto">
            {isPending
              ? 'Inviting...'
              : addresses.length > 0
                ? `Invite ${invitationTexts.counted(addresses.length)}`
                : 'Invite'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="-mt-2 text-sm wrap-anywhere text-destructive">
    {text}
  </p>
)

const Done = ({ invited, before, known, wrong }: Outcome) => (
  <output className="flex flex-col gap-1 rounded-md bg-success-soft p-3 text-sm wrap-anywhere">
    <span className="font-medium">{invitationTexts.invited(invited.length)}</span>
    {known.length > 0 && <span>{invitationTexts.hasAccount(known)}</span>}
    {before.length > 0 && <span>{invitationTexts.invitedBefore(before)}</span>}
    {wrong.length > 0 && <span>{invitationTexts.noAddress(wrong)}</span>}
  </output>
)

/** The addresses in a file are added to the field, where they can be read and changed. */
function AddressFile({ onRead }: { onRead: (addresses: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    setProblem(undefined)
    if (file.size > MAX_FILE_SIZE) return setProblem('A file has at most 1 MB.')
    const { addresses, wrong } = readAddresses(await file.text())
    const found = [...addresses, ...wrong]
    if (found.length === 0) return setProblem(`No address in ${file.name}.`)
    onRead(found.join('\n'))
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="File with addresses"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        From a CSV File
      </Button>
      {problem && <Problem text={problem} />}
    </div>
  )
}
