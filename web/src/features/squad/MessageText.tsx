import type { ReactNode } from 'react'
import { DEFAULT_RECIPIENTS, namesOf, recipientsOf, unaddressed } from '../../../../domain/squad.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import type { SquadMessage } from './messages.ts'

interface MessageTextProps {
  message: SquadMessage
  /** How the text is shown, if not with its URLs as links. */
  show?: ((text: string) => ReactNode) | undefined
}

/** A message's text, and above it whom a founder's is for, unless for the whole squad. */
export function MessageText({ message: { sender_type, content }, show }: MessageTextProps) {
  const recipients = sender_type === 'user' ? recipientsOf(content) : []
  const text = recipients.length > 0 ? unaddressed(content) : content
  const isForAll = recipients.length === 0 || recipients[0] === DEFAULT_RECIPIENTS[0]
  return (
    <>
      {!isForAll && <p className="mb-1 text-xs">To: {namesOf(recipients)}</p>}
      <p className="wrap-anywhere whitespace-pre-wrap">{show ? show(text) : <LinkedText text={text} />}</p>
    </>
  )
}
