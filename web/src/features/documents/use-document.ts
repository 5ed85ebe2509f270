import { useQuery } from '@tanstack/react-query'
import { documentLabel, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { documentQuery } from './api.ts'
import { shorten, type ShortText } from './short-references.ts'

/** A document as it is edited. */
export interface EditedDocument extends ShortText {
  readonly title: string
}

/** The draft of a document in this tab, else the document as it is written from the records. */
export function useDocument(user: string, kind: DocumentKind, span: DocumentSpan) {
  const [stored, setDraft] = useDraft<EditedDocument | null>(user, `document:${kind}:${span.from}:${span.to}`, null)
  const draft = isDocument(stored) ? stored : undefined
  const query = useQuery({ ...documentQuery(user, kind, span), enabled: !draft })
  const written = query.data
  const document = draft ?? (written && { title: written.title, ...shorten(written.markdown) })
  return {
    query: { ...query, data: document },
    isEdited: draft !== undefined,
    isEmpty: !draft && written?.isEmpty === true,
    edit: (change: Partial<EditedDocument>) =>
      setDraft({ title: documentLabel(kind), text: '', references: [], ...document, ...change }),
    /** Discards the draft: the document is written again. */
    writeAgain: () => {
      setDraft(null)
      void query.refetch()
    },
  }
}

/** Another build may have stored another shape. */
const isDocument = (draft: Partial<EditedDocument> | null): draft is EditedDocument =>
  typeof draft?.title === 'string' && typeof draft.text === 'string' && Array.isArray(draft.references)
