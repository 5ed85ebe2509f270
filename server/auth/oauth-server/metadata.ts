import { APP_SCOPES } from '../../../domain/app-scopes.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Handler } from '../http/context.ts'
import { CLIENT_AUTH_METHODS } from './clients.ts'

/** GET /.well-known/oauth-authorization-server: what a client has to know of this server (RFC 8414). */
export const serverMetadata =
  ({ config, issuer }: Pick<AuthDependencies, 'config' | 'issuer'>): Handler =>
  async (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      ...(config.appsRegister && { registration_endpoint: `${issuer}/oauth/clients/register` }),
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: Object.keys(APP_SCOPES),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
      revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  }
