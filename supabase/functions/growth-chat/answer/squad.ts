import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { FOUNDER_AS_SENDER, type SquadMessage } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import { counted, enumerated, nameOf, quoted, titled } from '../text.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { elsewhere, foundLine, nothingAbout, searchRecords } from './search.ts'
import { phraseWords } from '../understand/phrase.ts'
import { callOperations } from './calls.ts'
import { noteOperations } from './notes.ts'

const ASK_SQUAD =
  'write to the squad on the Growth Squad tab: one question, what you have tried, and by when you need the answer.'

/** Share of a question's words that a text of the squad must have. */
const WEAK_COVERAGE = 0.3

const OF_PERSON = 0.15

const EVER = { from: '2000-01-01', to: '2999-12-31' } as const

/** Answers about notes, messages and calls: what the growth squad wrote, and when you talk. */
export const answerSquad: Answerer = async (query, founder) =>
  ({
    next: ASK_SQUAD,
    ...((await commentOn(query, founder)) ?? (await operations[query.intent]?.(query, founder))),
  }) as Answer

const OF_MESSAGES = /^squad\.(?:said|last|who|when)$/

/** "What did the squad say about my decision to …?": their comments on it; undefined where there is none. */
async function commentOn(
  { intent, records, person }: Query,
  { context, queries }: AskingFounder,
): Promise<Answer | undefined> {
  if (!OF_MESSAGES.test(intent) || records.length === 0) return undefined
  const comments = await queries.commentsOn(records.map(({ id }) => id))
  const latest = comments.find(({ sender }) => (person ? sender === person : sender !== FOUNDER_AS_SENDER))
  if (!latest) return undefined
  const goal = context.goals.find(({ id }) => id === latest.about)
  const decision = context.decisions.find(({ id }) => id === latest.about)
  const record = goal ? titled('goal', goal, goal.text) : decision && titled('decision', decision, decision.title)
  return {
    line: `${senderOf(latest)} wrote on **${formatDate(latest.date)}**${record ? `, about ${record}` : ''}: ${quoted(latest.content, 220)}.`,
    evidence: comments.filter((one) => one !== latest).map(messageLine),
  }
}

const NO_MESSAGES: Answer = {
  line: 'There is **no message** between you and your growth squad yet.',
  evidence: ['They answer on the Growth Squad tab, and write notes into Founder Brain.'],
}

/** What is true while the squad is silent: there may be messages of the founder's own. */
const unanswered = (mine: readonly SquadMessage[], count: number): Answer => {
  const [latest] = mine
  if (!latest) return NO_MESSAGES
  const until = `${formatDate(latest.date)}: ${quoted(latest.content, 220)}`
  return {
    line:
      count > mine.length
        ? `Your last **${counted(mine.length, 'message')}** have no answer yet; the newest is of ${until}.`
        : `Your squad has **not written yet**. ${count === 1 ? 'Your message to it is' : `You have written **${counted(count, 'message')}** to it, the last`} of ${until}.`,
    evidence: mine.slice(1).map(messageLine),
  }
}

const senderOf = ({ sender }: Pick<SquadMessage, 'sender'>): string =>
  sender === FOUNDER_AS_SENDER ? 'You' : nameOf(sender)

const agoText = (day: IsoDate, today: IsoDate): string =>
  day >= today ? 'today' : `**${counted(daysBetween(day, today), 'day')} ago**`

const messageLine = (message: SquadMessage): string =>
  `${senderOf(message)} wrote on ${formatDate(message.date)}: ${quoted(message.content, 160)}.`

/** Messages of the squad, or of one person of it, newest first; also those beyond the context. */
async function messagesOf({ person, spans: [span] }: Query, { queries }: AskingFounder) {
  return queries.messages(span ?? EVER, person)
}

