import { createElement, lazy, useState, type ComponentType } from 'react'
import { checkNetwork, whenOnline } from './network.ts'
import { texts } from '../texts/texts.ts'

/** The area that a chunk belongs to; `now`: every screen loads it, so it is not preloaded. */
type Area = 'founder' | 'admin' | 'now'

export type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>

const noop = () => undefined

const notLoadedYet = new Map<() => Promise<unknown>, Area | undefined>()

/** Milliseconds before a chunk that failed to load is requested again. */
const RETRIES_MS = [500, 2000]

/** Without a network it waits. @throws when the server does not have the chunk */
async function retry<Result>(load: () => Promise<Result>): Promise<Result> {
  for (const ms of RETRIES_MS) {
    try {
      return await load()
    } catch (error) {
      console.error(error)
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (!(await checkNetwork())) await whenOnline()
    }
  }
  return load().catch((error: unknown) => {
    // The browser's own message would be taken for a lost connection.
    throw isLoadError(error) ? new Error(texts.notLoaded, { cause: error }) : error
  })
}

/** Whether a chunk could not be loaded, unlike one that throws. Browsers have messages of their own for it. */
const isLoadError = (error: unknown): boolean => error instanceof TypeError && /import/i.test(error.message)

/**
 * A lazily loaded component in its own chunk, by exported name. Once preloaded it renders without suspending: React
 * hides whatever suspends, even briefly, for 300 ms. The control that opens it gets its `onIntent`.
 * @param area default: the screen that uses it
 */
export function lazyPart<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name, area?: Area) {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = (await load())[name]
    return { default: loaded }
  }
  notLoadedYet.set(loadPart, area)
  const Lazy: ComponentType<Props> = lazy(() => retry(loadPart))
  // A failure shows where the component is used.
  const preload = () => void loadPart().catch(noop)
  const Part = (props: Props) => {
    // The same element while it is shown: another would remount.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Part, { preload, onIntent: { onPointerEnter: preload, onFocus: preload } })
}

/** Milliseconds before preloading starts. */
const PRELOAD_DELAY_MS = 2000

/**
 * Preloads chunks that the screens may need later, one after another: then a click shows them at once, and offline
 * too. A loaded chunk adds its own chunks.
 */
export function loadTheRest(of: Area): () => void {
  const timer = setTimeout(() => void loadEach(of), PRELOAD_DELAY_MS)
  return () => clearTimeout(timer)
}

async function loadEach(of: Area): Promise<void> {
  for (const [load, area = of] of notLoadedYet) {
    if (area !== of) continue
    notLoadedYet.delete(load)
    await load().catch(noop)
  }
}
