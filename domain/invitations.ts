/** Days for which the link of an invitation is valid. */
export const INVITATION_DAYS = 14

/** Addresses that are invited at once, and characters of the words in their mail, as the database bounds them. */
export const INVITED_AT_ONCE = 200
export const INVITATION_WORDS_LIMIT = 1000

/** Why an invitation cannot be accepted. */
export type InvitationRefusal = 'invalid' | 'expired' | 'gone' | 'has-account'

/** What its page shows. */
export interface Invitation {
  readonly email: string
  /** Who invites; null when they have no name. */
  readonly inviter: string | null
}
