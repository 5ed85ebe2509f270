import { addDays } from '../../domain/days.ts'
import { monthName, monthStart } from '../calendar.ts'
import { allOf, anyOf, date, money, month, months, none, notRecorded, notShrinking, percent, says } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { FounderData, Runway } from '../founders/founder.ts'
import { runwayOf } from '../founders/sums.ts'
import { collect } from './asked.ts'

const DAYS_PER_MONTH = 365.25 / 12

function runwayIn({ runway }: FounderData): Runway {
  if (!runway) throw new Error('no runway is recorded')
  return runway
}

export const runwayQuestions = (cohort: Cohort) =>
  collect('runway', (of) => {
    const { today, growing, trouble, years, hostile } = cohort
    const ask = of('growing')
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
    const net = burn - revenue
    const left = (change: { balance?: number; revenue?: number; burn?: number }) =>
      months(runwayOf(balance + (change.balance ?? 0), revenue + (change.revenue ?? 0), burn + (change.burn ?? 0)))
    ask(['how long is my runway', 'runaway?', 'how many months do we have left', 'hw long til the money is gone', 'months of cash left'], [months(balance / net)])
    ask(['when do we run out of money', 'what date does the cash end', 'which month will the bank account be empty'], [anyOf(date(addDays(today, (balance / net) * DAYS_PER_MONTH), 4), month(addDays(today, (balance / net) * DAYS_PER_MONTH)))])
    ask(['what is my burn', 'monthly burn?', 'how much do we spend each month'], [money(burn)])
    ask(['net burn?', 'how much do we lose per month', 'burn after revenue'], [money(net)])
    ask(['how much money is in the bank', 'bank balance', 'cash on hand rn'], [money(balance)])
    ask(['what is our monthly revenue', 'mrr?', 'how much do we earn a month'], [money(revenue)])
    ask(['If I hire someone for $8,000 a month, how long is my runway then?', 'what if i hire a dev at 8k/month', 'runway with one more person costing 8000 dollars monthly', 'can we carry another salary of $8k per month, what would runway be'], [left({ burn: 8000 })])
    ask(['and if I hire 2 people for $6,000 a month each?'], [left({ burn: 12_000 })])
    ask(['what if i hire someone at $96k a year'], [left({ burn: 8000 })])
    ask(['what if we cut burn by $5,000', 'say i save 5k a month, how long do we last'], [left({ burn: -5000 })])
    ask(['cut costs by 10%, runway?', 'if burn drops ten percent how many months'], [left({ burn: -burn * 0.1 })])
    ask(['what if revenue grows by 20 %', 'revenue up 20 percent → runway?'], [left({ revenue: revenue * 0.2 })])
    ask(['if revenue doubles'], [left({ revenue })])
    ask(['if we raise $500k how long does it last', 'raise half a million, runway?', 'what would a 500,000 dollar round give us'], [left({ balance: 500_000 })])
    ask(['can I afford a contractor for $3,000 a month?', 'is 3k a month for an agency affordable'], [left({ burn: 3000 })])
    ask(['can we afford a one-off purchase of $15,000', 'buying a $15k machine once, what does it do to the runway'], [anyOf(left({ balance: -15_000 }), money(balance - 15_000))])
    ask(['what do I have to cut to get to 18 months', 'how do i get 18 months of runway', 'i need 18 months runway, how much less burn is that'], [anyOf(money(net - balance / 18, { tolerance: 60 }), money(balance / 18, { tolerance: 60 }), money(18 * net - balance, { tolerance: 60 }), money(burn - (net - balance / 18), { tolerance: 60 }))])
    ask(['how much would we have to raise for 24 months of runway'], [money(24 * net - balance, { tolerance: 60 })])
    ask(['when do we break even', 'how far are we from break-even', 'revenue needed to break even'], [anyOf(money(net), money(burn))])
    ask(['what is burn as a multiple of revenue', 'percent of the burn covered by revenue'], [anyOf(percent((100 * revenue) / burn), { kind: 'number', value: burn / revenue, unit: 'plain', isRounded: true, tolerance: 0.06 })])
    for (const [back, phrases] of [[1, ['what was my balance in', 'how much cash did we have in']], [2, ['bank balance in', 'money in the bank in']]] as const) {
      const point = growing.runwayPoints[back - 1]
      if (point) ask(phrases.map((phrase) => `${phrase} ${monthName(point.day)}`), [money(point.bank_balance)])
    }
    const [lastMonth, before, third] = growing.runwayPoints
    if (lastMonth) ask(['what did we burn last month', 'burn last month?'], [money(lastMonth.monthly_burn)])
    if (third) ask([`what was our revenue in ${monthName(third.day)}?`, `${monthName(third.day).toLowerCase()} revenue`], [money(third.monthly_revenue)])
    // Since last month's record, since the month began, or within it.
    const falls = lastMonth && before && [[lastMonth.bank_balance, balance], [before.bank_balance, balance], [before.bank_balance, lastMonth.bank_balance]] as const
    if (falls) ask(['how much did the balance fall since last month', 'cash change vs last month?'], [anyOf(...falls.flatMap(([from, to]) => [money(from - to), allOf(money(from), money(to))]))])
    ask([`what was my bank balance in ${monthName(monthStart(today, 9))}?`], [anyOf(notRecorded, none)])
    ask(['is my runway healthy', 'should i start fundraising now?', 'how worried should i be about money'], [months(balance / net)])

    const ofTrouble = of('trouble')
    const poor = runwayIn(trouble)
    const loss = poor.monthly_burn - poor.monthly_revenue
    ofTrouble(['how long will the money last', 'runway pls', 'are we dying?', 'months left'], [months(poor.bank_balance / loss)])
    ofTrouble(['when is the account empty', 'date we run out of cash'], [anyOf(date(addDays(today, (poor.bank_balance / loss) * DAYS_PER_MONTH), 3), month(addDays(today, (poor.bank_balance / loss) * DAYS_PER_MONTH)))])
    ofTrouble(['if i halve the burn how long do i have', 'what if I cut the burn by 50%'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn / 2))])
    ofTrouble(['a bridge of $75,000 buys how much time', 'if an angel gives us 75k'], [months(runwayOf(poor.bank_balance + 75_000, poor.monthly_revenue, poor.monthly_burn))])
    ofTrouble(['can i afford an assistant for 1500 a month'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn + 1500))])
    ofTrouble(['how much do i have to cut per month to last 6 months', 'what must i save monthly to reach six months runway'], [anyOf(money(loss - poor.bank_balance / 6, { tolerance: 60 }), money(poor.bank_balance / 6, { tolerance: 60 }))])
    ofTrouble(['break even gap?', 'how much more revenue until we break even'], [money(loss)])
    const [recent] = trouble.runwayPoints
    if (recent) ofTrouble([`balance in ${monthName(recent.day)}`, 'how much cash did we have last month'], [money(recent.bank_balance)])
    ofTrouble(['if I let someone go who costs $4,000 a month'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn - 4000))])

    const ofYears = of('years')
    const rich = runwayIn(years)
    const yearsNet = rich.monthly_burn - rich.monthly_revenue
    ofYears(['runway?', 'how long would our cash last'], [anyOf(months(rich.bank_balance / yearsNet), says('almost three years', /2\.9 years/))])
    ofYears(['hire three people at $7,000 a month each, what then'], [months(runwayOf(rich.bank_balance, rich.monthly_revenue, rich.monthly_burn + 21_000))])
    for (const back of [6, 14, 25]) {
      const point = years.runwayPoints[back - 1]
      if (point) ofYears([`what was the bank balance in ${monthName(point.day)} ${point.day.slice(0, 4)}`], [money(point.bank_balance)])
    }
    const old = years.runwayPoints[11]
    if (old) ofYears([`what did we burn in ${monthName(old.day)} ${old.day.slice(0, 4)}`], [money(old.monthly_burn)])
    ofYears(['cut burn by 15 percent?'], [months(runwayOf(rich.bank_balance, rich.monthly_revenue, rich.monthly_burn * 0.85))])

    const ofNew = of('new')
    ofNew(['how long is my runway', 'whats my burn', 'bank balance?', 'when do i run out of money', 'net burn', 'can i afford to hire someone for $5,000 a month?'], [notRecorded])

    const ofHostile = of('hostile')
    const calm = runwayIn(hostile)
    ofHostile(['how long is my runway', 'when do i run out of money', 'months of runway?'], [notShrinking])
    ofHostile(['how much do we earn each month beyond the costs', 'monthly surplus?'], [money(calm.monthly_revenue - calm.monthly_burn)])
    ofHostile(['if i hire a cook for $5,000 a month how long do we last'], [months(runwayOf(calm.bank_balance, calm.monthly_revenue, calm.monthly_burn + 5000))])
    ofHostile(['cash in bank'], [money(calm.bank_balance)])
    ofHostile(['if I hire someone for $2,000 a month'], [notShrinking])
  }) // prettier-ignore
