/** Notices of documents. */
export const documentTexts = {
  loadFailed: 'Failed to write the document',
  copied: 'Document copied',
  mailed: (address: string) => `Emailed to ${address}`,
  mailFailed: 'Failed to email the document',
  mailRefused: {
    403: 'Your email address is not confirmed yet. Set a password by “Forgot password?” on the sign-in screen, then try again.',
    413: 'The document is too long to be emailed. Download it instead.',
    429: 'You have emailed ten documents today. Please try again tomorrow.',
  },
} as const
