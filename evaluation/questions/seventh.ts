import { addDays, daysBetween } from '../../domain/days.ts'
import { longDay, monthEnd, monthName, monthStart, quarterStart } from '../calendar.ts'
import {
  allOf, anyOf, cannot, count, date, leads, mentions, money, months, mood, none, notRecorded, notShrinking, number, percent,
  says, some, word, type Fact, type Question,
} from '../facts.ts' // prettier-ignore
import type { Cohort } from '../founders/cohort.ts'
import { dayOfRow, type FounderData, type Loop } from '../founders/founder.ts'
import { added, ageInDays, average, createdBetween, doneBetween, doneGoals, loopNamed, openGoals, rate, runwayOf } from '../founders/sums.ts' // prettier-ignore
import { collect } from './asked.ts'
import { CHECK_INS, CONVERSIONS, DECISIONS, DEMOS, GOALS, MESSAGES, named, pointOn, proposesMessage, rounded, runwayIn, spans, texts, week, weekOf } from './expected.ts' // prettier-ignore

const runwayOn = (founder: FounderData, day: string): Fact => {
  const { bank_balance, monthly_revenue, monthly_burn } = pointOn(founder, day)
  return months(runwayOf(bank_balance, monthly_revenue, monthly_burn))
}

const reach = ({ today, growing, trouble, years, hostile }: Cohort) => {
  const { inMonth, inYear, since } = spans(today)
  const best = (loops: readonly Loop[], of: (loop: Loop) => number): Fact =>
    leads(named(loops.toSorted((a, b) => of(b) - of(a))[0] as Loop))
  const [referrals, coldMail, workshops, podcast] = ['Referrals', 'Cold mail', 'Founder workshops', 'Podcast guesting'].map((name) => loopNamed(growing, name)) as [Loop, Loop, Loop, Loop] // prettier-ignore
  const demosIn = (back: number) => added(growing, 'demos', inMonth(back))
  const quarter = quarterStart(today)
  const before = addDays(quarter, -1)
  const year = Number(today.slice(0, 4))
  return [
    ...collect('traction', (of) => {
      const ask = of('growing')
      ask(['whch channel gets us the most demos per 100 msgs'], [best(growing.loops, ({ demos, messages }) => demos / messages)])
      ask(['did cold mail bring in more customers than the workshops?'], [mentions(coldMail.conversions), mentions(workshops.conversions)])
      ask([`how far apart are ${monthName(monthStart(today, 1))} and ${monthName(monthStart(today, 2))} in demos`], [anyOf(number(Math.abs(demosIn(1) - demosIn(2)), { noun: DEMOS }), allOf(mentions(demosIn(1)), mentions(demosIn(2))))])
      ask([`number of conversions since ${longDay(monthStart(today, 4))}`], [count(added(growing, 'conversions', since(monthStart(today, 4))), CONVERSIONS)])
      ask(['is the referral loop still beating cold mail when it comes to conversion rate'], [best([referrals, coldMail], rate)])
      of('hostile')(['newsletter demos?'], [count(hostile.loops[1]?.demos ?? 0, DEMOS)])
      of('years')(['how many demos did the boat shows give us before we paused them'], [count(loopNamed(years, 'Boat shows').demos, DEMOS)])
      of('years')([`compare conversions ${year - 2} vs ${year - 1}`], [mentions(added(years, 'conversions', inYear(year - 2))), mentions(added(years, 'conversions', inYear(year - 1)))])
      of('trouble')(['have the trade fairs brought us even one customer'], [anyOf(none, count(0, CONVERSIONS))])
      const sprints = loopNamed(trouble, 'Phone sprints')
      of('trouble')(['how many messages does it take on the phone sprints to win one customer'], [rounded(sprints.messages / sprints.conversions, MESSAGES)])
    }),
    ...collect('follow-ups', (of) => {
      const ask = of('growing')
      ask([['demos this quarter?', 'and the one before?']], [count(added(growing, 'demos', { after: addDays(quarterStart(before), -1), until: before, today }), DEMOS)])
      ask([['how many messages did referrals send in total', 'and last month?']], [count(added(growing, 'messages', inMonth(1), [referrals]), MESSAGES)])
      ask([['how many demos last month', 'what about the podcast?']], [count(added(growing, 'demos', inMonth(1), [podcast]), DEMOS)])
      ask([[`how many demos did we have in ${monthName(monthStart(today, 3))}`, 'why?']], [mentions(demosIn(3))])
    }),
  ] // prettier-ignore
}