async function lastMessage(query: Query, founder: AskingFounder): Promise<Answer> {
  const { count, rows } = await messagesOf(query, founder)
  const ofSquad = rows.filter(({ sender }) => sender !== FOUNDER_AS_SENDER)
  const place = query.ordinal ?? 1
  const latest = query.which === 'first' && query.person ? ofSquad.at(-1) : ofSquad[place - 1]
  if (!latest && place > 1 && ofSquad.length > 0)
    return { line: 'There is **no message** before that.', evidence: ofSquad.slice(-1).map(messageLine) }
  if (!latest)
    return query.spans.length > 0
      ? {
          line: `There is **no message** of your squad ${query.spans[0]?.label ?? ''}.`,
          evidence: founder.context.messages.map(messageLine),
        }
      : unanswered(rows, count)
  const mine = rows.find(({ sender }) => sender === FOUNDER_AS_SENDER)
  if (mine && query.concepts.has('answered'))
    return rows.indexOf(mine) < rows.indexOf(latest)
      ? {
          line: `**Not yet**: nobody has written after your message of ${formatDate(mine.date)}, ${quoted(mine.content, 160)}.`,
          evidence: [messageLine(latest)],
        }
      : {
          line: `**Yes**: ${messageLine(latest)}`,
          evidence: [messageLine(mine)],
        }
  if (place > 1) return { line: `Before that, ${messageLine(latest)}`, evidence: ofSquad.slice(place).map(messageLine) }
  const ago =
    query.concepts.has('when') || query.concepts.has('elapsed')
      ? `, ${agoText(latest.date, founder.context.today)}`
      : ''
  return {
    line: `The ${query.which === 'first' ? 'first' : 'last'} message of your squad${query.person ? '' : ' is from'} ${query.person ? `from ${senderOf(latest)}` : senderOf(latest)} (${formatDate(latest.date)}${ago}): ${quoted(latest.content, 220)}.`,
    evidence: ofSquad.filter((one) => one !== latest).map(messageLine),
  }
}

/** The squad's, or one person's, texts about something: messages first, then notes. */
const said: Operation = async (query, founder) => {
  if (query.people.length < 2) return saidBy(query, founder)
  const each = await Promise.all(query.people.map((person) => saidBy({ ...query, person, people: [person] }, founder)))
  return {
    line: each.map(({ line }) => line).join(' '),
    evidence: [...new Set(each.flatMap(({ evidence = [] }) => evidence.slice(0, 1)))],
  }
}

async function saidBy(query: Query, founder: AskingFounder): Promise<Answer> {
  const { about: words } = query
  const { found } = await searchRecords(
    words,
    founder,
    ['squad-message', 'note'],
    query.person ? OF_PERSON : WEAK_COVERAGE,
    query.telling,
  )
  const ofPerson = query.person
    ? found.filter(({ title, kind }) => kind === 'squad-message' && title === query.person)
    : found
  const messages = ofPerson.filter(({ kind, title }) => kind === 'squad-message' && title !== '')
  // A named person's question is not answered with another's words: the last message is nearer than a note.
  const [best] =
    messages.length > 0 || query.person ? messages : found.filter(({ title, kind }) => kind === 'note' || title !== '')
  if (best)
    return {
      line: foundLine(best, words),
      evidence: found.filter((one) => one !== best).map((one) => foundLine(one, words)),
    }
  if (words.length > 0 && !query.person)
    return {
      line: nothingAbout(words, 'message or note of your squad'),
      evidence: (await searchRecords(words, founder)).found.map((one) => foundLine(one, words)),
    }
  return lastMessage(query, founder)
}

const who: Operation = async (query, founder) => {
  const { found } = await searchRecords(query.about, founder, ['squad-message', 'note'])
  const best = found.find(({ kind, title }) => kind === 'squad-message' && title !== '') ?? found[0]
  if (best)
    return {
      line:
        best.kind === 'squad-message'
          ? `**${nameOf(best.title)}**, on ${formatDate(best.date)}: ${quoted(best.text, 220)}.`
          : foundLine(best, query.about),
      evidence: found.filter((one) => one !== best).map((one) => foundLine(one, query.about)),
    }
  if (query.about.length > 0) return elsewhere(query.about, founder, 'message of your squad')
  return query.which || query.person || query.spans.length > 0 || query.concepts.has('answered')
    ? lastMessage(query, founder)
    : members(founder)
}

/** Everybody of the squad who has written, and who can be booked for a call. */
function members({ context: { messages } }: AskingFounder): Answer {
  const people = [...new Set(messages.map(({ sender }) => sender))].filter((sender) => sender !== FOUNDER_AS_SENDER)
  const bookable = enumerated(BOOKABLE.filter(({ id }) => id !== 'whole-squad').map(({ name }) => `the ${name}`))
  return {
    line:
      people.length > 0
        ? `**${enumerated(people.map(nameOf))}** of your squad ${people.length === 1 ? 'has' : 'have'} written to you of late; for a call you can book ${bookable}.`
        : `Nobody of your squad has written yet; for a call you can book **${bookable}**.`,
    evidence: people.flatMap((person) => messages.find(({ sender }) => sender === person) ?? []).map(messageLine),
  }
}

