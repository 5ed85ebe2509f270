import {
  documentPeriods,
  periodOf,
  type DocumentKind,
  type DocumentPeriod,
  type DocumentSpan,
} from '../../../../domain/documents.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { Select } from '../../ui/Select.tsx'

interface PeriodSelectProps {
  kind: DocumentKind
  today: IsoDate
  /** One that is not among the usual ones is the first option. */
  span: DocumentSpan
  onChange: (span: DocumentSpan) => void
}

const idOf = ({ from, to }: DocumentSpan) => `${from} ${to}`

/** Chooses the period of a document. */
export function PeriodSelect({ kind, today, span, onChange }: PeriodSelectProps) {
  const usual = documentPeriods(kind, today)
  const isUsual = usual.some((period) => idOf(period.span) === idOf(span))
  const periods: readonly DocumentPeriod[] = isUsual ? usual : [periodOf(span), ...usual]
  return (
    <Select
      label="Period"
      options={periods.map((period) => ({ id: idOf(period.span), label: period.label }))}
      value={idOf(span)}
      onChange={(id) => {
        const chosen = periods.find((period) => idOf(period.span) === id)
        if (chosen) onChange(chosen.span)
      }}
    />
  )
}
