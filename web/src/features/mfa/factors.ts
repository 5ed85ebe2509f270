import type { MFAVerifyWebauthnParams } from '@supabase/auth-js'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { authRequest, failureOf, type Failure } from '../../lib/session/auth-request.ts'
import { auth } from '../../lib/session/client.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'

/** Verifies a code of an authenticator app. @returns the id of the user, now at aal2 */
export async function passFactor(factorId: string, code: string): Promise<Result<string, Failure>> {
  const { data, error } = await auth().mfa.challengeAndVerify({ factorId, code })
  if (!error) return succeed(data.user.id)
  return fail(
    error.code === 'mfa_verification_failed' ? accountTexts.wrongCode : failureOf(error, accountTexts.secondStepFailed),
  )
}

/** Sends a code to a phone. @returns the challenge to verify */
export async function sendCode(factorId: string): Promise<Result<string, Failure>> {
  const { data, error } = await auth().mfa.challenge({ factorId })
  return error ? fail(failureOf(error, accountTexts.codeNotSent)) : succeed(data.id)
}

/** Verifies a sent code, which also confirms a new phone. @returns the id of the user */
export async function passWithSentCode(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<Result<string, Failure>> {
  const { data, error } = await auth().mfa.verify({ factorId, challengeId, code })
  if (!error) return succeed(data.user.id)
  const isWrong = error.code === 'mfa_verification_failed' || error.code === 'mfa_challenge_expired'
  return fail(isWrong ? accountTexts.wrongSentCode : failureOf(error, accountTexts.secondStepFailed))
}

type PublicKeyAnswer = MFAVerifyWebauthnParams['webauthn']['credential_response']

/** Whether this browser supports passkeys here: not on http, nor on a bare IP address (WebAuthn, 5.1.2). */
export const isPasskeyPossible = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname)

/**
 * Verifies a passkey or security key, of an existing or a new factor. Not with the client's own
 * `mfa.webauthn`: that prefers security keys, excludes the device's own, and removes a verified factor when another
 * gets its name.
 * @returns the id of the user
 */
export async function passWithPasskey(factorId: string): Promise<Result<string, Failure>> {
  const { mfa } = auth()
  const rpId = location.hostname
  const challenge = await mfa.challenge({ factorId, webauthn: { rpId } })
  if (challenge.error) return fail(failureOf(challenge.error, accountTexts.secondStepFailed))
  const { webauthn, id: challengeId } = challenge.data
  const answer = await askBrowser(() =>
    webauthn.type === 'create'
      ? navigator.credentials.create(webauthn.credential_options as CredentialCreationOptions)
      : navigator.credentials.get(webauthn.credential_options as CredentialRequestOptions),
  )
  if (!answer.ok) return answer
  const { data, error } = await mfa.verify({
    factorId,
    challengeId,
    webauthn: { type: webauthn.type, rpId, credential_response: answer.value },
  })
  if (!error) return succeed(data.user.id)
  if (error.code === 'webauthn_credential_exists') return fail(accountTexts.passkeyExists)
  if (error.code === 'mfa_verification_failed') return fail(accountTexts.passkeyRefused)
  return fail(failureOf(error, accountTexts.secondStepFailed))
}

/** Browsers do not distinguish a cancelled dialog from a missing key. */
async function askBrowser(ask: () => Promise<Credential | null>): Promise<Result<PublicKeyAnswer, Failure>> {
  try {
    const answer = await ask()
    if (answer) return succeed(answer as unknown as PublicKeyAnswer)
  } catch (error) {
    // The authenticator already has an excluded credential.
    if (error instanceof DOMException && error.name === 'InvalidStateError') return fail(accountTexts.passkeyExists)
  }
  return fail(accountTexts.passkeyNotUsed)
}

interface RecoveryCodes {
  readonly codes?: readonly string[]
  readonly remaining?: number
  readonly access_token?: string
  readonly refresh_token?: string
}

/** The client has no methods for recovery codes yet; paths and shapes are those of its next versions. */
const recoveryCodes = (method: 'GET' | 'POST', path: string, body?: object) =>
  authRequest<RecoveryCodes>(method, `/factors/recovery-codes${path}`, body)

/** Verifies a recovery code in place of a second factor. @returns the id of the user */
export async function passWithRecoveryCode(code: string): Promise<Result<string, Failure>> {
  const used = await recoveryCodes('POST', '/verify', { code })
  if (!used.ok) {
    const isWrong = used.failure.code === 'mfa_verification_failed'
    return fail(isWrong ? accountTexts.wrongRecoveryCode : failureOf(used.failure, accountTexts.secondStepFailed))
  }
  const { access_token = '', refresh_token = '' } = used.value
  const { data, error } = await auth().setSession({ access_token, refresh_token })
  return data.user
    ? succeed(data.user.id)
    : fail({ title: accountTexts.secondStepFailed, description: error?.message ?? '' })
}

/** @returns the recovery codes left, 0 without any; undefined when unknown */
export async function recoveryCodesLeft(): Promise<number | undefined> {
  const counted = await recoveryCodes('GET', '')
  if (counted.ok) return counted.value.remaining
  return counted.failure.code === 'mfa_factor_not_found' ? 0 : undefined
}

/** Replaces the recovery codes. @returns the new codes, which are shown once */
export async function makeRecoveryCodes(): Promise<Result<readonly string[], Failure>> {
  const created = await recoveryCodes('POST', '')
  if (created.ok) return succeed(created.value.codes ?? [])
  return fail(failureOf(created.failure, accountTexts.recoveryCodesFailed))
}

/** Enrols a phone; `sendCode` and `passWithSentCode` verify it. @returns the factor */
export async function enrolPhone(phone: string, name: string): Promise<Result<string, Failure>> {
  const { data, error } = await auth().mfa.enroll({ factorType: 'phone', phone, friendlyName: name })
  return error ? fail(failureOf(error, accountTexts.factorNotAdded)) : succeed(data.id)
}

/** Enrols a passkey or security key with a name. @returns the factor */
export async function registerPasskey(name: string): Promise<Result<string, Failure>> {
  const { mfa } = auth()
  const enrolled = await mfa.enroll({ factorType: 'webauthn', friendlyName: name })
  if (enrolled.error) return fail(failureOf(enrolled.error, accountTexts.factorNotAdded))
  const factorId = enrolled.data.id
  const proven = await passWithPasskey(factorId)
  if (proven.ok) return succeed(factorId)
  // Removes the unverified factor, so that its name is free.
  await mfa.unenroll({ factorId })
  return proven
}
