import { addDays } from '../../../../domain/days.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { nameOf, titled } from '../text.ts'
import type { Answer, Answerer } from './answer.ts'
import { calendar } from './calendar.ts'
import { foundLine, searchRecords, SHOWN, withFields, withReply, type FoundRecord, type Kind } from './search.ts'
import { unrecorded } from './unrecorded.ts'
import { whyOf } from './why.ts'

const ASK = 'ask me about your goals, check-ins, decisions, loops, runway or squad.'

const fixed: Readonly<Record<string, Answer>> = {
  'outside.action': {
    line: 'I **cannot do that**: I answer from your own records, and I prepare goals, decisions, check-ins, messages to your squad, calls and documents for you to confirm.',
    next: ASK,
  },
  'outside.general': {
    line: 'I **cannot answer that**: I only know your own records and a small library for founders, nothing beyond.',
    next: ASK,
  },
  'outside.legal': {
    line: 'I **cannot give legal or tax advice**: please ask a lawyer or a tax adviser. Your squad may know one.',
    proposals: [{ kind: 'message', text: 'Do you know a good lawyer or tax adviser for a startup? It is about …' }],
  },
  'outside.medical': {
    line: 'I **cannot give medical advice**: please ask a doctor, and in an emergency call your local emergency number.',
  },
  'outside.others': {
    line: 'I **only see your own records**: nothing of other founders or people on the platform.',
    next: ASK,
  },
  'outside.instructions': {
    line: 'I only answer from your own records and a small library; there is **nothing else that I can show**, repeat or carry out. Your squad keeps notes for me, which I do not quote.',
    next: ASK,
  },
  'talk.thanks': { line: 'Gladly. I am here when the next question comes.' },
  'talk.bye': { line: 'See you. Your records will be here.' },
  'talk.ok': { line: 'Good. Ask when the next question comes.' },
  'talk.feelings': {
    line: 'I am a program, so always the same; thank you for asking. How are **you**? Your check-in asks it every week.',
    next: ASK,
  },
  'talk.joy': {
    line: 'That is **worth a moment**: well done, and good to hear. Write it into this week’s check-in as a win, so that it is there on a harder day.',
  },
  'talk.sorry': {
    line: 'I’m sorry, that **missed what you meant**. Ask again with the name, the number or the time that you mean, and I will look once more.',
    next: ASK,
  },
  'talk.privacy': {
    line: '**Only you** read what you ask me here: your growth squad sees neither the questions nor my answers. It does read your check-ins, goals, decisions and figures; your own notes stay yours.',
    evidence: [
      'I learn nothing from it: each answer is computed from your own records. You can delete a conversation.',
    ],
  },
  'talk.who': {
    line: 'I am the **built-in coach**: a program, not a person. I answer from your own records and a small library, and no AI model is connected.',
    next: ASK,
  },
  'talk.can': {
    line: 'I answer **from your own records**: figures and what changes them, goals, check-ins, decisions, notes, messages, calls. I write investor updates and plans from them, and prepare goals, decisions and messages for you to confirm.',
    evidence: [
      '“How many demos in October?”, “What if I hire for $6,000 a month?”, “What did the squad say about pricing?”',
      '“Write an investor update”, “Plan my week”, “Log a decision: … because …”',
    ],
    next: ASK,
  },
}

/** Answers questions that have nothing to do with records, or are not in them. */
export const answerOutside: Answerer = (query, founder) => {
  const { firstName, today } = founder.context
  if (query.intent === 'outside.unrecorded') return unrecorded(query, founder)
  if (query.intent === 'outside.general' && query.named.length > 0) return beyond(query, founder)
  if (query.intent.startsWith('calendar')) return calendar(query, today)
  if (query.intent === 'talk.hello')
    return {
      line: `Hello${firstName ? ` ${nameOf(firstName)}` : ''}. What would you like to know about your company?`,
      next: ASK,
    }
  return fixed[query.intent] ?? { line: 'I cannot answer that from your records.', next: ASK }
}

/** A question about the world with words of the founder's own records: what these say of it, if anything. */
async function beyond({ about, named }: Query, founder: AskingFounder): Promise<Answer> {
  const words = about.length > 0 ? about : named
  const [best, ...others] = (await searchRecords(words, founder)).found
  return best
    ? {
        line: `Beyond your own records I **cannot answer that**; they say: ${foundLine(best, words)}`,
        evidence: others.map((one) => foundLine(one, words)),
      }
    : (fixed['outside.general'] ?? { line: 'I cannot answer that from your records.' })
}

const KINDS = {
  checkIns: ['check-in'],
  notes: ['note', 'own-note'],
  decisions: ['decision'],
  goals: ['goal'],
} as const

/** The kinds of records that a question names: "did I mention hiring in the check-ins?" */
const kindsMeant = ({ concepts }: Query): ReadonlySet<Kind> =>
  new Set(
    Object.entries(KINDS).flatMap(([concept, kinds]) => (concepts.has(concept as keyof typeof KINDS) ? kinds : [])),
  )

/** Records of the time that is named, if there are any. */
function within({ spans }: Query, found: readonly FoundRecord[]): readonly FoundRecord[] {
  const then = found.filter(({ kind, date }) =>
    // A check-in has the first day of its week.
    spans.some(({ from, to }) => date <= to && (kind === 'check-in' ? addDays(date, 6) : date) >= from),
  )
  return then.length > 0 ? then : found
}

/** "When did somebody last mention it?" asks for the newest one. */
const orderedBy = ({ which, concepts }: Query, found: readonly FoundRecord[]): readonly FoundRecord[] =>
  which === 'last' && concepts.has('when')
    ? found.toSorted((a, b) => b.date.localeCompare(a.date))
    : which === 'first' && concepts.has('when')
      ? found.toSorted((a, b) => a.date.localeCompare(b.date))
      : found

/** Anything that may be written anywhere: the best record, quoted; or that there is none. */
export const answerRecords: Answerer = async (query, founder) => {
  const reason = query.intent === 'records.why' && (await whyOf(query, founder))
  if (reason) return reason
  const { found: every } = await searchRecords(query.about, founder, undefined, undefined, query.telling)
  const ofKind = every.filter(({ kind }) => kindsMeant(query).has(kind))
  const ordered = orderedBy(query, within(query, ofKind.length > 0 ? ofKind : every))
  const all = await Promise.all(ordered.slice(0, SHOWN).map((one) => withFields(one, founder.queries)))
  // For "who", goals come last: they say what is to be done, not who somebody is.
  const found = query.concepts.has('who')
    ? all.toSorted((a, b) => Number(a.kind === 'goal') - Number(b.kind === 'goal'))
    : all
  const [best, ...others] = found
  if (!best)
    return {
      line: `There is **nothing about “${query.about.join(' ').slice(0, 60)}”** in your records.`,
      evidence: founder.context.checkins
        .slice(0, 1)
        .map(
          (one) =>
            `I looked through goals, check-ins, decisions, notes and messages, back to your first one; the newest is your check-in ${titled('check-in', one, one.week_of)}.`,
        ),
      next: 'write it into your next check-in or a decision, and I will find it.',
    }
  return {
    line: withReply(best, foundLine(best, query.about), founder),
    evidence: others.map((one) => foundLine(one, query.about)),
    next: query.intent.startsWith('decisions') ? '' : 'ask me for the week, the decision or the person in it.',
  }
}
