/** Notices of the list of check-ins; the board, which is loaded first, shows none of them. */
export const checkInTexts = {
  deleted: 'Check-in deleted',
  deleteFailed: 'Failed to delete check-in',
} as const
