import { useEffect, type ReactNode } from 'react'
import { config } from '../lib/session/config.ts'

/** Sets the document title, product first (SPEC section 2). */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${config().productName} - ${title}`
  }, [title])
}

interface PageProps {
  title: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** One screen inside a layout. */
export function Page({ title, description, action, children }: PageProps) {
  usePageTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl tracking-tight">{title}</h1>
          {description && <p className="mt-1 text-muted">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}
