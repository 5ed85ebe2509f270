/** Notices of connected apps. */
export const connectedAppsTexts = {
  requestFailed: 'The request cannot be opened',
  answerFailed: 'Your answer was not sent',
  loadFailed: 'Failed to load your connected apps',
  disconnected: (name: string) => ({
    title: `${name} is disconnected`,
    description: 'It can no longer see or change anything here.',
  }),
  copied: 'Address copied',
  notDisconnected: 'The app is still connected',
  entriesFailed: 'Failed to load what apps have added',
  undone: 'Taken back',
  notUndone: 'It could not be taken back',
}
