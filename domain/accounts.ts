/** Characters. SPEC sections 5 and 9. */
export const MIN_PASSWORD_LENGTH = 6

/** Bytes in UTF-8: bcrypt, which an imported account may use, ignores the rest. */
export const MAX_PASSWORD_BYTES = 72

/** Characters of a name in a profile. */
export const NAME_LIMIT = 100

/** Characters of a second factor's name, and of the label in an authenticator app. */
export const FACTOR_NAME_LIMIT = 100

/** Modes of sign-up, SIGN_UP: open to everyone, by invitation, or closed. Invitations work in all modes. */
export const SIGN_UP_MODES = ['open', 'invite', 'closed'] as const

export type SignUpMode = (typeof SIGN_UP_MODES)[number]