const moneyAsked = ({ today, new: fresh, growing, trouble, years, hostile }: Cohort) => {
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runwayIn(growing)
  const poor = runwayIn(trouble)
  const rich = runwayIn(hostile)
  const lastMonth = monthEnd(today, 1)
  return [
    ...collect('runway', (of) => {
      const ask = of('growing')
      ask(['the landlord wants 1,500 more a month, how long will the cash last then'], [months(runwayOf(balance, revenue, burn + 1500))])
      ask(['how much will be in the bank 3 months from now if nothing changes'], [money(balance - 3 * (burn - revenue), { tolerance: 1500 })])
      ask([`by how much did our burn creep up since ${monthName(monthStart(today, 4))}`], [anyOf(money(burn - pointOn(growing, monthEnd(today, 4)).monthly_burn), allOf(mentions(burn), mentions(pointOn(growing, monthEnd(today, 4)).monthly_burn)))])
      ask(['what share of our burn does revenue cover'], [percent((100 * revenue) / burn)])
      ask(['how many extra months would a 90 thousand dollar note buy us'], [anyOf(months(90_000 / (burn - revenue)), months(runwayOf(balance + 90_000, revenue, burn)))])
      ask(['which mrr would get us to 24 months'], [anyOf(money(burn - balance / 24, { tolerance: 60 }), money(burn - balance / 24 - revenue, { tolerance: 60 }))])
      of('trouble')(['when do we hit zero'], [date(addDays(today, (poor.bank_balance / (poor.monthly_burn - poor.monthly_revenue)) * 30.44), 5)])
      of('trouble')(['mossgate pays us 12k next week, whats our runway then'], [months(runwayOf(poor.bank_balance + 12_000, poor.monthly_revenue, poor.monthly_burn))])
      of('trouble')(['if i stop paying myself 3.5k a month, how long do we live'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn - 3500))])
      of('years')(['is our burn higher then a year ago'], [mentions(pointOn(years, addDays(today, -365)).monthly_burn), mentions(runwayIn(years).monthly_burn)])
      of('hostile')(['when does the money run out'], [notShrinking])
      of('hostile')(['how much do i keep each month after costs'], [money(rich.monthly_revenue - rich.monthly_burn)])
      of('hostile')(['what is 15% of our revenue'], [money(0.15 * rich.monthly_revenue, { isRounded: true, tolerance: 1 })])
      of('new')(['how much cash is in my account'], [notRecorded], fresh.runway ? [] : [says('an amount', /\$\d/)])
    }),
    ...collect('follow-ups', (of) => {
      of('growing')([['runway?', 'and last month?'], ['how long is my runway', 'why?', 'and the month before?']], [runwayOn(growing, lastMonth)])
      of('years')([['how long will our cash last', `what about ${monthName(monthStart(today, 6)).toLowerCase()}?`]], [runwayOn(years, monthEnd(today, 6))])
      of('trouble')([['what do we burn', 'and the month before?']], [money(pointOn(trouble, lastMonth).monthly_burn)])
    }),
  ] // prettier-ignore
}

const work = ({ today, new: fresh, growing, trouble, years, hostile }: Cohort) => {
  const inMonth = (founder: FounderData, back: number, of = doneBetween) => of(founder, monthStart(today, back), monthEnd(today, back)) // prettier-ignore
  const widget = growing.goals.find(({ text }) => text === 'Launch the booking widget')
  const lastYear = Number(today.slice(0, 4)) - 1
  return [
    ...collect('goals', (of) => {
      of('growing')(['whats on me to finish by sunday'], [some(2, texts(openGoals(growing).filter(({ period }) => period === 'weekly')))])
      of('growing')(['did the widget launch ever get finished'], [word('Launch the booking widget'), date((widget?.completed_at ?? today).slice(0, 10) as typeof today)])
      of('years')([`quarterly goals finished in ${lastYear}, how many`], [count(doneBetween(years, `${lastYear}-01-01`, `${lastYear}-12-31`).filter(({ period }) => period === 'quarterly').length, GOALS)])
      of('trouble')(['what have i been putting off the longest'], [word('Find a bridge investor')])
      of('trouble')(['goals done vs still open'], [mentions(doneGoals(trouble).length), mentions(openGoals(trouble).length)])
      of('new')(['what did i promise myself for this month'], [word('Pellucid landing page')])
      of('hostile')(['how many weekly goals have i ticked off so far'], [count(doneGoals(hostile).filter(({ period }) => period === 'weekly').length, GOALS)])
      of('new')(['have i finished anything yet'], [anyOf(none, count(doneGoals(fresh).length, GOALS))])
    }),
    ...collect('follow-ups', (of) => {
      of('growing')([['how many goals did i add last month', 'and this month?']], [count(inMonth(growing, 0, createdBetween).length, GOALS)])
      of('growing')([['show my open goals', 'which of them are older than 2 months?']], [some(2, texts(openGoals(growing).filter((goal) => ageInDays(goal, today) > 62)))])
    }),
  ] // prettier-ignore
}

