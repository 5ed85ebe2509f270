import { openAnswer, type ModelRefusal } from '../_shared/model.ts'
import { openAnswerWithTools, type Tool } from '../_shared/model-tools.ts'
import { modelOf, type Model } from '../_shared/model-settings.ts'

type Print = (line: string) => void

/** A number that no model knows without the tool. */
const PASSWORD = '48151623'

/**
 * Asks the configured model two short questions, and prints in words what works: address, key, model, stream, tools, time
 * to the first word.
 * @returns whether the co-founder can use it
 */
export async function checkModel(env: Readonly<Record<string, string | undefined>>, print: Print): Promise<boolean> {
  const model = modelOf({ env })
  if (!model) {
    print('AI_BASE_URL is not set: the built-in coach answers.')
    return true
  }
  const printLine = (name: string, text: string) => print(`${name.padEnd(8)} ${withoutKey(text, model)}`)
  printLine('Address', model.baseUrl)
  const works = await checkStream(model, printLine)
  if (works) await checkTools(model, printLine)
  return works
}

type PrintLine = (name: string, text: string) => void

async function checkStream(model: Model, print: PrintLine): Promise<boolean> {
  const start = performance.now()
  const elapsed = () => `${Math.round(performance.now() - start)} ms`
  const question = { role: 'user', content: 'Write the numbers from one to ten in words.' } as const
  const answer = await openAnswer(model, [question], new AbortController().signal, fetch)
  if (!answer.ok) {
    const [name, text] = explain(answer.failure, model)
    print(name, text)
    return false
  }
  print('Key', model.apiKey ? 'accepted' : 'none is set, and none was asked for')
  print('Model', model.name || 'AI_MODEL is not set: the server chose one')
  let pieces = 0
  let first = ''
  try {
    for await (const _ of answer.value) if (pieces++ === 0) first = elapsed()
  } catch (error) {
    print('Stream', `broke off after ${pieces} pieces: ${error instanceof Error ? error.message : 'unknown error'}`)
    return false
  }
  if (pieces === 0) {
    print('Stream', 'came without a word')
    return false
  }
  if (pieces === 1) print('Stream', `the whole answer after ${first} in one piece: founders will not see it grow`)
  else print('Stream', `first word after ${first}, ${pieces} pieces in ${elapsed()}`)
  return true
}

async function checkTools(model: Model, print: PrintLine): Promise<void> {
  let isCalled = false
  const tool: Tool = {
    name: 'read_password',
    description: 'Reads the password of the day. It takes no arguments.',
    parameters: { type: 'object', properties: {} },
    run: async () => {
      isCalled = true
      return { password: PASSWORD }
    },
  }
  const question = { role: 'user', content: 'What is the password of the day? Use the tool.' } as const
  const answer = await openAnswerWithTools(model, [question], [tool], new AbortController().signal, fetch)
  let text = ''
  try {
    if (!answer.ok) throw new Error(answer.failure.cause)
    for await (const piece of answer.value) text += piece
  } catch (error) {
    return print('Tools', `broke off: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
  if (text.includes(PASSWORD)) return print('Tools', 'called, and their results are used')
  if (isCalled) return print('Tools', 'called, but their results are not used: answers may contradict the records')
  print('Tools', 'not used: answers know what fits into the question, the newest records')
}

/** Explains a failure and its remedy. */
function explain({ cause, error, status }: ModelRefusal, model: Model): [name: string, text: string] {
  const said = error?.message ? ` The server says: ${error.message}` : ''
  if (!error) return ['Address', status === 504 ? `no answer within ${model.seconds.firstByte} s` : cause]
  if (error.status === 401 || error.status === 403)
    return ['Key', `${model.apiKey ? 'refused' : 'AI_API_KEY is not set'} (${error.status}).${said}`]
  if (status === 402) return ['Limit', `the account has no credit left (${error.status}).${said}`]
  if (error.status === 429) return ['Limit', `too many requests (429).${said}`]
  if (error.status === 404) return ['Model', `the model or the address is wrong (404). AI_BASE_URL ends in /v1.${said}`]
  if (error.status >= 300 && error.status < 400)
    return ['Address', `it redirects (${error.status}); the key is not sent to another address, so set the final one.`]
  return ['Model', `${cause}.${said}`]
}

/** On one line, without the key, which some servers repeat in their message. */
const withoutKey = (text: string, { apiKey }: Model): string =>
  (apiKey ? text.replaceAll(apiKey, '…') : text).replaceAll(/\p{Cc}+/gu, ' ')
