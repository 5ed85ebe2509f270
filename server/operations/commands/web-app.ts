import { resolve } from 'node:path'
import { exportWebApp } from '../../http/web-app.ts'
import { publicConfig } from '../../public-config.ts'
import { runCommand } from './run-command.ts'

const usage =
  'usage: SUPABASE_URL=https://… SUPABASE_PUBLISHABLE_KEY=sb_publishable_… [SUPABASE_PROVIDERS=google=Google,…] npm run web-app -- FOLDER'

const [folder, ...more] = process.argv.slice(2)

await runCommand(async (config) => {
  const { SUPABASE_URL: address, SUPABASE_PROVIDERS: providers = '' } = process.env
  const key = config.SUPABASE_PUBLISHABLE_KEY
  if (!folder || more.length > 0 || !address || !key) throw new Error(usage)
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '')) {
    throw new Error('SUPABASE_URL is not a URL such as https://project.supabase.co')
  }
  const shown = { ...publicConfig(config, key), signIn: { providers: readProviders(providers) } }
  await exportWebApp(resolve(folder), new URL(address).origin, shown)
  console.log(`the web app for ${new URL(address).origin} is in ${resolve(folder)}`)
})

/** `google=Google, azure=Microsoft`: ids of the auth server, and what their buttons say. */
function readProviders(text: string): { id: string; name: string }[] {
  const written = text.split(',').filter((part) => part.trim() !== '')
  return written.map((part) => {
    const [id = '', name = ''] = part.split('=').map((value) => value.trim())
    if (id === '' || name === '')
      throw new Error('SUPABASE_PROVIDERS is not a list such as google=Google, azure=Microsoft')
    return { id, name }
  })
}
