// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Router, useLocation } from '../../lib/navigation/Router.tsx'
import { DOCUMENT_KINDS, documentPlace, usualSpan } from '../../../../domain/documents.ts'
import { dayOf } from '../../../../domain/week.ts'
import { WriteDocumentDialog } from './WriteDocumentDialog.tsx'

afterEach(cleanup)

const Place = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

test.each(DOCUMENT_KINDS)('$label opens for its usual period', ({ id: kind, label }) => {
  const onClose = vi.fn<() => void>()
  render(
    <Router>
      <Place />
      <WriteDocumentDialog onClose={onClose} />
    </Router>,
  )
  fireEvent.click(screen.getByRole('radio', { name: label }))
  fireEvent.click(screen.getByRole('button', { name: 'Write it' }))
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe(
    documentPlace({ kind, span: usualSpan(kind, dayOf(new Date())) }),
  )
  expect(onClose).toHaveBeenCalledOnce()
})
