import { CHECK_IN_TEXT_LIMIT } from '../../../../domain/check-ins.ts'

/** Texts of the form and of the list of check-ins; the board, which is loaded first, shows none of them. */
export const checkInTexts = {
  missing: {
    wins: 'Add at least one win, however small.',
    next_priority: 'Name the one thing that matters next week.',
  },
  tooLong: `At most ${CHECK_IN_TEXT_LIMIT.toLocaleString('en-US')} characters, please.`,
  corrected: 'Check-in updated',
  offline: 'You’re offline. A saved check-in can be changed once you’re back online.',
  changedElsewhere: 'This check-in was changed elsewhere meanwhile. Saving replaces what it says now.',
  deleted: 'Check-in deleted',
  deleteFailed: 'Failed to delete check-in',
} as const
