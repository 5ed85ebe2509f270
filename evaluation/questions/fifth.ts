import { addDays, daysBetween } from '../../domain/days.ts'
import { isInMonth, longDay, monday, monthEnd, monthName, monthStart, quarterStart, yearStart } from '../calendar.ts'
import {
  allOf, anyOf, cannot, count, date, leads, mentions, money, month, months, mood, none, notRecorded, number, percent, says,
  some, speaksEnglish, word, words, type Question,
} from '../facts.ts' // prettier-ignore
import type { Cohort } from '../founders/cohort.ts'
import type { Loop } from '../founders/founder.ts'
import { added, createdBetween, doneBetween, doneGoals, loopNamed, openGoals, overdueGoals, rate, runwayOf, total } from '../founders/sums.ts' // prettier-ignore
import { collect } from './asked.ts'
import { CHECK_INS, CONVERSIONS, DECISIONS, DEMOS, gaveUp, GOALS, MESSAGES, moodOf, named, rounded, runwayIn, spans, texts, week, weekOf } from './expected.ts' // prettier-ignore

const work = ({ today, growing, trouble, years, hostile }: Cohort) =>
  collect('goals', (of) => {
    of('growing')(['ok so which stuff have i been dragging along forever'], [some(1, texts(overdueGoals(growing, today)))])
    of('growing')(['my todo for the quarter pls'], [some(1, ['sixty paying clinics', 'second engineer'])])
    of('growing')(['hows the pricing page coming along'], [word('pricing page'), says('that it is open', /\b(?:open|not|yet)\b/)])
    of('growing')(['can u count the goals i closed in the past 30 days'], [count(doneBetween(growing, addDays(today, -29), today).length, GOALS)])
    const lastMonth = createdBetween(growing, monthStart(today, 1), monthEnd(today, 1))
    of('growing')(['goals i put on the list last month, how many'], [count(lastMonth.length, `${GOALS}|added|set`)])
    of('trouble')(['be honest: how many of my goals are overdue by now'], [count(overdueGoals(trouble, today).length, GOALS)])
    of('trouble')(['was the server contract renegotiated in the end'], [word('server contract'), says('that it is done', /\b(?:yes|done|completed|finished)\b/)])
    of('years')(['did i finish more goals this year or last year'], [mentions(doneBetween(years, yearStart(today), today).length)])
    of('hostile')(['how many things are on my weekly list that are not done'], [count(openGoals(hostile).filter(({ period }) => period === 'weekly').length, `${GOALS}|weekly`)])
  }) // prettier-ignore

const weeks = ({ today, growing, years }: Cohort) =>
  collect('check-ins', (of) => {
    of('growing')(['been feeling ok the last month? whats the average'], [anyOf(moodOf(growing.checkIns.slice(0, 4)), moodOf(growing.checkIns.slice(0, 5)), moodOf(growing.checkIns.filter(({ week_of }) => isInMonth(week_of, monthStart(today, 1)))))])
    of('growing')(['what was the thing with the invoices again'], [anyOf(word('Invoices went out late'), word('Automate the invoices'), word('invoice export'))])
    of('growing')([`what did i struggle with in the week of ${longDay(week(growing, 8).week_of)}`], [word('no engineer answered')])
    of('growing')(['the week with larkwell, when was that'], [weekOf(week(growing, 3))])
    of('growing')(['good weeks vs bad weeks: how many at 4 or higher'], [count(growing.checkIns.filter(({ mood }) => mood >= 4).length, CHECK_INS)])
    of('trouble')(['in which week did i feel worst and why'], [mood(1)])
    of('trouble')(['whats the thing i wanted to get done most last week'], [word('Get the Mossgate money')])
    of('trouble')(['how did my mood move over the whole time'], [says('that it falls', /\b(?:falling|fell|down|from 4|4 →)/)])
    of('years')(['worst week ever??'], [mood(1)])
    of('years')(['how many times was a broken gauge the blocker'], [count(years.checkIns.filter(({ blockers }) => blockers === 'A broken gauge').length, CHECK_INS)])
  }) // prettier-ignore

