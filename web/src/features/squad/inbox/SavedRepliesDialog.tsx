import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { PLACEHOLDERS } from '../../../lib/texts/placeholders.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { hasWords, wordsOf } from '../../../lib/texts/words.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input, TextField } from '../../../ui/Field.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { useFocusAtFirst } from '../../../ui/use-focus-at-first.ts'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { inboxTexts } from './inbox-texts.ts'
import {
  SAVED_REPLY_LIMITS,
  savedRepliesQuery,
  useDeleteReply,
  useSaveReply,
  type SavedReply,
  type WrittenReply,
} from './saved-replies.ts'

interface SavedRepliesDialogProps {
  onChoose: (content: string) => void
  onClose: () => void
}

/** The team's replies: one is chosen by its title, Enter takes the first; or they are written and changed here. */
export function SavedRepliesDialog({ onChoose, onClose }: SavedRepliesDialogProps) {
  const [written, setWritten] = useDraft<WrittenReply | null>(useAccount().id, 'saved-reply', null)
  return (
    <Dialog
      title={written === null ? 'Saved replies' : written.id === undefined ? 'New saved reply' : 'Change saved reply'}
      description={written === null ? 'For the whole team.' : `Placeholders: ${PLACEHOLDERS.join(', ')}`}
      onClose={onClose}
    >
      {written === null ? (
        <Choice onChoose={onChoose} onWrite={setWritten} />
      ) : (
        <ReplyForm
          written={written}
          onChange={setWritten}
          onEnd={() => setWritten(null)}
          onGone={() => setWritten((now) => now && { title: now.title, content: now.content })}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  onChoose: (content: string) => void
  onWrite: (reply: WrittenReply) => void
}

function Choice({ onChoose, onWrite }: ChoiceProps) {
  const query = useQuery(savedRepliesQuery)
  const { mutate: remove } = useDeleteReply()
  const [search, setSearch] = useState('')
  const field = useFocusAtFirst()
  const list = useRef<HTMLUListElement>(null)
  const words = wordsOf(search)
  const found = (replies: readonly SavedReply[]) =>
    replies.filter(({ title, content }) => hasWords(`${title}\n${content}`, words))
  const first = found(query.data ?? [])[0]

  /** From the field with the arrow key into the list, and there up and down. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-reply]') ?? [])]
    const next = buttons.findIndex((button) => button === document.activeElement) + step
    event.preventDefault()
    buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus()
  }
  const chooseFirst = (event: SubmitEvent) => {
    event.preventDefault()
    if (first) onChoose(first.content)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of what is in it
    <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
      <form className="flex gap-2" onSubmit={chooseFirst}>
        <Input
          ref={field}
          type="search"
          aria-label="Search saved replies"
          placeholder="Search saved replies..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button variant="outline" onClick={() => onWrite({ title: '', content: '' })}>
          <Plus aria-hidden />
          New
        </Button>
      </form>
      <Loaded
        query={query}
        failed={inboxTexts.savedRepliesFailed}
        isEmpty={(replies) => found(replies).length === 0}
        empty={
          <EmptyState
            title={search ? 'No saved reply with these words.' : 'No saved replies yet.'}
            {...(!search && { hint: 'Save replies you send often.' })}
          />
        }
      >
        {(replies) => (
          <ul ref={list} className="max-h-80 overflow-y-auto">
            {found(replies).map((reply) => (
              <ReplyRow
                key={reply.id}
                reply={reply}
                onChoose={() => onChoose(reply.content)}
                onWrite={onWrite}
                onDelete={() => {
                  remove(reply.id)
                  // The dialog that closes gives the focus back first.
                  requestAnimationFrame(() => field.current?.focus())
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

interface ReplyRowProps extends Pick<ChoiceProps, 'onWrite'> {
  reply: SavedReply
  onChoose: () => void
  onDelete: () => void
}

function ReplyRow({ reply, onChoose, onWrite, onDelete }: ReplyRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { id, title, content } = reply
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        data-reply
        className="min-w-0 flex-1 rounded-md px-3 py-2 text-start hover:bg-sunken focus-visible:bg-primary-soft focus-visible:-outline-offset-2"
        onClick={onChoose}
      >
        <span className="block truncate font-medium">{title}</span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{content}</span>
      </button>
      <Button variant="ghost" size="sm" aria-label={`Change ${title}`} onClick={() => onWrite({ id, title, content })}>
        <Pencil aria-hidden />
      </Button>
      <Button variant="ghost" size="sm" aria-label={`Delete ${title}`} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      {isAsking && (
        <AlertDialog
          title="Delete this saved reply?"
          description={title}
          confirmLabel="Delete"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onDelete()
          }}
        />
      )}
    </li>
  )
}

interface ReplyFormProps {
  written: WrittenReply
  onChange: (written: WrittenReply) => void
  onEnd: () => void
  /** A colleague has deleted it: what is written becomes a new one. */
  onGone: () => void
}

function ReplyForm({ written, onChange, onEnd, onGone }: ReplyFormProps) {
  const { mutate: save, isPending } = useSaveReply(onEnd, onGone)
  const first = useFocusAtFirst()
  const [title, content] = [written.title.trim(), written.content.trim()]
  const isComplete = title !== '' && content !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete && !isPending) save({ ...written, title, content })
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        ref={first}
        label="Title"
        required
        limit={SAVED_REPLY_LIMITS.title}
        value={written.title}
        onChange={(event) => onChange({ ...written, title: event.target.value })}
      />
      <TextareaField
        label="Text"
        required
        limit={SAVED_REPLY_LIMITS.content}
        className="min-h-32"
        value={written.content}
        onChange={(event) => onChange({ ...written, content: event.target.value })}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onEnd}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isComplete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
