import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { DEFAULT_NOTE_CATEGORY, NOTE_LIMITS } from '../../../../../domain/notes.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useAccount } from '../../../lib/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextareaField, TextField } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { fullName, namesQuery } from '../names.ts'
import { useCreateNote, type NewNote } from './api.ts'

const EMPTY = { user_id: '', title: '', category: DEFAULT_NOTE_CATEGORY, content: '' }

export function NoteForm() {
  const { data: names = [] } = useQuery(namesQuery)
  const [note, setNote] = useDraft(useAccount().id, 'note', EMPTY)
  const { mutate: create, isPending } = useCreateNote()
  const complete = completed(note)
  const founders = names.map((founder) => ({ id: founder.id, label: fullName(founder) }))

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (complete && !isPending) create(complete, { onSuccess: () => setNote({ ...EMPTY, user_id: note.user_id }) })
  }

  return (
    <Card title="New Note">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Select
          label="Founder"
          placeholder="Select a founder..."
          options={founders}
          value={note.user_id || null}
          onChange={(user_id) => setNote({ ...note, user_id })}
        />
        <TextField
          label="Title"
          required
          maxLength={NOTE_LIMITS.title}
          value={note.title}
          onChange={(event) => setNote({ ...note, title: event.target.value })}
        />
        <TextField
          label="Category"
          maxLength={NOTE_LIMITS.category}
          value={note.category}
          onChange={(event) => setNote({ ...note, category: event.target.value })}
        />
        <TextareaField
          label="Content"
          required
          maxLength={NOTE_LIMITS.content}
          className="min-h-32"
          value={note.content}
          onChange={(event) => setNote({ ...note, content: event.target.value })}
        />
        <Button type="submit" disabled={!complete || isPending}>
          {isPending ? 'Saving...' : 'Create Note'}
        </Button>
      </form>
    </Card>
  )
}

/** The note as it is stored, or nothing while founder, title or content is missing (SPEC section 5). */
function completed({ user_id, ...texts }: NewNote): NewNote | undefined {
  const title = texts.title.trim()
  const content = texts.content.trim()
  if (!user_id || !title || !content) return undefined
  return { user_id, title, category: texts.category.trim() || DEFAULT_NOTE_CATEGORY, content }
}
