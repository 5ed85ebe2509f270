import { useQuery } from '@tanstack/react-query'
import { useId, type Ref } from 'react'
import { TextField } from '../../../ui/Field.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { noteCategoriesQuery } from './api.ts'
import { NOTE_LIMITS, type WrittenNote } from './written-note.ts'

interface NoteFieldsProps {
  note: WrittenNote
  onChange: (change: Partial<WrittenNote>) => void
  titleRef?: Ref<HTMLInputElement>
}

/** The fields of a note; the categories of other notes are suggested. */
export function NoteFields({ note, onChange, titleRef }: NoteFieldsProps) {
  const suggestions = useId()
  const { data: categories } = useQuery(noteCategoriesQuery)
  return (
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
        list={suggestions}
        autoComplete="off"
        value={note.category}
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <datalist id={suggestions}>
        {categories?.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
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
}