const moneyAsked = ({ growing, trouble, years, hostile }: Cohort) =>
  collect('runway', (of) => {
    const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
    const ask = of('growing')
    ask(['my landlord wants 900 more a month, what does that do to us'], [months(runwayOf(balance, revenue, burn + 900))])
    ask(['an angel offers 75k. how many months more is that'], [anyOf(months(runwayOf(balance + 75_000, revenue, burn)), months(75_000 / (burn - revenue)))])
    ask(['if i get burn down to 30k and mrr up to 22k'], [months(runwayOf(balance, 22_000, 30_000))])
    ask(['whats 6 months of burn in dollars'], [money(6 * burn)])
    ask(['how much cheaper do we need to get to live 15 months'], [anyOf(money(burn - revenue - balance / 15, { tolerance: 60 }), money(balance / 15, { tolerance: 60 }))])
    ask(['we sign a deal worth 3k monthly, whats left of the problem i.e. runway'], [months(runwayOf(balance, revenue + 3000, burn))])
    const [, , third] = growing.runwayPoints
    if (third) ask([`how much has mrr grown since ${monthName(third.day).toLowerCase()}, percent is fine`], [anyOf(percent((100 * (revenue - third.monthly_revenue)) / third.monthly_revenue), money(revenue - third.monthly_revenue))])
    const poor = runwayIn(trouble)
    of('trouble')(['honestly how many days do i have'], [anyOf(rounded((runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn) * 365.25) / 12, 'days?'), months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn)))])
    of('trouble')(['if i sell the van for 8k does that help'], [months(runwayOf(poor.bank_balance + 8000, poor.monthly_revenue, poor.monthly_burn))])
    const rich = runwayIn(years)
    of('years')(['losing a big port would cost us 20k a month in revenue. runway then?'], [months(runwayOf(rich.bank_balance, rich.monthly_revenue - 20_000, rich.monthly_burn))])
    const { monthly_revenue: income, monthly_burn: spent } = runwayIn(hostile)
    of('hostile')(['do we make more than we spend, and how much'], [money(income - spent)])
    of('new')(['do i have enough money for a hire'], [notRecorded])
  }) // prettier-ignore

const reach = ({ today, growing, trouble, years }: Cohort) =>
  collect('traction', (of) => {
    const { inMonth, since } = spans(today)
    const [referrals, coldMail] = ['Referrals', 'Cold mail'].map((name) => loopNamed(growing, name)) as [Loop, Loop]
    of('growing')(['is cold mailing worth it at all'], [named(coldMail), anyOf(percent(rate(coldMail)), mentions(coldMail.conversions))])
    of('growing')(['quick: demos this quarter'], [count(added(growing, 'demos', since(quarterStart(today))), DEMOS)])
    of('growing')([`how did referrals do in ${monthName(monthStart(today, 2))}, demos i mean`], [count(added(growing, 'demos', inMonth(2), [referrals]), DEMOS)])
    of('growing')(['out of 100 cold mails how many turn into a demo'], [anyOf(rounded((100 * coldMail.demos) / coldMail.messages, DEMOS), percent((100 * coldMail.demos) / coldMail.messages))])
    of('growing')(['whats our weakest channel'], [leads(anyOf(word('Cold mail'), word('Podcast guesting')))])
    of('trouble')(['total number of phone sprint messages'], [count(loopNamed(trouble, 'Phone sprints').messages, MESSAGES)])
    of('trouble')(['have the fairs ever brought a customer'], [anyOf(none, count(0, CONVERSIONS))])
    of('years')(['the circle, how many conversions has it made'], [count(loopNamed(years, 'Harbour masters circle').conversions, CONVERSIONS)])
    of('years')(['conversions since january'], [count(added(years, 'conversions', since(yearStart(today))), CONVERSIONS)])
  }) // prettier-ignore

const choices = ({ years }: Cohort) =>
  collect('decisions', (of) => {
    of('growing')(['which of my calls turned out to be mistakes'], [some(2, ['Outsource support', 'Sponsor the dental congress'])])
    of('growing')(['remind me why we killed the podcast'], words('It cost a day a week'))
    of('growing')(['what did the congress bring us'], words('One lead'))
    of('growing')(['how many decisions have no verdict yet'], [count(3, DECISIONS)])
    of('trouble')(['did the leasing model work'], [anyOf(word('Both customers lease'), says('yes', /\b(?:yes|positive|right)\b/))])
    of('years')(['how many marketing decisions did we take'], [count(years.decisions.filter(({ category }) => category === 'Marketing').length, DECISIONS)])
  }) // prettier-ignore

