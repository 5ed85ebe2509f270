/** The notices of owners; those of `lib/texts/texts.ts` are loaded with every screen. */
export const ownerTexts = {
  changeFailed: 'Failed to change the owner',
  noAdmin: 'An owner is an admin. This user no longer is one.',
} as const
