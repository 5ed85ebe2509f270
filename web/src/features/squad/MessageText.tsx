import { DEFAULT_RECIPIENTS, namesOf, recipientsOf, unaddressed } from '../../../../domain/squad.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import type { SquadMessage } from './messages.ts'

/** A message's text, and above it whom a founder's is for, unless for the whole squad. */
export function MessageText({ message: { sender_type, content } }: { message: SquadMessage }) {
  const recipients = sender_type === 'user' ? recipientsOf(content) : []
  const isForAll = recipients.length === 0 || recipients[0] === DEFAULT_RECIPIENTS[0]
  return (
    <>
      {!isForAll && <p className="mb-1 text-xs">To: {namesOf(recipients)}</p>}
      <p className="wrap-anywhere whitespace-pre-wrap">
        <LinkedText text={recipients.length > 0 ? unaddressed(content) : content} />
      </p>
    </>
  )
}
