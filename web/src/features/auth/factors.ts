import type { MFAVerifyWebauthnParams } from '@supabase/auth-js'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, auth, config } from '../../lib/client.ts'
import { texts } from '../../lib/texts.ts'
import type { Notice } from './api.ts'

interface Refusal {
  readonly code?: string | undefined
  readonly message: string
}

const noticeOf = ({ code, message }: Refusal, title: string): Notice =>
  code === 'over_request_rate_limit' ? texts.auth.tooManyTries : { title, description: message }

/** Has the code of a phone sent. @returns the challenge that it answers */
export async function sendCode(factorId: string): Promise<Result<string, Notice>> {
  const { data, error } = await auth().mfa.challenge({ factorId })
  return error ? fail(noticeOf(error, texts.auth.codeNotSent)) : succeed(data.id)
}

/** Answers with the code that was sent, which also proves a new phone. @returns the id of the user */
export async function passWithSentCode(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<Result<string, Notice>> {
  const { data, error } = await auth().mfa.verify({ factorId, challengeId, code })
  if (!error) return succeed(data.user.id)
  const isWrong = error.code === 'mfa_verification_failed' || error.code === 'mfa_challenge_expired'
  return fail(isWrong ? texts.auth.wrongSentCode : noticeOf(error, texts.auth.signInFailed))
}

type PublicKeyAnswer = MFAVerifyWebauthnParams['webauthn']['credential_response']

/**
 * Answers with a passkey or security key: the one of the factor, or a new one, which proves it. Not the client's own
 * `mfa.webauthn`: that prefers security keys, leaves out what the device itself offers, and takes a proven factor away
 * when another is given its name.
 * @returns the id of the user
 */
export async function passWithPasskey(factorId: string): Promise<Result<string, Notice>> {
  const { mfa } = auth()
  const rpId = location.hostname
  const asked = await mfa.challenge({ factorId, webauthn: { rpId } })
  if (asked.error) return fail(noticeOf(asked.error, texts.auth.signInFailed))
  const { webauthn, id: challengeId } = asked.data
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
  if (error.code === 'webauthn_credential_exists') return fail(texts.auth.passkeyExists)
  if (error.code === 'mfa_verification_failed') return fail(texts.auth.passkeyRefused)
  return fail(noticeOf(error, texts.auth.signInFailed))
}

/** Browsers do not tell a person who cancels from one who has no such key. */
async function askBrowser(ask: () => Promise<Credential | null>): Promise<Result<PublicKeyAnswer, Notice>> {
  try {
    const answer = await ask()
    if (answer) return succeed(answer as unknown as PublicKeyAnswer)
  } catch (error) {
    // One of those that the options exclude.
    if (error instanceof DOMException && error.name === 'InvalidStateError') return fail(texts.auth.passkeyExists)
  }
  return fail(texts.auth.passkeyNotUsed)
}

interface RecoveryCodes {
  readonly codes?: readonly string[]
  readonly remaining?: number
  readonly access_token?: string
  readonly refresh_token?: string
}

/** The client has no methods for recovery codes yet; the addresses and shapes are those of its next versions. */
async function recoveryCodes(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Result<RecoveryCodes, Refusal>> {
  const { supabaseUrl, supabaseKey } = config()
  try {
    const answer = await fetch(`${supabaseUrl}/auth/v1/factors/recovery-codes${path}`, {
      method,
      headers: {
        apikey: supabaseKey,
        authorization: `Bearer ${(await accessToken()) ?? ''}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as RecoveryCodes & { readonly code?: string; readonly message?: string }
    return answer.ok ? succeed(told) : fail({ code: told.code, message: told.message ?? answer.statusText })
  } catch {
    return fail({ message: texts.unreachable })
  }
}

/** Uses a recovery code in the place of a second factor. @returns the id of the user */
export async function passWithRecoveryCode(code: string): Promise<Result<string, Notice>> {
  const used = await recoveryCodes('POST', '/verify', { code })
  if (!used.ok) {
    const isWrong = used.failure.code === 'mfa_verification_failed'
    return fail(isWrong ? texts.auth.wrongRecoveryCode : noticeOf(used.failure, texts.auth.signInFailed))
  }
  const { access_token = '', refresh_token = '' } = used.value
  const { data, error } = await auth().setSession({ access_token, refresh_token })
  return data.user ? succeed(data.user.id) : fail({ title: texts.auth.signInFailed, description: error?.message ?? '' })
}

/** @returns how many recovery codes are left, 0 for somebody without any; undefined when that cannot be told now */
export async function recoveryCodesLeft(): Promise<number | undefined> {
  const counted = await recoveryCodes('GET', '')
  if (counted.ok) return counted.value.remaining
  return counted.failure.code === 'mfa_factor_not_found' ? 0 : undefined
}

/** Makes a new set in place of the former. @returns the codes, which are told this once */
export async function makeRecoveryCodes(): Promise<Result<readonly string[], Notice>> {
  const made = await recoveryCodes('POST', '')
  if (made.ok) return succeed(made.value.codes ?? [])
  return fail(noticeOf(made.failure, texts.auth.recoveryCodesFailed))
}

/** Adds a phone, which counts once `sendCode` and `passWithSentCode` have proven it. @returns the factor */
export async function enrolPhone(phone: string, name: string): Promise<Result<string, Notice>> {
  const { data, error } = await auth().mfa.enroll({ factorType: 'phone', phone, friendlyName: name })
  return error ? fail(noticeOf(error, texts.auth.factorNotAdded)) : succeed(data.id)
}

/** Adds a passkey or security key under a name. @returns the factor */
export async function registerPasskey(name: string): Promise<Result<string, Notice>> {
  const { mfa } = auth()
  const enrolled = await mfa.enroll({ factorType: 'webauthn', friendlyName: name })
  if (enrolled.error) return fail(noticeOf(enrolled.error, texts.auth.factorNotAdded))
  const factorId = enrolled.data.id
  const proven = await passWithPasskey(factorId)
  if (proven.ok) return succeed(factorId)
  // The name is free again for the next try.
  await mfa.unenroll({ factorId })
  return proven
}
