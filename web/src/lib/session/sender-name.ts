import { SENDER_NAME_LIMIT } from '../../../../domain/squad.ts'
import { useDraft } from '../offline/drafts.ts'
import { config } from './config.ts'

/** The name that an admin's messages have, the same everywhere. */
export function useSenderName(admin: string) {
  const [value, setValue] = useDraft(admin, 'choice:sender-name', `${config().productName} Team`)
  const name = value.trim()
  return { value, setValue, name, isRefused: name === '' || name.length > SENDER_NAME_LIMIT }
}
