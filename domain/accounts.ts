import * as z from 'zod/mini'

/** Characters. SPEC sections 5 and 9. */
export const MIN_PASSWORD_LENGTH = 6

/** Characters. SPEC section 9. */
const MIN_NAME_LENGTH = 1

/** Characters that a profile holds of a name. */
export const NAME_LIMIT = 100

const email = z.string().check(z.trim(), z.email('Invalid email address'))
const password = z
  .string()
  .check(z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`))

/** The first issue is the one that is shown, so the order of fields is the order on the form (SPEC section 5). */
export const signInSchema = z.object({ email, password })

export const signUpSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(MIN_NAME_LENGTH, 'First name is required')),
  lastName: z.string().check(z.trim(), z.minLength(MIN_NAME_LENGTH, 'Last name is required')),
  email,
  password,
})

export const newPasswordSchema = z.object({ password })

/** What an authenticator app shows or a message says; many put a space in its middle. */
export const secondFactorSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(/\s/g, '')),
    z.regex(/^\d{6}$/, 'The code has 6 digits'),
  ),
})

/** One of the codes somebody has saved, in capitals or groups as they please. */
export const recoveryCodeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(/[\s-]/g, '')),
    z.regex(/^[\da-z]{16}$/i, 'The code has 16 letters and digits'),
  ),
})

export type SignIn = z.infer<typeof signInSchema>
export type SignUp = z.infer<typeof signUpSchema>
