import type { Message } from '../../mail/mail.ts'
import { MAILED_CODE_SECONDS } from '../constants.ts'

/** The purpose of a mail; also the `type` of its link. */
export type MailKind = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication'

const texts: Record<MailKind, { readonly subject: string; readonly why: string }> = {
  signup: { subject: 'Confirm your email address', why: 'confirm your email address and finish signing up' },
  invite: { subject: 'You are invited', why: 'accept the invitation and sign in' },
  recovery: { subject: 'Reset your password', why: 'sign in and choose a new password' },
  magiclink: { subject: 'Your sign-in link', why: 'sign in' },
  email_change: {
    subject: 'Confirm the change of your email address',
    why: 'confirm the change of your email address',
  },
  reauthentication: { subject: 'Your confirmation code', why: 'confirm that it is you' },
}

/**
 * A plain mail with a link, a code, or both.
 * @example
 * const mail = writeMail('recovery', { productName: 'Upswing', to: 'ana@acme.com', code: '123456' })
 * mail.subject // 'Reset your password – Upswing'
 * mail.text // expect.stringContaining('Enter this code to sign in and choose a new password:\n\n123456')
 */
export function writeMail(
  kind: MailKind,
  { productName, to, link, code }: { productName: string; to: string; link?: string; code: string },
): Message {
  const { subject, why } = texts[kind]
  const way =
    link === undefined ? `Enter this code to ${why}:` : `Open this link to ${why}:\n\n${link}\n\nOr enter this code:`
  return {
    to,
    subject: `${subject} – ${productName}`,
    text: `Hello,\n\n${way}\n\n${code}\n\nIt works once, for ${MAILED_CODE_SECONDS / 60} minutes. If you did not ask for this, ignore this email.\n\n${productName}\n`,
  }
}
