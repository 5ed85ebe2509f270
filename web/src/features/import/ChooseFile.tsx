import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextareaField } from '../../ui/Textarea.tsx'

interface ChooseFileProps {
  /** Whether a file is held over the page. */
  isOver: boolean
  /** Why the last file, or what was pasted, cannot be read. */
  problem: string | undefined
  pasted: string
  onPaste: (text: string) => void
  onFile: (file: File) => void
  /** Of what was pasted. */
  onPreview: () => void
}

/** Takes a file that is chosen or dropped, or pasted rows. */
export function ChooseFile({ isOver, problem, pasted, onPaste, onFile, onPreview }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-5">
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center',
          isOver ? 'border-primary bg-primary-soft' : 'border-field',
        )}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label="CSV file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) onFile(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          Choose a File
        </Button>
        <p className="text-sm text-muted">or drop it here. At most 2,000 rows and 1 MB.</p>
      </div>
      {problem && (
        <p role="alert" className="text-sm wrap-anywhere text-destructive">
          {problem}
        </p>
      )}
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onPreview()
        }}
      >
        <TextareaField
          label="Or paste rows"
          hint="Including the header row"
          className="max-h-48 font-mono text-sm"
          spellCheck={false}
          value={pasted}
          onChange={({ target }) => onPaste(target.value)}
        />
        <Button type="submit" variant="outline" size="sm" className="self-start" disabled={pasted.trim() === ''}>
          Preview
        </Button>
      </form>
    </div>
  )
}
