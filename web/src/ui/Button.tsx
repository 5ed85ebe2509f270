import type { ComponentProps, KeyboardEvent } from 'react'
import { Link } from '../lib/navigation/Link.tsx'
import { classNames } from './class-names.ts'

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary/90 active:bg-primary/80 shadow-card',
  outline: 'border border-field/60 bg-surface text-foreground hover:bg-sunken active:bg-border',
  ghost: 'text-foreground hover:bg-sunken active:bg-border',
  destructive: 'bg-destructive text-on-destructive hover:bg-destructive/90 active:bg-destructive/80',
} as const

const sizes = {
  md: 'h-9 px-3.5 pointer-coarse:h-11',
  sm: 'h-8 px-2.5 text-sm pointer-coarse:h-11',
  icon: 'size-9 shrink-0 pointer-coarse:size-11',
} as const

interface Look {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

const look = ({ variant = 'primary', size = 'md' }: Look, className?: string) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md text-base font-medium whitespace-nowrap select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&>svg]:size-4 [&>svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )

export function Button({ variant, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type={type} className={look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest} />
  )
}

/** A link to a screen of this app that looks and behaves like a button: Space presses it, a middle click opens a tab. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  const pressOnSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  }
  return (
    <Link
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button has no address to open in a new tab
      role="button"
      className={look({ ...(variant && { variant }), ...(size && { size }) }, className)}
      onKeyDown={pressOnSpace}
      {...rest}
    />
  )
}
