/** Notices of the inbox: the founders' screens do not load them. */
export const inboxTexts = {
  assignFailed: 'Failed to assign the conversation',
  doneFailed: 'Failed to change the conversation',
  snoozeFailed: 'Failed to snooze the conversation',
  unreadFailed: 'Failed to mark the conversation as unread',
  nameFailed: "We couldn't load the founder's name for the saved reply. Please try again.",
  offline: "You're offline. What you type is kept; send it when you are back.",
  notSent: (name: string) => `We couldn't confirm that your reply to ${name} was sent. Its text is back in the reply.`,
  notesFailed: 'Failed to load internal notes',
  noteFailed: 'Failed to add the note',
  noteDeleteFailed: 'Failed to delete the note',
  savedRepliesFailed: 'Failed to load saved replies',
  replyNotSaved: 'Failed to save the reply',
  replyTitleTaken: 'There is a saved reply with this title already.',
  replyGone: 'The reply no longer exists. Another admin may have deleted it. Save again to add it.',
  replyNotDeleted: 'Failed to delete the reply',
  newerMessage: 'A newer message has arrived. Please read it first.',
}
