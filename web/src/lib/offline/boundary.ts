import { Component, type ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { toastError } from '../texts/toasts.ts'

/** Event of the window: a part of a screen threw while it was rendered. What it was rendered from may be damaged. */
export const PART_FAILED = 'part-failed'

/** Event of the window: the user wants to try again what failed. What it was rendered from is loaded again. */
export const PART_RETRIED = 'part-retried'

interface BoundaryProps {
  /** Shown in place of a part that threw. */
  readonly failed: (error: unknown, retry: () => void) => ReactNode
  readonly onFailed?: (error: unknown) => void
  readonly children?: ReactNode
}

interface BoundaryState {
  readonly caught: { readonly error: unknown } | undefined
  /** Those that were rendered last. */
  readonly children: ReactNode
}

/** An error of one part of a screen leaves the rest of it as it is. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: undefined, children: undefined }

  /** Rendered again by its parent it may have other data. */
  static getDerivedStateFromProps = ({ children }: BoundaryProps, state: BoundaryState) =>
    children === state.children ? null : { caught: undefined, children }

  static getDerivedStateFromError = (error: unknown) => ({ caught: { error } })

  override componentDidCatch(error: unknown) {
    dispatchEvent(new Event(PART_FAILED))
    this.props.onFailed?.(error)
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    return this.props.failed(caught.error, () => {
      dispatchEvent(new Event(PART_RETRIED))
      this.setState({ caught: undefined })
    })
  }
}

/** What is said of a part that threw. */
const messageOf = (error: unknown): string =>
  (error as Error | undefined)?.message === texts.notLoaded ? texts.notLoaded : texts.partFailed

/** The same, with what tries it again: of a part that could not be loaded, a refresh of the page. */
export function failureOf(error: unknown, retry: () => void) {
  const message = messageOf(error)
  return { message, onRetry: message === texts.notLoaded ? () => location.reload() : retry }
}

/** A dialog that throws is closed, with a notice. */
export const dialogFailed = (onClose: (() => void) | undefined) => (error: unknown) => {
  onClose?.()
  toastError(messageOf(error))
}
