import { useId } from 'react'
import { SENDER_NAME_LIMIT } from '../../../../domain/squad.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { config } from '../../lib/session/config.ts'
import { Input } from '../../ui/Field.tsx'

/** The name that an admin's replies have, the same everywhere. */
export function useSenderName(admin: string) {
  const [value, setValue] = useDraft(admin, 'sender-name', `${config().productName} Team`)
  const name = value.trim()
  return { value, setValue, name, isRefused: name === '' || name.length > SENDER_NAME_LIMIT }
}

export function SenderName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="whitespace-nowrap text-muted">
        Display name
      </label>
      <div className="w-40">
        <Input
          id={id}
          className="h-8!"
          limit={SENDER_NAME_LIMIT}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  )
}
