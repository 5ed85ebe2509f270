/** The notices of a founder's page; those of `lib/texts/texts.ts` are loaded with every screen. */
export const founderPageTexts = {
  timelineFailed: 'Failed to load the timeline',
} as const
