import { Download } from 'lucide-react'
import { enumerated } from '../../../../domain/enumerated.ts'
import { downloadCsv } from '../../lib/data/csv.ts'
import { Button } from '../../ui/Button.tsx'
import { KINDS, neededColumns, type Kind } from './columns.ts'
import { EXAMPLES } from './example-files.ts'

const LABELS: Record<Kind, string> = {
  goals: 'Goals',
  decisions: 'Decisions',
  'check-ins': 'Weekly check-ins',
  loops: 'Loops with their history',
}

/** What each kind of file needs, and one to fill in. */
export const Examples = ({ hasLoops }: { hasLoops: boolean }) => (
  <section aria-label="What can be imported" className="flex flex-col">
    {KINDS.filter((kind) => hasLoops || kind !== 'loops').map((kind) => (
      <div key={kind} className="flex items-center justify-between gap-x-4 border-t border-border py-2">
        <div className="min-w-0">
          <h3 className="text-base font-medium">{LABELS[kind]}</h3>
          <p className="text-sm text-muted">Needs the columns {enumerated(neededColumns(kind))}</p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Download an example: ${LABELS[kind]}`}
          onClick={() => downloadCsv(`${kind}-example.csv`, EXAMPLES[kind])}
        >
          <Download aria-hidden />
          Example
        </Button>
      </div>
    ))}
  </section>
)
