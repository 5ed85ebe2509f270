import { vi } from 'vitest'
import { setOffline } from './network.ts'

/** For unit tests: a network that the test takes away. Modules are shared by the files of tests, so none is replaced. */
export function stubNetwork(): { setReachable(isReachable: boolean): void } {
  let isReachable = true
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return new Response()
  })
  setOffline(false)
  return {
    setReachable: (value) => {
      isReachable = value
      setOffline(!value)
    },
  }
}
