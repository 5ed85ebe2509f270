import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleQuestionMark, CornerDownRight } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { enumerated } from '../../../../domain/enumerated.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { dayOf } from '../../../../domain/week.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, LoadFailed } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { knownLinesQuery, refusalOf, useImport, type Imported } from './api.ts'
import { KINDS, neededColumns, recognise, type Kind, type Recognised, type Recognition } from './columns.ts'
import { importTexts } from './import-texts.ts'
import { prepare } from './prepare.ts'
import type { Answers, PreparedLine } from './prepare-types.ts'
import type { ReadFile } from './read-csv.ts'
import { Questions } from './Questions.tsx'

interface PreviewProps {
  founder: string
  hasLoops: boolean
  file: ReadFile
  answers: Answers
  /** Id of the import. */
  batch: string
  onAnswer: (answers: Answers) => void
  onCancel: () => void
  onDone: (kind: Kind, imported: Imported) => void
}

/** What a file's lines become, before anything is stored. */
export function Preview(props: PreviewProps) {
  const { file, hasLoops, onCancel } = props
  const found = useMemo(() => recognise(file.sheet.header), [file])
  if (!('recognised' in found)) {
    return (
      <Refused file={file} onCancel={onCancel}>
        <NotRecognised found={found} hasLoops={hasLoops} />
      </Refused>
    )
  }
  if (found.recognised.kind === 'loops' && !hasLoops) {
    return (
      <Refused file={file} onCancel={onCancel}>
        {importTexts.loopsAreAdmins}
      </Refused>
    )
  }
  return <Lines {...props} recognised={found.recognised} />
}

const Refused = ({ file, onCancel, children }: Pick<PreviewProps, 'file' | 'onCancel'> & { children: ReactNode }) => (
  <Card title={file.name}>
    <div role="alert" className="flex flex-col gap-2 wrap-anywhere">
      {children}
    </div>
    <Button variant="outline" className="self-start" onClick={onCancel}>
      {cancelLabel(file)}
    </Button>
  </Card>
)

/** Leads back: what was pasted is still in its field there. */
const cancelLabel = ({ isPasted }: ReadFile) => (isPasted ? 'Change Rows' : 'Choose Another File')

