import type { AuthDependencies } from '../dependencies.ts'
import type { Handler } from './context.ts'

/** GET /settings: the enabled sign-in methods. */
export const settings =
  ({ config, providers, sms }: Pick<AuthDependencies, 'config' | 'sms' | 'providers'>): Handler =>
  async (c) =>
    c.json({
      external: {
        email: true,
        phone: false,
        anonymous_users: false,
        google: false,
        ...Object.fromEntries(providers.offered.map(({ id }) => [id, true])),
      },
      disable_signup: config.signUp !== 'open',
      mailer_autoconfirm: !config.confirmsEmail,
      phone_autoconfirm: false,
      sms_provider: sms.provider,
      saml_enabled: false,
      passkeys_enabled: false,
    })

/** GET /health */
export const health =
  ({ config }: Pick<AuthDependencies, 'config'>): Handler =>
  async (c) =>
    c.json({ version: 'v2', name: 'GoTrue', description: `${config.productName} accounts, as GoTrue speaks` })

/** GET /.well-known/jwks.json: the public keys, with which clients verify tokens. */
export const jwks =
  ({ keys }: Pick<AuthDependencies, 'keys'>): Handler =>
  async (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    await keys.refresh()
    return c.json(keys.publicSet)
  }
