import type { SubmitEvent } from 'react'
import { addDays } from '../../../../domain/days.ts'
import {
  FIGURES_DAYS,
  parseRunway,
  RUNWAY_AMOUNTS,
  runwayMonths,
  runwayText,
  type TypedRunway,
} from '../../../../domain/runway.ts'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useNow } from '../../lib/texts/use-now.ts'
import { AmountFields } from '../../ui/AmountFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useFieldErrors } from '../../ui/field-errors.tsx'
import { useProposeRunway, type Figures } from './api.ts'

interface Form extends TypedRunway {
  readonly as_of: string
}

const DRAFT = 'figures'

const WRONG_DAY = 'Choose a day from the last year, up to today.'

/** Null: nothing typed since the last figures were sent. */
const UNCHANGED: Form | null = null

/**
 * Three amounts and their day, which the squad records.
 * @param known what the form begins with; null: nothing
 */
export function FiguresDialog({ known, onClose }: { known: Figures | null; onClose: () => void }) {
  const { id: user } = useAccount()
  const today = dayOf(useNow())
  const [draft, setDraft] = useDraft(user, DRAFT, UNCHANGED)
  const form = draft ?? formOf(known, today)
  const { mutate: propose, isPending } = useProposeRunway(user, () => {
    // Something else may have been typed meanwhile.
    if (readDraft(user, DRAFT, UNCHANGED) === draft) setDraft(UNCHANGED)
    onClose()
  })
  const { bank_balance, monthly_revenue, monthly_burn } = parseRunway(form)
  const first = addDays(today, -(FIGURES_DAYS - 1))
  const hasDay = form.as_of >= first && form.as_of <= today
  const isWrongDay = form.as_of !== '' && !hasDay
  const figures: Figures | undefined =
    bank_balance === undefined || monthly_revenue === undefined || monthly_burn === undefined || !hasDay
      ? undefined
      : { bank_balance, monthly_revenue, monthly_burn, as_of: form.as_of as IsoDate }

  const missing = (amount: number | undefined) => amount === undefined && 'Enter all three amounts.'
  const { errorOf, refuse } = useFieldErrors({
    bank_balance: missing(bank_balance),
    monthly_revenue: missing(monthly_revenue),
    monthly_burn: missing(monthly_burn),
    as_of: !hasDay && WRONG_DAY,
  })
  const isAmountMissing = RUNWAY_AMOUNTS.some(({ id }) => form[id].trim() === '')
  const error =
    (isAmountMissing && RUNWAY_AMOUNTS.map(({ id }) => errorOf(id)).find(Boolean)) ||
    (isWrongDay ? WRONG_DAY : errorOf('as_of'))

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!refuse(event) && figures && !isPending) propose(figures)
  }

  return (
    <Dialog
      title="Your Figures"
      description="In US dollars. Burn is all that goes out, before revenue. Your squad looks at them before they’re recorded."
      onClose={onClose}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <AmountFields typed={form} hint={() => undefined} onChange={(change) => setDraft({ ...form, ...change })} />
        <TextField
          label="As of"
          hint="The day of these figures"
          name="as_of"
          type="date"
          required
          min={first}
          max={today}
          value={form.as_of}
          aria-invalid={isWrongDay}
          onChange={({ target }) => setDraft({ ...form, as_of: target.value })}
        />
        {error ? (
          <p role="alert" className="min-h-5 text-sm text-destructive">
            {error}
          </p>
        ) : (
          <output className="min-h-5 text-sm text-muted">
            {figures && <>Runway: {runwayText(runwayMonths(figures))}</>}
          </output>
        )}
        <Button type="submit" aria-disabled={!figures || isPending}>
          {isPending ? 'Sending...' : 'Send to Your Squad'}
        </Button>
      </form>
    </Dialog>
  )
}

const formOf = (known: Figures | null, today: IsoDate): Form => ({
  bank_balance: known ? String(known.bank_balance) : '',
  monthly_revenue: known ? String(known.monthly_revenue) : '',
  monthly_burn: known ? String(known.monthly_burn) : '',
  as_of: today,
})
