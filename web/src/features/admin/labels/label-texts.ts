/** The notices of labels; those of `lib/texts/texts.ts` are loaded with every screen. */
export const labelTexts = {
  loadFailed: 'Failed to load the labels',
  addFailed: 'Failed to add the label',
  renameFailed: 'Failed to rename the label',
  deleteFailed: 'Failed to delete the label',
  labelFailed: 'Failed to change the labels',
  exists: 'There is a label with this name already.',
  gone: 'The label no longer exists. Another admin may have deleted it.',
  tooMany: 'There are 100 labels at most, and a founder has 20 at most.',
} as const
