import { vi } from 'vitest'

/** Pixels of everything that is measured: what scrolls shows all its rows. */
const SIZE = { width: 1000, height: 100_000 }

/** Reports the size of each element once it is observed. */
class SizeReporter {
  readonly #report: ResizeObserverCallback

  constructor(report: ResizeObserverCallback) {
    this.#report = report
  }

  observe(target: Element): void {
    const entry = { target, contentRect: SIZE } as unknown as ResizeObserverEntry
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
export const stubLayout = (): void => void vi.stubGlobal('ResizeObserver', SizeReporter)
