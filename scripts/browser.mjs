import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './prepare.mjs'

const places = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] // prettier-ignore

/** Chromium without a window and what belongs to one: tests take two thirds of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The path of a whole Chromium or Chrome that is there, if any. */
export const findBrowser = () => firstOf([process.env.UPSWING_BROWSER, ...places])

const firstOf = (paths) => paths.find((path) => path && existsSync(path))

/** The path of what tests run in: one that is there, else Debian's package when root, else Playwright's own. */
export async function ensureBrowser() {
  const found = firstOf([process.env.UPSWING_BROWSER, SHELL, ...places])
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], { env })
    run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    return SHELL
  }
  run('npx', ['playwright', 'install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}
