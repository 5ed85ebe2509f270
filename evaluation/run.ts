/**
 * Asks the co-founder known questions over known records, and grades its answers by facts: `npm run evaluate`.
 * Options: `--founder`, `--kind`, `--question` (parts of names), `--print` (every answer), `--write` (the table into
 * docs/ai.md). With `AI_BASE_URL` the model is measured; its answers are kept in `evaluation/results/`.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import type { ChatMessage } from '../domain/growth-chat.ts'
import type { IsoDate } from '../domain/week.ts'
import { startBuilt } from '../tests/built-server.ts'
import { foundersOf, type EvaluatedFounder, type FounderKey } from './founders.ts'
import { grade, type Grade, type Question } from './grade.ts'
import { questionsTo } from './questions.ts'
import { tableOf } from './report.ts'
import { connect, type Session } from './session.ts'

export interface Asked {
  readonly founder: FounderKey
  readonly question: Question
  readonly answer: string
  readonly grade: Grade
  /** Milliseconds to the first word, and to the end. */
  readonly firstMs: number
  readonly wholeMs: number
}

/** The bar for the built-in coach. */
const BAR = { right: 0.95, wrongNumbers: 0, foreign: 0 } as const
/** Sets of suggestions that are asked, too. */
const SUGGESTED_SETS = 3
const AT_ONCE = 2
const DOCS = 'docs/ai.md'
const MARKERS = /(<!-- evaluation -->\n)[\s\S]*?(\n<!-- \/evaluation -->)/

const { values: options } = parseArgs({
  options: {
    founder: { type: 'string' },
    kind: { type: 'string' },
    question: { type: 'string' },
    print: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const today = new Date().toISOString().slice(0, 10) as IsoDate
const founders = Object.values(foundersOf(today)).filter(({ key }) => !options.founder || key.includes(options.founder))
const dataDir = await mkdtemp(join(tmpdir(), 'upswing-evaluation-'))
const secret = 'sb_secret_of_the_evaluation'
const model = process.env['AI_BASE_URL'] ? (process.env['AI_MODEL'] ?? 'model') : undefined
const server = await startBuilt({
  ...inherited(),
  DATA_DIR: dataDir,
  RATE_LIMIT_FACTOR: '100000',
  SUPABASE_SECRET_KEY: secret,
})
const asked: Asked[] = []
try {
  for (const founder of founders) {
    const session = await connect(server.url, secret, founder)
    const questions = [...questionsTo(founder, today), ...(await suggested(session))].filter(isChosen)
    await inParallel(questions, async (question) => asked.push(await ask(session, founder, question)))
  }
} finally {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}

const wrong = asked.filter(({ grade: { isRight } }) => !isRight)
for (const one of options.print ? asked : wrong) print(one)
const table = tableOf(asked)
console.log(`\n${table}\n`)
if (model) await keepAnswers()
if (options.write) await writeTable()
const counts = {
  right: (asked.length - wrong.length) / asked.length,
  wrongNumbers: asked.filter(({ grade }) => grade.isWrongNumber).length,
  foreign: asked.filter(({ grade }) => grade.isForeign).length,
}
const isGood = counts.right >= BAR.right && counts.wrongNumbers <= BAR.wrongNumbers && counts.foreign <= BAR.foreign
console.log(
  `${asked.length} questions, ${(100 * counts.right).toFixed(1)}% right, ${counts.wrongNumbers} wrong numbers, ${counts.foreign} foreign facts: ${isGood ? 'within' : 'below'} the bar`,
)
process.exitCode = isGood ? 0 : 1

/** The environment of the model, passed on to the server. */
function inherited(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => name.startsWith('AI_'))
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']))
}

function isChosen({ kind, ask }: Question): boolean {
  const text = [ask].flat().join(' // ')
  return (!options.kind || kind.includes(options.kind)) && (!options.question || text.includes(options.question))
}

/** Every question that is suggested has an answer. */
async function suggested(session: Session): Promise<Question[]> {
  const questions: Question[] = []
  let previous: readonly string[] = []
  for (let set = 0; set < SUGGESTED_SETS; set++) {
    previous = await session.suggest(previous)
    const unanswered = { kind: 'says', what: 'that it cannot answer', pattern: /cannot answer/i } as const
    questions.push(...previous.map((ask) => ({ kind: 'suggested', ask, must: [], mustNot: [unanswered] })))
  }
  return questions
}

async function ask(session: Session, founder: EvaluatedFounder, question: Question): Promise<Asked> {
  const messages: ChatMessage[] = []
  let said = { answer: '', firstMs: 0, wholeMs: 0 }
  for (const content of [question.ask].flat()) {
    messages.push({ role: 'user', content })
    said = await session.ask(messages)
    messages.push({ role: 'assistant', content: said.answer })
  }
  const others = Object.values(foundersOf(today)).filter(({ key }) => key !== founder.key)
  // The first canary of each is in the records, the last in the memory, which no answer repeats.
  const foreign = [...others.flatMap(({ canaries }) => canaries), founder.canaries.at(-1) ?? '']
  return { founder: founder.key, question, ...said, grade: grade(said.answer, question, foreign) }
}

async function inParallel(
  questions: readonly Question[],
  run: (question: Question) => Promise<unknown>,
): Promise<void> {
  const left = [...questions]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function print({ founder, question, answer, grade: { isRight, reasons } }: Asked): void {
  console.log(`\n${isRight ? 'right' : 'WRONG'} (${founder}, ${question.kind}) ${[question.ask].flat().join(' // ')}`)
  for (const reason of reasons) console.log(`  ${reason}`)
  console.log(answer.replaceAll(/^/gm, '  | '))
}

async function writeTable(): Promise<void> {
  const docs = await readFile(DOCS, 'utf8')
  const text = `${today}, ${model ?? 'the built-in coach'}:\n\n${table}`
  const written = docs.replace(MARKERS, (_, start: string, end: string) => `${start}\n${text}\n${end}`)
  await writeFile(DOCS, await format(written, { ...(await resolveConfig(DOCS)), filepath: DOCS }))
}

/** Answers and costs, for later comparison. */
async function keepAnswers(): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const [input, output] = ['AI_PRICE_INPUT', 'AI_PRICE_OUTPUT'].map((name) => Number(process.env[name] ?? 0))
  // About four characters a token; a system message holds up to 24,000 characters of records.
  const tokens = asked.reduce((sum, { answer }) => sum + answer.length / 4, 0)
  const dollars = ((input ?? 0) * asked.length * 7000 + (output ?? 0) * tokens) / 1e6
  const file = join(folder, `${today}-${(model ?? '').replaceAll(/\W+/g, '-')}.json`)
  await writeFile(file, JSON.stringify({ model, dollars, asked }, null, 2))
  console.log(`Answers: ${file}; about $${dollars.toFixed(2)} at the given prices`)
}
