import { useDraft } from '../../lib/drafts.ts'
import { useUnsent } from '../../lib/sent-field.ts'
import { QUESTION } from './restored-turn.ts'

/** The founder's field for a question. */
export function useQuestionField(user: string) {
  const [text, setText] = useDraft(user, QUESTION, '')
  const { isWaiting } = useUnsent(user, QUESTION, text.trim())
  return { text, setText, isWaiting }
}
