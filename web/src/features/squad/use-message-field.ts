import { addressed, DEFAULT_RECIPIENTS, unaddressed } from '../../../../domain/squad.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useSentField, type SentRow } from '../../lib/offline/sent-field.ts'
import { newMessage, useSendMessage } from './messages.ts'

const FOUNDER = { sender_type: 'user', sender_name: null } as const

/** The founder's field for a message to the squad, with its recipients. */
export function useMessageField(user: string) {
  const [recipients, setRecipients] = useDraft(user, 'squad-recipients', DEFAULT_RECIPIENTS)
  const contentOf = (text: string) => addressed(recipients, text)
  const field = useSentField(user, { name: 'squad', separator: '\n', contentOf, hasQueue: true })
  const { mutate } = useSendMessage(user, ({ id, content }, hasFailed) =>
    field.restore(unaddressed(content), { id, content }, hasFailed),
  )
  const sendEach = (rows: readonly SentRow[]) => {
    for (const { id, content } of rows) mutate(newMessage(user, content, FOUNDER, id))
  }
  return {
    ...field,
    recipients,
    setRecipients,
    send: () => sendEach(field.take()),
    resend: () => sendEach(field.takeWaiting()),
  }
}
