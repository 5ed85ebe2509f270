/**
 * @returns undefined when it throws
 * @example
 * attempt(() => JSON.parse('{}')) // {}
 * attempt(() => JSON.parse('{')) // undefined
 */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** The browser's storage. What it refuses, being full or forbidden, is in memory, until the page is closed. */
function withMemory(browser: () => Storage) {
  let memory: Record<string, string> = {}
  const getItem = (key: string): string | null => memory[key] ?? attempt(() => browser().getItem(key)) ?? null
  return {
    getItem,
    setItem: (key: string, value: string): void => {
      memory[key] = value
      attempt(() => {
        browser().setItem(key, value)
        delete memory[key]
      })
    },
    removeItem: (key: string): void => {
      delete memory[key]
      attempt(() => browser().removeItem(key))
    },
    keys: (prefix: string): string[] =>
      Object.keys({ ...attempt(browser), ...memory }).filter((key) => key.startsWith(prefix)),
    /** The stored JSON, parsed; null or undefined when there is nothing, or nothing that can be read. */
    read: (key: string): unknown => attempt(() => JSON.parse(getItem(key)!)),
    /** Forgets what the browser has refused. */
    forget: () => void (memory = {}),
  }
}

/**
 * Of this browser.
 * @example
 * local.setItem('theme', '"dark"')
 * local.read('theme') // 'dark'
 * local.keys('the') // ['theme']
 */
export const local = withMemory(() => localStorage)

/** In local storage, of a founder who has first steps: what the board shows beside them. Until it is loaded, it is as high. */
export const FIRST_STEPS = 'first-steps'

/** Of this tab. */
export const tab = withMemory(() => sessionStorage)
