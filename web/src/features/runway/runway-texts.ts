/** Notices about a founder's own figures. */
export const runwayTexts = {
  loadFailed: 'Failed to load your runway',
  sendFailed: 'Failed to send your figures',
  sent: { title: 'Figures sent', description: 'Your squad will look at them' },
  withdrawFailed: 'Failed to withdraw your figures',
  dismissFailed: 'Failed to dismiss the question',
} as const
