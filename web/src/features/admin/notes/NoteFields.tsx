import type { Ref } from 'react'
import { TextareaField, TextField } from '../../../ui/Field.tsx'
import { NOTE_LIMITS, type WrittenNote } from './written-note.ts'

interface NoteFieldsProps {
  note: WrittenNote
  onChange: (change: Partial<WrittenNote>) => void
  titleRef?: Ref<HTMLInputElement>
}

/** The fields of a note. */
export const NoteFields = ({ note, onChange, titleRef }: NoteFieldsProps) => (
  <>
    <TextField
      ref={titleRef}
      label="Title"
      required
      limit={NOTE_LIMITS.title}
      value={note.title}
      onChange={({ target }) => onChange({ title: target.value })}
    />
    <TextField
      label="Category"
      limit={NOTE_LIMITS.category}
      value={note.category}
      onChange={({ target }) => onChange({ category: target.value })}
    />
    <TextareaField
      label="Content"
      required
      limit={NOTE_LIMITS.content}
      className="min-h-32"
      value={note.content}
      onChange={({ target }) => onChange({ content: target.value })}
    />
  </>
)
