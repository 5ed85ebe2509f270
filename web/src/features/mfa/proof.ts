import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { authRequest, failureOf, type Failure } from '../../lib/session/auth-request.ts'
import { auth } from '../../lib/session/client.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'

/**
 * Step-up: confirms with the password that the account's owner is present. Supabase's own auth server cannot do that
 * within a session: there the user signs in again.
 */
export async function provePassword(password: string): Promise<Result<null, Failure>> {
  const answer = await authRequest('POST', '/reauthenticate', { password })
  const isUnknown = !answer.ok && (answer.failure.status === 404 || answer.failure.status === 405)
  return isUnknown ? signInAgain(password) : proofResult(answer, accountTexts.wrongPassword)
}

async function signInAgain(password: string): Promise<Result<null, Failure>> {
  const { data } = await auth().getUser()
  const { error } = await auth().signInWithPassword({ email: data.user?.email ?? '', password })
  if (!error) return succeed(null)
  return fail(
    error.code === 'invalid_credentials' ? accountTexts.wrongPassword : failureOf(error, accountTexts.notConfirmed),
  )
}

/** Step-up with the code that `mailProofCode` mailed. */
export async function proveMailedCode(nonce: string): Promise<Result<null, Failure>> {
  return proofResult(await authRequest('POST', '/reauthenticate', { nonce }), accountTexts.wrongMailedCode)
}

/** Mails a code to the account's address. */
export async function mailProofCode(): Promise<Result<null, Failure>> {
  const { error } = await auth().reauthenticate()
  return error ? fail(failureOf(error, accountTexts.codeNotSent)) : succeed(null)
}

const wrongCodes = new Set(['current_password_invalid', 'reauthentication_not_valid'])

function proofResult(answer: Awaited<ReturnType<typeof authRequest>>, wrong: Failure): Result<null, Failure> {
  if (answer.ok) return succeed(null)
  return fail(wrongCodes.has(answer.failure.code ?? '') ? wrong : failureOf(answer.failure, accountTexts.notConfirmed))
}
