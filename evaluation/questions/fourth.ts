import { addDays, daysBetween } from '../../domain/days.ts'
import {
  longDay,
  monday,
  monthAndYear,
  monthEnd,
  monthName,
  monthStart,
  quarterStart,
  weekdayName,
} from '../calendar.ts'
import {
  allOf, anyOf, cannot, count, date, leads, mentions, money, month, months, mood, none, notRecorded, notShrinking, number,
  percent, says, some, speaksEnglish, word, words, type Question,
} from '../facts.ts' // prettier-ignore
import type { Cohort } from '../founders/cohort.ts'
import type { Loop } from '../founders/founder.ts'
import { added, doneBetween, doneGoals, loopNamed, openGoals, overdueGoals, rate, runwayOf, total } from '../founders/sums.ts' // prettier-ignore
import { collect } from './asked.ts'
import { CHECK_INS, CONVERSIONS, DECISIONS, DEMOS, gaveUp, GOALS, MESSAGES, moodOf, named, rounded, runwayIn, spans, texts, titles, week, weekOf } from './expected.ts' // prettier-ignore

const work = ({ today, growing, trouble, years }: Cohort) =>
  collect('goals', (of) => {
    of('growing')(['anything overdue on my plate?'], [some(1, texts(overdueGoals(growing, today)))])
    const fortnight = doneBetween(growing, monday(today, 2), addDays(monday(today, 1), -1))
    of('growing')(['name the goals i wrapped up two weeks ago'], [fortnight.length > 0 ? some(1, texts(fortnight)) : none])
    of('growing')(['which yearly goal do i have'], [word('forty thousand dollars')])
    of('growing')(['is the invoice export fixed'], [word('invoice export'), anyOf(none, word('open'))])
    of('trouble')(['how many goals are done and how many are not'], [mentions(doneGoals(trouble).length), mentions(openGoals(trouble).length)])
    of('trouble')(['wich goal have i had the longest'], [leads(word('Find a bridge investor'))])
    const past = monthStart(today, 3)
    of('years')([`how many goals were completed in ${monthAndYear(past)}`], [count(doneBetween(years, past, monthEnd(today, 3)).length, GOALS)])
    of('new')(['list goals'], words('five oat mills', 'landing page'))
    of('hostile')(['how many yearly goals do i have'], [count(1, `${GOALS}|yearly`)])
  }) // prettier-ignore

const weeks = ({ today, growing, trouble, years }: Cohort) =>
  collect('check-ins', (of) => {
    of('growing')([`how'd i rate the week of ${longDay(week(growing, 6).week_of)}`], [mood(week(growing, 6).mood)])
    of('growing')(['when did ifeoma join us'], [weekOf(week(growing, 6))])
    of('growing')(['avg mood last 6 weeks'], [moodOf(growing.checkIns.slice(0, 6))])
    of('growing')(['what slowed me down two weeks ago'], [word('Invoices went out late')])
    of('growing')(['how many times did support mails come up as a blocker'], [count(growing.checkIns.filter(({ blockers }) => blockers.startsWith('Support mails')).length, CHECK_INS)])
    of('trouble')(['did i have a single week without blockers'], [anyOf(weekOf(week(trouble, 6)), weekOf(week(trouble, 7)), count(2, CHECK_INS))])
    of('trouble')(['my priorities over the last 3 weeks'], [some(2, ['Get the Mossgate money', 'Cut the office', 'Call all old leads'])])
    of('years')(['how many check-ins do i have'], [count(years.checkIns.length, CHECK_INS)])
    of('years')(['when did we win gdansk'], [weekOf(week(years, 57))])
    of('hostile')(['my best mood so far?'], [mood(5)])
    of('new')(['what was i struggling with last week'], [anyOf(none, notRecorded)])
    of('years')([`how did i feel in ${monthAndYear(monthStart(today, 7))}`], [moodOf(years.checkIns.filter(({ week_of }) => week_of.slice(0, 7) === monthStart(today, 7).slice(0, 7)))])
  }) // prettier-ignore

