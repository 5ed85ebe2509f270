import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent, type SubmitEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextareaField } from '../../ui/Textarea.tsx'
import { importTexts } from './import-texts.ts'
import { MAX_FILE_BYTES, readCsv, type ReadFile } from './read-csv.ts'

/** Takes a file that is chosen or dropped, or pasted rows. */
export function ChooseFile({ onRead }: { onRead: (file: ReadFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const [pasted, setPasted] = useState('')

  const read = (name: string, text: string) => {
    const sheet =
      new Blob([text]).size > MAX_FILE_BYTES ? { ok: false as const, failure: importTexts.tooLarge } : readCsv(text)
    if (sheet.ok) onRead({ name, sheet: sheet.value })
    else setProblem(sheet.failure)
  }
  const open = async (file: File | undefined) => {
    setProblem(undefined)
    if (!file) return
    if (file.size > MAX_FILE_BYTES) return setProblem(importTexts.tooLarge)
    try {
      read(file.name, await file.text())
    } catch {
      setProblem(importTexts.unreadable)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void open(event.dataTransfer.files[0])
  }
  const paste = (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(undefined)
    read('Pasted rows', pasted)
  }
  return (
    <div className="flex flex-col gap-5">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same */}
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center',
          isOver ? 'border-primary bg-primary-soft' : 'border-field',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label="CSV file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void open(target.files?.[0])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          Choose a File
        </Button>
        <p className="text-sm text-muted">or drop it here. At most 2,000 lines and 1 MB.</p>
      </div>
      {problem && (
        <p role="alert" className="text-sm wrap-anywhere text-destructive">
          {problem}
        </p>
      )}
      <form className="flex flex-col gap-2" onSubmit={paste}>
        <TextareaField
          label="Or paste rows"
          hint="From a spreadsheet, with its first row"
          className="max-h-48 font-mono text-sm"
          spellCheck={false}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button type="submit" variant="outline" size="sm" className="self-start" disabled={pasted.trim() === ''}>
          Preview
        </Button>
      </form>
    </div>
  )
}
