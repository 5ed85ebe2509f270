import type { DayOff } from '../../../domain/squad-hours.ts'

/** What the server tells every browser: public values only. */
export interface Config {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  readonly productName: string
  readonly productTagline: string
  /** Where founders land after signing in or up. */
  readonly landingPath: string
  /** Whose accounts people may sign in with besides. */
  readonly signIn: { readonly providers: readonly { readonly id: string; readonly name: string }[] }
  readonly calendar: { readonly configured: boolean; readonly authUrl?: string; readonly clientId?: string }
  /** `url` is a template with `{member}` in it; without it the built-in page is opened. */
  readonly booking: { readonly url?: string | null }
  /** When the squad is not there, beside its hours. */
  readonly squad: { readonly holidays: readonly DayOff[] }
  readonly ai: { readonly configured: boolean }
}

/** Reads `/config.json`, which index.html has already asked for. @throws {TypeError} when the server is not reached */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`Failed to fetch the configuration (HTTP ${response.status})`)
  return (await response.json()) as Config
}
