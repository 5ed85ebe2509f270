// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, ErrorScreen } from './ErrorScreen.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(cleanup)

const advice = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test.each([
  ['NetworkError when attempting to load', ['Check your internet connection', 'Try refreshing the page']],
  ['Auth session missing!', ['Try signing out and signing back in', 'Check if your session has expired']],
  ['Database is starting up', ['This might be a temporary issue', 'Try again in a few moments']],
  ['x is not a function', ['Try refreshing the page', 'If the problem persists, contact support']],
])('a screen that fails with "%s" gives advice', (message, expected) => {
  const Failing = () => {
    throw new Error(message)
  }
  render(
    <ErrorBoundary>
      <Failing />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined()
  expect(screen.getByText(message)).toBeDefined()
  expect(advice()).toEqual(expected)
})

test('Refresh Page loads it again, and Go to Home the board', () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  render(<ErrorScreen error="gone" />)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
  expect(reload).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Go to Home' }))
  expect(assign).toHaveBeenCalledWith('/')
})
