import { addDays } from '../../domain/days.ts'
import { isInMonth, longDay, monday, monthEnd, monthName, monthStart, weekdayName, yearStart } from '../calendar.ts'
import {
  allOf, anyOf, cannot, count, date, leads, mentions, money, month, months, mood, none, notRecorded, notShrinking, number,
  percent, says, some, speaksEnglish, word, words, type Question,
} from '../facts.ts' // prettier-ignore
import type { Cohort } from '../founders/cohort.ts'
import { dayOfRow, type Loop } from '../founders/founder.ts'
import { added, doneBetween, doneGoals, loopNamed, oldestOpenGoal, openGoals, rate, runwayOf, total } from '../founders/sums.ts' // prettier-ignore
import { collect } from './asked.ts'
import { CHECK_INS, CONVERSIONS, DECISIONS, DEMOS, gaveUp, GOALS, MESSAGES, moodOf, named, rounded, runwayIn, spans, texts, titles, week, weekOf } from './expected.ts' // prettier-ignore

const work = ({ today, growing, trouble, years, new: fresh }: Cohort) =>
  collect('goals', (of) => {
    of('growing')(['anything from my list i already got rid of this week?'], [word('Call three former pilots')])
    of('growing')(['the engineer hire, since when is that on the list'], [date(dayOfRow(growing.goals[8] ?? { created_at: today }))])
    of('growing')(['percentage of goals done so far'], [anyOf(percent((100 * doneGoals(growing).length) / growing.goals.length), allOf(mentions(doneGoals(growing).length), mentions(growing.goals.length)))])
    const lastWeek = doneBetween(growing, monday(today, 1), addDays(monday(today), -1))
    of('growing')(['what got done the week before this one'], [some(lastWeek.length, texts(lastWeek))])
    of('growing')(['yearly goal?'], [word('forty thousand dollars')])
    of('trouble')(['the oldest thing i never finished is'], [word('Find a bridge investor')])
    of('trouble')(['did we ever cancel that second office, and when'], [word('second office'), date((trouble.goals[7]?.completed_at ?? today).slice(0, 10) as typeof today)])
    of('years')(['completed goals in the last 12 months'], [count(doneBetween(years, addDays(today, -364), today).length, GOALS)])
    of('new')(['which of my goals is older'], [some(1, texts(fresh.goals))])
    of('growing')(['how old is the oldest of my open goals in days'], [anyOf(date(dayOfRow(oldestOpenGoal(growing))), number(Math.round((Date.parse(today) - Date.parse(dayOfRow(oldestOpenGoal(growing)))) / 86_400_000), { noun: 'days?' }))])
  }) // prettier-ignore

const weeks = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('check-ins', (of) => {
    of('growing')(['mood in numbers for the last 4 check-ins'], [4, 3, 5, 2].map((value) => number(value, 'plain', { isAnywhere: true })))
    of('growing')(['did i mention hiring anywhere in the check ins'], [anyOf(word('no engineer answered'), weekOf(week(growing, 8)))])
    of('growing')([`what was my next priority in the week of ${longDay(week(growing, 2).week_of)}`], [word('Automate the invoices')])
    const back = monthStart(today, 1)
    of('growing')([`list the wins of ${monthName(back)}`], [some(2, growing.checkIns.filter(({ week_of }) => isInMonth(week_of, back)).map(({ wins }) => wins))])
    of('growing')(['do i do my check-in every week?'], [anyOf(count(growing.checkIns.length, CHECK_INS), word('streak'), says('that none is missing', /\b(?:yes|every|in a row)\b/))])
    of('trouble')(['last time i was happy, mood 4 i guess'], [weekOf(week(trouble, 7))])
    of('trouble')(['blockers 2 weeks ago'], [word('the bank said no')])
    of('years')(['which blocker is most frequent'], [word('customs')])
    of('years')([`mood ${Number(today.slice(0, 4)) - 1} on average`], [moodOf(years.checkIns.filter(({ week_of }) => week_of.startsWith(String(Number(today.slice(0, 4)) - 1))))])
    of('hostile')(['how was the kumquat season start week, mood?'], [anyOf(mood(3), weekOf(hostile.checkIns[3] ?? week(hostile, 1)))])
  }) // prettier-ignore

