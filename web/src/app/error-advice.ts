/** Advice by what the message mentions, in this order of precedence (SPEC section 2). */
const kinds = [
  {
    pattern: /network|fetch/i,
    advice: ['Check your internet connection', 'Try refreshing the page'],
  },
  {
    // A response that is not JSON mentions an "unexpected token", which has nothing to do with signing in.
    pattern: /auth|session|jwt|(?<!unexpected )token/i,
    advice: ['Try signing out and signing back in', 'Check if your session has expired'],
  },
  {
    pattern: /database|query|postgres/i,
    advice: ['This might be a temporary issue', 'Try again in a few moments'],
  },
] as const

const defaultAdvice = ['Try refreshing the page', 'If the problem persists, contact support'] as const

export const adviceFor = (message: string): readonly string[] =>
  kinds.find(({ pattern }) => pattern.test(message))?.advice ?? defaultAdvice
