import { DEFAULT_QUICK_ACTIONS } from '../../domain/growth-chat.ts'
import { anyOf, cannot, date, mentions, month, mood, notRecorded, says, some, word } from '../facts.ts'
import type { FounderData } from '../founders/founder.ts'
import { added, doneIn, openGoals, total } from '../founders/sums.ts'
import { questions, type Asked } from './asked.ts'
import { gaveUp, left, texts } from './expected.ts'

const [cac, runway, channels, deck] = DEFAULT_QUICK_ACTIONS as [string, string, string, string]
const substantial = says('something', /(?:\S+\s+){14}\S+/)

/** Something of the founder's own to work on: an open goal, a priority, or the runway. */
const ownWork = (founder: FounderData) =>
  some(1, [
    ...texts(openGoals(founder)),
    ...founder.checkIns.slice(0, 1).map((each) => each.next_priority),
    'runway',
    'bridge',
  ])

// prettier-ignore
export const adviceQuestions = ({ today, growing, trouble, hostile, inMonth, inYear }: Asked) =>
  questions('advice', {
    growing: [
      [['What should I do today?', 'what do i work on now', 'give me one thing to do today', 'where should i focus this week'], ownWork(growing), gaveUp],
      [['how should I price?', 'is my price too low, how do i find out', 'pricing advice'], says('price and value', /\b(?:pric\w+|pay|value|charge)\b/), gaveUp],
      [['explain CAC', 'what does cac mean'], [says('cost of acquisition', /\bacqui\w+/), says('cost', /\b(?:cost|spend|spent)\b/)]],
      [['what is product market fit', 'explain pmf'], says('what it is', /\b(?:market|customers?|need|disappointed|retention|pull)\b/), gaveUp],
      [['how do I run a good demo', 'tips for demos'], says('questions or problems of the buyer', /\b(?:problem|ask|question|pain|next step|their)\b/), gaveUp],
      [['should i hire a salesperson', 'when to hire the first sales rep'], says('sales or hiring', /\b(?:hir\w+|sales\w*)\b/), gaveUp],
      ['how do i write a cold email that gets replies', says('a cold mail', /\b(?:subject|short|reply|replies|line|mail|personal\w*)\b/), gaveUp],
      [['explain runway', 'how is runway calculated'], says('balance by burn', /\b(?:burn|balance|cash)\b/)],
      [['what is a safe note', 'explain vesting'], anyOf(says('what it is', /\b(?:equity|shares?|convert\w*|investors?|years?|cliff)\b/), notRecorded)],
      [cac, says('cost of acquisition or conversion', /\b(?:acqui\w+|cac|convers\w+|convert\w*|channel|loop)\b/), gaveUp],
      [runway, left(growing)],
      [channels, says('channels', /\b(?:channels?|outbound|referrals?|content|partner\w*|cold|communit\w+)\b/), gaveUp],
      [deck, says('slides', /\b(?:deck|slides?|pitch|investors?)\b/), gaveUp],
      ['should i raise now or wait', anyOf(word('runway'), word('months')), gaveUp],
      ['how do i get testimonials from customers', says('customers', /\b(?:ask|customers?|quote|refer\w*|testimonials?)\b/), gaveUp],
      ['any tips for raising prices', says('prices', /\b(?:pric\w+|charge|raise)\b/), gaveUp],
      ['how are we doing overall?', anyOf(left(growing), mentions(openGoals(growing).length), mentions(total(growing, 'demos'))), gaveUp],
      ['give me a summary of last month', anyOf(mentions(doneIn(growing, inMonth(1)).length), mentions(added(growing, 'demos', inMonth(1)))), gaveUp],
      ['how do i get better at demos', says('demos', /\b(?:demos?|customers?|ask|show)\b/), gaveUp],
      ['whats the one thing i should do tomorrow', says('a thing to do', /\b(?:today|tomorrow|goal|first|next)\b/), gaveUp],
      ['am i doing fine', anyOf(left(growing), mentions(total(growing, 'demos')), mood(4), mentions(openGoals(growing).length), month(today)), gaveUp],
      ['how do i find my first salesperson', says('hiring', /\b(?:hire|hiring|salesperson|candidate|role|person)\b/), gaveUp],
      ['where did my time go this month', anyOf(notRecorded, cannot, month(today), mentions(openGoals(growing).length), mentions(doneIn(growing, inMonth(0)).length), date(inYear(0).first))],
    ],
    trouble: [
      [['what should i do today', 'what first?'], ownWork(trouble), gaveUp],
      [['how do i fire someone decently', 'how do i tell the team that money is short'], says('people', /\b(?:team|person|people|honest\w*|talk|tell|clear|conversation|burn|runway)\b/), gaveUp],
      ['should i shut down', says('money or time', /\b(?:months?|runway|cash|burn)\b/)],
      [runway, left(trouble)],
      ['investor said no, what now', says('what to do', /\b(?:investors?|ask|raise|runway|burn|fund\w*)\b/), gaveUp],
      ['i cant sleep because of the money', anyOf(left(trouble), says('some care', /\b(?:sorry|hard|tough|rest|sleep|talk|alone|help)\b/)), gaveUp],
      ['whats my biggest problem right now', anyOf(left(trouble), word('Mossgate')), gaveUp],
      ['should i shut down the company', says('the money or the goals', /\b(?:runway|months|cash|money|burn|weeks)\b/), gaveUp],
      ['who could lend me money', says('money', /\b(?:investors?|bridge|runway|money|bank|raise|customers?)\b/), gaveUp],
      ['i feel like a failure', says('some care', /\b(?:sorry|hard|tough|rest|talk|alone|help|small|one thing|mood|energy|normal)\b/), gaveUp],
      ['how do i ask customers to pay faster', says('money or customers', /\b(?:pay\w*|invoice\w*|customers?|cash|price\w*|ask)\b/), gaveUp],
    ],
    years: [
      [DEFAULT_QUICK_ACTIONS, substantial, gaveUp],
    ],
    new: [
      [['what should I do today?', 'where do i start'], some(1, ['Talk to five oat mills', 'Pellucid landing page']), gaveUp],
      [['how do I find my first ten customers', 'how to get first users'], says('customers', /\b(?:customers?|talk|interview|users?|people|reach)\b/), gaveUp],
      [DEFAULT_QUICK_ACTIONS, substantial, gaveUp],
      ['how do i know if anyone wants this', says('customers', /\b(?:customers?|talk|interview\w*|users?|people|problem)\b/), gaveUp],
      ['where do i even start', says('a first step', /\b(?:goals?|customers?|talk|start|mills|check-in)\b/), gaveUp],
    ],
    hostile: [
      ['what should i do today', ownWork(hostile), gaveUp],
      [DEFAULT_QUICK_ACTIONS, substantial, gaveUp],
    ],
  })
