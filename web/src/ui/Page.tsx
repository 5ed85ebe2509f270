import { useEffect, type ReactNode } from 'react'
import { config } from '../lib/session/config.ts'
import { classNames } from './class-names.ts'

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
export const Page = ({ title, description, action, children }: PageProps) => (
  <div className={classNames(pageLook, 'flex flex-col gap-6')}>
    <header className="flex flex-wrap items-end justify-between gap-4">
      <PageTitle title={title} description={description} />
      {action}
    </header>
    {children}
  </div>
)

export const pageLook = 'mx-auto w-full max-w-7xl px-4 py-6 sm:px-8 sm:py-8'

/** For a screen whose title is not in a line of its own. */
export function PageTitle({ title, description }: Pick<PageProps, 'title' | 'description'>) {
  usePageTitle(title)
  return (
    <div>
      <h1 className="text-2xl tracking-tight">{title}</h1>
      {description && <p className="mt-1 text-muted">{description}</p>}
    </div>
  )
}
