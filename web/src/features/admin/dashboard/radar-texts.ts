/** The notices of the radar; those of `lib/texts/texts.ts` are loaded with every screen. */
export const radarTexts = {
  loadFailed: 'Failed to load the founders who need you',
  snoozeFailed: 'Failed to snooze the founder',
  endSnoozeFailed: 'Failed to end the snooze',
  thresholdsFailed: 'Failed to load the thresholds',
  thresholdsNotSaved: 'Failed to save the thresholds',
} as const
