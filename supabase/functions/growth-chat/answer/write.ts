import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { MAX_PROPOSALS, type Proposal } from '../../../../domain/proposals.ts'
import { SQUAD } from '../../../../domain/squad.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext, Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { enumerated, quoted, titled } from '../text.ts'
import { checkInDraft } from '../understand/check-in-draft.ts'
import { isAsking } from '../understand/common-words.ts'
import { dayAhead, decisionDraft } from '../understand/decision-draft.ts'
import { baseForm } from '../understand/irregular-verbs.ts'
import { mailDraft } from '../understand/mail-draft.ts'
import { messageDraft } from '../understand/message-draft.ts'
import { isForm, stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import { revise } from '../understand/revise.ts'
import type { Answer, Answerer } from './answer.ts'
import { limited, limitsOf } from './limited.ts'
import { mail } from './mail.ts'

/** Words before the dictated text: "add a weekly goal:", "log a decision that". */
const OPENING =
  /^(?:(?:please|pls|can you|could you|hey|ok|and|now|also)[ ,]+)*(?:i (?:want|need|would like) (?:you )?to |let'?s )?(?:add|set|create|make|put|log|record|note(?: down)?|save|write(?: down)?|enter|new|capture|book|schedule|arrange|plan)?\s*(?:(?:down|me|us|up)\s+)?(?:(?:an?|the|my|our|this|another|as)\b)?\s*(?:new )?(?:(?:weekly|monthly|quarterly|yearly|annual)\s+)?(?:goal|to-?do|task|target|decision|check-?in|call|meeting)?\s*(?:,?\s*(?:please|pls)\s*)?(?:(?:for|of) (?:this|the|next) (?:week|month|quarter|year))?\s*(?:for the (?:log|record)s?\b)?\s*(?::|-|–|—|,|\bto\b|\bthat\b|\bfor\b|\bof\b|\babout\b|\bon\b|\bwe\b)?\s*/i

const bodyOf = (dictated: string): string => {
  const colon = /^(?![^:]*\b(?:reason|because|why|review)\b)[^:]{3,60}:\s*(?<body>\S.*)$/is.exec(dictated)?.groups?.[
    'body'
  ]
  return sentence((colon ?? dictated.replace(OPENING, '')).replace(/^["“](.*)["”]$/s, '$1'))
}

const sentence = (text: string): string => {
  const clean = text.trim().replace(/\s+/g, ' ')
  return clean.slice(0, 1).toUpperCase() + clean.slice(1)
}

/** A last sentence that is meant for the co-founder, not to be written: "Let me see it before it goes." */
const ASIDE =
  /(?<=[.!?;]['"”]?)\s*(?:(?:and|but|so|please|pls),? )*(?:let me (?:see|check|read|look)|show (?:me|it)|(?:don['’]?t|do not) (?:send|save|add|change|touch|post|share)|(?:change|touch|add|do|say|send) nothing|nothing (?:else|more)|that['’]?s (?:all|it)|i(?:['’]ll| will| want to) (?:check|read|look|review|see|edit|send)|(?:just|only) a draft|thanks|thank you|thx|cheers)\b[^.!?]*[.!?]*\s*$/i

function withoutAside(dictated: string): string {
  const rest = dictated.replace(ASIDE, '')
  return rest === dictated ? dictated : withoutAside(rest)
}

const propose = (line: string, ...proposals: readonly Proposal[]): Answer => ({ line, proposals })

