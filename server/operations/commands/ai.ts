// The one command that runs a part of a function: it checks the code that asks the model.
import { checkModel } from '../../../supabase/functions/growth-chat/check-model.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  if (process.argv.slice(2).join(' ') !== 'check') throw new Error('usage: npm run ai -- check')
  if (!(await checkModel(process.env, (line) => console.log(line)))) process.exitCode = 1
})
