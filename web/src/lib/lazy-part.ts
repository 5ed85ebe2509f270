import { createElement, lazy, useState, type ComponentType } from 'react'

/** The area that a chunk belongs to; `now`: every screen loads it, so it is not preloaded. */
type Area = 'founder' | 'admin' | 'now'

const notLoadedYet = new Map<() => Promise<unknown>, Area | undefined>()

/**
 * A lazily loaded component in its own chunk, by exported name. Once preloaded it renders without suspending: React
 * hides whatever suspends, even briefly, for 300 ms.
 * @param area default: the screen that uses it
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  area?: Area,
) {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = (await load())[name]
    return { default: loaded }
  }
  notLoadedYet.set(loadPart, area)
  const Lazy: ComponentType<Props> = lazy(loadPart)
  return function Part(props: Props) {
    // The same element while it is shown: another would remount.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
}

/** Milliseconds before preloading starts. */
const PAUSE_MS = 2000

/**
 * Preloads chunks that the screens may need later, one after another: then a click shows them at once, and offline
 * too. A loaded chunk adds its own chunks.
 */
export function loadTheRest(of: Area): () => void {
  const timer = setTimeout(() => void loadEach(of), PAUSE_MS)
  return () => clearTimeout(timer)
}

async function loadEach(of: Area): Promise<void> {
  for (const [load, area = of] of notLoadedYet) {
    if (area !== of) continue
    notLoadedYet.delete(load)
    // A failure shows where the component is used.
    await load().catch(() => undefined)
  }
}
