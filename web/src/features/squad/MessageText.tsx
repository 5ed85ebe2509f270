import type { ReactNode } from 'react'
import { DEFAULT_RECIPIENTS, namesOf, recipientsOf, unaddressed } from '../../../../domain/squad.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import type { SquadMessage } from './messages.ts'

interface MessageTextProps {
  message: SquadMessage
  /** Its text, if it is not shown with its URLs as links. */
  children?: ReactNode
}

/** A message's text, and above it whom a founder's is for, unless for the whole squad. */
export function MessageText({ message, children }: MessageTextProps) {
  const recipients = message.sender_type === 'user' ? recipientsOf(message.content) : []
  const isForAll = recipients.length === 0 || recipients[0] === DEFAULT_RECIPIENTS[0]
  return (
    <>
      {!isForAll && <p className="mb-1 text-xs">To: {namesOf(recipients)}</p>}
      <p className="wrap-anywhere whitespace-pre-wrap">{children ?? <LinkedText text={textOf(message)} />}</p>
    </>
  )
}

/** A message's text without a founder's recipients. */
export const textOf = ({ sender_type, content }: SquadMessage): string =>
  sender_type === 'user' && recipientsOf(content).length > 0 ? unaddressed(content) : content
