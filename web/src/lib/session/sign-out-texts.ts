export const signOutTexts = {
  loses: 'What could not be sent yet is lost when you sign out now. Sign out anyway?',
  signedOutHere: {
    title: 'Signed out on this device',
    description: 'Nothing of yours is left on it. The session ends on the server when this device is back online.',
  },
} as const
