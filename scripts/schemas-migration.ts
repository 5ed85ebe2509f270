/**
 * `npm run schemas-migration`: writes `supabase/schemas` as a migration of now, which `supabase db push` applies to a Supabase
 * project. A release has its own; the server applies the schema files themselves.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { SCHEMAS_OF_A_RELEASE } from '../server/database/migrations.ts'
import { asMigration, readSchemas } from '../server/database/schemas.ts'

const folder = new URL('../supabase/', import.meta.url)
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const name = `${now}_${version.replaceAll('.', '_')}${SCHEMAS_OF_A_RELEASE}.sql`
await writeFile(new URL(`migrations/${name}`, folder), asMigration(await readSchemas(new URL('schemas/', folder))))
console.log(`supabase/migrations/${name}`)
