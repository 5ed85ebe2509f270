import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { shapeMissing } from '../supabase-cluster.ts'
import { openSupabaseShape, type SupabaseProject, type SupabaseShape } from '../supabase-shape.ts'

/** The commands of docs/supabase.md between two marks. */
async function documentedCommands(): Promise<string> {
  const text = await readFile(new URL('../../docs/supabase.md', import.meta.url), 'utf8')
  const [, commands] = /<!-- tested: move -->\s*```sh\n(.*?)```/s.exec(text) ?? []
  if (commands === undefined) throw new Error('docs/supabase.md has no commands that move data')
  return commands
}

describe.skipIf(shapeMissing ?? !engines.includes('postgres'))('data that moves to the shape of Supabase', () => {
  let server: TestServer
  let source: Owner
  let shape: SupabaseShape
  let project: SupabaseProject
  let folder: string
  beforeAll(async () => {
    server = await createTestServer('postgres')
    source = await ownerOf(server.own.config, server.database)
    shape = openSupabaseShape()
    project = await shape.project()
    folder = await mkdtemp(join(tmpdir(), 'upswing-move-'))
    const [ana] = await Promise.all([server.founder('ana'), server.founder('ben')])
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    await ana.client.from('squad_messages').insert({ user_id: ana.id, content: 'Hello' }).throwOnError()
    // Ana has shown that the address is hers.
    await source.query('select server.record_email_proof($1, now())', [ana.id])
    await writeFile(join(folder, 'move.sh'), await documentedCommands())
    const url = server.own.config.kind === 'postgres' ? server.own.config.url : ''
    const env = {
      ...process.env,
      PATH: `${postgresPrograms}:${process.env['PATH']}`,
      SOURCE: url,
      TARGET: project.urlOf('postgres'),
    }
    await promisify(execFile)('bash', ['-euo', 'pipefail', 'move.sh'], { env, cwd: folder })
  })
  afterAll(async () => {
    await source.end()
    await server.close()
    await shape.close()
    await rm(folder, { recursive: true, force: true })
  })

  const rowsOf = (queries: Pick<Owner, 'query'>, table: string) =>
    queries.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)

  test.each([
    'public.profiles',
    'public.goals',
    'public.squad_messages',
    'public.squad_conversations',
    'auth.identities',
  ])('%s has the same rows', async (table) => {
    const rows = await rowsOf(source, table)
    expect(rows.length).toBeGreaterThan(0)
    expect(await rowsOf(project.database, table)).toEqual(rows)
  })

  test('accounts keep their passwords; an address that was never shown to be the user’s is not confirmed', async () => {
    const accounts =
      'select id, email, encrypted_password, email_confirmed_at is not null as "isConfirmed" from auth.users order by email'
    const moved = await project.database.query<{ encrypted_password: string }>(accounts)
    const [ana, ben] = await source.query<{ encrypted_password: string }>(accounts)
    expect(moved).toEqual([ana, { ...ben, isConfirmed: false }])
    expect(moved[0]?.encrypted_password).toMatch(/^\$argon2id\$/)
  })
})