function NotRecognised({
  found,
  hasLoops,
}: {
  found: Exclude<Recognition, { recognised: Recognised }>
  hasLoops: boolean
}) {
  if (found.lacks) return <p>{importTexts.lacks(found.lacks.kind, found.lacks.columns)}</p>
  return (
    <>
      <p>{importTexts.unknown}</p>
      <ul className="list-disc pl-5">
        {KINDS.filter((kind) => hasLoops || kind !== 'loops').map((kind) => (
          <li key={kind}>
            {kind}: {neededColumns(kind).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

function Lines({
  founder,
  file,
  answers,
  batch,
  recognised,
  onAnswer,
  onCancel,
  onDone,
}: PreviewProps & { recognised: Recognised }) {
  const { kind, ignored } = recognised
  const [today] = useState(() => dayOf(new Date()))
  const { lines, questions } = useMemo(
    () => prepare(recognised, file.sheet.lines, today, answers),
    [recognised, file, today, answers],
  )
  const right = useMemo(() => lines.filter(({ problem }) => problem === undefined), [lines])
  const given = { founder, batch, kind, lines: right }
  const query = useQuery({ ...knownLinesQuery(given), enabled: right.length > 0 })
  const { mutateAsync: store, isPending } = useImport(founder)
  const known = query.data ?? none
  const wrong = lines.filter(isWrong).length
  const unanswered = [...questions.keys()].filter((question) => answers[question] === undefined).length
  const added = right.length - known.size
  const refusal = query.error ? refusalOf(query.error) : undefined

  const why =
    unanswered > 0
      ? importTexts.questions(unanswered)
      : wrong > 0
        ? importTexts.wrongRows(wrong, file.isPasted)
        : (refusal ?? (query.isSuccess && added === 0 ? importTexts.nothingNew : undefined))
  // Does not wait for what is here already: the server skips it by itself.
  const isReady = why === undefined && right.length > 0 && !query.isError && !isPending
  const submit = async () => {
    if (!isReady) return
    try {
      onDone(kind, await store(given))
    } catch {
      // The notice says it; the file stays.
    }
  }
  return (
    <Card
      title={file.name}
      description={
        unanswered > 0
          ? importTexts.unanswered(lines.length, wrong)
          : importTexts.summary(kind, { added, known: known.size, wrong, isChecked: query.isSuccess })
      }
    >
      {ignored.length > 0 && <Ignored columns={ignored} />}
      <Questions questions={questions} answers={answers} onAnswer={onAnswer} />
      <LineList lines={lines} known={known} wrong={wrong} />
      {query.isError && refusal === undefined && (
        <LoadFailed message={importTexts.previewFailed} onRetry={() => void query.refetch()} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-disabled={!isReady} aria-describedby="why-not" onClick={() => void submit()}>
          {isPending
            ? 'Importing...'
            : importTexts.adds(kind, unanswered > 0 ? 0 : query.isSuccess ? added : right.length)}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {cancelLabel(file)}
        </Button>
        <output id="why-not" className="text-sm wrap-anywhere text-muted">
          {why ?? (query.isPending ? 'Checking what is here already...' : '')}
        </output>
      </div>
    </Card>
  )
}

/** Names of columns beyond these are behind a press: they would push the rows off the screen. */
const MAX_NAMES = 6

const Ignored = ({ columns }: { columns: readonly string[] }) =>
  columns.length > MAX_NAMES ? (
    <details className="text-sm text-muted">
      <summary className="cursor-pointer rounded-sm">{importTexts.ignoredCount(columns.length)}</summary>
      <p className="mt-1 wrap-anywhere">{enumerated(columns)}</p>
    </details>
  ) : (
    <p className="text-sm wrap-anywhere text-muted">{importTexts.ignored(columns)}</p>
  )

const none: ReadonlySet<string> = new Set()

/** Unlike a line that waits for an answer. */
const isWrong = ({ problem, isOpen }: PreparedLine): boolean => problem !== undefined && !isOpen

/** A list with more rows is virtualised. */
const MAX_PLAIN_ROWS = 60

interface LineListProps {
  lines: readonly PreparedLine[]
  known: ReadonlySet<string>
  wrong: number
}

function LineList({ lines, known, wrong }: LineListProps) {
  const [tab, setTab] = useState<'all' | 'errors'>('all')
  const shown = tab === 'all' ? lines : lines.filter(isWrong)
  const row = (line: PreparedLine | undefined) => line && <LineRow line={line} isKnown={known.has(line.id)} />
  const tabs = [
    { id: 'all', label: 'All', count: lines.length },
    { id: 'errors', label: 'Errors', count: wrong },
  ] as const
  return (
    <Tabs label="Rows" heading={<h3 className="text-base">Row by row</h3>} tabs={tabs} value={tab} onChange={setTab}>
      <TabPanel id={tab}>
        {shown.length === 0 ? (
          <EmptyState title="No errors." />
        ) : (
          <section
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and its rows have no controls
            tabIndex={0}
            aria-label="Rows of the file"
            className="max-h-[60vh] overflow-y-auto rounded-md border border-border"
          >
            {shown.length > MAX_PLAIN_ROWS ? (
              <VirtualRows rows={shown} target={-1}>
                {(index) => row(shown[index])}
              </VirtualRows>
            ) : (
              <ul>
                {shown.map((line) => (
                  <li key={line.id}>{row(line)}</li>
                ))}
              </ul>
            )}
          </section>
        )}
      </TabPanel>
    </Tabs>
  )
}

const LineRow = ({ line: { row, text, problem, isOpen }, isKnown }: { line: PreparedLine; isKnown: boolean }) => (
  <div className="flex gap-3 border-b border-border px-3 py-2">
    <span className="w-10 shrink-0 text-right text-sm text-muted tabular-nums">
      <span className="sr-only">Row </span>
      {formatCount(row)}
    </span>
    <div className="min-w-0 wrap-anywhere">
      {problem === undefined ? (
        <p className={isKnown ? 'text-muted' : undefined}>{text}</p>
      ) : (
        <p className={classNames('flex items-start gap-1.5 text-sm', isOpen ? 'text-muted' : 'text-destructive')}>
          <ProblemIcon isOpen={isOpen} />
          <span>{problem}</span>
        </p>
      )}
      {isKnown && (
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{importTexts.isKnown}</span>
        </p>
      )}
    </div>
  </div>
)

function ProblemIcon({ isOpen = false }: { isOpen: boolean | undefined }) {
  const Icon = isOpen ? CircleQuestionMark : CircleAlert
  return <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
}
