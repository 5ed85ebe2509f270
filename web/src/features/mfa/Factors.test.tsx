// @vitest-environment happy-dom
import type { User } from '@supabase/auth-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { succeed } from '../../../../domain/result.ts'
import * as api from './api.ts'
import { Factors } from './Factors.tsx'
import * as proof from './proof.ts'
import { StepUp } from './StepUp.tsx'

afterEach(cleanup)

const user: User = {
  id: 'a2f5e6d0-0000-4000-8000-000000000000',
  aud: 'authenticated',
  email: 'ana@example.com',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
}

async function presses(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

async function opens(isProven: boolean) {
  vi.spyOn(api, 'isEmailProven').mockResolvedValue(succeed(isProven))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StepUp>
        <Factors user={user} />
      </StepUp>
    </QueryClientProvider>,
  )
  await presses('Add Authenticator App')
}

test('opens the form of a factor where the address is proven', async () => {
  await opens(true)
  expect(screen.getByLabelText('What to call it')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks for a mailed code first where the address is not proven, and for no password', async () => {
  const mailed = vi.spyOn(proof, 'mailProofCode').mockResolvedValue(succeed(null))
  const proven = vi.spyOn(proof, 'proveMailedCode').mockResolvedValue(succeed(null))
  await opens(false)
  expect(screen.queryByLabelText('What to call it')).toBeNull()
  expect(screen.getByRole('dialog').textContent).toContain('confirm that this is your email')
  expect(screen.queryByRole('button', { name: 'Use your password' })).toBeNull()
  await presses('Email me a code')
  expect(mailed).toHaveBeenCalledOnce()
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } })
  await act(async () => fireEvent.submit(screen.getByLabelText('Code')))
  expect(proven).toHaveBeenCalledWith('123456')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('What to call it')).toBeDefined()
})

test('opens no form when the proof is cancelled', async () => {
  await opens(false)
  await presses('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByLabelText('What to call it')).toBeNull()
})
