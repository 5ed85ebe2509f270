import { onTestFinished, vi } from 'vitest'

/** Pixels of what scrolls, which shows all its rows, and of anything else that is measured. */
const SCROLLER = { width: 1000, height: 100_000 }
const ROW = { width: 1000, height: 20 }

/** Reports the size of each element once it is observed. */
class SizeReporter {
  readonly #report: ResizeObserverCallback

  constructor(report: ResizeObserverCallback) {
    this.#report = report
  }

  observe(target: Element): void {
    const contentRect = target.matches('[class*=overflow]') ? SCROLLER : ROW
    const entry = { target, contentRect } as unknown as ResizeObserverEntry
    queueMicrotask(() => this.#report([entry], this))
  }

  unobserve(): void {
    // Nothing is reported later.
  }

  disconnect(): void {
    // Nothing is reported later.
  }
}

/** Gives a height to lists that render only the rows in view, which have none here. Called in `beforeEach`. */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', SizeReporter)
  // Rows are hidden until they are measured, which only those with a layout are.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent'))
}

/** Lets a list load its next page. @returns what scrolls all that is observed into view */
export function stubIntersections(): () => void {
  const reach = new Set<() => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #reach: () => void
      constructor(report: (entries: readonly unknown[]) => void) {
        this.#reach = () => report([{ isIntersecting: true }])
      }
      observe(): void {
        reach.add(this.#reach)
      }
      disconnect(): void {
        reach.delete(this.#reach)
      }
    },
  )
  return () => {
    for (const one of reach) one()
  }
}
