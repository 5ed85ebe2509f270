import { useQueryClient } from '@tanstack/react-query'
import { NAME_LIMIT } from '../../../../domain/accounts.ts'
import { nameSchema, type Name } from '../../lib/session/account-forms.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { keys } from '../../lib/data/keys.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { changedSince, useCheckedForm } from '../../ui/use-checked-form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { saveName } from './api.ts'

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
] as const

const NOTHING: Partial<Name> = {}

export function NameForm({ user, name }: { user: string; name: Name }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useDraft(user, 'name', NOTHING, 'memory')
  const { firstName = name.firstName, lastName = name.lastName } = typed
  const shown = { firstName, lastName }
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: nameSchema,
    typed: shown,
    submit: async (form) => {
      const saved = await saveName(user, form)
      if (!saved.ok) return toastError(saved.failure)
      queries.setQueryData(keys.account.name(user), form)
      queries.setQueryData(keys.profile(user), { first_name: form.firstName })
      setTyped((now) => changedSince(shown, now))
      toastSuccess(accountTexts.nameSaved)
    },
  })

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      {fields.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          autoComplete={autoComplete}
          required
          maxLength={NAME_LIMIT}
          value={shown[name]}
          aria-invalid={wrongField === name}
          onChange={(event) => setTyped((now) => ({ ...now, [name]: event.target.value }))}
        />
      ))}
      <Button type="submit" className="self-start" aria-disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Name'}
      </Button>
    </form>
  )
}
