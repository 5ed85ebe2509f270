import { config } from '../../lib/client.ts'

/** What the operator calls a provider of accounts. */
export const providerName = (id: string): string =>
  config().signIn.providers.find((provider) => provider.id === id)?.name ?? id