const people = ({ today, growing, years }: Cohort) =>
  collect('squad and notes', (of) => {
    of('growing')(['what does marguerite want me to do before a salesperson'], [word('onboarding helper')])
    of('growing')(['why do customers leave according to the interviews'], [word('slow import of patients')])
    of('growing')(['got any call this month or next'], [date((growing.calls[0]?.starts_at.slice(0, 10) ?? today) as typeof today)])
    of('trouble')(['leopold wrote something about investors, what was it'], [word('five bridge investors')])
    of('years')(['did sunniva say anything about recruiting'], [word('apprentice from the naval school')])
    of('years')(['number of notes?'], [count(years.notes.length, 'notes?')])
  }) // prettier-ignore

const rest = ({ today, growing, trouble }: Cohort) => {
  const { inMonth } = spans(today)
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
  return [
    ...collect('not recorded', (of) => {
      const absent = [anyOf(notRecorded, cannot)]
      of('growing')(['how many of our users are on mobile', 'what do we pay for aws'], absent)
      of('trouble')(['when does mossgate pay'], [anyOf(notRecorded, cannot, word('Mossgate pays late'), word('has not paid'), word('Mossgate invoice'))])
    }),
    ...collect('follow-ups', (of) => {
      of('growing')([['how much do we burn', 'ok and how long does that last']], [months(runwayOf(balance, revenue, burn))])
      of('growing')([['demos last month', 'only referrals']], [count(added(growing, 'demos', inMonth(1), [loopNamed(growing, 'Referrals')]), DEMOS)])
      of('growing')([['what if we hire for 6k', 'what about 2 of those']], [months(runwayOf(balance, revenue, burn + 12_000))])
      of('growing')([['open goals?', 'and how many are done already?']], [count(doneGoals(growing).length, GOALS)])
      of('trouble')([['mood last week', 'and 4 weeks ago?']], [mood(week(trouble, 4).mood)])
    }),
    ...collect('other languages', (of) => {
      of('growing')(['Wie viele Nachrichten haben wir letzte Woche verschickt?'], [number(added(growing, 'messages', spans(today).lastWeek)), speaksEnglish])
      of('trouble')(['¿Cuántos objetivos tengo abiertos?'], [number(openGoals(trouble).length), speaksEnglish])
    }),
    ...collect('sums and days', (of) => {
      of('growing')(['1,250 times 12'], [number(15_000)])
      of('growing')(['how many days since the start of the year'], [number(daysBetween(yearStart(today), today), { noun: 'days?' }, { tolerance: 1 })])
      of('trouble')(['which date was last monday'], [date(monday(today), 7)])
    }),
    ...collect('talk', (of) => of('growing')(['ty!', 'not bad'], [says('something', /\w{2}/)], [gaveUp])),
    ...collect('beyond it', (of) => of('growing')(['post this on linkedin for me', 'transfer 500 to my account'], [cannot])),
    ...collect('advice', (of) => {
      of('trouble')(['who could lend me money'], [says('money', /\b(?:investors?|bridge|runway|money|bank|raise|customers?)\b/)], [gaveUp])
      of('growing')(['whats the one thing i should do tomorrow'], [allOf(says('a thing to do', /\b(?:today|tomorrow|goal|first|next)\b/))], [gaveUp])
      of('growing')(['am i doing fine'], [anyOf(months(runwayOf(balance, revenue, burn)), mentions(total(growing, 'demos')), mood(4), mentions(openGoals(growing).length), month(today))], [gaveUp])
    }),
  ]
} // prettier-ignore

/** Written after the rules were corrected along the sets before, and asked once before they were corrected along this one. */
export const fifthQuestions = (cohort: Cohort): readonly Question[] =>
  [work, weeks, moneyAsked, reach, choices, people, rest]
    .flatMap((of): readonly Question[] => of(cohort))
    .map((question) => ({ ...question, set: 'fifth' }))
