import { moodLabel } from '../../../../domain/check-ins.ts'
import { proposalMark, type Proposal } from '../../../../domain/proposals.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { FOUNDER_AS_SENDER, type CheckIn, type FounderContext } from '../../_shared/founder-records.ts'
import { counted, enumerated, nameOf, quoted, weekName } from '../text.ts'
import { isAsking } from '../understand/common-words.ts'
import { writeMarkdown, type Answer } from '../answer/answer.ts'
import type { Care } from './care.ts'
import type { Danger } from './danger-phrases.ts'
import { hasPhrase, phrasesOf, phraseWords } from '../understand/phrase.ts'

const EMERGENCY_NUMBERS =
  '**112** in Europe, **911** in the US and Canada, **999** in the UK, **000** in Australia, elsewhere your local emergency number'
const CRISIS_LINES = '[findahelpline.com](https://findahelpline.com)'

/** A human sentence and where help is; no figure, no next step. */
export const dangerAnswer: Readonly<Record<Danger, string>> = {
  crisis: [
    'I’m so sorry that it hurts this much, and I’m glad you wrote it down. You don’t have to carry this alone.',
    `If you might act on it, please call emergency services now: ${EMERGENCY_NUMBERS}.`,
    `You can talk to someone today, free and in confidence: ${CRISIS_LINES} lists crisis lines for every country. If a person you trust is near, tell them what you just told me. I am a program; please reach a human.`,
  ].join('\n\n'),
  emergency: [
    `This sounds like an emergency. Please call emergency services now: ${EMERGENCY_NUMBERS}.`,
    `Tell someone near you, get to a safe place if you are threatened, and stay on the line. Once you are safe, ${CRISIS_LINES} lists people to talk to in every country.`,
  ].join('\n\n'),
}

interface Comfort {
  /** Comes first, whatever the records say. */
  readonly human: string
  /** Comes before the answer to a question that the same message asks. */
  readonly aside: string
  /** The one offer, and its proposal. */
  readonly offer: string
  readonly proposal: Proposal
}

const comfort: Readonly<Record<Exclude<Care, Danger>, Comfort>> = {
  low: {
    human:
      'I’m sorry it is this heavy right now. Being worn out is no failure of yours, and you don’t have to fix it tonight.',
    aside: 'That sounds heavy, and I am glad you say it.',
    offer: `Would you like to talk it through with somebody of your squad? And if it gets darker than tired: ${CRISIS_LINES}, any hour.`,
    proposal: { kind: 'call', text: 'How I am doing, and what can wait' },
  },
  panic: {
    human:
      'That sounds frightening. Breathe out first: nothing has to be solved in the next ten minutes, and you are not alone with it.',
    aside: 'Breathe out first: one thing at a time.',
    offer:
      'Shall we get a second head on it? A short call with your squad can sort what is urgent from what only feels so.',
    proposal: { kind: 'call', text: 'Everything at once: what is urgent and what can wait' },
  },
  loss: {
    human: 'I’m sorry, that is a hard blow. It is fair to need a moment before you plan anything.',
    aside: 'I’m sorry, that is a hard blow.',
    offer: 'When you are ready, your squad should hear it from you; here is a message to edit.',
    proposal: { kind: 'message', text: 'We took a hard loss today. Could we talk about it this week?' },
  },
  quarrel: {
    human: 'I’m sorry, a conflict with the people you build with is among the hardest parts of this.',
    aside: 'I’m sorry, that is hard.',
    offer: 'Would a call with somebody outside of it help before the next talk?',
    proposal: { kind: 'call', text: 'A conflict in the team' },
  },
}

/** The answer to a question of a message of distress: a human sentence before it, and the offer after it. */
export function answerWithCare(care: Care, answer: Answer): string {
  if (care === 'crisis' || care === 'emergency') return dangerAnswer[care]
  const { aside, offer, proposal } = comfort[care]
  return [writeMarkdown({ ...answer, line: `${aside} ${answer.line}` }), offer, proposalMark(proposal)].join('\n\n')
}

/** The check-ins of some weeks, newest first, that are looked at. */
const WEEKS = 8
const LOW_MOOD = 2

const MENTIONS = {
  quarrel: phrasesOf(`
    disagree|disagreed|disagreement|disagreements|argued|argument|arguments|fight|fights|fought|conflict|conflicts|quarrel|tension|tensions
    not speaking|talking|agree
  `),
  low: phrasesOf('exhausted|tired|overwhelmed|burnout|drained|lonely|stress|stressed'),
  panic: phrasesOf('panic|overwhelmed|stress|stressed|scared|afraid'),
  loss: phrasesOf(`
    lost|left|cancelled|canceled|churned|quit
  `),
} satisfies Readonly<Record<Exclude<Care, Danger>, unknown>>

/** A human first sentence, what the founder's own check-ins say of it, and one gentle offer. */
export function careAnswer(care: Care, context: FounderContext | undefined, text = ''): string {
  if (care === 'crisis' || care === 'emergency') return dangerAnswer[care]
  const { human, offer, proposal } = comfort[care]
  if (!context) return human
  const recorded = subjectLine(text, context) ?? recordedLine(care, context.checkins.slice(0, WEEKS))
  return [human, ...(recorded ? [recorded] : []), offer, proposalMark(proposal)].join('\n\n')
}

/** The founder's earlier texts on the same subject, and the squad's answer to them. */
function subjectLine(text: string, { checkins, messages }: FounderContext): string | undefined {
  const subjects = new Set(phraseWords(text).filter((word) => word.length > 4 && !isAsking(word)))
  const has = (written: string) => phraseWords(written).some((word) => subjects.has(word))
  const week = checkins.find(({ blockers, wins }) => has(`${blockers} ${wins}`))
  const said = messages.find(({ sender, content }) => sender !== FOUNDER_AS_SENDER && has(content))
  const advised = said
    ? `${nameOf(said.sender)} said on ${formatDate(said.date)}: ${quoted(said.content, 160)}.`
    : undefined
  if (!week) return advised
  return `You wrote of it in the week of ${weekName(week)}: ${quoted(has(week.blockers) ? week.blockers : week.wins, 120)}.${advised ? ` ${advised}` : ''}`
}

function recordedLine(care: Exclude<Care, Danger>, checkIns: readonly CheckIn[]): string | undefined {
  const saying = checkIns.filter(({ wins, blockers }) => hasPhrase(MENTIONS[care], phraseWords(`${wins} ${blockers}`)))
  if (saying.length > 0 && care !== 'loss') {
    const weeks = enumerated(saying.slice(0, 3).map(weekName))
    return `Your check-ins say it too: ${counted(saying.length, 'week')} of the last ${checkIns.length} mention it (${weeks}).`
  }
  const low = checkIns.filter(({ mood }) => mood <= LOW_MOOD)
  const [latest] = checkIns
  if ((care === 'low' || care === 'panic') && latest && low.length > 1)
    return `It did not start today: ${low.length} of your last ${checkIns.length} check-ins have a low mood, the latest is “${moodLabel(latest.mood)}”. ${weekName(latest)}`
  return undefined
}
