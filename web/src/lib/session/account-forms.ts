import * as z from 'zod/mini'
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, NAME_LIMIT } from '../../../../domain/accounts.ts'

/** Characters. SPEC section 9. */
const MIN_NAME_LENGTH = 1

const email = z.string().check(z.trim(), z.email('Invalid email address'))
const password = z
  .string()
  .check(z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`))

/**
 * Only the first issue is shown, so the order of fields is the order on the form (SPEC section 5).
 * @example
 * signInSchema.parse({ email: ' ana@acme.com ', password: 'correct' }) // { email: 'ana@acme.com', password: 'correct' }
 * signInSchema.safeParse({ email: 'ana', password: '' }).error?.issues[0]?.message // 'Invalid email address'
 */
export const signInSchema = z.object({ email, password })

const name = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(MIN_NAME_LENGTH, `${what} is required`),
      z.maxLength(NAME_LIMIT, `A ${what.toLowerCase()} has at most ${NAME_LIMIT} characters`),
    )

/**
 * @example
 * nameSchema.parse({ firstName: ' Ana ', lastName: 'Sousa' }) // { firstName: 'Ana', lastName: 'Sousa' }
 * nameSchema.safeParse({ firstName: ' ', lastName: 'Sousa' }).error?.issues[0]?.message // 'First name is required'
 */
export const nameSchema = z.object({ firstName: name('First name'), lastName: name('Last name') })

export const signUpSchema = z.object({ ...nameSchema.shape, email, password })

/**
 * @example
 * newPasswordSchema.safeParse({ password: '12345' }).error?.issues[0]?.message // 'Password must be at least 6 characters'
 */
export const newPasswordSchema = z.object({ password })

/** Of an invitation, which has the email. */
export const acceptSchema = z.object({ ...nameSchema.shape, password })

export const newEmailSchema = z.object({ email })

/**
 * `currentPassword` is omitted for users who have none yet.
 * @example
 * passwordChangeSchema.safeParse({ password: 'é'.repeat(36) }).success // true
 * passwordChangeSchema.safeParse({ password: 'é'.repeat(37) }).success // false
 */
export const passwordChangeSchema = z.object({
  currentPassword: z.optional(z.string().check(z.minLength(1, 'Your current password is required'))),
  password: password.check(
    z.refine(
      (text) => new TextEncoder().encode(text.normalize('NFC')).length <= MAX_PASSWORD_BYTES,
      `Password cannot be longer than ${MAX_PASSWORD_BYTES} bytes, which is fewer characters where they are not Latin`,
    ),
  ),
})

/** The password that confirms a sensitive action. */
export const proofPasswordSchema = z.object({ password: z.string().check(z.minLength(1, 'Your password is required')) })

export const factorNameSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'A name is required')),
})

/**
 * A code from an authenticator app or a message; many apps put a space in its middle.
 * @example
 * secondFactorSchema.parse({ code: '123 456' }) // { code: '123456' }
 */
export const secondFactorSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(/\s/g, '')),
    z.regex(/^\d{6}$/, 'The code has 6 digits'),
  ),
})

/**
 * In international format (ITU-T E.164), grouped in any way.
 * @example
 * phoneSchema.parse({ phone: '+351 (912) 345-678' }) // { phone: '+351912345678' }
 * phoneSchema.safeParse({ phone: '912 345 678' }).success // false
 */
export const phoneSchema = z.object({
  phone: z.string().check(
    z.overwrite((phone) => phone.replaceAll(/[\s().-]/g, '')),
    z.regex(/^\+[1-9]\d{6,14}$/, 'Begin with + and the country code, such as +351 912 345 678'),
  ),
})

/**
 * A recovery code, in any case and grouping.
 * @example
 * recoveryCodeSchema.parse({ code: 'k3qp-9xz7-aa20-bb41' }) // { code: 'k3qp9xz7aa20bb41' }
 */
export const recoveryCodeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(/[\s-]/g, '')),
    z.regex(/^[\da-z]{16}$/i, 'The code has 16 letters and digits'),
  ),
})

export type SignIn = z.infer<typeof signInSchema>
export type SignUp = z.infer<typeof signUpSchema>
export type Name = z.infer<typeof nameSchema>
export type PasswordChange = z.infer<typeof passwordChangeSchema>
