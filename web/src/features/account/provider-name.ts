import { config } from '../../lib/session/config.ts'

/** The operator's name of an external provider. */
export const providerName = (id: string): string =>
  config().signIn.providers.find((provider) => provider.id === id)?.name ?? id
