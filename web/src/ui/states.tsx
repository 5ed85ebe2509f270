import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOffline } from '../lib/offline/network.ts'
import { Button } from './Button.tsx'

interface SkeletonProps {
  lines?: number
  /** Whether its text is visible as well as announced. */
  isTextShown?: boolean
}

/** A placeholder in the shape of a list that is loading. */
export function Skeleton({ lines = 3, isTextShown = false }: SkeletonProps) {
  return (
    <div aria-busy="true" data-state="loading" className="flex flex-col gap-3 py-1">
      <p className={isTextShown ? 'text-sm text-muted' : 'sr-only'}>Loading...</p>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="h-10 rounded-md bg-sunken" />
      ))}
    </div>
  )
}

interface EmptyStateProps {
  title: string
  /** The text of the empty state: its future content, and who adds it. */
  hint?: string
  children?: ReactNode
}

export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-md border border-dashed border-border px-4 py-8 text-center">
      <p className="text-muted">{title}</p>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {children}
    </div>
  )
}

interface ErrorStateProps {
  message: string
  onRetry: () => void
  icon?: ReactNode
  /** On one line, without a frame: in a toolbar. */
  isInline?: boolean
}

const alert = <CircleAlert aria-hidden className="size-4 shrink-0 text-destructive" />

export function ErrorState({ message, onRetry, icon = alert, isInline = false }: ErrorStateProps) {
  return (
    <div
      data-state="failed"
      className={
        isInline
          ? 'flex flex-wrap items-center gap-x-3 gap-y-2 text-sm'
          : 'flex flex-col items-center gap-3 rounded-md border border-dashed border-border px-4 py-8 text-center'
      }
    >
      <p className="flex items-center gap-2">
        {icon}
        {message}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

const NOT_SAVED = { message: 'Not saved on this device.', icon: null } as const

/** Without a network nothing has failed: what is not saved here is loaded when the network is back. */
export function LoadFailed({ message, ...props }: ErrorStateProps) {
  const isOffline = useOffline()
  return <ErrorState {...props} {...(isOffline ? NOT_SAVED : { message })} />
}

interface LoadedProps<Data> {
  /** A query of TanStack Query. */
  query: { readonly data: Data | undefined; readonly isError: boolean; refetch: () => Promise<unknown> }
  failed: string
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states of a query: loading, failed, empty, content. Existing content stays when a refetch fails. */
export function Loaded<Data>({ query, failed, isEmpty, empty, loading, children }: LoadedProps<Data>) {
  const { data, isError, refetch } = query
  if (data === undefined && isError) return <LoadFailed message={failed} onRetry={() => void refetch()} />
  if (data === undefined) return loading ?? <Skeleton />
  if (isEmpty?.(data)) return empty
  return children(data)
}
