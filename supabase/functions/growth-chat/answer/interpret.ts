import type { AskingFounder } from '../founder-queries.ts'
import type { Query, Subject } from '../query.ts'
import type { Span } from '../understand/calendar-spans.ts'
import { answerAdvice, answerDefinition, topics, type TopicName } from './advice.ts'
import type { Answer, Answerer } from './answer.ts'
import { answerCheckIns } from './check-ins.ts'
import { asksDeadlines, deadlines } from './deadlines.ts'
import { answerDecisions } from './decisions.ts'
import { answerDocument } from './documents.ts'
import { capital } from './figures.ts'
import { asksFiguresSent, figuresSent } from './figures-waiting.ts'
import { answerGoals } from './goals.ts'
import { answerTraction } from './loops.ts'
import { answerOutside, answerRecords } from './outside.ts'
import { amountWritten, asksUnrecorded } from './unrecorded.ts'
import { answerOverview } from './overview.ts'
import { searchRecords } from './search.ts'
import { answerMoney } from './runway.ts'
import { answerSquad } from './squad.ts'
import { isWeighed, verdictOn } from './verdict.ts'
import { asksWeeklyTargets, weeklyTargets } from './weekly-targets.ts'
import { answerWrite } from './write.ts'

const answerers: Readonly<Record<Exclude<Subject, 'follow'>, Answerer>> = {
  messages: answerTraction,
  demos: answerTraction,
  conversions: answerTraction,
  rate: answerTraction,
  loops: answerTraction,
  runway: answerMoney,
  balance: answerMoney,
  revenue: answerMoney,
  burn: answerMoney,
  'net-burn': answerMoney,
  'break-even': answerMoney,
  mood: answerCheckIns,
  'check-ins': answerCheckIns,
  wins: answerCheckIns,
  blockers: answerCheckIns,
  priorities: answerCheckIns,
  goals: answerGoals,
  decisions: answerDecisions,
  notes: answerSquad,
  squad: answerSquad,
  calls: answerSquad,
  records: answerRecords,
  overview: answerOverview,
  outside: answerOutside,
  talk: answerOutside,
  calendar: answerOutside,
  advice: answerAdvice,
  define: answerDefinition,
  write: answerWrite,
  document: answerDocument,
}

/** The answer to a query. Nothing behind it reads the message again. @throws {Error} when a query of the database fails */
export async function interpret(query: Query, founder: AskingFounder): Promise<Answer> {
  if (query.each) return ofEach(query, query.each, founder)
  if (isOfEachLoop(query)) return ofEachLoop(query, founder)
  const [subject = '', operation = ''] = query.intent.split('.')
  const verdict = isWeighed(query) && (await verdictOn(query, founder, topics[operation as TopicName]?.words))
  if (verdict) return verdict
  if (asksDeadlines(query)) return deadlines(query, founder)
  if (asksFiguresSent(query)) return figuresSent(founder)
  if (asksWeeklyTargets(query, founder)) return weeklyTargets(query, founder)
  if (query.intent === 'goals.find' && !query.concepts.has('goals') && query.records.length < 2) {
    const found = await ofAnyKind(query, founder)
    if (found) return found
  }
  const amount = asksUnrecorded(query) && !goalWithTarget(query, founder) && (await amountWritten(query, founder))
  return amount || answerers[subject as keyof typeof answerers](query, founder)
}

/** A list at several times, one after the other. */
async function ofEach(query: Query, spans: readonly Span[], founder: AskingFounder): Promise<Answer> {
  const { each: _, ...one } = query
  const answers = await Promise.all(spans.map((span) => interpret({ ...one, spans: [span] }, founder)))
  const said = answers.map(({ line }, at) =>
    line.includes(spans[at]?.label ?? '') ? line : `${capital(spans[at]?.label ?? '')}: ${line}`,
  )
  return {
    ...answers[0],
    line: said.join(' '),
    evidence: answers.flatMap(({ evidence = [] }) => evidence.slice(0, 2)),
    isList: true,
  }
}

/** "Did referrals or cold mail grow more in demos from October to November?" compares each loop along time. */
const isOfEachLoop = ({ intent, loops, spans, isChoice, isWithout, concepts }: Query): boolean =>
  !isWithout &&
  loops.length > 1 &&
  spans.length > 1 &&
  (isChoice || concepts.has('compared')) &&
  /^(?:messages|demos|conversions)\.compare$/.test(intent)

async function ofEachLoop(query: Query, founder: AskingFounder): Promise<Answer> {
  const { intent, isChoice } = query
  // "More by phone than at fairs in September and October" compares the loops, and not the months.
  const asked = isChoice ? intent : (intent.replace('.compare', '.value') as Query['intent'])
  const answers = await Promise.all(
    query.loops.map((loop) => interpret({ ...query, intent: asked, isChoice: false, loops: [loop] }, founder)),
  )
  return { ...answers[0], line: answers.map(({ line }) => line).join(' '), evidence: [] }
}

/** "What do the receptionists think?" asks for no goal: another record that says more of it. */
async function ofAnyKind(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const [best] = (await searchRecords(query.about, founder, undefined, undefined, query.telling)).found
  return best && best.kind !== 'goal' ? answerRecords({ ...query, intent: 'records.find' }, founder) : undefined
}

/** Whether a goal with a number is asked for, which is recorded: "how many practices did we sign?" */
const goalWithTarget = ({ intent, records: [first], amounts }: Query, { context }: AskingFounder): boolean =>
  intent === 'goals.status' &&
  // "How many of the sixty clinics?" names the number of its title.
  context.goals.some(({ id, target }) => id === first?.id && (target !== undefined || amounts.length > 0))
