/** The notices of the cohort; those of `lib/texts/texts.ts` are loaded with every screen. */
export const cohortTexts = {
  loadFailed: 'Failed to load the founders',
  exportFailed: 'Failed to export the founders',
  choosingFailed: 'Failed to choose all founders',
} as const
