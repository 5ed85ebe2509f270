import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface PartProps {
  title: string
  description?: ReactNode
  /** Separated from the section before it. */
  isSeparated?: boolean
  /** Highlighted: the user came for this section. */
  isScrolledIntoView?: boolean
  children: ReactNode
}

/** A titled section of a tab. */
export function Part({ title, description, isSeparated = false, isScrolledIntoView = false, children }: PartProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isScrolledIntoView) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isScrolledIntoView])
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className={classNames('flex scroll-mb-12 flex-col gap-4', isSeparated && 'border-t border-border pt-6')}
    >
      <header>
        <h3 id={id} className="text-base font-semibold">
          {title}
        </h3>
        {description && <p className="mt-1 text-sm text-muted">{description}</p>}
      </header>
      {children}
    </section>
  )
}
