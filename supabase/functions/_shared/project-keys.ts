export interface ProjectKeys {
  /** The key that functions send themselves, and any other that callers may send. */
  readonly publishable: string
  readonly otherPublishable: readonly string[]
  readonly secret: string
}

/**
 * The API keys of a Supabase project, from the environment of its functions: publishable and secret keys by name, of which
 * `default` comes first, or the legacy keys that they replace.
 */
export function projectKeys(env: Readonly<Record<string, string | undefined>>): ProjectKeys {
  const [publishable = '', ...otherPublishable] = keysIn(env['SUPABASE_PUBLISHABLE_KEYS'], env['SUPABASE_ANON_KEY'])
  const [secret = ''] = keysIn(env['SUPABASE_SECRET_KEYS'], env['SUPABASE_SERVICE_ROLE_KEY'])
  return { publishable, otherPublishable, secret }
}

/** @throws {SyntaxError} when `json` is no JSON */
function keysIn(json: string | undefined, legacy: string | undefined): string[] {
  const { default: first, ...others } = JSON.parse(json || '{}') as Record<string, string>
  return [first, ...Object.values(others), legacy].filter((key) => key !== undefined && key !== '') as string[]
}
