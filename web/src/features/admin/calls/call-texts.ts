/** The notices of outcomes of calls; those of `lib/texts/texts.ts` are loaded with every screen. */
export const callTexts = {
  toRecordFailed: 'Failed to load the calls to be recorded',
  outcomeFailed: 'Failed to load what came of the call',
  notRecorded: 'Failed to record the call',
  gone: 'This call was cancelled, or its account is deleted.',
  overtaken: 'Another admin has recorded this call since you started. It now says:',
  changed: 'Another admin has just changed what is recorded. It is shown now.',
  early: 'This call has not ended yet.',
} as const
