import { formatDate } from '../../../../../domain/dates.ts'
import { addDays } from '../../../../../domain/days.ts'
import { weekOf } from '../../../../../domain/week.ts'
import { BOOKABLE } from '../../../../../domain/squad.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type SquadMessage } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, Found } from '../founder.ts'
import { counted, nameOf, quoted, titled } from '../text.ts'
import { answerFound, contentWords, recordsAbout } from './found.ts'
import { oldestOf } from './oldest.ts'
import { anyOf, words } from '../understand/phrases.ts'
import { dayAhead } from '../understand/spans.ts'
import { plain } from '../understand/plain.ts'
import { isNamedIn } from '../understand/loops.ts'
import type { Question } from '../understand/understand.ts'

const ASK_SQUAD =
  'write to the squad on the Growth Squad tab: one question, what you have tried, and by when you need the answer.'

/** Notes that the squad has written for the founder. */
export const answerNotes: Answerer = async (question, founder) => {
  const { context, queries } = founder
  const { notes, counts, today } = context
  const {
    reference,
    spans: [span],
  } = question
  if (counts.notes === 0)
    return {
      line: 'There are no notes in your records yet; your growth squad writes them.',
      evidence: ['Notes stand in Founder Brain, under Notes & Insights.'],
      next: ASK_SQUAD,
    }
  const named = reference && notes.find(({ id }) => id === reference.id)
  if (named)
    return noteAnswer(
      `The note ${titled('note', named, named.title)} of ${formatDate(named.date)} says: ${quoted(named.content, 160)}.`,
      named,
      context,
    )
  if (span && span.from <= today) {
    const { count, rows } = await queries.notes(span)
    return {
      line: `**${counted(count, 'note')}** ${span.label}, of ${counts.notes} in all.`,
      evidence: rows.map(titleLine),
      next: ASK_SQUAD,
    }
  }
  const words = subjectOf(question.text)
  if (words) {
    const found = await queries.find(words, ['note'])
    const [best] = found
    // A note may have the word in passing.
    const titles = found.filter(({ title }) =>
      contentWords(words).some((word) => plain(title).includes(word.slice(0, 4))),
    )
    const about = titles.length > 0 ? titles : found
    return best
      ? {
          line: `**${counted(about.length, 'note')}** about ${quoted(words)}; the best match is ${titled('note', best, best.title)}: ${quoted(best.excerpt || best.title, 160)}.`,
          evidence: found.map(titleLine),
          next: 'take one sentence of it into this week’s goals.',
        }
      : {
          line: `There is **no note about ${quoted(words)}** in your records.`,
          evidence: notes.map(titleLine),
          next: ASK_SQUAD,
        }
  }
  if (contentWords(question.asked).length > 0 && !/\b(?:last|latest|newest|recent|how many)\b/.test(question.text)) {
    const found = await answerFound(question, founder, 'notes')
    if (found) return found
  }
  if (/\boldest\b|\b(?:very )?first note\b/.test(question.text)) {
    const oldest = await oldestOf<Pick<FounderContext['notes'][number], 'id' | 'title' | 'date'>>(
      notes,
      counts.notes,
      (to) => queries.notes({ from: '2000-01-01', to, label: '' }),
    )
    if (oldest)
      return noteAnswer(
        `Your oldest note is ${titled('note', oldest, oldest.title)} of ${formatDate(oldest.date)}.`,
        oldest,
        context,
      )
  }
  const [latest] = notes
  if (latest && /\blast\b|\blatest\b|\bnewest\b|\brecent\b/.test(question.text))
    return noteAnswer(
      `Your last note is ${titled('note', latest, latest.title)} of ${formatDate(latest.date)}: ${quoted(latest.content, 160)}.`,
      latest,
      context,
    )
  return {
    line: `You have **${counted(counts.notes, 'note')}** of your growth squad${latest ? `; the newest is ${titled('note', latest, latest.title)} of ${formatDate(latest.date)}` : ''}.`,
    evidence: notes.map(titleLine),
    next: 'take one sentence of the newest note into this week’s goals.',
  }
}

const noteAnswer = (line: string, note: { readonly id: string }, { notes }: FounderContext): Answer => ({
  line,
  evidence: notes.filter(({ id }) => id !== note.id).map(titleLine),
  next: 'take one sentence of it into this week’s goals.',
})

const titleLine = (note: {
  readonly id: string
  readonly title: string
  readonly date: FounderContext['today']
}): string => `${titled('note', note, note.title)} of ${formatDate(note.date)}.`

