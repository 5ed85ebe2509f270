/** What the screen of the team says. */
export const teamTexts = {
  loadFailed: 'Failed to load the team',
  notAdded: 'Not added',
  notRemoved: 'Not removed',
  added: (address: string) => `${address} is an admin now.`,
  removed: (name: string) => `${name} is no admin any more.`,
  already: (address: string) => `${address} is an admin already.`,
  last: 'The last admin cannot be removed. Make another user an admin first.',
  unknown: 'There is no account with this email. Invite it under Users first.',
  unproven: 'Nobody has confirmed this email yet: its owner opens a link in one of our mails first.',
  missing: 'An email is required.',
} as const
