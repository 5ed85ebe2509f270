import { useId } from 'react'
import { SENDER_NAME_LIMIT } from '../../../domain/squad.ts'
import { Input } from './Field.tsx'

/** The name that a message of the squad has. */
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
