import { readDraft, useDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { unsentName, useUnsent, type UnsentRow } from '../../lib/offline/sent-field.ts'
import { newUuid } from '../../lib/data/uuid.ts'
import { useWaitingRows } from '../../lib/offline/waiting-rows.ts'
import { QUESTION, storeRestoredTurn, waitingQuestions } from './restored-turn.ts'

/** The founder's field for a question. */
export function useQuestionField(user: string) {
  const [text, setText] = useDraft(user, QUESTION, '')
  const { isWaiting: isUnsent } = useUnsent(user, QUESTION, text.trim())
  const { rows, isWaiting } = useWaitingRows(user, QUESTION)
  const queue = waitingQuestions(user)
  return {
    text,
    setText,
    /** What is in the field is sent when the network is back. */
    isUnsent,
    /** What waits beside the field. */
    waiting: rows,
    isWaiting: isUnsent || isWaiting,
    /** Lets a question wait behind those that do. */
    add: (question: string) => queue.add([{ id: newUuid(), text: question }]),
    /** What waits in the field waits beside it, so that another can be typed. */
    makeRoom: () => {
      const unsent = readDraft<UnsentRow | null>(user, unsentName(QUESTION), null)
      if (!unsent) return
      queue.add([{ id: unsent.id, text: unsent.content }])
      writeDraft(user, unsentName(QUESTION), null)
      setText('')
    },
    /** What waits beside the field returns to it, before what is typed there, and waits no more. */
    edit: (id: string) => {
      const row = queue.read().find((row) => row.id === id)
      if (!row) return
      queue.remove(id)
      setText((typed) => [row.text, typed].filter(Boolean).join('\n'))
      // An attempt before may have arrived.
      storeRestoredTurn(user, { id, question: row.text }, false)
    },
  }
}
