import { startOidcPeer, type OidcPeer, type PeerAccount } from '../oidc-peer.ts'
import { deploy } from './deployments.ts'
import { ENVIRONMENT, expect, test as base } from './product.ts'

export { expect }

/** The product with an OpenID Connect provider. */
export const test = base.extend<object, { peer: OidcPeer }>({
  peer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const peer = await startOidcPeer({ id: 'acme', name: 'Acme', redirectUris: ['http://localhost/later'] })
      await use(peer)
      await peer.close()
    },
    { scope: 'worker' },
  ],
  deployed: [
    async ({ deployment, peer }, use) => {
      const deployed = await deploy(deployment, { ...ENVIRONMENT, OIDC_PROVIDERS: JSON.stringify([peer.config]) })
      peer.leadsTo(`${deployed.founderUrl}/auth/v1/callback`)
      await use(deployed)
      await deployed.stop()
    },
    { scope: 'worker' },
  ],
})

/** A new account at the provider. */
export function newIdentity(peer: OidcPeer, more: Partial<PeerAccount> = {}) {
  const short = Math.random().toString(36).slice(2, 8)
  const account = {
    sub: `sub-${short}`, email: `mia-${short}@example.com`, email_verified: true, given_name: 'Mia', family_name: 'Wolf',
    ...more,
  } // prettier-ignore
  peer.knows(account)
  return account
}
