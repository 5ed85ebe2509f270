import { addDays } from '../../domain/days.ts'
import { isInMonth, longDay, monday, monthEnd, monthName, monthStart, yearStart } from '../calendar.ts'
import { allOf, anyOf, cannot, count, date, leads, mentions, money, months, none, notRecorded, number, some, word, type Question } from '../facts.ts' // prettier-ignore
import type { Cohort } from '../founders/cohort.ts'
import type { Loop } from '../founders/founder.ts'
import { added, createdBetween, doneBetween, doneGoals, loopNamed, oldestOpenGoal, rate, runwayOf } from '../founders/sums.ts' // prettier-ignore
import { collect } from './asked.ts'
import { CHECK_INS, CONVERSIONS, DECISIONS, DEMOS, GOALS, MESSAGES, moodOf, named, pointOn, proposesMessage, rounded, runwayIn, spans, titles, week, weekOf } from './expected.ts' // prettier-ignore

const reach = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('traction', (of) => {
    const { inMonth, inYear, since } = spans(today)
    const [referrals, coldMail, workshops, podcast] = ['Referrals', 'Cold mail', 'Founder workshops', 'Podcast guesting'].map((name) => loopNamed(growing, name)) as [Loop, Loop, Loop, Loop]
    const month = (back: number) => monthName(monthStart(today, back)).toLowerCase()
    const conversionsIn = (back: number) => added(growing, 'conversions', inMonth(back))
    const sprints = loopNamed(trouble, 'Phone sprints')
    const totals = trouble.loops.reduce((sum, { demos, conversions }) => ({ demos: sum.demos + demos, conversions: sum.conversions + conversions }), { demos: 0, conversions: 0 })
    const ask = of('growing')
    ask(['what did the podcast ever bring us'], [number(podcast.demos, { noun: DEMOS })])
    ask([`did ${month(1)} beat ${month(2)} when it comes to conversions?`], [mentions(conversionsIn(1)), mentions(conversionsIn(2))])
    ask(['so far this month, how many messages?'], [count(added(growing, 'messages', inMonth(0)), MESSAGES)])
    ask(['cold mail vs referrals last month, in demos'], [mentions(added(growing, 'demos', inMonth(1), [coldMail])), mentions(added(growing, 'demos', inMonth(1), [referrals]))])
    ask(['conversions since the start of the year'], [count(added(growing, 'conversions', since(yearStart(today))), CONVERSIONS)])
    ask([['how many demos from the workshops', 'and conversions?']], [count(workshops.conversions, CONVERSIONS)])
    of('years')(['how many demos did the port tenders get last year'], [count(added(years, 'demos', inYear(Number(today.slice(0, 4)) - 1), [loopNamed(years, 'Port tenders')]), DEMOS)])
    of('trouble')(['how many demos for one customer so far?'], [anyOf(rounded(totals.demos / totals.conversions, DEMOS), rounded(sprints.demos / sprints.conversions, DEMOS))])
    of('hostile')(['which of our two loops converts better'], [leads(named(hostile.loops.toSorted((a, b) => rate(b) - rate(a))[0] as Loop))])
  }) // prettier-ignore

const moneyAsked = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('runway', (of) => {
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
    const poor = runwayIn(trouble)
    const rich = runwayIn(hostile)
    const ask = of('growing')
    ask(['if tindall pays us 30k for a year in advance how long do we last'], [months(runwayOf(balance + 30_000, revenue, burn))])
    ask(['our burn is going to rise to 45 thousand, how many months then'], [months(runwayOf(balance, revenue, 45_000))])
    ask([`what was in the bank in ${monthName(monthStart(today, 3))}`], [money(pointOn(growing, monthEnd(today, 3)).bank_balance)])
    ask(['what if the burn doubles'], [months(runwayOf(balance, revenue, 2 * burn))])
    ask(['and if we do nothing, when is the money gone'], [date(addDays(today, (balance / (burn - revenue)) * 30.44), 5)])
    of('trouble')(['how many months could we last without the 4k office'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn - 4000))])
    of('trouble')(['how much must come in each month so that we do not shrink'], [anyOf(money(poor.monthly_burn), money(poor.monthly_burn - poor.monthly_revenue))])
    of('years')([`did the burn go up since ${monthName(monthStart(today, 6))}`], [mentions(pointOn(years, monthEnd(today, 6)).monthly_burn), mentions(runwayIn(years).monthly_burn)])
    of('hostile')(['what is left over every month'], [money(rich.monthly_revenue - rich.monthly_burn)])
  }) // prettier-ignore