/** The conversation with the growth squad. */
export const answerSquad: Answerer = async (question, founder) => {
  const { context, queries } = founder
  const { messages, counts, today } = context
  const {
    text,
    spans: [span],
  } = question
  if (counts.messages === 0 && counts.notes === 0)
    return {
      line: 'There is no message between you and your growth squad yet.',
      evidence: ['They answer on the Growth Squad tab, and write notes into Founder Brain.'],
      next: ASK_SQUAD,
    }
  if (span && span.from <= today) {
    const { count, rows } = await queries.messages(span)
    return {
      line: `**${counted(count, 'message')}** between you and the squad ${span.label}, of ${counts.messages} in all.`,
      evidence: rows.map(messageLine),
      next: ASK_SQUAD,
    }
  }
  // Of a follow-up, its own words stand first: "and Marguerite?"
  const writer = text
    .split(' ; ')
    .map((part) => messages.find(({ sender }) => sender !== FOUNDER_AS_SENDER && isNamedIn(part, sender))?.sender)
    .find(Boolean)
  if (writer && /\bfirst\b/.test(text)) {
    const { count, rows } = await queries.messages({ from: '2000-01-01', to: today }, writer)
    const first = rows.at(-1)
    if (first && count === rows.length)
      return {
        line: `The first message of ${nameOf(writer)}, ${formatDate(first.date)}: ${quoted(first.content, 200)}.`,
        evidence: rows.filter((message) => message !== first).map(messageLine),
        next: ASK_SQUAD,
      }
  }
  if (writer && /\bhow (?:many|often)\b/.test(text)) {
    const { count, rows } = await queries.messages({ from: '2000-01-01', to: today }, writer)
    return {
      line: `${nameOf(writer)} wrote you **${counted(count, 'message')}**.`,
      evidence: rows.map(messageLine),
      next: ASK_SQUAD,
    }
  }
  const asksForReply = ASKS_FOR_REPLY.test(text)
  if (!asksForReply && ASKS_FOR_OWN.test(text)) {
    const mine = messages.find(({ sender }) => sender === FOUNDER_AS_SENDER)
    if (mine)
      return {
        line: `Your last message to the squad, ${formatDate(mine.date)}: ${quoted(withoutRecipients(mine.content), 200)}.`,
        evidence: messages.filter((message) => message !== mine).map(messageLine),
        next: ASK_SQUAD,
      }
  }
  const words = subjectOf(text)
  const reply = words && ASKS_FOR_REPLY.test(text) ? await replyTo(words, founder) : undefined
  if (reply) return reply
  if (words) return aboutSubject(words, question, founder, writer)
  if (
    contentWords(question.asked).length > 0 &&
    !/\b(?:last|latest|newest|recent|how many|unanswered|waiting|answered|repl(?:y|ies|ied))\b/.test(text)
  ) {
    const found = await answerFound(question, founder, 'squad')
    if (found) return found
  }
  const ofSquad = messages.filter(({ sender }) => sender !== FOUNDER_AS_SENDER)
  const named = ofSquad.find(({ sender }) => sender === writer)
  const last = named ?? ofSquad.at(0)
  const [latest] = messages
  if (/\bunanswered\b|\bwaiting\b|\banswered\b|\breplied\b|\brepl(?:y|ies)\b/.test(text) && latest) {
    const isWaiting = latest.sender === FOUNDER_AS_SENDER
    return {
      line: isWaiting
        ? `**Not yet**: your message of ${formatDate(latest.date)} is waiting for a reply.`
        : `**Yes**: ${nameOf(latest.sender)} replied on ${formatDate(latest.date)}: ${quoted(latest.content)}.`,
      evidence: messages.map(messageLine),
      next: isWaiting
        ? 'add one sentence to it that says by when you need the answer.'
        : 'answer it on the Growth Squad tab while it is fresh.',
    }
  }
  if (/\bhow many\b/.test(text))
    return {
      line: `There are **${counted(counts.messages, 'message')}** between you and your growth squad.`,
      evidence: messages.map(messageLine),
      next: ASK_SQUAD,
    }
  return last
    ? {
        line: `The last message of ${named ? nameOf(last.sender) : `your squad is from ${nameOf(last.sender)}`}, ${formatDate(last.date)}: ${quoted(last.content, 200)}.`,
        evidence: messages.filter((message) => message !== last).map(messageLine),
        next: 'answer it on the Growth Squad tab: what you did with it, and what came of it.',
      }
    : {
        line: `Your squad has **not written** lately${latest ? `; your last message is of ${formatDate(latest.date)}` : ''}.`,
        evidence: messages.map(messageLine),
        next: ASK_SQUAD,
      }
}

