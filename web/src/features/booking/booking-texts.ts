/** Notices of the page that books calls. */
export const bookingTexts = {
  loadFailed: 'Failed to load free times',
  callFailed: 'Failed to load your call',
  failed: 'The server could not be reached, or is too busy. Please try again.',
  refusals: {
    invalid: 'This link does not work. Please copy the whole link.',
    expired: 'This page was open for too long. Please open it again from “Schedule Call with Squad”.',
    taken: 'That time was just taken. Please choose another one.',
    'own-call': 'You have another call at that time. Please choose another one.',
    'too-many': 'You have five upcoming calls. Please cancel one before you book another.',
    'network-full':
      'Many calls are booked from your network already. Please write to the squad in Growth Chat instead.',
    'too-often': 'Too many bookings and changes today. Please write to the squad in Growth Chat instead.',
    gone: 'This call has begun or is over: it cannot be changed any more.',
    elsewhere: 'Calls are booked on another page.',
  },
}