const whenWritten: Operation = async (query, founder) => {
  if (query.about.length > 0) {
    const { found } = await searchRecords(query.about, founder, ['squad-message'])
    const best = found.find(({ title }) => (query.person ? title === query.person : title !== '')) ?? found[0]
    if (best)
      return {
        line: `${best.title ? nameOf(best.title) : 'You'} wrote that on **${formatDate(best.date)}**: ${quoted(best.text, 160)}.`,
      }
  }
  return lastMessage(query, founder)
}

const countMessages: Operation = async (query, founder) => {
  const { count, rows } = await messagesOf(query, founder)
  const [span] = query.spans
  if (query.person)
    return {
      line: `**${counted(count, 'message')}** of ${nameOf(query.person)}${span ? ` ${span.label}` : ''}.`,
      evidence: rows.map(messageLine),
    }
  if (query.concepts.has('received')) {
    const people = [...new Set(rows.map(({ sender }) => sender))].filter((sender) => sender !== FOUNDER_AS_SENDER)
    const counts = await Promise.all(people.map((person) => founder.queries.messages(span ?? EVER, person)))
    return {
      line: `**${counted(
        counts.reduce((sum, one) => sum + one.count, 0),
        'message',
      )}** of your squad${span ? ` ${span.label}` : ''}.`,
      evidence: people.map((person, at) => `${nameOf(person)}: ${counted(counts[at]?.count ?? 0, 'message')}.`),
    }
  }
  return {
    line: `**${counted(count, 'message')}** between you and the squad${span ? ` ${span.label}` : ' in all'}.`,
    evidence: rows.map(messageLine),
  }
}

const own: Operation = async (query, founder) => {
  const { rows } = await founder.queries.messages(query.spans[0] ?? EVER)
  const theirs = rows.find(({ sender }) => (query.person ? sender === query.person : sender !== FOUNDER_AS_SENDER))
  if (theirs && query.concepts.has('ownReply')) return replyTo(theirs, rows, query.concepts.has('negated'))
  const mine = rows.filter(({ sender }) => sender === FOUNDER_AS_SENDER)
  const [latest] = mine
  // "What did I ask about the fee, and who answered?"
  const words = [...query.about, ...query.telling]
  const asked = mine.find(({ content }) => words.some((word) => phraseWords(content).includes(word))) ?? latest
  const answer = asked && rows.slice(0, rows.indexOf(asked)).findLast(({ sender }) => sender !== FOUNDER_AS_SENDER)
  if (asked && query.concepts.has('answered'))
    return {
      line: `${messageLine(asked)} ${answer ? `**${senderOf(answer)}** wrote next, on ${formatDate(answer.date)}: ${quoted(answer.content, 160)}.` : '**Nobody** has written since.'}`,
      evidence: mine.filter((one) => one !== asked).map(messageLine),
    }
  return latest
    ? {
        line: `Your last message to the squad is of **${formatDate(latest.date)}**: ${quoted(latest.content, 220)}.`,
        evidence: mine.slice(1).map(messageLine),
      }
    : { line: 'You have written **no message** to your squad yet.' }
}

/** "Did I reply to her?": whether the founder has written since. */
function replyTo(theirs: SquadMessage, rows: readonly SquadMessage[], isNegated: boolean): Answer {
  const mine = rows.slice(0, rows.indexOf(theirs)).findLast(({ sender }) => sender === FOUNDER_AS_SENDER)
  return mine
    ? { line: `**${isNegated ? 'No' : 'Yes'}**: ${messageLine(mine)}`, evidence: [messageLine(theirs)] }
    : {
        line: `**${isNegated ? 'Yes' : 'No'}**: you have written nothing since the message of ${senderOf(theirs)} of ${formatDate(theirs.date)}, ${quoted(theirs.content, 160)}.`,
        evidence: rows.filter(({ sender }) => sender === FOUNDER_AS_SENDER).map(messageLine),
      }
}

const operations: Operations = {
  ...noteOperations,
  ...callOperations,
  'squad.last': lastMessage,
  'squad.said': said,
  'squad.who': who,
  'squad.when': whenWritten,
  'squad.count': countMessages,
  'squad.own': own,
}
