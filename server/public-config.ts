import type { Config } from './config.ts'
import type { PublicConfig } from './http/web-app.ts'

/** The public configuration, /config.json, without the address of the API. */
export const publicConfig = (config: Config, supabaseKey: string): PublicConfig => ({
  supabaseKey,
  productName: config.PRODUCT_NAME,
  productTagline: config.PRODUCT_TAGLINE,
  landingPath: config.LANDING_PATH,
  signUp: config.SIGN_UP,
  signIn: { providers: config.OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })) },
  calendar: {
    configured: config.GOOGLE_CLIENT_ID !== undefined,
    ...(config.GOOGLE_CLIENT_ID !== undefined && {
      authUrl: config.GOOGLE_AUTH_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
      clientId: config.GOOGLE_CLIENT_ID,
    }),
  },
  booking: { url: config.BOOKING_URL ?? null },
  squad: { holidays: config.SQUAD_HOLIDAYS },
  ai: { configured: config.AI_BASE_URL !== undefined },
})
