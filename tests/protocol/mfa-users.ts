import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { AuthServer } from './auth-server.ts'

export const password = 'correct horse'

export type Client = ReturnType<AuthServer['browser']>

export interface Founder {
  readonly client: Client
  readonly email: string
  readonly id: string
}

export interface App {
  readonly id: string
  /** The code of the authenticator app, `steps` of 30 s from now. */
  code(steps?: number): string
}

/** Users on a server whose clock only `advance` moves. */
export function usersOf(server: AuthServer) {
  let skippedMs = 0

  async function signsIn(email: string): Promise<Client> {
    const client = server.browser()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }
  async function enrolsApp({ auth }: Client, friendlyName = 'App'): Promise<App> {
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
    return {
      id: data.id,
      code: (steps = 0) => totp.generate({ timestamp: Date.now() + skippedMs + steps * 30_000 }),
    }
  }

  return {
    advance: (seconds: number) => {
      skippedMs += seconds * 1000
      server.advance(seconds)
    },
    founder: async (): Promise<Founder> => {
      const client = server.browser()
      const email = `founder-${randomUUID().slice(0, 8)}@example.com`
      const { data, error } = await client.auth.signUp({ email, password })
      if (error || !data.user) throw error ?? new Error('no user')
      return { client, email, id: data.user.id }
    },
    signsIn,
    enrolsApp,
    /** Adds and verifies an authenticator app, which raises the session to aal2. */
    addsApp: async (client: Client, friendlyName?: string): Promise<App> => {
      const app = await enrolsApp(client, friendlyName)
      const passed = await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })
      expect(passed.error).toBeNull()
      return app
    },
  }
}

export const level = async ({ auth }: Client) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel

export const methods = async ({ auth }: Client) =>
  (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods.map((one) =>
    typeof one === 'string' ? one : one.method,
  )

export async function bearerOf({ auth }: Client): Promise<string> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? ''
}
