// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_BASIS } from '../../../../domain/answer-basis.ts'
import { Basis } from './Basis.tsx'

afterEach(cleanup)

test('an answer that was cut says so, and is continued with one press', () => {
  const onContinue = vi.fn()
  render(<Basis basis={{ ...NO_BASIS, isCut: true }} onContinue={onContinue} />)
  expect(screen.getByText(/cut off at its length limit/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onContinue).toHaveBeenCalledOnce()
})

test('an earlier answer that was cut cannot be continued', () => {
  render(<Basis basis={{ ...NO_BASIS, isCut: true }} />)
  expect(screen.getByText(/cut off/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a whole answer names its records and unverified numbers only', () => {
  const { container } = render(<Basis basis={{ records: ['2 goals'], unverified: ['64'], isCut: false }} />)
  expect(container.textContent).toBe('Not in your records: 64. Check before you rely on it.Based on 2 goals.')
})

test('an answer without a basis has no footer', () => {
  expect(render(<Basis basis={NO_BASIS} />).container.innerHTML).toBe('')
})
