import { local } from '../lib/offline/storage.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

/** Applies the theme chosen on this device; by default that of the system. */
export function applyTheme(): void {
  const chosen = local.getItem(STORAGE_KEY)
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
}

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/**
 * @example
 * chooseTheme('dark')
 * currentTheme() // 'dark'
 * document.documentElement.dataset['theme'] // 'dark'
 * delete document.documentElement.dataset['theme']
 */
export function chooseTheme(theme: Theme): void {
  local.setItem(STORAGE_KEY, theme)
  applyTheme()
}
