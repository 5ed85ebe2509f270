import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { PanelBoundary } from './PanelBoundary.tsx'

interface CardProps {
  title: string
  /** One line under the title. */
  description?: ReactNode
  /** At the end of the title's line. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled section of a screen. */
export function Card({ title, description, action, className, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(cardLook, 'flex min-w-0 flex-col gap-4 p-5', className)}>
      <header className="flex min-h-8 flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div>
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {action}
      </header>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  )
}

export const cardLook = 'rounded-lg border border-border bg-surface shadow-card'
