import { DEFAULT_QUICK_ACTIONS } from '../../domain/growth-chat.ts'
import { anyOf, months, notRecorded, says, some, word } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { FounderData } from '../founders/founder.ts'
import { openGoals, runwayOf } from '../founders/sums.ts'
import { collect } from './asked.ts'

const gaveUp = says('that it cannot answer', /\bcannot answer that\b/)

/** Something of the founder's own to work on: an open goal, a priority, or the runway. */
const ownWork = (founder: FounderData) =>
  anyOf(
    some(1, [
      ...openGoals(founder).map(({ text }) => text),
      ...founder.checkIns.slice(0, 1).map((each) => each.next_priority),
    ]),
    word('runway'),
    word('bridge'),
  )

export const adviceQuestions = (cohort: Cohort) =>
  collect('advice', (of) => {
    const { growing, trouble, hostile } = cohort
    const ask = of('growing')
    ask(['What should I do today?', 'what do i work on now', 'give me one thing to do today', 'where should i focus this week'], [ownWork(growing)], [gaveUp])
    ask(['how should I price?', 'is my price too low, how do i find out', 'pricing advice'], [says('price and value', /\b(?:pric\w+|pay|value|charge)\b/)], [gaveUp])
    ask(['explain CAC', 'what does cac mean'], [says('cost of acquisition', /\bacqui\w+/), says('cost', /\b(?:cost|spend|spent)\b/)])
    ask(['what is product market fit', 'explain pmf'], [says('what it is', /\b(?:market|customers?|need|disappointed|retention|pull)\b/)], [gaveUp])
    ask(['how do I run a good demo', 'tips for demos'], [says('questions or problems of the buyer', /\b(?:problem|ask|question|pain|next step|their)\b/)], [gaveUp])
    ask(['should i hire a salesperson', 'when to hire the first sales rep'], [says('sales or hiring', /\b(?:hir\w+|sales\w*)\b/)], [gaveUp])
    ask(['how do i write a cold email that gets replies'], [says('a cold mail', /\b(?:subject|short|reply|replies|line|mail|personal\w*)\b/)], [gaveUp])
    ask(['explain runway', 'how is runway calculated'], [says('balance by burn', /\b(?:burn|balance|cash)\b/)])
    ask(['what is a safe note', 'explain vesting'], [anyOf(says('what it is', /\b(?:equity|shares?|convert\w*|investors?|years?|cliff)\b/), notRecorded)])
    ask([DEFAULT_QUICK_ACTIONS[0] ?? ''], [says('cost of acquisition or conversion', /\b(?:acqui\w+|cac|convers\w+|convert\w*|channel|loop)\b/)], [gaveUp])
    const { runway } = growing
    if (runway) ask([DEFAULT_QUICK_ACTIONS[1] ?? ''], [months(runwayOf(runway.bank_balance, runway.monthly_revenue, runway.monthly_burn))])
    ask([DEFAULT_QUICK_ACTIONS[2] ?? ''], [says('channels', /\b(?:channels?|outbound|referrals?|content|partner\w*|cold|communit\w+)\b/)], [gaveUp])
    ask([DEFAULT_QUICK_ACTIONS[3] ?? ''], [says('slides', /\b(?:deck|slides?|pitch|investors?)\b/)], [gaveUp])

    of('trouble')(['what should i do today', 'what first?'], [ownWork(trouble)], [gaveUp])
    of('trouble')(['how do i fire someone decently', 'how do i tell the team that money is short'], [says('people', /\b(?:team|person|people|honest\w*|talk|tell|clear|conversation|burn|runway)\b/)], [gaveUp])
    of('trouble')(['should i shut down'], [says('money or time', /\b(?:months?|runway|cash|burn)\b/)])
    const poor = trouble.runway
    if (poor) of('trouble')([DEFAULT_QUICK_ACTIONS[1] ?? ''], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn))])

    const fresh = of('new')
    fresh(['what should I do today?', 'where do i start'], [some(1, ['Talk to five oat mills', 'Pellucid landing page'])], [gaveUp])
    fresh(['how do I find my first ten customers', 'how to get first users'], [says('customers', /\b(?:customers?|talk|interview|users?|people|reach)\b/)], [gaveUp])
    fresh([...DEFAULT_QUICK_ACTIONS], [says('something', /(?:\S+\s+){14}\S+/)], [gaveUp])
    of('hostile')(['what should i do today'], [ownWork(hostile)], [gaveUp])
    for (const key of ['years', 'hostile'] as const) of(key)([...DEFAULT_QUICK_ACTIONS], [says('something', /(?:\S+\s+){14}\S+/)], [gaveUp])
  }) // prettier-ignore
