/** The notices of the cohort; those of `lib/texts/texts.ts` are loaded with every screen. */
export const cohortTexts = {
  loadFailed: 'Failed to load the founders',
  exportFailed: 'Failed to export the founders',
  viewsFailed: 'Failed to load the views',
  viewNotSaved: 'Failed to save the view',
  viewNotDeleted: 'Failed to delete the view',
  viewExists: 'There is a view with this name already.',
  viewGone: 'This view no longer exists. Another admin may have deleted it.',
  tooManyViews: 'There are 12 views of an admin at most, and 20 of the team.',
  choosingFailed: 'Failed to choose all founders',
} as const
