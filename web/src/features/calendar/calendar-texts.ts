/** Notices of the calendar. */
export const calendarTexts = {
  loadFailed: 'Failed to load the calendar',
  refused: { title: 'Connection Failed', description: 'Failed to connect Google Calendar. Please try again.' },
  noCode: { title: 'Invalid Response', description: 'No authorization code received.' },
  failed: {
    title: 'Connection Error',
    description: 'Failed to complete calendar connection. Please try again.',
  },
  notConfigured: {
    title: 'Google Calendar',
    description: 'The calendar service is not configured on this server.',
  },
  subscribeInstead:
    'Google Calendar is not set up here yet. Until then you can subscribe to your goals and calls in another calendar.',
  notBegun: {
    title: 'Connection Error',
    description: 'We couldn’t reach Google. Please try again.',
  },
  connectionFailed: 'Failed to load the connection to Google Calendar',
  eventsFailed: 'Failed to load your events',
  callsFailed: 'Failed to load your calls with the squad',
  ended: 'Google has ended the connection. Connect again to see your events.',
  disconnected: { title: 'Google Calendar', description: 'Your Google Calendar is disconnected.' },
  disconnectFailed: 'Failed to disconnect Google Calendar',
  connected: { title: 'Calendar Connected!', description: 'Your Google Calendar has been successfully connected.' },
}
