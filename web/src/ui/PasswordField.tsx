import { useState, type ComponentProps } from 'react'
import { TextField } from './Field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type'>

/** A password that can be read while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        className="pe-16"
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={isShown ? 'text' : 'password'}
      />
      <button
        type="button"
        className="absolute end-0 bottom-0 h-9 rounded-md px-3 text-sm text-muted underline-offset-4 hover:text-foreground hover:underline pointer-coarse:h-11"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
        <span className="sr-only"> {props.label.toLowerCase()}</span>
      </button>
    </div>
  )
}
