import { FOUNDERS_AT_ONCE } from '../labels/label-limits.ts'
import { formatCount } from '../../../../../domain/numbers.ts'

/** "1 founder", "12 founders". */
export const counted = (count: number) => `${formatCount(count)} ${count === 1 ? 'founder' : 'founders'}`

/** Notices of bulk actions; those of `lib/texts/texts.ts` are loaded with every screen. */
export const bulkTexts = {
  tooMany: `At most ${formatCount(FOUNDERS_AT_ONCE)} founders at once. Choose fewer.`,
  noteFailed: "We couldn't confirm that the note was added. Please try again: each founder gets it once.",
  notesUnfinished: 'Your earlier notes are still being added. Please try again in a few minutes.',
  noteAdded: (added: number, left: number) =>
    left === 0
      ? `Note added for ${counted(added)}.`
      : `Note added for ${counted(added)}. ${formatCount(left)} more get it in the next minutes.`,
  noteUndone: (deleted: number) => `Note removed for ${counted(deleted)}.`,
  labelled: (name: string, changed: number, is_on: boolean) => {
    if (changed === 0) return is_on ? `All of them had “${name}” already.` : `None of them had “${name}”.`
    return is_on ? `“${name}” added to ${counted(changed)}.` : `“${name}” removed from ${counted(changed)}.`
  },
  ownerSet: (name: string, changed: number) => {
    if (changed === 0) return name ? `${name} was the owner of all of them already.` : 'None of them had an owner.'
    return name ? `${name} is now the owner of ${counted(changed)}.` : `${counted(changed)} left without an owner.`
  },
  messageSent: (founders: number) => `Your message to ${counted(founders)} goes out in ten seconds.`,
  messageUndone: (founders: number) => `Not sent to ${counted(founders)}. Your text is kept under Message.`,
  messageFailed: "We couldn't confirm that the message was sent. Please try again: each founder gets it once.",
  messageTooLong: 'With the names it would be empty or too long for one of them. Please change the text.',
  messagesOfDay:
    'You have reached the limit of a day: 20 messages, to 30,000 founders in all. Please send it tomorrow.',
  withoutAccount: (founders: number) =>
    `${counted(founders)} you chose no longer ${founders === 1 ? 'has' : 'have'} an account.`,
  keepWaiting: (founders: number) =>
    `${counted(founders)} ${founders === 1 ? 'waits' : 'wait'} for an answer. This message does not count as one.`,
  recipientsGone: 'None of these founders has an account any more.',
  recipientsFailed: 'Failed to load who gets it',
  undone: 'Undone.',
  undoFailed: 'Failed to undo it',
  tooLate: 'It is too late to undo this.',
} as const