const moneyAsked = ({ today, growing, trouble, years }: Cohort) =>
  collect('runway', (of) => {
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
    const ask = of('growing')
    const end = addDays(today, Math.round((balance / (burn - revenue)) * (365.25 / 12)))
    ask(['how long till we hit zero'], [anyOf(months(balance / (burn - revenue)), date(end, 4), month(end))])
    ask(['runway with 30% less burn'], [months(runwayOf(balance, revenue, burn * 0.7))])
    ask(['if i fire the agency, saving 4k a month, but lose 2k of revenue'], [months(runwayOf(balance, revenue - 2000, burn - 4000))])
    const [, , third, fourth] = growing.runwayPoints
    if (third) ask(['what was our revenue 3 months ago'], [money(third.monthly_revenue)])
    if (fourth) ask([`how much did revenue grow since ${monthName(fourth.day)}`], [anyOf(money(revenue - fourth.monthly_revenue), percent((100 * (revenue - fourth.monthly_revenue)) / fourth.monthly_revenue), allOf(money(revenue), money(fourth.monthly_revenue)))])
    ask(['burn rate please'], [anyOf(money(burn), money(burn - revenue))])
    const poor = runwayIn(trouble)
    of('trouble')(['100k bridge, how far does it carry us'], [months(runwayOf(poor.bank_balance + 100_000, poor.monthly_revenue, poor.monthly_burn))])
    of('trouble')(['what revenue would make us break even'], [anyOf(money(poor.monthly_burn), money(poor.monthly_burn - poor.monthly_revenue))])
    const rich = runwayIn(years)
    const left = runwayOf(rich.bank_balance, rich.monthly_revenue, rich.monthly_burn)
    of('years')(['how much runway do we have in years'], [anyOf(months(left), rounded(left / 12, 'years?'))])
    of('hostile')(['are we burning cash'], [notShrinking])
    of('new')(['how much money is in the bank'], [notRecorded])
  }) // prettier-ignore

const reach = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('traction', (of) => {
    const { since, inYear } = spans(today)
    const [referrals, coldMail] = ['Referrals', 'Cold mail'].map((name) => loopNamed(growing, name)) as [Loop, Loop]
    of('growing')(['demos this month so far'], [count(added(growing, 'demos', since(monthStart(today))), DEMOS)])
    of('growing')(['messages sent through the workshops altogether'], [count(loopNamed(growing, 'Founder workshops').messages, MESSAGES)])
    of('growing')(['which loops are not running'], [word('Podcast guesting')])
    of('growing')(['referral conversion rate vs cold mail'], [named(referrals), named(coldMail), percent(rate(referrals))])
    const lastQuarter = addDays(quarterStart(today), -1)
    of('growing')(['conversions last quarter'], [count(added(growing, 'conversions', { after: addDays(quarterStart(lastQuarter), -1), until: lastQuarter, today }), CONVERSIONS)])
    of('trouble')(['what did the fairs get us in demos'], [count(loopNamed(trouble, 'Trade fairs').demos, DEMOS)])
    const year = Number(today.slice(0, 4))
    of('years')([`demos in ${year - 1} vs ${year - 2}`], [1, 2].map((back) => mentions(added(years, 'demos', inYear(year - back)))))
    of('years')(['how many conversions did the boat shows make'], [count(loopNamed(years, 'Boat shows').conversions, CONVERSIONS)])
    of('hostile')(['total demos so far'], [count(total(hostile, 'demos'), DEMOS)])
  }) // prettier-ignore

