/** What the screen of the team says. */
export const teamTexts = {
  loadFailed: 'Failed to load the team',
  notAdded: 'Not added',
  notRemoved: 'Not removed',
  added: (address: string) => `${address} is now an admin.`,
  removed: (name: string) => `${name} is no longer an admin.`,
  already: (address: string) => `${address} is already an admin.`,
  last: 'The last admin cannot be removed. Make another user an admin first.',
  unknown: 'There is no account with this email. Invite them under Users first.',
  unproven: 'This email is not confirmed yet. Its owner needs to open a link in one of our emails first.',
  missing: 'An email is required.',
} as const
