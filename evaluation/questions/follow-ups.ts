import { addDays } from '../../domain/days.ts'
import { monthEnd, monthName, monthStart } from '../calendar.ts'
import {
  anyOf,
  count,
  date,
  leads,
  money,
  months,
  mood,
  notRecorded,
  number,
  record,
  some,
  word,
  words,
} from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { added, doneBetween, loopNamed, openGoals, runwayOf } from '../founders/sums.ts'
import { collect } from './asked.ts'

export const followUpQuestions = (cohort: Cohort) =>
  collect('follow-ups', (of) => {
    const { today, growing, trouble, years } = cohort
    const inMonth = (back: number) => ({ after: addDays(monthStart(today, back), -1), until: monthEnd(today, back), today })
    const month = (back: number) => monthName(monthStart(today, back))
    const { runway, runwayPoints } = growing
    if (!runway) throw new Error('no runway is recorded')
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
    const weekly = openGoals(growing).filter(({ period }) => period === 'weekly')

    const ask = of('growing')
    ask([[`How many demos in ${month(2)}?`, 'and last month?'], [`demos in ${month(3)}`, `and in ${month(1)}?`]], [count(added(growing, 'demos', inMonth(1)), 'demos?')])
    ask([['how many messages last month', 'and the month before that'], [`messages in ${month(1)}?`, `what about ${month(2)}`]], [count(added(growing, 'messages', inMonth(2)), 'messages?')])
    ask([['how long is my runway', 'why?'], ['runway?', 'how did you get that number']], [anyOf(...[burn, burn - revenue, balance].map((amount) => money(amount, { isAnywhere: true })))])
    ask([['what if i hire for $8,000 a month', 'and for $4,000?'], ['hire someone at 8k a month, runway?', 'what about 4k']], [months(runwayOf(balance, revenue, burn + 4000))])
    ask([['how long is my runway?', 'and without any revenue?']], [months(balance / burn)])
    ask([['runway?', 'and if we raise 300k'], ['how many months do we have', 'with another $300,000?']], [months(runwayOf(balance + 300_000, revenue, burn))])
    ask([['how many demos from referrals', 'and from cold mail?'], ['referral demos?', 'cold mail?']], [count(loopNamed(growing, 'Cold mail').demos, 'demos?')])
    ask([['mood last week?', 'and the week before?']], [mood(growing.checkIns[1]?.mood ?? 0)])
    const point = runwayPoints[1]
    if (point) ask([[`bank balance in ${month(1)}`, `and in ${month(2)}?`]], [money(point.bank_balance)])
    ask([['what did the squad say about hiring', 'who said that?']], words('Marguerite').map(leads))
    ask([['how many open goals do i have', 'how many of those are weekly']], [count(weekly.length, 'goals?|weekly|open')])
    ask([['which weekly goals are open?', 'the second one'], ['open weekly goals', 'tell me more about the first']], [some(1, weekly.map(({ text }) => text))])
    ask([['goals done last month?', 'and the month before']], [count(doneBetween(growing, monthStart(today, 2), monthEnd(today, 2)).length, 'goals?|done|completed')])
    ask([['best loop?', 'and the worst?']], [leads(anyOf(word('Cold mail'), word('Podcast guesting')))])
    ask([['when is my next call', 'and the one after?'], ['next call?', 'and the call after that one']], [date((growing.calls[1]?.starts_at.slice(0, 10) ?? today) as typeof today)])
    ask([['What is 17 * 23?', 'plus 9']], [number(400)])
    ask([['What is our churn?', 'ok and the runway then?']], [months(balance / (burn - revenue))])
    ask([['which decision is due for review?', 'what did i expect of it']], words('Twice as many small clinics'))
    ask([['hi', 'how many demos in total?']], [count(growing.loops.reduce((sum, { demos }) => sum + demos, 0), 'demos?')])

    const poor = trouble.runway
    if (poor) of('trouble')([['runway?', 'and if i cut 5k a month'], ['how long do we last', 'what if we save $5,000 monthly?']], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn - 5000))])
    of('trouble')([['who quit?', 'when was that?'], ['what happened with dorian', 'when?']], [anyOf(date(trouble.checkIns[3]?.week_of ?? today, 6), record('check-in', trouble.checkIns[3]?.id ?? ''))])
    of('trouble')([['worst loop?', 'how many messages did it take']], [count(loopNamed(trouble, 'Trade fairs').messages, 'messages?')])
    of('years')([[`demos in ${month(8)} ${monthStart(today, 8).slice(0, 4)}`, 'and the month after?']], [count(added(years, 'demos', inMonth(7)), 'demos?')])
    of('new')([['what is my runway', 'why not?']], [notRecorded])
  }) // prettier-ignore
