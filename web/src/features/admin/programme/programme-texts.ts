/** The notices of the programme; those of `lib/texts/texts.ts` are loaded with every screen. */
export const programmeTexts = {
  loadFailed: 'Failed to load the figures',
  monthsFailed: 'Failed to load the months',
} as const
