import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { authRequest, failureOf, type Failure } from '../../lib/auth-request.ts'
import { auth } from '../../lib/client.ts'
import { texts } from '../../lib/texts.ts'

/** Step-up: confirms with the password that the account's owner is present. */
export async function provePassword(password: string): Promise<Result<null, Failure>> {
  return proofResult(await authRequest('POST', '/reauthenticate', { password }), texts.auth.wrongPassword)
}

/** Step-up with the code that `mailProofCode` mailed. */
export async function proveMailedCode(nonce: string): Promise<Result<null, Failure>> {
  return proofResult(await authRequest('POST', '/reauthenticate', { nonce }), texts.auth.wrongMailedCode)
}

/** Mails a code to the account's address. */
export async function mailProofCode(): Promise<Result<null, Failure>> {
  const { error } = await auth().reauthenticate()
  return error ? fail(failureOf(error, texts.auth.codeNotSent)) : succeed(null)
}

const wrongCodes = new Set(['current_password_invalid', 'reauthentication_not_valid'])

function proofResult(answer: Awaited<ReturnType<typeof authRequest>>, wrong: Failure): Result<null, Failure> {
  if (answer.ok) return succeed(null)
  return fail(wrongCodes.has(answer.failure.code ?? '') ? wrong : failureOf(answer.failure, texts.auth.notConfirmed))
}
