import { createElement, lazy, useState, type ComponentType } from 'react'

/** Whose screens a part belongs to; `now`: it is on the way to every screen, and not loaded ahead. */
type Area = 'founder' | 'admin' | 'now'

const notLoadedYet = new Map<() => Promise<unknown>, Area | undefined>()

/**
 * A component of its own chunk, by its exported name. Once it has been loaded ahead it shows in the same render: React
 * keeps whatever suspends, even for a moment, from the screen for 300 ms.
 * @param area left out: of the screen that names it
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
    // The same one as long as it is shown: another would start over.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
}

/** Milliseconds that the screen has for itself. */
const PAUSE_MS = 2000

/**
 * Loads what the screens may need later, one part after the other: then a click shows it at once, and without a network
 * too. A part that is loaded adds its own parts.
 */
export function loadTheRest(of: Area): () => void {
  const timer = setTimeout(() => void loadEach(of), PAUSE_MS)
  return () => clearTimeout(timer)
}

async function loadEach(of: Area): Promise<void> {
  for (const [load, area = of] of notLoadedYet) {
    if (area !== of) continue
    notLoadedYet.delete(load)
    // A failure shows where the part is used.
    await load().catch(() => undefined)
  }
}
