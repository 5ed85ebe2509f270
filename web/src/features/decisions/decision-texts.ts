/** Texts of the dialog in which a decision is edited; the board, which is loaded first, shows none of them. */
export const decisionTexts = {
  edited: 'Decision updated',
  editFailed: 'Failed to update decision',
  offline: 'You’re offline. A logged decision can be changed once you’re back online.',
  editedElsewhere: 'This decision was changed elsewhere meanwhile. Saving replaces what it says now.',
  settled: 'This decision was answered or rated meanwhile, so it stays as it was decided.',
} as const
