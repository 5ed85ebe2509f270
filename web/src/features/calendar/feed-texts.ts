/** Notices of the calendar address. */
export const feedTexts = {
  loadFailed: 'Failed to load your calendar address',
  makeFailed: 'No address was made',
  turnOffFailed: 'The address still works',
  turnedOff: 'Your calendar address is turned off',
  copied: 'The address is in your clipboard',
}
