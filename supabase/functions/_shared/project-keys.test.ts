import { expect, test } from 'vitest'
import { projectKeys } from './project-keys.ts'

test('keys by name come before the legacy ones, and the one named default comes first', () => {
  const env = {
    SUPABASE_PUBLISHABLE_KEYS: '{"mobile":"sb_publishable_mobile","default":"sb_publishable_default"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_default","worker":"sb_secret_worker"}',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
  }
  expect(projectKeys(env)).toEqual({
    publishable: 'sb_publishable_default',
    otherPublishable: ['sb_publishable_mobile', 'anon'],
    secret: 'sb_secret_default',
  })
})

test('a project with legacy keys alone uses them', () => {
  const env = { SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service' }
  expect(projectKeys(env)).toEqual({ publishable: 'anon', otherPublishable: [], secret: 'service' })
})

test('without keys each is empty', () => {
  expect(projectKeys({ SUPABASE_SECRET_KEYS: '' })).toEqual({ publishable: '', otherPublishable: [], secret: '' })
})
