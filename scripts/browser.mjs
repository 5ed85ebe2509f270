import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './prepare.mjs'

const places = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] // prettier-ignore

/** The path of a Chromium or Chrome: one that is there, else Debian's package when root, else Playwright's own. */
export async function ensureBrowser() {
  const found = [process.env.UPSWING_BROWSER, ...places].find((path) => path && existsSync(path))
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], { env })
    run('apt-get', ['install', '-y', '-qq', 'chromium'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    return '/usr/bin/chromium'
  }
  run('npx', ['playwright', 'install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}
