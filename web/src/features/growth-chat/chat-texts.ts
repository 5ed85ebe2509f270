/** Notices of the co-founder's chat, with the texts of SPEC section 8. */
export const chatTexts = {
  notSignedIn: 'You must be logged in to chat',
  empty: 'Please enter a message',
  rateLimited: 'Rate limit exceeded. Please try again in a moment.',
  full: 'Your account is full. Please delete what you no longer need.',
  tooMany: 'You have as many conversations as there may be. Please delete one that you no longer need.',
  usedUp: 'AI usage limit reached. Please contact support.',
  failed: 'Failed to get response',
  noBody: 'No response body',
  connection: (message: string) => `${message}. Please check your internet connection and try again.`,
  loadFailed: 'Failed to load messages',
  refreshed: 'Quick actions refreshed!',
  refreshFailed: 'Failed to refresh actions',
  listFailed: 'Failed to load conversations',
  deleteFailed: 'Failed to delete conversation',
  restoreFailed: 'Failed to restore conversation',
  tooLate: 'Too late to undo: your message is on its way.',
}