const choices = ({ growing, years }: Cohort) =>
  collect('decisions', (of) => {
    of('growing')(['what did i expect from the recruiter'], words('An engineer within eight weeks'))
    of('growing')(['which decisions went badly for us'], [some(2, ['Outsource support', 'Sponsor the dental congress'])])
    of('growing')(['how many marketing decisions'], [count(growing.decisions.filter(({ category }) => category === 'Marketing').length, DECISIONS)])
    of('trouble')(['any decision i should look back on?'], [some(1, ['Build the frost alarm first', 'Skip the autumn fair'])])
    of('years')(['what was my latest decision'], [leads(word(titles(years.decisions)[0] ?? ''))])
  }) // prettier-ignore

const people = ({ growing }: Cohort) =>
  collect('squad and notes', (of) => {
    of('growing')(['what does dashiell think about the workshop fee'], [word('$450')])
    of('growing')(['are there any notes about onboarding'], [word('Onboarding teardown')])
    of('growing')(['what will the next call be about'], [word(growing.calls[0]?.topic ?? '')])
    of('trouble')(['latest from leopold'], [word('five bridge investors')])
    of('years')(['what did the squad advise on rotterdam'], [word('nine percent')])
  }) // prettier-ignore

const rest = ({ today, growing, trouble }: Cohort) => {
  const { inMonth } = spans(today)
  return [
    ...collect('not recorded', (of) => {
      const absent = [anyOf(notRecorded, cannot)]
      of('growing')(['average deal size?'], absent)
      of('trouble')(['whats our gross margin'], absent)
      of('years')(['how much did esbjerg pay us last year'], absent)
    }),
    ...collect('follow-ups', (of) => {
      const month1 = monthName(monthStart(today, 1))
      of('growing')([['demos from cold mail?', `and in ${month1}?`]], [count(added(growing, 'demos', inMonth(1), [loopNamed(growing, 'Cold mail')]), DEMOS)])
      of('growing')([['what is my burn', 'and 3 months ago?']], [money(growing.runwayPoints[2]?.monthly_burn ?? 0)])
      const weekly = openGoals(trouble).filter(({ period }) => period === 'weekly')
      of('trouble')([['how many weekly goals are open', 'list them']], [some(Math.min(3, weekly.length), texts(weekly))])
      of('growing')([['what if i hire for 7k', 'and two of them?']], [months(runwayOf(runwayIn(growing).bank_balance, runwayIn(growing).monthly_revenue, runwayIn(growing).monthly_burn + 14_000))])
    }),
    ...collect('other languages', (of) => {
      of('growing')(['Wie viele Ziele sind jetzt noch offen?'], [number(openGoals(growing).length), speaksEnglish])
      of('growing')(['Combien de démos le mois dernier ?'], [number(added(growing, 'demos', inMonth(1))), speaksEnglish])
    }),
    ...collect('sums and days', (of) => {
      of('growing')(['18% of 52,300'], [number(9414)])
      of('growing')(['how many days left this year'], [number(daysBetween(today, `${today.slice(0, 4)}-12-31` as typeof today), { noun: 'days?' }, { tolerance: 1 })])
      of('trouble')(['what weekday was it 10 days ago'], [word(weekdayName(addDays(today, -10)))])
    }),
    ...collect('talk', (of) => of('growing')(['good morning', 'nice one'], [says('something', /\w{2}/)], [gaveUp])),
    ...collect('beyond it', (of) => of('growing')(['can you order a pizza'], [cannot])),
    ...collect('advice', (of) => {
      of('trouble')(['should i shut down the company'], [says('the money or the goals', /\b(?:runway|months|cash|money|burn|weeks)\b/)], [gaveUp])
      of('growing')(['how do i get better at demos'], [says('demos', /\b(?:demos?|customers?|ask|show)\b/)], [gaveUp])
    }),
  ]
} // prettier-ignore

/** Written before the rules were corrected along the third set, and asked once before they were corrected along this one. */
export const fourthQuestions = (cohort: Cohort): readonly Question[] =>
  [work, weeks, moneyAsked, reach, choices, people, rest]
    .flatMap((of): readonly Question[] => of(cohort))
    .map((question) => ({ ...question, set: 'fourth' }))