const work = ({ today, new: fresh, growing, trouble, years }: Cohort) =>
  collect('goals', (of) => {
    of('growing')(['what are we aiming at for the year'], [word('forty thousand dollars')])
    of('growing')(['which goal is taking forever'], [anyOf(word(oldestOpenGoal(growing).text), word('Hire a second engineer'))])
    of('trouble')(['how many weekly ones did i tick'], [count(doneGoals(trouble).filter(({ period }) => period === 'weekly').length, GOALS)])
    of('years')(['how many goals did i add last week'], [count(createdBetween(years, monday(today, 1), addDays(monday(today), -1)).length, GOALS)])
    of('new')(['how many goals do i have and how many of them are done'], [mentions(fresh.goals.length), anyOf(none, mentions(0))])
    of('years')([['how many goals did i finish last month', 'and in the same month last year?']], [anyOf(...[12, 13].map((back) => count(doneBetween(years, monthStart(today, back), monthEnd(today, back)).length, GOALS)))])
  }) // prettier-ignore

const weeks = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('check-ins', (of) => {
    const lastYear = String(Number(today.slice(0, 4)) - 1)
    of('growing')([`what was bothering me in the week of ${longDay(week(growing, 4).week_of)}`], [word('Onboarding of Bexhill')])
    of('growing')(['how did i feel on average lately, say the last 3 check-ins'], [moodOf(growing.checkIns.slice(0, 3))])
    of('trouble')(['when did dorian leave'], [weekOf(week(trouble, 4))])
    of('years')([`how many check-ins did i write in ${lastYear}`], [count(years.checkIns.filter(({ week_of }) => week_of.startsWith(lastYear)).length, CHECK_INS)])
    of('hostile')(['my happiest week'], [weekOf(hostile.checkIns[1] ?? week(hostile, 1))])
    of('trouble')([['mood this month?', 'and the month before?']], [moodOf(trouble.checkIns.filter(({ week_of }) => isInMonth(week_of, monthStart(today, 1))))])
  }) // prettier-ignore

const choices = ({ today, growing, years }: Cohort) =>
  collect('decisions', (of) => {
    of('growing')(['which of my decisions flopped'], [some(2, titles(growing.decisions.filter(({ impact }) => impact === 'negative')))])
    of('trouble')(['did leasing pay off'], [word('Both customers lease')])
    of('years')(['how many decisions are due by now'], [count(years.decisions.filter(({ was_right, review_on }) => !was_right && review_on !== null && review_on <= today).length, DECISIONS)])
  }) // prettier-ignore

const people = ({ growing }: Cohort) => [
  ...collect('drafts', (of) => {
    of('growing')(['tell marguerite thanks for the interviews'], [proposesMessage(/thanks for the interviews/)])
    of('years')(['ask the squad if anyone knows a broker in rotterdam'], [proposesMessage(/anyone know\w* a broker in rotterdam/)])
  }),
  ...collect('squad and notes', (of) => {
    of('growing')(['what did the squad say about churn'], [word('slow import of patients')])
    of('growing')(['whats the second call about'], [word(growing.calls[1]?.topic ?? '')])
    of('trouble')(['what was leopolds advice on mossgate'], [allOf(word('half of the invoice'))])
  }),
  ...collect('not recorded', (of) => {
    of('growing')(['how many hours did i work last week'], [anyOf(notRecorded, cannot)])
  }),
] // prettier-ignore

/** Written and asked once after the corrections along the eighth set. */
export const ninthQuestions = (cohort: Cohort): readonly Question[] =>
  [reach, moneyAsked, work, weeks, choices, people]
    .flatMap((of): readonly Question[] => of(cohort))
    .map((question) => ({ ...question, set: 'ninth' }))
