// Asks the co-founder of the built server, as six founders, and grades the answers by the facts in them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Database } from '../domain/database.types.ts'
import { dayOf } from '../domain/week.ts'
import { startBuilt, type BuiltServer } from '../tests/built-server.ts'
import { SignedInFounder, type Answer } from './ask.ts'
import { careTable, needIn } from './care.ts'
import type { Question } from './facts.ts'
import { createCohort, type Cohort } from './founders/cohort.ts'
import { FOUNDER_KEYS, type FounderKey } from './founders/founder.ts'
import { grade } from './grade.ts'
import { judgedTable, readCareSets, readJudgedSets, readLines, type Unseen } from './judged.ts'
import { startModelProxy, type ModelProxy, type Usage } from './model-proxy.ts'
import { asksAll, parseOptions, type Options } from './options.ts'
import { questionsOf, suggestedQuestion } from './questions/all.ts'
import { meetsBar, tableOf, totalsOf, withTable, type Graded, type TableName } from './table.ts'
import { writeFounders } from './write-founders.ts'

const SECRET_KEY = 'sb_secret_of_the_evaluation'
/** Questions in flight at once. */
const AT_ONCE = 2
/** Sets of suggested questions that each founder is asked for. */
const SUGGESTED_SETS = 3
const DOCUMENT = 'docs/ai.md'
/** Ignored by git: answers of a model hold what it was sent. */
const RESULTS = 'data-evaluation'

type Env = Readonly<Record<string, string | undefined>>
type Founders = Readonly<Record<FounderKey, SignedInFounder>>

async function main(options: Options, env: Env): Promise<boolean> {
  const proxy = env['AI_BASE_URL'] ? await startModelProxy(env['AI_BASE_URL']) : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-evaluation-'))
  const server = await startBuilt({ ...environmentOf(env, proxy), DATA_DIR: dataDir })
  try {
    const cohort = createCohort(dayOf(new Date(), 'UTC'))
    const founders = await signUp(server, cohort)
    return options.ask === undefined
      ? await evaluate(cohort, founders, proxy, options, env)
      : await askSet(options.ask, founders)
  } finally {
    await server.end('SIGTERM')
    proxy?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Limits of rate and budget are not what is measured. */
function environmentOf(env: Env, proxy: ModelProxy | undefined): Record<string, string> {
  const model = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith('AI_') && !entry[0].startsWith('AI_PRICE') && entry[1] !== undefined,
  )
  return {
    RATE_LIMIT_FACTOR: '1000',
    SUPABASE_SECRET_KEY: SECRET_KEY,
    ...(proxy && { ...Object.fromEntries(model), AI_BASE_URL: proxy.url, AI_QUESTIONS_PER_DAY: '100000' }),
  }
}

async function signUp(server: BuiltServer, cohort: Cohort): Promise<Founders> {
  const service = createClient<Database>(server.url, SECRET_KEY, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  })
  const accounts = await writeFounders(service, cohort)
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string }
  return Object.fromEntries(
    FOUNDER_KEYS.map((key) => [key, new SignedInFounder(server.url, config.supabaseKey, accounts[key])]),
  ) as Record<FounderKey, SignedInFounder>
}

const textsOf = ({ ask }: Pick<Question, 'ask'>): readonly string[] => (typeof ask === 'string' ? [ask] : ask)

/** Asks some at a time. @returns the answers in the order of the questions, an empty one where the server failed */
async function askAll<Asked extends Pick<Question, 'founder' | 'ask'>>(
  founders: Founders,
  questions: readonly Asked[],
  onAnswer?: (question: Asked) => void,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const waiting = questions.entries()
  const askInTurn = async () => {
    for (const [index, question] of waiting) {
      answers[index] = await founders[question.founder].converse(textsOf(question)).catch((error: unknown) => {
        // Without the question: nobody reads those of an unseen set here.
        console.error(`${question.founder}: ${String(error)}`)
        return { text: '', firstWordMs: 0, wholeMs: 0 }
      })
      onAnswer?.(question)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn))
  return answers
}

/** Writes the answers to a set beside it, for a judge. @returns whether each question has one */
async function askSet(path: string, founders: Founders): Promise<boolean> {
  const lines = readLines<Unseen>(path)
  const answers = await askAll(founders, lines)
  const answered = lines.map((line, index) => ({ ...line, answer: answers[index]?.text ?? '' }))
  const target = path.replace(/\.jsonl$/, '.answers.jsonl')
  writeFileSync(target, answered.map((line) => `${JSON.stringify(line)}\n`).join(''))
  console.log(`The answers to ${lines.length} questions are in ${target}.`)
  return answered.every(({ answer }) => answer !== '')
}