/** "My last message", "what did I ask my squad last?" */
const ASKS_FOR_OWN = anyOf(
  /\bmy (?:last|latest|newest) (?:message|question)\b/,
  /\b(?:last|latest) (?:thing|message|question) (?:that )?(?:i|we) (?:asked|wrote|sent|told)\b/,
  /\b(?:did|have) i (?:last )?(?:write|wrote|written|ask|asked|send|sent|say|said)\b(?!.*\babout\b).*\b(?:last|squad)\b/,
)

const ASKS_FOR_REPLY =
  /\b(?:has|have|did|does|is|was)\b.*\b(?:answer(?:ed)?|repl(?:y|ied)|respond(?:ed)?|(?:get|got|come|came|hear|heard) back)\b/

/** "Did anyone get back to me about the fee?": what the squad wrote after the founder's message about it. */
async function replyTo(words: string, { context, queries }: AskingFounder): Promise<Answer | undefined> {
  const found = await queries.find(words, ['squad-message'])
  const mine = found.find(({ title }) => title === '')
  if (!mine) return undefined
  const { rows } = await queries.messages({ from: mine.date, to: context.today })
  const reply = rows.findLast(({ sender, date }) => sender !== FOUNDER_AS_SENDER && date >= mine.date)
  const asked = `You wrote on ${formatDate(mine.date)}: ${quoted(withoutRecipients(mine.excerpt))}.`
  return reply
    ? {
        line: `**Yes**: ${nameOf(reply.sender)} wrote after it, on ${formatDate(reply.date)}: ${quoted(reply.content, 200)}.`,
        evidence: [asked],
        next: 'answer it on the Growth Squad tab: what you did with it, and what came of it.',
      }
    : {
        line: `**Not yet**: your squad has not written since your message of ${formatDate(mine.date)}.`,
        evidence: [asked],
        next: 'add one sentence to it that says by when you need the answer.',
      }
}

async function aboutSubject(
  words: string,
  { text }: Question,
  { context, queries }: AskingFounder,
  writer: string | undefined,
): Promise<Answer> {
  const exact = await queries.find(words, ['squad-message', 'note'])
  const { found: near } = exact.length > 0 ? { found: exact } : await recordsAbout(words, { context, queries }, 'squad')
  const found = near.filter(({ kind, title }) => kind === 'note' || title !== '')
  const [best] = found.toSorted((a, b) => Number(b.kind === 'squad-message') - Number(a.kind === 'squad-message'))
  if (!best) {
    const reply = await replyTo(words, { context, queries })
    if (reply) return reply
    return {
      line: `Your squad has said **nothing about ${quoted(words)}** that is in your records.`,
      evidence: context.messages
        .filter(({ sender }) => sender !== FOUNDER_AS_SENDER && (!writer || sender === writer))
        .map(messageLine),
      next: `ask them on the Growth Squad tab: “What do you think about ${words}?”`,
      proposals: [{ kind: 'message', text: `What do you think about ${words}?` }],
    }
  }
  return {
    line: foundLine(best, /\bwhen\b/.test(text)),
    evidence: found.filter((one) => one !== best).map((one) => foundLine(one, false)),
    next: 'turn it into one goal for this week, with a number in it.',
  }
}

const foundLine = ({ kind, id, title, excerpt, date }: Found, isDated: boolean): string =>
  kind === 'note'
    ? `The note ${titled('note', { id }, title)} of ${formatDate(date)} says: ${quoted(withoutRecipients(excerpt) || title, 200)}.`
    : `${isDated ? `On ${formatDate(date)}, ` : ''}${nameOf(title)} wrote${isDated ? '' : ` on ${formatDate(date)}`}: ${quoted(withoutRecipients(excerpt), 200)}.`

const messageLine = ({ sender, date, content }: SquadMessage): string =>
  `${sender === FOUNDER_AS_SENDER ? 'You' : nameOf(sender)}, ${formatDate(date)}: ${quoted(withoutRecipients(content))}.`

const withoutRecipients = (text: string): string => text.replace(/^To: [a-z, -]+?\s(?=\S)/, '').trim()

/** Words of a question that are not what it is about. */
const STOP = new RegExp(
  words(
    'what', 'when', 'who', 'which', 'how', 'many', 'did', 'does', 'do', 'has', 'have', 'had', 'is', 'are', 'was', 'were',
    'been', 'get', 'got', 'can', 'could', 'my', 'our', 'the', 'a', 'an', 'any', 'me', 'i', 'we', 'us', 'you', 'them', 'they',
    'it', 'that', 'this', 'there', 'and', 're', 'about', 'on', 'regarding', 'to', 'of', 'in', 'for', 'all', 'with', 'from',
    'squad', 'team', 'growth', 'expert', 'strategy', 'lead', 'product', 'advisor', 'mentors?',
    'tell', 'told', 'say', 'said', 'says', 'wrote', 'write', 'written', 'recommend(?:ed|s)?', 'advise[ds]?', 'mention(?:ed)?',
    'notes?', 'insights?', 'message', 'messages', 'category', 'reply', 'replies', 'replied', 'answer', 'answered', 'unanswered',
    'last', 'latest', 'newest', 'most', 'recent', 'anything', 'something', 'ever', 'waiting', 'yet', 'show', 'list', 'read',
    'find', 'please',
  ),
  'gu',
) // prettier-ignore

