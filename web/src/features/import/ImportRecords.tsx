import { useState } from 'react'
import type { Result } from '../../../../domain/result.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { Card } from '../../ui/Card.tsx'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'
import { newUuid } from '../../lib/data/uuid.ts'
import type { Imported } from './api.ts'
import { ChooseFile } from './ChooseFile.tsx'
import type { Kind } from './columns.ts'
import { Done } from './Done.tsx'
import { Examples } from './Examples.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { Preview } from './Preview.tsx'
import type { Answers } from './prepare-types.ts'
import { readFile, readPasted, type ReadFile } from './read-csv.ts'
import { RecentImports } from './RecentImports.tsx'
import { useDroppedFile } from './use-dropped-file.ts'

interface ImportRecordsProps {
  founder: string
  /** Whether loops can be imported: they are the admins' to change. */
  hasLoops: boolean
  /** Where an admin sees what was imported; founders see it on their own screens. */
  founderPage?: string
}

/** What is on the screen: nothing yet, a file with a preview, or what became of it. */
type Step =
  | { readonly kind: 'choice' }
  | { readonly kind: 'preview'; readonly file: ReadFile; readonly answers: Answers; readonly batch: string }
  | { readonly kind: 'done'; readonly of: Kind; readonly batch: string; readonly imported: Imported }

/** Imports a CSV file for a founder: chosen, previewed line by line, stored as a whole, undone in one press. */
export function ImportRecords({ founder, hasLoops, founderPage }: ImportRecordsProps) {
  const [step, setStep] = useState<Step>({ kind: 'choice' })
  // Kept under the preview: rows with an error are corrected where they were pasted.
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const part = useHeadingFocus(step.kind)
  // Another id for other answers: the server may have stored the batch with the ones before.
  const show = (file: ReadFile, answers: Answers = {}) => setStep({ kind: 'preview', file, answers, batch: newUuid() })
  const restart = () => setStep({ kind: 'choice' })
  // Reading a file takes a while: what it does depends on the screen at its end.
  const take = useLatestCallback((read: Result<ReadFile, string>) => {
    if (read.ok) show(read.value)
    // What is previewed stays.
    else if (step.kind === 'preview') toastError(read.failure)
    else restart()
    setProblem(read.ok ? undefined : read.failure)
  })
  const open = async (file: File) => take(await readFile(file))
  const isOver = useDroppedFile((file) => void open(file))
  return (
    <div ref={part} className="flex flex-col gap-6">
      {step.kind === 'choice' && (
        <Card title="Choose a file" description="CSV, with the names of the columns in its first row.">
          <ChooseFile
            isOver={isOver}
            problem={problem}
            pasted={pasted}
            onPaste={(text) => {
              setPasted(text)
              setProblem(undefined)
            }}
            onFile={(file) => void open(file)}
            onPreview={() => take(readPasted(pasted))}
          />
          <Examples hasLoops={hasLoops} />
        </Card>
      )}
      {step.kind === 'preview' && (
        <Preview
          founder={founder}
          hasLoops={hasLoops}
          file={step.file}
          answers={step.answers}
          batch={step.batch}
          onAnswer={(answers) => show(step.file, answers)}
          onCancel={restart}
          onDone={(of, imported) => {
            if (step.file.isPasted) setPasted('')
            setStep({ kind: 'done', of, imported, batch: step.batch })
          }}
        />
      )}
      {step.kind === 'done' && (
        <Done founder={founder} founderPage={founderPage} {...step} kind={step.of} onRestart={restart} />
      )}
      {step.kind === 'choice' && <RecentImports founder={founder} />}
    </div>
  )
}
