import type { SignUpMode } from '../../../../domain/accounts.ts'
import type { DayOff } from '../../../../domain/squad-hours.ts'
import { probeApi, setOffline } from '../offline/network.ts'

/** The server's public configuration. */
export interface Config {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  readonly productName: string
  readonly productTagline: string
  /** The path that founders get to after signing in or up. */
  readonly landingPath: string
  /** External providers for signing in. */
  readonly signIn: { readonly providers: readonly { readonly id: string; readonly name: string }[] }
  /** The mode of sign-up. Missing in a copy that an older build has cached. */
  readonly signUp?: SignUpMode
  readonly calendar: { readonly configured: boolean; readonly authUrl?: string; readonly clientId?: string }
  /** `url` is a template with `{member}`; without it the built-in page is used. */
  readonly booking: { readonly url?: string | null }
  /** The squad's days off. */
  readonly squad: { readonly holidays: readonly DayOff[] }
  readonly ai: { readonly configured: boolean }
}

let loaded: Config | undefined

export function setConfig(config: Config): void {
  loaded = config
}

/** @throws {Error} before it is loaded */
export function config(): Config {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}

/**
 * Loads `/config.json`, which index.html has already requested. The service worker marks its own copy.
 * @throws {TypeError} when the server is unreachable */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`Failed to fetch the configuration (HTTP ${response.status})`)
  if (response.headers.has('X-From-Cache')) {
    setOffline(true)
  }
  setConfig((await response.json()) as Config)
  probeApi(config().supabaseUrl)
}
