/** Notices of the calendar address. */
export const feedTexts = {
  loadFailed: 'Failed to load your calendar address',
  makeFailed: 'Failed to create the address',
  turnOffFailed: 'Failed to turn it off. The address still works.',
  turnedOff: 'Your calendar address is turned off',
  copied: 'Address copied',
}
