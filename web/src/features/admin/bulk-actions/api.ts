import { useMutation } from '@tanstack/react-query'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import type { WrittenNote } from '../notes/written-note.ts'
import { bulkTexts } from './bulk-texts.ts'

interface BulkNote {
  /** Id of the batch; the same again adds nothing. */
  readonly batch: string
  /** Ids of founders. */
  readonly chosen: readonly string[]
  readonly note: WrittenNote
}

const codeOf = (error: unknown) => (error as { code?: string }).code

async function addNote({ batch, chosen, note }: BulkNote): Promise<{ added: number; left: number }> {
  const added = (await tables()).rpc('add_note_for', { batch, founders: [...chosen], ...note })
  return (await added.throwOnError()).data as { added: number; left: number }
}

export const useAddNoteFor = () =>
  useMutation({
    meta: { writes: [adminKeys.notes] },
    mutationFn: addNote,
    onError: (error) => toastError(codeOf(error) === '54000' ? bulkTexts.notesUnfinished : bulkTexts.noteFailed),
  })

interface BulkMessage {
  /** Id of the batch; the same again sends nothing. */
  readonly batch: string
  /** Ids of founders. */
  readonly chosen: readonly string[]
  /** With its placeholders. */
  readonly content: string
  readonly sender_name: string
}

const messageFailures: Readonly<Record<string, string>> = {
  22001: bulkTexts.messageTooLong,
  54000: bulkTexts.messagesOfDay,
  P0002: bulkTexts.recipientsGone,
}

/** Sends a message to each of many founders, once it can no longer be undone. @returns to how many */
export const useMessageFounders = () =>
  useMutation({
    mutationFn: async ({ chosen, ...message }: BulkMessage) =>
      (await (await tables()).rpc('message_founders', { ...message, founders: [...chosen] }).throwOnError()).data,
    onError: (error) => toastError(messageFailures[codeOf(error) ?? ''] ?? bulkTexts.messageFailed),
  })

/** Takes a message back that no founder has yet. @returns to how many it would have gone */
export const useUndoMessage = () =>
  useMutation({
    mutationFn: async (batch: string) => (await (await tables()).rpc('undo_message', { batch }).throwOnError()).data,
    onError: (error) => toastError(codeOf(error) === 'P0002' ? bulkTexts.tooLate : bulkTexts.undoFailed),
  })

/** Runs an undo, which returns the text of its notice, and reports its own errors. */
export const useUndo = () => useMutation({ mutationFn: (undo: () => Promise<string>) => undo() })

/** Deletes the notes of a batch. */
export const useUndoNotes = () =>
  useMutation({
    meta: { writes: [adminKeys.notes] },
    mutationFn: async (batch: string) => (await (await tables()).rpc('undo_notes', { batch }).throwOnError()).data,
    onError: (error) => toastError(codeOf(error) === 'P0002' ? bulkTexts.tooLate : bulkTexts.undoFailed),
  })
