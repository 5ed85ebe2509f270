import type { ReactNode } from 'react'

/** At a form that waits for the network: it says so, and offers to cancel. */
export const UnsentNote = ({ onCancel, children }: { onCancel: () => void; children: ReactNode }) => (
  <p className="text-sm text-muted">
    {children}{' '}
    <button type="button" className="underline" onClick={onCancel}>
      Don’t send it
    </button>
  </p>
)
