import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { MODIFIER } from './modifier-key.ts'

/** Submits a form that `submitOnCtrlEnter` submits too. */
export const SaveButton = (props: ComponentProps<typeof Button>) => (
  <>
    <Button type="submit" aria-keyshortcuts={`${MODIFIER.key}+Enter`} {...props} />
    <kbd aria-hidden className="self-center font-sans text-xs text-muted pointer-coarse:hidden">
      {MODIFIER.label} Enter
    </kbd>
  </>
)