/** The words that a question on notes or messages is about: "pricing" of "What did my squad tell me about pricing?" */
function subjectOf(text: string): string | undefined {
  const about = /\b(?:about|regarding|mention(?:ed|s)?|concerning|on)\s+(.+)$/.exec(text)?.[1] ?? ''
  const left = about
    .replaceAll(STOP, ' ')
    .replaceAll(/[^\p{L}\p{N}' -]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return left.length >= 3 ? left : undefined
}

/** Calls with the squad. */
export const answerCalls: Answerer = ({ text }, { context: { calls: booked, today } }) => {
  if (/\b(?:did|had|was|were|have had)\b.*\b(?:last|past|previous|ago|yesterday|so far)\b/.test(text))
    return {
      line: 'Past calls are **not listed** in what I read: I know the calls that are to come.',
      evidence: booked.map((call) => `Booked: ${callLine(call)}.`),
      next: 'look at the Growth Squad tab, where your calls stand.',
    }
  const known = booked.filter(({ member }) => text.includes(memberName(member).toLowerCase()))
  const { calls, label } = callsIn(text, known.length > 0 ? known : booked, today)
  const [next] = calls
  const BOOK = 'choose a time on the Growth Squad tab, under Book a call, and write the one question into the topic.'
  if (!next)
    return {
      line: `You have **no call** booked${label}.`,
      evidence:
        booked.length > 0
          ? booked.map((call) => `Booked: ${callLine(call)}.`)
          : ['Calls of 30 minutes are booked on the Growth Squad tab, with the whole squad or one member.'],
      next: BOOK,
      proposals: [{ kind: 'call', text: 'My most important question' }],
    }
  const lines = calls.map(callLine)
  const nth = /\b(?:second|2nd)\b/.test(text)
    ? 1
    : /\b(?:third|3rd)\b/.test(text)
      ? 2
      : /\blast\b/.test(text)
        ? calls.length - 1
        : 0
  const chosen = calls[nth]
  if (nth > 0 && chosen)
    return {
      line: `That call is ${lines[nth] ?? ''}${chosen.topic ? `, about ${quoted(chosen.topic)}` : ''}.`,
      evidence: lines.filter((_, index) => index !== nth).map((other) => `Also booked: ${other}.`),
      next: BOOK,
    }
  const line = /\bhow many\b/.test(text)
    ? `You have **${counted(calls.length, 'upcoming call')}**; the next is ${lines[0]}.`
    : `Your next call is ${lines[0]}.`
  return {
    line,
    evidence: [
      ...(next.topic ? [`Its topic: ${quoted(next.topic)}.`] : ['It has no topic yet.']),
      ...lines.slice(1).map((other) => `Then ${other}.`),
    ],
    next: 'write the three sentences that the squad should read before it: the number, the problem, the question.',
  }
}

/** The calls of a month or week to come, where a question names one. */
function callsIn(text: string, calls: FounderContext['calls'], today: FounderContext['today']) {
  const month = MONTH_NAMED.exec(text)?.[0]
  const day = month && dayAhead(`1 ${month.replace(/^in /, '')}`, today)
  const isNextWeek = /\bnext week\b/.test(text)
  if (!day && !isNextWeek && !/\bthis week\b/.test(text)) return { calls, label: '' }
  const monday = weekOf(new Date(`${today}T00:00:00Z`), 'UTC')
  const from = day || (isNextWeek ? addDays(monday, 7) : monday)
  const isIn = (date: string) => (day ? date.slice(0, 7) === day.slice(0, 7) : date >= from && date < addDays(from, 7))
  return {
    // The present month is past its first day.
    calls: calls.filter(
      ({ starts_at }) => isIn(starts_at.slice(0, 10)) || (month && starts_at.slice(5, 7) === day?.slice(5, 7)),
    ),
    label: month ? ` ${month}` : isNextWeek ? ' next week' : ' this week',
  }
}

const MONTH_NAMED = /\bin (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/

const memberName = (member: string): string => BOOKABLE.find(({ id }) => id === member)?.name ?? member

function callLine({ starts_at, time_zone, member }: FounderContext['calls'][number]): string {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return `**${when.format(new Date(starts_at))}** with the ${memberName(member).replace(/^Whole /, 'whole ')}`
}
