import { formatCount } from '../../../../../domain/numbers.ts'
import { INVITED_AT_ONCE } from '../../../../../domain/invitations.ts'

const addresses = (count: number) => `${formatCount(count)} ${count === 1 ? 'address' : 'addresses'}`

/** What the invitations of founders say. */
export const invitationTexts = {
  loadFailed: 'Failed to load invitations',
  failed: 'Failed to invite',
  sendFailed: 'Failed to send it again',
  withdrawFailed: 'Failed to withdraw it',
  sent: 'Sent again',
  withdrawn: 'Invitation withdrawn',
  gone: 'It has been accepted or withdrawn in the meantime.',
  tooSoon: 'It was sent in the last ten minutes.',
  tooMany: 'At most 1,000 invitations wait, and 1,000 are emailed a day. Withdraw those you no longer need.',
  labelGone: 'The label no longer exists.',
  counted: addresses,
  tooManyAtOnce: `At most ${INVITED_AT_ONCE} at once, please.`,
  invited: (count: number) => `${addresses(count)} invited.`,
  hasAccount: (names: readonly string[]) => `Already signed up: ${names.join(', ')}.`,
  invitedBefore: (names: readonly string[]) => `Invited before: ${names.join(', ')}. Send theirs again from the list.`,
  noAddress: (names: readonly string[]) => `Not an email address: ${names.join(', ')}.`,
} as const
