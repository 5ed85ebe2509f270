import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <output aria-label={label} className={classNames('inline-grid place-items-center text-primary', className)}>
      <LoaderCircle aria-hidden className="size-6 animate-spin" />
    </output>
  )
}

/** Shown while the whole screen is loading. */
export const FullSpinner = () => (
  <div className="grid min-h-svh place-items-center">
    <Spinner />
  </div>
)
