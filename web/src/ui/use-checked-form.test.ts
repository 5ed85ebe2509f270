// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { texts } from '../lib/texts/texts.ts'
import { toasts } from '../lib/texts/toasts.ts'
import { useCheckedForm } from './use-checked-form.ts'

afterEach(() => {
  cleanup()
  for (const { id } of toasts.current()) toasts.dismiss(id)
})

const emailSchema = z.object({ email: z.string().check(z.trim(), z.email('Invalid email address')) })

async function submits(schema: () => Promise<typeof emailSchema>, email: string) {
  const submit = vi.fn<(form: { email: string }) => Promise<void>>()
  const Form = () => {
    const { onSubmit } = useCheckedForm({ schema, typed: { email }, submit })
    return createElement('form', { onSubmit })
  }
  const { container } = render(createElement(Form))
  await act(async () => fireEvent.submit(container.firstChild!))
  return submit
}

test('a schema that is loaded with the first attempt checks it', async () => {
  const loaded = async () => emailSchema
  expect(await submits(loaded, ' ana@acme.com ')).toHaveBeenCalledWith({ email: 'ana@acme.com' })
  expect(await submits(loaded, 'ana')).not.toHaveBeenCalled()
  expect(toasts.current()).toMatchObject([{ description: 'Invalid email address' }])
})

test('a schema that cannot be loaded submits nothing, and says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  expect(await submits(() => Promise.reject(new TypeError('Failed to fetch')), 'ana@acme.com')).not.toHaveBeenCalled()
  expect(toasts.current()).toMatchObject([{ description: texts.unreachable }])
})