const weeks = ({ growing, years, hostile }: Cohort) => [
  ...collect('check-ins', (of) => {
    of('growing')(['my best week so far?'], [weekOf(week(growing, 3))])
    of('growing')(['in which weeks did onboarding get in my way'], [anyOf(...[1, 4, 6].map((ago) => weekOf(week(growing, ago))))])
    of('trouble')(['how low did my mood go'], [mood(1)])
    of('years')([`what did i write in my check-in of ${longDay(week(years, 57).week_of)} ${week(years, 57).week_of.slice(0, 4)}`], [word('Gdansk framework contract')])
    of('hostile')(['mean mood over all the check ins'], [mood(average(hostile.checkIns.map(({ mood }) => mood)))])
    of('new')(['how many check-ins did i do'], [count(0, CHECK_INS)])
  }),
  ...collect('follow-ups', (of) => {
    of('growing')([['what was my mood last week', 'and the week before that?', 'and before that?']], [mood(week(growing, 3).mood)])
    of('trouble')([['what did i win last week', 'and the week before?']], [word('None really')])
    of('trouble')([['mood last week?', 'why?']], [word('Mossgate')])
  }),
] // prettier-ignore

const choices = ({ today, growing, trouble, years }: Cohort) =>
  collect('decisions', (of) => {
    of('growing')(['did hiring thru a recruiter work out?'], [anyOf(date(addDays(today, 12)), says('that it is not known yet', /\b(?:not|no|yet|due)\b/))], [says('that it was right or wrong', /\bwas (?:right|wrong)\b/)])
    of('growing')(['what did we get out of the congress'], [anyOf(word('One lead'))])
    const drop = growing.decisions[2] ?? { created_at: today }
    of('growing')(['how many weeks is it since i decided to drop the free plan'], [anyOf(date(dayOfRow(drop)), rounded(daysBetween(dayOfRow(drop), today) / 7, 'weeks?'))])
    of('trouble')(['of the decisions i looked back at how many were right'], [count(trouble.decisions.filter(({ was_right }) => was_right === 'yes').length, DECISIONS)])
    of('years')(['how many pricing decisions did i log'], [count(years.decisions.filter(({ category }) => category === 'Pricing').length, DECISIONS)])
    of('hostile')(['whats the reason i raised the jar price'], [word('Sugar costs more')])
  }) // prettier-ignore

const people = ({ today, growing }: Cohort) => [
  ...collect('drafts', (of) => {
    of('growing')(['Draft a message to the squad asking for an intro to a fintech lawyer'], [proposesMessage(/fintech lawyer/)])
    of('growing')(['tell the squad that larkwell signed for two more years'], [proposesMessage(/larkwell signed for two more years/)])
    of('trouble')(['ask the squad whether we should sell the demo van'], [proposesMessage(/should we sell the demo van|we should sell the demo van/)])
    of('years')(['write to my squad about the reseller business'], [proposesMessage(/reseller business/)])
    of('new')(['pls write smth to the squad, i need help finding beta users'], [proposesMessage(/beta users/)])
  }),
  ...collect('squad and notes', (of) => {
    of('growing')(['did anyone get back to me about the workshop fee'], [word('$450 a table')])
    of('growing')(['how many days till the product call'], [anyOf(date((growing.calls[1]?.starts_at.slice(0, 10) ?? today) as typeof today), number(daysBetween(today, (growing.calls[1]?.starts_at.slice(0, 10) ?? today) as typeof today), { noun: 'days?' }))])
    of('trouble')(['is the bridge call still on'], [none])
  }),
  ...collect('follow-ups', (of) => {
    of('growing')([['when is my next call', 'what should i bring to it?']], [word('three oldest open goals')])
  }),
  ...collect('not recorded', (of) => {
    const absent = [anyOf(notRecorded, cannot)]
    of('growing')([`how much did we spend on ads in ${monthName(monthStart(today, 1))}`], absent)
    of('years')(['how many people work here'], absent)
  }),
  ...collect('beyond it', (of) => {
    of('growing')(['give me legal advice on cold mailing dentists in germany'], [cannot])
  }),
] // prettier-ignore

/** Questions as founders type them, with drafts and bare follow-ups. */
export const seventhQuestions = (cohort: Cohort): readonly Question[] =>
  [reach, moneyAsked, work, weeks, choices, people]
    .flatMap((of): readonly Question[] => of(cohort))
    .map((question) => ({ ...question, set: 'seventh' }))
