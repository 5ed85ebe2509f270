// @vitest-environment happy-dom
import type { Factor } from '@supabase/auth-js'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useVerifyFactor } from '../../lib/session/step-up.ts'
import { StepUp } from './StepUp.tsx'

const factor: Factor = {
  id: 'a2f5e6d0-0000-4000-8000-000000000000',
  factor_type: 'totp',
  status: 'verified',
  created_at: '',
  updated_at: '',
}

test('resolves to false when a newer request replaces it', async () => {
  const { result } = renderHook(() => useVerifyFactor(), { wrapper: StepUp })
  const answers: string[] = []
  const ask = (name: string) => void result.current([factor]).then((isProven) => answers.push(`${name} ${isProven}`))
  await act(async () => ask('first'))
  expect(answers).toEqual([])
  await act(async () => ask('second'))
  expect(answers).toEqual(['first false'])
})
