import { fail, succeed, type Result } from '../../../domain/result.ts'
import { authRequest } from './auth-request.ts'
import { auth } from './client.ts'
import { failureOf, type Failure } from './factors.ts'
import { texts } from './texts.ts'

/** Confirms in place, with the password, that the owner of the account is at this session. */
export async function provePassword(password: string): Promise<Result<null, Failure>> {
  return proved(await authRequest('POST', '/reauthenticate', { password }), texts.auth.wrongPassword)
}

/** Confirms in place with the code that `mailProofCode` had mailed. */
export async function proveMailedCode(nonce: string): Promise<Result<null, Failure>> {
  return proved(await authRequest('POST', '/reauthenticate', { nonce }), texts.auth.wrongMailedCode)
}

/** Has a code mailed to the address of the account. */
export async function mailProofCode(): Promise<Result<null, Failure>> {
  const { error } = await auth().reauthenticate()
  return error ? fail(failureOf(error, texts.auth.codeNotSent)) : succeed(null)
}

const wrongCodes = new Set(['current_password_invalid', 'reauthentication_not_valid'])

function proved(answer: Awaited<ReturnType<typeof authRequest>>, wrong: Failure): Result<null, Failure> {
  if (answer.ok) return succeed(null)
  return fail(wrongCodes.has(answer.failure.code ?? '') ? wrong : failureOf(answer.failure, texts.auth.notConfirmed))
}
