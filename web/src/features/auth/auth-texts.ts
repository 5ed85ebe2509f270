/** Texts of the sign-in screen that no other screen shows. */
export const authTexts = {
  toConfirm: { title: 'Check your inbox', description: 'Open the link we sent you to finish signing up.' },
  alreadyRegistered: {
    title: 'Account already exists',
    description: 'This email is already registered. Please sign in instead.',
  },
  signUpFailed: 'Sign up failed',
  signUpClosed: 'We are not taking new accounts at the moment. If you have one, sign in.',
  signUpByInvitation:
    'Sign-up is by invitation. Please open the link in the invitation. If it no longer works, choose "Forgot password?".',
  notInvited: {
    title: 'Sign up failed',
    description:
      'New accounts are by invitation only at the moment. Please open the link in your invitation, or ask us for one.',
  },
  invalidCredentials: { title: 'Invalid credentials', description: 'Wrong email or password. Please try again.' },
  signedUp: { title: 'Success!', description: 'Account created successfully. Redirecting...' },
  welcomeAdmin: { title: 'Welcome back, Admin!', description: 'Redirecting to admin panel...' },
  welcome: { title: 'Welcome back!', description: 'Signed in successfully. Redirecting...' },
  emailForReset: 'Enter your email first. We will send you a link to set a new password.',
  resetSent: 'Check your inbox',
  resetSentAgain: { title: 'Sent again', description: 'Only the newest email works.' },
  wrongResetCode: {
    title: 'Code not accepted',
    description: 'It is mistyped, older than an hour, or from an email before the newest one.',
  },
  resetFailed: 'Password reset failed',
  passwordChanged: { title: 'Success!', description: 'Your new password is set.' },
  emailChanged: { title: 'Success!', description: 'Your email is changed.' },
  links: {
    signup: { title: 'Confirm your email', why: 'confirms your email and signs you in' },
    invite: { title: 'Accept your invitation', why: 'signs you in to your new account' },
    recovery: { title: 'Reset your password', why: 'signs you in, so that you can choose a new password' },
    magiclink: { title: 'Sign in', why: 'signs you in' },
    email_change: { title: 'Change your email', why: 'confirms this address' },
  },
  linkExpired: {
    title: 'This link no longer works',
    description: 'A link works once, for an hour, and a newer email replaces an older one. Please ask for a new link.',
  },
  halfConfirmed: {
    title: 'One of two',
    description: 'Now open the link in the email to the other address: then your email is changed.',
  },
} as const
