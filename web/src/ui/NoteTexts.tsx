import type { ReactNode } from 'react'
import { inWords } from '../lib/texts/categories.ts'
import type { Tables } from '../../../domain/tables.ts'
import { Badge } from './Badge.tsx'
import { LinkedText } from './LinkedText.tsx'

interface NoteTextsProps {
  note: Tables['notes']
  /** Its day, and for admins its founder. */
  details: ReactNode
  isNew?: boolean
}

/** A note as its founder reads it, and as admins see it in their list. */
export const NoteTexts = ({ note, details, isNew = false }: NoteTextsProps) => (
  <>
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="min-w-0 text-base wrap-anywhere">{note.title}</h3>
      <Badge>{inWords(note.category)}</Badge>
      {isNew && <Badge tone="primary">New</Badge>}
    </div>
    <p className="text-sm text-muted">{details}</p>
    <p className="mt-1 max-w-3xl wrap-anywhere whitespace-pre-wrap text-muted">
      <LinkedText text={note.content} />
    </p>
  </>
)