const moneyAsked = ({ growing, trouble, years }: Cohort) =>
  collect('runway', (of) => {
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
    const ask = of('growing')
    ask(['if two clinics quit and we lose 1,200 of mrr'], [months(runwayOf(balance, revenue - 1200, burn))])
    ask(['lets say we hire a cto for 150k a year'], [months(runwayOf(balance, revenue, burn + 12_500))])
    ask(['suppose we spend 40k once on a relaunch'], [months(runwayOf(balance - 40_000, revenue, burn))])
    ask(['runway if revenue was 30k'], [months(runwayOf(balance, 30_000, burn))])
    ask(['we get a 50k grant and burn goes up by 2k'], [months(runwayOf(balance + 50_000, revenue, burn + 2000))])
    ask(['by how much per month does our account shrink'], [money(burn - revenue)])
    const [last] = growing.runwayPoints
    if (last) ask(['did we earn more this month than last'], [mentions(last.monthly_revenue), mentions(revenue)])
    const poor = runwayIn(trouble)
    of('trouble')(['what burn can i afford if it must last 5 months'], [anyOf(money(poor.monthly_revenue + poor.bank_balance / 5, { tolerance: 60 }), money(poor.monthly_burn - poor.monthly_revenue - poor.bank_balance / 5, { tolerance: 60 }))])
    of('trouble')(['a 60k loan buys me how much time'], [months(runwayOf(poor.bank_balance + 60_000, poor.monthly_revenue, poor.monthly_burn))])
    const half = years.runwayPoints[5]
    if (half) of('years')(['bank balance half a year ago'], [money(half.bank_balance)])
    of('hostile')(['is my company losing money'], [notShrinking])
    of('new')(['whats my burn right now'], [notRecorded])
  }) // prettier-ignore

const reach = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('traction', (of) => {
    const { inMonth, lastWeek, inYear } = spans(today)
    const [referrals, workshops] = ['Referrals', 'Founder workshops'].map((name) => loopNamed(growing, name)) as [Loop, Loop]
    of('growing')(['how well do the workshops convert'], [named(workshops), anyOf(percent(rate(workshops)), percent((100 * workshops.conversions) / workshops.demos))])
    of('growing')(['demos we had last week'], [count(added(growing, 'demos', lastWeek), DEMOS)])
    of('growing')([`msgs sent in ${monthName(monthStart(today, 1)).slice(0, 3).toLowerCase()}`], [count(added(growing, 'messages', inMonth(1)), MESSAGES)])
    of('growing')(['if i got 30 more demos, how many customers'], [rounded((30 * total(growing, 'conversions')) / total(growing, 'demos'), CONVERSIONS)])
    of('growing')(['which one of the loops is scaling'], [named(referrals)])
    of('trouble')(['which one works better, fairs or phone'], [leads(named(loopNamed(trouble, 'Phone sprints')))])
    of('years')([`port tender demos in ${Number(today.slice(0, 4)) - 2}`], [count(added(years, 'demos', inYear(Number(today.slice(0, 4)) - 2), [loopNamed(years, 'Port tenders')]), DEMOS)])
    of('hostile')(['conversions altogether'], [count(total(hostile, 'conversions'), CONVERSIONS)])
    of('new')(['which loop is best'], [anyOf(none, notRecorded)])
  }) // prettier-ignore

const choices = ({ today, growing, trouble, years }: Cohort) =>
  collect('decisions', (of) => {
    of('growing')(['did charging for the set-up pay off'], [anyOf(word('Idle accounts halved'), word('Two of three still sign'))])
    of('growing')(['team decisions so far'], [some(1, titles(growing.decisions.filter(({ category }) => category === 'Team')))])
    of('growing')(['next date i have to look at a decision again'], [anyOf(date(addDays(today, 12)), date(addDays(today, -9)))])
    of('trouble')(['what did i expect from the fairs'], [word('Five pilots')])
    of('years')(['how many decisions in the last 90 days'], [count(years.decisions.filter((decision) => dayOfRow(decision) > addDays(today, -90)).length, DECISIONS)])
    of('trouble')(['how many decisions have i logged'], [count(trouble.decisions.length, DECISIONS)])
  }) // prettier-ignore