/** Words around the text of a goal: "I want a goal to", "remind me to", "to my weekly goals". */
const GOAL_OPENING =
  /^(?:(?:please|pls|can you|could you|hey|ok|and|now|also)[ ,]+)*(?:(?:i(?:'d)? (?:want|need|would like|like)|give me|remind me (?:in|with)) (?:an? )?(?:new )?(?:weekly |monthly |quarterly |yearly )?goals?(?: (?:to|of|for|that)\b|:|,)?|remind me to)\s*/i
const GOAL_CLOSING =
  /[,.;]?\s*(?:(?:to|on|onto|in|into) (?:(?:my|the|our|(?:this|next) (?:week|month|quarter|year)['’]?s?) )(?:(?:weekly|monthly|quarterly|yearly) )?(?:goals?|list|to-?dos?|plate|goal list)(?: (?:for|of) (?:this|the|next) (?:week|month|quarter|year))?|(?:for |by the end of )?(?:this|the) (?:week|month|quarter|year)|,\s*(?:weekly|monthly|quarterly|yearly)|(?:as )?an? (?:weekly|monthly|quarterly|yearly) (?:goal|one))[.!]?$/i

function goalText(dictated: string): string {
  const [, quoted] = /^[^“"]{0,40}["“]([^"”]{3,})["”]/.exec(dictated) ?? []
  if (quoted !== undefined) return sentence(quoted)
  let text = dictated.trim().replace(/[\s,]*\b(?:please|pls|plz|thx|thanks)[\s.!]*$/i, '')
  const opened = text.replace(GOAL_OPENING, '')
  const isOpened = opened !== text
  text = opened
  for (let rest = ''; rest !== text;) [rest, text] = [text, text.replace(GOAL_CLOSING, '')]
  // "Remind me to call Larkwell" has no other opening: "call" is what is to be done.
  return sentence((isOpened ? text.trim() : bodyOf(text)).replace(/^["“'‘](?<quoted>.*)["”'’]$/s, '$<quoted>'))
}

function goal(query: Query, { context: { today } }: AskingFounder): Answer {
  const period: GoalPeriod = query.periods[0] ?? periodOf(query, today)
  const text = goalText(withoutAside(query.dictated))
  if (text === '')
    return propose('What is the goal? Here is one to fill in.', {
      kind: 'goal',
      period,
      text: 'Talk to five customers',
    })
  return propose(
    `Here is your ${GOAL_PERIODS.find(({ id }) => id === period)?.label.toLowerCase() ?? period} goal: check it, then add it.`,
    { kind: 'goal', period, text },
  )
}

/** Days that a goal of each period may take. */
const LENGTHS: readonly (readonly [GoalPeriod, number])[] = [
  ['weekly', 7],
  ['monthly', 31],
  ['quarterly', 92],
]

/** The shortest period that a deadline lies in: "by xmas", "before March 15". */
function untilDay(dictated: string, ahead: IsoDate | undefined, today: IsoDate): GoalPeriod | undefined {
  const said = /\b(?:by|before|until|till|due)(?: the)? (?<when>[^.,;]{3,40})$/i.exec(dictated.replace(/[.!]+$/, ''))
  const day = ahead ?? (said ? dayAhead(said.groups?.['when'] ?? '', today) : undefined)
  return day === undefined ? undefined : (LENGTHS.find(([, days]) => daysBetween(today, day) <= days)?.[0] ?? 'yearly')
}

/** "A goal for December" is of a month. */
const OF_MONTH = /\b(?:for|in) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b(?! \d)/iu

const periodOf = ({ dictated, ahead }: Query, today: IsoDate): GoalPeriod => {
  if (OF_MONTH.test(dictated)) return 'monthly'
  const unit = /\b(?:this|next|the) (?<unit>week|month|quarter|year)\b/i.exec(dictated)?.groups?.['unit']?.toLowerCase()
  if (!unit) return untilDay(dictated, ahead, today) ?? 'weekly'
  return unit === 'year' ? 'yearly' : unit === 'quarter' ? 'quarterly' : unit === 'month' ? 'monthly' : 'weekly'
}

/** "Record the outcome for the free samples: a third bought" is of a decision that is logged. */
const OUTCOME =
  /\b(?:record|log|note|write|save|add|put|set|mark|rate)\b.{0,20}\b(?:outcome|result|verdict|review)\b(?:.*?(?:[:,]|\bas\b|\bis\b|\bwas\b)\s*(?<said>[^:]+))?$/is

/** An outcome is written by the founder alone: where, and with which words. */
function outcomeOf({ dictated, records }: Query, { context }: AskingFounder): Answer | undefined {
  const found = OUTCOME.exec(dictated)
  const known = records.flatMap(({ id }) => context.decisions.find((one) => one.id === id) ?? [])[0]
  if (!found || !known) return undefined
  const said = sentence((found.groups?.['said'] ?? '').replace(/[.!]+$/, ''))
  return {
    line: `I **cannot write an outcome**: open ${titled('decision', known, known.title)} in Founder Brain${said ? ` and note ${quoted(said, 160)}` : ''}, then say whether you were right.`,
    evidence: [
      ...(known.expected.trim() ? [`You expected ${quoted(known.expected, 120)}.`] : []),
      ...(known.reason.trim() ? [`The reason: ${quoted(known.reason, 120)}.`] : []),
    ],
  }
}

function decision(query: Query, founder: AskingFounder): Answer {
  const { context } = founder
  const dictated = withoutAside(query.dictated)
  const ofKnown = outcomeOf(query, founder)
  if (ofKnown) return ofKnown
  const { title, reason, reviewOn } = decisionDraft(dictated, bodyOf, context.today)
  if (title === '') return propose('Which decision is it? Here is the form.', { kind: 'decision', text: 'My decision' })
  const day = reviewOn ? `, to look at again on ${formatDate(reviewOn)}` : ''
  return propose(
    `Here is the decision${day}: check it, then log it${reason ? '' : ', with the reason why you took it'}.`,
    {
      kind: 'decision',
      text: title,
      ...(reason && { reason }),
      ...(reviewOn && { reviewOn }),
    },
  )
}

const checkIn = ({ dictated }: Query): Answer =>
  propose('Here is your check-in: check it, then save it.', { kind: 'check-in', ...checkInDraft(dictated) })

/** A message to the squad; others get a mail, which the founder sends. */
function message(query: Query, founder: AskingFounder): Answer | Promise<Answer> {
  const { sentOn, person } = query
  const dictated = withoutAside(query.dictated)
  const draft = messageDraft(dictated, sentOn)
  const to = draft ? draft.to : mailDraft(dictated).recipient
  if (to !== undefined && !person && !to.split(' ').some((word) => OF_SQUAD.test(word))) return mail(query, founder)
  const { paragraphs, broken } = limited([{ role: 'said', text: draft?.text ?? bodyOf(dictated) }], limitsOf(query))
  return propose(`Here is a message to your squad, to edit and send.${broken}`, {
    kind: 'message',
    text: paragraphs.join(' '),
  })
}

const OF_SQUAD = new RegExp(
  `^(?:${SQUAD.flatMap(({ name }) => name.split(' ')).join('|')}|expert|advisors?|engineers?|engineering|support|strategist|squad|team|them|everyone|everybody|all)s?$`,
  'i',
)

const call = (query: Query): Answer => {
  const topic =
    /\b(?:topic\s*[:–-]|(?:about|re|regarding|to (?:discuss|talk about))\b)\s*(?<topic>.+)$/i.exec(query.dictated)
      ?.groups?.['topic'] ??
    /\b(?:about|on|re|regarding|to (?:discuss|talk about))\b\s+(?<topic>.+)$/i.exec(query.dictated)?.groups?.['topic']
  return propose('Here is the call: choose a time for it.', {
    kind: 'call',
    text: sentence(topic?.replace(/[?.!]+$/, '') ?? 'What to focus on next'),
  })
}

/** Goals that one message marks as done. */
const AND = /\s+(?:and|plus|&|as well as|n)\s+|[,;.!\n]+\s*/i

/** "Everything of October except the product tour": what is left out is not done. */
const BUT = /\b(?:except(?: for)?|apart from|other than|but not|not counting|without)\s(?<what>[^.;!?]*)/i

/** "The export is not done, so leave that one." */
const UNDONE = /\b(?:not|isn['’]?t|leave|except)\b/i

/** The goals whose titles a message names: in each of its parts the one with the most words, and at least half. */
function goalsNamed(goals: readonly Goal[], asked: string): readonly Goal[] {
  const message = asked.replace(BUT, '')
  const quotes = [...message.matchAll(/“([^“”]+)”|"([^"]+)"|(?<!\p{L})['‘]([^'‘’]+)['’](?!\p{L})/gu)].map(
    ([, curly, straight, single]) => curly ?? straight ?? single ?? '',
  )
  const parts = quotes.length > 0 ? quotes : message.split(AND).filter((part) => !UNDONE.test(part))
  const found = parts.flatMap((part) => mentioned(goals, part) ?? [])
  return [...new Set(found.length > 0 ? found : [mentioned(goals, message)].flatMap((one) => one ?? []))]
}

function mentioned(goals: readonly Goal[], message: string): Goal | undefined {
  const said = phraseWords(message).map(baseForm)
  const numbers: readonly string[] = message.match(/\d+/g) ?? []
  const covered = ({ text }: Goal) => {
    // "Firmware 11" is not "firmware 4".
    if (numbers.length > 0 && (text.match(/\d+/g) ?? []).some((number) => !numbers.includes(number))) return 0
    const words = phraseWords(text).filter((word) => !isAsking(word))
    const found = words.filter((word) => said.some((one) => isForm(one, baseForm(word)) || stem(one) === stem(word)))
    return found.length / Math.max(1, words.length)
  }
  const [best] = goals.toSorted((a, b) => covered(b) - covered(a))
  return best && covered(best) >= 0.5 ? best : undefined
}

/** "And the export, is that ticked already?" asks beside what is to be marked. */
const ASKS_STATE = /\b(?:is|was|are|did|have|has|isn['’]?t)\b.*\?\s*$/i

/** What a message tells to be done, and what it asks about. */
function toldAndAsked(dictated: string): readonly [told: string, asked: string] {
  const sentences = dictated.split(/(?<=[.!?\n])\s+/)
  const asked = sentences.filter((one) => ASKS_STATE.test(one))
  const told = sentences.filter((one) => !asked.includes(one))
  return told.length > 0 ? [told.join(' '), asked.join(' ')] : [dictated, '']
}

function done(query: Query, { context }: AskingFounder): Answer {
  const [told, asked] = toldAndAsked(query.dictated)
  const answer = doneOf(query, told, context)
  const others = asked === '' ? [] : goalsNamed(context.goals, asked)
  const states = others.map(
    (one) => ` ${titled('goal', one, one.text)} is **${one.completed ? 'done already' : 'open'}**.`,
  )
  return { ...answer, line: `${answer.line}${states.join('')}` }
}

function doneOf(query: Query, told: string, context: FounderContext): Answer {
  const open = context.goals.filter(({ completed }) => !completed)
  const known = query.records.flatMap(({ id }) => open.find((one) => one.id === id) ?? [])
  const named = goalsNamed(open, told)
  const kept = goalsNamed(open, BUT.exec(told)?.groups?.['what'] ?? '')
  const found = named.length > 0 ? named : known.filter((one) => !kept.includes(one))
  const [first] = found
  if (!first)
    return {
      line: 'Which goal is done? I found **no open goal** with these words.',
      evidence: open.map((one) => `${titled('goal', one, one.text)} (${one.period}).`),
      isList: true,
    }
  if (found.length > 1) {
    const goals = found.slice(0, MAX_PROPOSALS)
    return propose(
      `Well done. Mark ${enumerated(goals.map((one) => `${titled('goal', one, one.text)} (${one.period})`))} as done?`,
      ...goals.map((one) => ({ kind: 'done', goal: one.id }) as const),
    )
  }
  // A record that the conversation means is that one, whatever others are called.
  const same = named.length > 0 ? open.filter(({ text }) => text === first.text) : [first]
  const meant = same.filter(({ period }) => query.periods.includes(period))
  const goals = meant.length > 0 ? meant : same
  if (goals.length > 1)
    return propose(
      `**${goals.length} open goals** are called ${quoted(first.text)}; which one is done? ${enumerated(goals.map((one) => `the ${one.period} one of ${formatDate(one.date)}`))}.`,
      ...goals.map((one) => ({ kind: 'done', goal: one.id }) as const),
    )
  const [one = first] = goals
  return propose(`Well done. Mark ${titled('goal', one, one.text)} (${one.period}) as done?`, {
    kind: 'done',
    goal: one.id,
  })
}

/** Fills in what the founder dictates, and changes it as they say next; nothing is stored before it is confirmed. */
export const answerWrite: Answerer = async (query, founder) => {
  const answer = await written(query, founder)
  const { revisions = [] } = query
  if (revisions.length === 0 || answer.article) return answer
  const proposals = (answer.proposals ?? []).map((proposal) =>
    revisions.reduce((one, revision) => revise(one, revision, founder.context.today), proposal),
  )
  const isChanged = JSON.stringify(proposals) !== JSON.stringify(answer.proposals)
  const line = isChanged
    ? 'I changed it; check it before you confirm.'
    : 'That I **cannot change**; edit the text before you confirm.'
  return { ...answer, line, proposals }
}

function written(query: Query, founder: AskingFounder): Answer | Promise<Answer> {
  const asks: string = query.intent
  switch (asks) {
    case 'write.goal':
      return goal(query, founder)
    case 'write.decision':
      return decision(query, founder)
    case 'write.check-in':
      return checkIn(query)
    case 'write.call':
      return call(query)
    case 'write.done':
      return done(query, founder)
    default:
      return message(query, founder)
  }
}
