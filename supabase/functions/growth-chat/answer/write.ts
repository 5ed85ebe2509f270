import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import type { Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { enumerated, quoted, titled } from '../text.ts'
import { messageDraft } from '../understand/message-draft.ts'
import { isForm } from '../understand/names.ts'
import { isAsking } from '../understand/common-words.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Answer, Answerer } from './answer.ts'

/** What stands before the dictated text: "add a weekly goal:", "log a decision that". */
const OPENING =
  /^(?:(?:please|pls|can you|could you|hey|ok|and|now|also)[ ,]+)*(?:i (?:want|need|would like) (?:you )?to |let'?s )?(?:add|set|create|make|put|log|record|note(?: down)?|save|write(?: down)?|enter|new|capture|book|schedule|arrange|plan)?\s*(?:(?:down|me|us|up)\s+)?(?:(?:an?|the|my|our|this|another|as)\b)?\s*(?:new )?(?:(?:weekly|monthly|quarterly|yearly|annual)\s+)?(?:goal|to-?do|task|target|decision|check-?in|call|meeting)?\s*(?:(?:for|of) (?:this|the|next) (?:week|month|quarter|year))?\s*(?::|-|–|—|,|\bto\b|\bthat\b|\bfor\b|\bof\b|\babout\b|\bon\b|\bwe\b)?\s*/i

const bodyOf = (dictated: string): string => {
  const colon = /^[^:]{3,60}:\s*(?<body>\S.*)$/s.exec(dictated)?.groups?.['body']
  return sentence((colon ?? dictated.replace(OPENING, '')).replace(/^["“](.*)["”]$/s, '$1'))
}

const sentence = (text: string): string => {
  const clean = text.trim().replace(/\s+/g, ' ')
  return clean.slice(0, 1).toUpperCase() + clean.slice(1)
}

const propose = (line: string, ...proposals: readonly Proposal[]): Answer => ({ line, proposals })

function goal(query: Query): Answer {
  const period: GoalPeriod =
    query.periods[0] ?? (query.spans.length + (query.ahead ? 1 : 0) > 0 ? periodOf(query) : 'weekly')
  const text = bodyOf(query.dictated).replace(
    /[,.;]?\s*(?:for |by the end of )?(?:this|the) (?:week|month|quarter|year)[.!]?$/i,
    '',
  )
  if (text === '')
    return propose('What is the goal? Here is one to fill in.', {
      kind: 'goal',
      period,
      text: 'Talk to five customers',
    })
  return propose(
    `Here is your ${GOAL_PERIODS.find(({ id }) => id === period)?.label.toLowerCase() ?? period} goal, to check and add.`,
    { kind: 'goal', period, text },
  )
}

const periodOf = ({ dictated }: Query): GoalPeriod => {
  const unit = /\b(?:this|next|the) (?<unit>week|month|quarter|year)\b/i.exec(dictated)?.groups?.['unit']?.toLowerCase()
  return unit === 'year' ? 'yearly' : unit === 'quarter' ? 'quarterly' : unit === 'month' ? 'monthly' : 'weekly'
}

function decision(query: Query): Answer {
  const body = bodyOf(query.dictated)
  const { title = body, reason = '' } =
    /^(?<title>.+?)[,;.]?\s+(?:because|since|bc|cause|reason(?: is|:)?|so that|porque|weil)\s+(?:of )?(?<reason>.+)$/is.exec(
      body,
    )?.groups ?? {}
  const text = title.trim()
  if (text === '') return propose('Which decision is it? Here is the form.', { kind: 'decision', text: 'My decision' })
  return propose(`Here is the decision, to check and log${reason ? '' : '; add why you took it'}.`, {
    kind: 'decision',
    text,
    ...(reason && { reason: sentence(reason) }),
  })
}

const FIELDS = [
  ['wins', /\b(?:wins?|went well|good|highlights?|logros?|erfolge?)\b\s*(?:was|were|are|is)?\s*[:=-]?\s*/i],
  [
    'blockers',
    /\b(?:blockers?|blocked(?: by)?|stuck(?: on)?|obstacles?|problems?|bloqueos?)\b\s*(?:was|were|are|is)?\s*[:=-]?\s*/i,
  ],
  ['next', /\b(?:next(?: priority| week| up)?|priority|prio|plan|then)\b\s*(?:is|was)?\s*[:=-]?\s*/i],
] as const

/** What is said to the one who takes it down. */
const CLOSING =
  /[\s.,;!]+(?:please |pls )?(?:(?:put|log|save|add|enter|file|write) (?:it|that|this)(?: in| down)?|thanks|thx|thank you|please|pls)[\s.!]*$/i

/** A check-in dictated in one message: mood 4, wins: …, blockers: …, next: … */
function checkIn(query: Query): Answer {
  const text = query.dictated.replace(CLOSING, '')
  const mood =
    /\b(?:mood|stimmung|feeling|humeur|[aá]nimo)\s*(?:is|was|of|:|=|a|an)?\s*(?<mood>[1-5])\b|\b(?<of>[1-5]) (?:of|out of|\/) ?5\b/i.exec(
      text,
    )?.groups
  const places = FIELDS.flatMap(([name, pattern]) => {
    const found = pattern.exec(text)
    return found ? [{ name, at: found.index, from: found.index + found[0].length }] : []
  }).toSorted((a, b) => a.at - b.at)
  const fields = Object.fromEntries(
    places.map(({ name, from }, index) => [
      name,
      sentence(text.slice(from, places[index + 1]?.at ?? text.length).replace(/[\s,;.]+(?:and)?\s*$/i, '')),
    ]),
  )
  return propose('Here is your check-in, to check and save.', {
    kind: 'check-in',
    mood: Number(mood?.['mood'] ?? mood?.['of'] ?? 0) || null,
    wins: fields['wins'] ?? '',
    blockers: fields['blockers'] ?? '',
    next_priority: fields['next'] ?? '',
  })
}

const message = (query: Query): Answer =>
  propose('Here is a message to your squad, to edit and send.', {
    kind: 'message',
    text: messageDraft(query.dictated) ?? bodyOf(query.dictated),
  })

const call = (query: Query): Answer => {
  const topic = /\b(?:about|on|re|regarding|to (?:discuss|talk about))\b\s+(?<topic>.+)$/i.exec(query.dictated)
    ?.groups?.['topic']
  return propose('Here is the call, to choose a time for.', {
    kind: 'call',
    text: sentence(topic?.replace(/[?.!]+$/, '') ?? 'What to focus on next'),
  })
}

/** The goal of whose title a message has the most words, and at least half. */
function mentioned(goals: readonly Goal[], message: string): Goal | undefined {
  const said = phraseWords(message)
  const covered = ({ text }: Goal) => {
    const words = phraseWords(text).filter((word) => !isAsking(word))
    return words.filter((word) => said.some((one) => isForm(one, word))).length / Math.max(1, words.length)
  }
  const [best] = goals.toSorted((a, b) => covered(b) - covered(a))
  return best && covered(best) >= 0.5 ? best : undefined
}

function done(query: Query, founder: AskingFounder): Answer {
  const open = founder.context.goals.filter(({ completed }) => !completed)
  const named = open.find(({ id }) => query.records.some((one) => one.kind === 'goal' && one.id === id))
  const foundGoal = named ?? mentioned(open, query.dictated)
  if (!foundGoal)
    return {
      line: 'Which goal is done? I found **no open goal** with these words.',
      evidence: open.map((one) => `${titled('goal', one, one.text)} (${one.period}).`),
      isList: true,
    }
  const same = open.filter(({ text }) => text === foundGoal.text)
  const meant = same.filter(({ period }) => query.periods.includes(period))
  const goals = meant.length > 0 ? meant : same
  if (goals.length > 1)
    return propose(
      `**${goals.length} open goals** are called ${quoted(foundGoal.text)}; which one is done? ${enumerated(goals.map((one) => `the ${one.period} one of ${formatDate(one.date)}`))}.`,
      ...goals.map((one) => ({ kind: 'done', goal: one.id }) as const),
    )
  const [one = foundGoal] = goals
  return propose(`Well done. Mark ${titled('goal', one, one.text)} (${one.period}) as done?`, {
    kind: 'done',
    goal: one.id,
  })
}

/** Fills in what the founder dictates; nothing is stored before it is confirmed. */
export const answerWrite: Answerer = (query, founder) => {
  const asks: string = query.intent
  switch (asks) {
    case 'write.goal':
      return goal(query)
    case 'write.decision':
      return decision(query)
    case 'write.check-in':
      return checkIn(query)
    case 'write.call':
      return call(query)
    case 'write.done':
      return done(query, founder)
    default:
      return message(query)
  }
}
