// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AskedQuestions, AskContext } from './AskedQuestions.tsx'

afterEach(cleanup)

const questions = ['How many demos in October?', 'Which loop had the most demos?']

function show(isBusy: boolean, offered: readonly string[] = questions) {
  const ask = vi.fn<(question: string) => void>()
  render(
    <AskContext value={{ ask, isBusy }}>
      <AskedQuestions questions={offered} />
    </AskContext>,
  )
  return ask
}

test('a pressed question is asked as it stands', () => {
  const ask = show(false)
  const group = within(screen.getByRole('group', { name: 'Did you mean' }))
  expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(questions)
  fireEvent.click(group.getByRole('button', { name: 'Which loop had the most demos?' }))
  expect(ask.mock.calls).toEqual([['Which loop had the most demos?']])
})

test('while the co-founder answers, a question keeps its focus and is not asked', () => {
  const ask = show(true)
  const button = screen.getByRole('button', { name: 'How many demos in October?' })
  button.focus()
  fireEvent.click(button)
  expect(ask).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('an answer without questions has no group', () => {
  show(false, [])
  expect(screen.queryByRole('group')).toBeNull()
})
