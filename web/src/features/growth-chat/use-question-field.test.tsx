// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeRestoredTurn } from './restored-turn.ts'
import { useQuestionField } from './use-question-field.ts'

test('a waiting question that returns to the field is the same turn when it is asked unchanged', () => {
  const { result } = renderHook(() => useQuestionField('the user of a question field'))
  act(() => result.current.add('What is my runway?'))
  const id = result.current.waiting[0]?.id ?? 'none waits'
  act(() => result.current.edit(id))
  expect(result.current.text).toBe('What is my runway?')
  expect(result.current.waiting).toEqual([])
  expect(result.current.isWaiting).toBe(false)
  expect(takeRestoredTurn('the user of a question field', 'What is my runway? And burn?')).toBeUndefined()
  expect(takeRestoredTurn('the user of a question field', 'What is my runway?')).toBe(id)
})
