import { BOOKABLE } from '../../../../../domain/squad.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type SquadMessage } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, Found } from '../founder.ts'
import { counted, dayLabel, nameOf, quoted, titled } from '../text.ts'
import { answerFound, contentWords } from './found.ts'
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
      `The note ${titled('note', named, named.title)} says: ${quoted(named.content, 160)}.`,
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
  const [latest] = notes
  if (latest && /\blast\b|\blatest\b|\bnewest\b|\brecent\b/.test(question.text))
    return noteAnswer(
      `Your last note is ${titled('note', latest, latest.title)} of ${dayLabel(latest.date)}: ${quoted(latest.content, 160)}.`,
      latest,
      context,
    )
  return {
    line: `You have **${counted(counts.notes, 'note')}** of your growth squad${latest ? `; the newest is ${titled('note', latest, latest.title)} of ${dayLabel(latest.date)}` : ''}.`,
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
}): string => `${titled('note', note, note.title)} of ${dayLabel(note.date)}.`

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
  const words = subjectOf(text)
  if (words) return aboutSubject(words, question, founder)
  if (
    contentWords(question.asked).length > 0 &&
    !/\b(?:last|latest|newest|recent|how many|unanswered|waiting|answered|repl(?:y|ies|ied))\b/.test(text)
  ) {
    const found = await answerFound(question, founder, 'squad')
    if (found) return found
  }
  const ofSquad = messages.filter(({ sender }) => sender !== FOUNDER_AS_SENDER)
  const named = ofSquad.find(({ sender }) => isNamedIn(text, sender))
  const last = named ?? ofSquad.at(0)
  const [latest] = messages
  if (/\bunanswered\b|\bwaiting\b|\banswered\b|\breplied\b|\brepl(?:y|ies)\b/.test(text) && latest) {
    const isWaiting = latest.sender === FOUNDER_AS_SENDER
    return {
      line: isWaiting
        ? `**Not yet**: your message of ${dayLabel(latest.date)} is waiting for a reply.`
        : `**Yes**: ${nameOf(latest.sender)} replied on ${dayLabel(latest.date)}: ${quoted(latest.content)}.`,
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
        line: `The last message of ${named ? nameOf(last.sender) : `your squad is from ${nameOf(last.sender)}`}, ${dayLabel(last.date)}: ${quoted(last.content, 200)}.`,
        evidence: messages.filter((message) => message !== last).map(messageLine),
        next: 'answer it on the Growth Squad tab: what you did with it, and what came of it.',
      }
    : {
        line: `Your squad has **not written** lately${latest ? `; your last message is of ${dayLabel(latest.date)}` : ''}.`,
        evidence: messages.map(messageLine),
        next: ASK_SQUAD,
      }
}

async function aboutSubject(words: string, { text }: Question, { context, queries }: AskingFounder): Promise<Answer> {
  const found = (await queries.find(words, ['squad-message', 'note'])).filter(
    ({ kind, title }) => kind === 'note' || title !== '',
  )
  const [best] = found.toSorted((a, b) => Number(b.kind === 'squad-message') - Number(a.kind === 'squad-message'))
  if (!best)
    return {
      line: `Your squad has said **nothing about ${quoted(words)}** that is in your records.`,
      evidence: context.messages.filter(({ sender }) => sender !== FOUNDER_AS_SENDER).map(messageLine),
      next: `ask them on the Growth Squad tab: “What do you think about ${words}?”`,
      proposals: [{ kind: 'message', text: `What do you think about ${words}?` }],
    }
  return {
    line: foundLine(best, /\bwhen\b/.test(text)),
    evidence: found.filter((one) => one !== best).map((one) => foundLine(one, false)),
    next: 'turn it into one goal for this week, with a number in it.',
  }
}

const foundLine = ({ kind, id, title, excerpt, date }: Found, isDated: boolean): string =>
  kind === 'note'
    ? `The note ${titled('note', { id }, title)} of ${dayLabel(date)} says: ${quoted(withoutRecipients(excerpt) || title, 200)}.`
    : `${isDated ? `On ${dayLabel(date)}, ` : ''}${nameOf(title)} wrote${isDated ? '' : ` on ${dayLabel(date)}`}: ${quoted(withoutRecipients(excerpt), 200)}.`

const messageLine = ({ sender, date, content }: SquadMessage): string =>
  `${sender === FOUNDER_AS_SENDER ? 'You' : nameOf(sender)}, ${dayLabel(date)}: ${quoted(withoutRecipients(content))}.`

const withoutRecipients = (text: string): string => text.replace(/^To: [a-z, -]+?\s(?=\S)/, '').trim()

const STOP =
  /\b(?:what|did|does|do|has|have|had|is|are|was|were|my|our|the|a|an|any|me|i|we|you|squad|team|growth|expert|strategy|lead|product|advisor|mentors?|tell|told|say|said|says|wrote|write|written|recommend(?:ed|s)?|advise[ds]?|about|on|regarding|to|of|in|for|notes?|insights?|message|messages|last|latest|newest|most|recent|anything|something|ever|when|who|there|show|list|read|find|many|how|all|with|from|them|they|us|it|that|this|and|re|please|reply|replies|replied|answer|answered|unanswered|waiting|yet|mention(?:ed)?|category|which|been|get|got|can|could)\b/g

/** The words that a question on notes or messages is about: "pricing" of "What did my squad tell me about pricing?" */
function subjectOf(text: string): string | undefined {
  const about = /\b(?:about|regarding|mention(?:ed|s)?|concerning|on)\s+(.+)$/.exec(text)?.[1] ?? ''
  const words = about
    .replaceAll(STOP, ' ')
    .replaceAll(/[^\p{L}\p{N}' -]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.length >= 3 ? words : undefined
}

/** Calls with the squad. */
export const answerCalls: Answerer = ({ text }, { context: { calls } }) => {
  const [next] = calls
  const BOOK = 'choose a time on the Growth Squad tab, under Book a call, and write the one question into the topic.'
  if (!next)
    return {
      line: 'You have **no call** booked.',
      evidence: ['Calls of 30 minutes are booked on the Growth Squad tab, with the whole squad or one member.'],
      next: BOOK,
      proposals: [{ kind: 'call', text: 'My most important question' }],
    }
  const lines = calls.map(callLine)
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

function callLine({ starts_at, time_zone, member }: FounderContext['calls'][number]): string {
  const when = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const name = BOOKABLE.find(({ id }) => id === member)?.name ?? member
  return `**${when.format(new Date(starts_at))}** with the ${name.replace(/^Whole /, 'whole ')}`
}
