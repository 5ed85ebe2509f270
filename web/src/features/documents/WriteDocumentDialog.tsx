import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import {
  DOCUMENT_KINDS,
  documentPeriods,
  documentPlace,
  usualSpan,
  type DocumentKind,
  type DocumentSpan,
} from '../../../../domain/documents.ts'
import { dayOf } from '../../../../domain/week.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { accountDayQuery } from './api.ts'
import { PeriodSelect } from './PeriodSelect.tsx'

/** Chooses a document and its period, and opens it. */
export function WriteDocumentDialog({ onClose }: { onClose: () => void }) {
  const today = dayOf(useNow())
  const { data: since } = useQuery(accountDayQuery(useAccount().id))
  const [kind, setKind] = useState<DocumentKind>(DOCUMENT_KINDS[0].id)
  const [chosen, setChosen] = useState<DocumentSpan>()
  // The span chosen for another kind may be a month, where this kind has only weeks.
  const isAmong = documentPeriods(kind, today).some(({ span }) => span.from === chosen?.from && span.to === chosen.to)
  const span = chosen && isAmong ? chosen : usualSpan(kind, today, since ?? undefined)
  const open = (event: SubmitEvent) => {
    event.preventDefault()
    onClose()
    navigate(documentPlace({ kind, span }))
  }
  return (
    <Dialog title="Write Document" description="A draft from your own records, for you to edit." onClose={onClose}>
      <form className="flex flex-col gap-5" onSubmit={open}>
        <fieldset>
          <legend className="sr-only">Document</legend>
          <div className="flex flex-col gap-1.5">
            {DOCUMENT_KINDS.map(({ id, label, about }) => (
              <KindChoice key={id} label={label} about={about} isChosen={id === kind} onChoose={() => setKind(id)} />
            ))}
          </div>
        </fieldset>
        <PeriodSelect kind={kind} today={today} span={span} onChange={setChosen} />
        <Button type="submit">
          <FileText aria-hidden />
          Write Draft
        </Button>
      </form>
    </Dialog>
  )
}

interface KindChoiceProps {
  label: string
  about: string
  isChosen: boolean
  onChoose: () => void
}

function KindChoice({ label, about, isChosen, onChoose }: KindChoiceProps) {
  const id = useId()
  return (
    <label className="grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-3 rounded-md border border-border px-3 py-2 hover:bg-sunken has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type="radio"
        name="document"
        checked={isChosen}
        aria-describedby={id}
        className="size-4 accent-primary"
        onChange={onChoose}
      />
      <span className="font-medium">{label}</span>
      <span id={id} aria-hidden className="col-start-2 text-sm text-muted">
        {about}
      </span>
    </label>
  )
}