const people = ({ today, growing, years }: Cohort) =>
  collect('squad and notes', (of) => {
    of('growing')(['when did dashiell last write'], [date(addDays(today, -4))])
    of('growing')(['what am i supposed to bring to the call'], [word('three oldest open goals')])
    of('growing')(['my notes on the competition?'], [anyOf(word('Dentalux'))])
    of('growing')(['what day is the referral call'], [date((growing.calls[0]?.starts_at.slice(0, 10) ?? today) as typeof today)])
    of('years')(['latest squad message please'], [word('nine percent')])
    of('trouble')(['notes about growers'], [word('frost alarms')])
    of('years')(['how many messages did i get from the squad'], [anyOf(count(years.messages.length, MESSAGES), count(years.messages.length / 2, MESSAGES))])
  }) // prettier-ignore

const rest = ({ today, growing, trouble }: Cohort) => {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
  return [
    ...collect('not recorded', (of) => {
      const absent = [anyOf(notRecorded, cannot)]
      of('growing')(['how long do customers stay with us', 'cost of the last ad campaign'], absent)
      of('years')(['how many ships carry our sensors'], absent)
    }),
    ...collect('follow-ups', (of) => {
      of('growing')([['runway', 'and if burn is 10k lower?']], [months(runwayOf(balance, revenue, burn - 10_000))])
      of('growing')([['how many messages did cold mail take', 'and the referrals?']], [count(loopNamed(growing, 'Referrals').messages, MESSAGES)])
      of('growing')([['mood 3 weeks ago?', 'what did i win that week']], words('forty paying clinics'))
      of('growing')([[`burn in ${monthName(monthStart(today, 2))}`, 'and revenue then?']], [money(growing.runwayPoints[1]?.monthly_revenue ?? 0)])
    }),
    ...collect('other languages', (of) => {
      of('growing')(['Quel est notre solde en banque ?'], [money(balance), speaksEnglish])
      of('trouble')(['Wie viele Ziele habe ich erledigt?'], [number(doneGoals(trouble).length), speaksEnglish])
    }),
    ...collect('sums and days', (of) => {
      of('growing')(['7% of 18,300'], [number(1281)])
      of('growing')(['what weekday will it be in 100 days'], [word(weekdayName(addDays(today, 100)))])
    }),
    ...collect('talk', (of) => of('growing')(['hey coach', 'alright thanks'], [says('something', /\w{2}/)], [gaveUp])),
    ...collect('beyond it', (of) => of('growing')(['email the bexhill clinic that we are late', 'what will the dollar be worth next year'], [cannot])),
    ...collect('advice', (of) => {
      of('trouble')(['i feel like a failure'], [says('some care', /\b(?:sorry|hard|tough|rest|talk|alone|help|small|one thing|mood|energy|normal)\b/)], [gaveUp])
      of('growing')(['how do i find my first salesperson'], [says('hiring', /\b(?:hire|hiring|salesperson|candidate|role|person)\b/)], [gaveUp])
      of('growing')(['where did my time go this month'], [anyOf(notRecorded, cannot, month(monthStart(today)), mentions(openGoals(growing).length), mentions(doneBetween(growing, monthStart(today), monthEnd(today)).length), date(yearStart(today)))], [])
    }),
  ]
} // prettier-ignore

/** Written after the rules were corrected along the sets before, and asked once before they were corrected along this one. */
export const sixthQuestions = (cohort: Cohort): readonly Question[] =>
  [work, weeks, moneyAsked, reach, choices, people, rest]
    .flatMap((of): readonly Question[] => of(cohort))
    .map((question) => ({ ...question, set: 'sixth' }))
