import { Copy, Download, Mail, Printer } from 'lucide-react'
import { startTransition, useDeferredValue, useState, type ReactNode } from 'react'
import { DOCUMENT_LIMITS, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import { copyText } from '../../ui/clipboard.ts'
import { download } from '../../lib/data/download.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx'
import { useMailDocument } from './api.ts'
import { documentTexts } from './document-texts.ts'
import { lengthen, withoutNumbers } from './short-references.ts'
import { useDocument, type EditedDocument } from './use-document.ts'
import './documents.css'

const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

interface DocumentEditorProps {
  user: string
  kind: DocumentKind
  span: DocumentSpan
  /** Shows Markdown with its references by title. */
  renderText: (markdown: string) => ReactNode
}

/** A document that is read, edited, and then copied, saved, printed or mailed. */
export function DocumentEditor({ user, kind, span, renderText }: DocumentEditorProps) {
  const { query, isEdited, isEmpty, edit, writeAgain } = useDocument(user, kind, span)
  return (
    <Loaded
      query={query}
      failed={documentTexts.loadFailed}
      loading={<Skeleton lines={8} />}
      isEmpty={() => isEmpty}
      empty={
        <EmptyState title="No records for this period." hint="Choose another period, or write your own.">
          <Button variant="outline" size="sm" onClick={() => edit({})}>
            Write It Yourself
          </Button>
        </EmptyState>
      }
    >
      {(document) => (
        <>
          <Actions document={document} fileName={`${kind}-${span.from}.md`} />
          <Sides
            document={document}
            renderText={renderText}
            onChange={edit}
            note={isEdited && <EditedNote onWriteAgain={writeAgain} />}
          />
        </>
      )}
    </Loaded>
  )
}

const markdownOf = (document: EditedDocument): string => withoutNumbers(document).trim()

function Actions({ document, fileName }: { document: EditedDocument; fileName: string }) {
  const { mutate: mail, isPending } = useMailDocument()
  const whole = () => `# ${document.title}\n\n${markdownOf(document)}\n`
  const copy = async () => {
    const sheet = globalThis.document.querySelector('.document-sheet')
    if (await copyText(whole(), sheet)) toastSuccess(documentTexts.copied)
  }
  const isBlank = document.title.trim() === '' || document.text.trim() === ''
  return (
    <fieldset aria-label="Document" className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap print:hidden">
      <Button variant="outline" className={target} onClick={() => void copy()}>
        <Copy aria-hidden />
        Copy
      </Button>
      <Button
        variant="outline"
        className={target}
        onClick={() => download(fileName, new Blob([whole()], { type: 'text/markdown;charset=utf-8' }))}
      >
        <Download aria-hidden />
        <span>
          Download<span className="max-sm:sr-only"> Markdown</span>
        </span>
      </Button>
      <Button variant="outline" className={target} onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      <Button
        className={target}
        disabled={isBlank}
        aria-disabled={isPending}
        onClick={() => !isPending && mail({ title: document.title, markdown: markdownOf(document) })}
      >
        <Mail aria-hidden />
        {isPending ? 'Sending...' : 'Email to Me'}
      </Button>
    </fieldset>
  )
}

/** A finger's width on a phone. */
const target = 'max-sm:h-11'

const SIDES = [
  { id: 'preview', label: 'Preview' },
  { id: 'edit', label: 'Edit' },
] as const

type Side = (typeof SIDES)[number]['id']

interface SidesProps {
  document: EditedDocument
  note: ReactNode
  renderText: (markdown: string) => ReactNode
  onChange: (change: Partial<EditedDocument>) => void
}

/** The text and its preview: side by side, or on a small screen one of them. */
function Sides({ document, note, renderText, onChange }: SidesProps) {
  const [side, setSide] = useState<Side>('preview')
  return (
    <>
      <SideSwitch side={side} onChange={setSide} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 print:block">
        <div className={classNames('flex min-w-0 flex-col gap-4 print:hidden', side === 'preview' && 'max-lg:hidden')}>
          <TextField
            label="Title"
            limit={DOCUMENT_LIMITS.title}
            value={document.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
          <TextareaField
            label="Text"
            hint="Markdown; [1] stands for a record"
            rows={24}
            limit={DOCUMENT_LIMITS.bytes}
            className="min-h-96 leading-6"
            value={document.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
          {note}
        </div>
        <Sheet document={document} renderText={renderText} isHidden={side !== 'preview'} />
      </div>
    </>
  )
}

/** On a small screen, which has place for one side. */
const SideSwitch = ({ side, onChange }: { side: Side; onChange: (side: Side) => void }) => (
  <fieldset aria-label="Show" className="grid grid-cols-2 gap-1 rounded-md bg-sunken p-1 lg:hidden print:hidden">
    {SIDES.map(({ id, label }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === side}
        className="h-11 rounded-sm text-sm font-medium text-muted aria-pressed:bg-raised aria-pressed:text-foreground aria-pressed:shadow-card focus-visible:-outline-offset-2"
        onClick={() => onChange(id)}
      >
        {label}
      </button>
    ))}
  </fieldset>
)

interface SheetProps {
  document: EditedDocument
  renderText: (markdown: string) => ReactNode
  /** On a small screen; it is printed all the same. */
  isHidden: boolean
}

/** The document as it is printed. It follows the text deferred, so that typing stays responsive. */
function Sheet({ document, renderText, isHidden }: SheetProps) {
  const shown = useDeferredValue(document)
  return (
    <article
      aria-label="Preview"
      className={classNames(
        'document-sheet min-w-0 rounded-lg border border-border bg-surface px-5 py-6 shadow-card sm:px-8 sm:py-9',
        isHidden && 'max-lg:hidden print:block!',
      )}
    >
      <h2 className="mb-6 text-2xl tracking-tight wrap-anywhere">{shown.title}</h2>
      {renderText(lengthen(shown))}
    </article>
  )
}

function EditedNote({ onWriteAgain }: { onWriteAgain: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted">Edited. Your text is kept in this tab.</p>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted"
        {...AlertDialog.onIntent}
        onClick={() => startTransition(() => setIsAsking(true))}
      >
        Write Again
      </Button>
      {isAsking && (
        <AlertDialog
          title="Write it again?"
          description="Your changes will be lost, and the document will be written again from your records."
          confirmLabel="Discard changes"
          onConfirm={() => {
            setIsAsking(false)
            onWriteAgain()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
