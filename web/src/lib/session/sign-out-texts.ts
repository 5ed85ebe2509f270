export const signOutTexts = {
  signedOutHere: {
    title: 'Signed out on this device',
    description: 'Nothing of yours is left on it. The session ends on the server when this device is back online.',
  },
} as const