async function evaluate(
  cohort: Cohort,
  founders: Founders,
  proxy: ModelProxy | undefined,
  options: Options,
  env: Env,
): Promise<boolean> {
  const questions = (await allQuestions(cohort, founders)).filter((question) => isWanted(question, options))
  console.log(`Asking ${questions.length} questions …`)
  const usages = new Map<Question, Usage>()
  const answers = await askAll(founders, questions, (question) => {
    const usage = proxy?.takeUsage(textsOf(question).at(-1) ?? '')
    if (usage) usages.set(question, usage)
  })
  const graded = questions.map((question, index) => {
    const answer = answers[index] as Answer
    return { question, answer, verdict: grade(question, answer.text, cohort) }
  })
  report(graded, usages, options, env)
  if (asksAll(options)) {
    show('judged', judgedTable(readJudgedSets()), options)
    // With a model the sentences that these answers are known by are not the coach's.
    if (!proxy) show('care', await askCare(founders), options)
  }
  return meetsBar(graded)
}

async function allQuestions(cohort: Cohort, founders: Founders): Promise<Question[]> {
  const suggested: Question[] = []
  for (const key of FOUNDER_KEYS) {
    for (const text of await founders[key].suggestions(SUGGESTED_SETS)) suggested.push(suggestedQuestion(key, text))
  }
  return [...questionsOf(cohort), ...suggested]
}

const isWanted = (question: Question, { founder, kind, question: part }: Options): boolean =>
  (founder === undefined || question.founder === founder) &&
  (kind === undefined || question.kind === kind) &&
  (part === undefined || textsOf(question).join(' → ').toLowerCase().includes(part.toLowerCase()))

async function askCare(founders: Founders): Promise<string> {
  const sets = []
  for (const { name, lines } of readCareSets()) {
    const answers = await askAll(founders, lines.map(({ ask }) => ({ founder: 'growing', ask })))
    sets.push({ name, lines: lines.map((line, index) => ({ ...line, found: needIn(answers[index]?.text ?? '') })) })
  } // prettier-ignore
  return careTable(sets)
}

function report(graded: readonly Graded[], usages: ReadonlyMap<Question, Usage>, options: Options, env: Env): void {
  for (const { question, answer, verdict } of graded) {
    if (verdict.isRight && !options.print) continue
    console.log(
      `\n${verdict.isRight ? 'right' : 'WRONG'} [${question.founder}, ${question.kind}] ${textsOf(question).join(' → ')}`,
    )
    for (const reason of verdict.reasons) console.log(`  - ${reason}`)
    console.log(answer.text.replaceAll(/^/gm, '  | '))
  }
  const { right, wrongNumbers, foreign } = totalsOf(graded)
  const name = env['AI_BASE_URL'] ? (env['AI_MODEL'] ?? 'the configured model') : 'the built-in coach'
  const cost = costOf(usages, env)
  const heading = `Measured on ${new Date().toISOString().slice(0, 10)}, ${name}.${cost ? ` ${cost}` : ''}`
  show('evaluation', `${heading}\n\n${tableOf(graded)}`, options)
  console.log(`${right} of ${graded.length} right, ${wrongNumbers} wrong numbers, ${foreign} with foreign facts.`)
  if (env['AI_BASE_URL']) keep(graded, usages, name)
}

/** Prints a table, and writes it into the document when it was asked for. */
function show(name: TableName, table: string, { write }: Options): void {
  console.log(`\n${table}\n`)
  if (write) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), table, name))
}

/** Tokens, and dollars where `AI_PRICE_INPUT` and `AI_PRICE_OUTPUT` say what a million of them costs. */
function costOf(usages: ReadonlyMap<Question, Usage>, env: Env): string | undefined {
  if (usages.size === 0) return undefined
  const sum = (pick: (usage: Usage) => number) => [...usages.values()].reduce((total, usage) => total + pick(usage), 0)
  const [input, output] = [sum((usage) => usage.input), sum((usage) => usage.output)]
  const prices = [Number(env['AI_PRICE_INPUT']), Number(env['AI_PRICE_OUTPUT'])] as const
  const dollars = (input * prices[0] + output * prices[1]) / 1e6
  const tokens = `${input} tokens in and ${output} out over ${usages.size} answers`
  return Number.isNaN(dollars) ? `${tokens}.` : `${tokens}: $${dollars.toFixed(4)}.`
}

function keep(graded: readonly Graded[], usages: ReadonlyMap<Question, Usage>, model: string): void {
  mkdirSync(RESULTS, { recursive: true })
  const path = join(RESULTS, `${new Date().toISOString().slice(0, 16).replace(':', '')}.json`)
  const answers = graded.map(({ question, answer, verdict }) => ({
    founder: question.founder,
    kind: question.kind,
    ask: question.ask,
    ...answer,
    ...verdict,
    usage: usages.get(question) ?? null,
  }))
  writeFileSync(path, `${JSON.stringify({ model, answers }, null, 2)}\n`)
  console.log(`Answers and usage are kept in ${path}.`)
}

process.exitCode = (await main(parseOptions(process.argv.slice(2)), process.env)) ? 0 : 1
