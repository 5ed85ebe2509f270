import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { adviceFor } from './error-advice.ts'

/** The global error screen. It uses nothing that may have failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <main className="grid min-h-svh place-items-center p-6">
      <div role="alert" className="w-full max-w-md rounded-xl border border-border bg-surface p-6 shadow-card">
        <h1 className="text-xl">Something went wrong</h1>
        <p className="mt-3 rounded-md bg-destructive-soft px-3 py-2 text-sm wrap-anywhere text-destructive">
          {message}
        </p>
        <h2 className="mt-5 text-base">What you can try</h2>
        <ul className="mt-1 list-disc pl-5 text-muted">
          {adviceFor(message).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <div className="mt-6 flex gap-2">
          <Button onClick={() => location.reload()}>Refresh Page</Button>
          <Button variant="outline" onClick={() => location.assign('/')}>
            Go to Home
          </Button>
        </div>
      </div>
    </main>
  )
}

interface Caught {
  readonly error: unknown
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { caught?: Caught }> {
  override state: { caught?: Caught } = {}

  static getDerivedStateFromError = (error: unknown) => ({ caught: { error } })

  override render() {
    return this.state.caught ? <ErrorScreen error={this.state.caught.error} /> : this.props.children
  }
}
