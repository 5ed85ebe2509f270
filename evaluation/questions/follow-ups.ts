import { addDays } from '../../domain/days.ts'
import { allOf, anyOf, cannot, count, date, leads, mentions, money, months, mood, none, notRecorded, number, percent, record, some, word, words } from '../facts.ts' // prettier-ignore
import { dayOfRow, type Loop } from '../founders/founder.ts'
import { added, ageInDays, amounts, checkInsIn, createdIn, doneGoals, doneIn, oldestOpenGoal, openGoals, overdueGoals, runwayOf, total } from '../founders/sums.ts' // prettier-ignore
import { questions, type Asked } from './asked.ts'
import { CONVERSIONS, DAYS_PER_MONTH, DEMOS, GOALS, MESSAGES, anywhere, callDay, left, loopsNamed, moodOf, named, rounded, texts, week, weekOf } from './expected.ts' // prettier-ignore

export const followUpQuestions = (asked: Asked) => {
  const { today, growing, trouble, years, hostile, inMonth, inQuarter, inYear, year, monthName, monthYear } = asked // prettier-ignore
  const { balance, revenue, burn, net } = amounts(growing)
  const [poor, calm] = [amounts(trouble), amounts(hostile)]
  const poorDays = (poor.balance / poor.net) * DAYS_PER_MONTH
  const [referrals, coldMail, workshops, podcast] = loopsNamed(growing, 'Referrals', 'Cold mail', 'Founder workshops', 'Podcast guesting') // prettier-ignore
  const [fairs, sprints] = loopsNamed(trouble, 'Trade fairs', 'Phone sprints')
  const lastQuarter = (loop: Loop) => added(growing, 'conversions', inQuarter(1), [loop])
  const [oldestOverdue] = overdueGoals(growing, today).toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  // prettier-ignore
  return questions('follow-ups', {
    growing: [
      [[[`How many demos in ${monthName(2)}?`, 'and last month?'], [`demos in ${monthName(3)}`, `and in ${monthName(1)}?`]], count(added(growing, 'demos', inMonth(1)), DEMOS)],
      [[['how many messages last month', 'and the month before that'], [`messages in ${monthName(1)}?`, `what about ${monthName(2)}`]], count(added(growing, 'messages', inMonth(2)), MESSAGES)],
      [[['how long is my runway', 'why?'], ['runway?', 'how did you get that number']], anyOf(anywhere(burn), anywhere(net), anywhere(balance))],
      [[['what if i hire for $8,000 a month', 'and for $4,000?'], ['hire someone at 8k a month, runway?', 'what about 4k']], left(growing, { burn: 4000 })],
      [[['how long is my runway?', 'and without any revenue?']], months(balance / burn)],
      [[['runway?', 'and if we raise 300k'], ['how many months do we have', 'with another $300,000?']], left(growing, { balance: 300_000 })],
      [[['how many demos from referrals', 'and from cold mail?'], ['referral demos?', 'cold mail?']], count(coldMail.demos, DEMOS)],
      [[['mood last week?', 'and the week before?']], mood(week(growing, 2).mood)],
      [[[`bank balance in ${monthName(1)}`, `and in ${monthName(2)}?`]], money(amounts(growing, 2).balance)],
      [[['what did the squad say about hiring', 'who said that?']], words('Marguerite').map(leads)],
      [[['how many open goals do i have', 'how many of those are weekly']], count(openGoals(growing, 'weekly'), GOALS)],
      [[['which weekly goals are open?', 'the second one'], ['open weekly goals', 'tell me more about the first']], some(1, texts(openGoals(growing, 'weekly')))],
      [[['goals done last month?', 'and the month before']], count(doneIn(growing, inMonth(2)), GOALS)],
      [[['best loop?', 'and the worst?']], leads(anyOf(word('Cold mail'), word('Podcast guesting')))],
      [[['when is my next call', 'and the one after?'], ['next call?', 'and the call after that one']], date(callDay(growing, 1))],
      [[['What is 17 * 23?', 'plus 9']], number(400)],
      [[['What is our churn?', 'ok and the runway then?'], ['how much do we burn', 'ok and how long does that last']], left(growing)],
      [[['which decision is due for review?', 'what did i expect of it']], words('Twice as many small clinics')],
      [[['hi', 'how many demos in total?']], count(total(growing, 'demos'), DEMOS)],
      [[['demos last month', 'and messages?']], count(added(growing, 'messages', inMonth(1)), MESSAGES)],
      [[['demos last month', 'and the month before?', 'and the one before that?']], count(added(growing, 'demos', inMonth(3)), DEMOS)],
      [[['how long is my runway', 'and if revenue doubles?']], months(runwayOf(balance, 2 * revenue, burn))],
      [[['what if I hire someone for 6k a month', 'and if I also raise 100k?']], left(growing, { balance: 100_000, burn: 6000 })],
      [[['list my decisions', 'which of them were wrong?']], some(2, ['Outsource support', 'Sponsor the dental congress'])],
      [[['what did the squad say about churn', 'when was that?']], date(addDays(today, -14))],
      [[['oldest goal?', 'when did i set it']], date(dayOfRow(oldestOpenGoal(growing)))],
      [[['which goals are overdue', 'how many is that']], count(overdueGoals(growing, today), GOALS)],
      [[['wins last week?', 'and blockers?'], ['how was my mood last week', 'what about the blockers that week?']], words('Onboarding takes four days')],
      [[['bank balance?', 'and burn']], money(burn)],
      [[['best loop?', 'how many demos did it bring']], count(referrals.demos, DEMOS)],
      [[['referral demos last month', 'cold mail?'], [`how many messages did cold mail send in ${monthName(1)}`, 'and demos?'], ['demos from cold mail?', `and in ${monthName(1)}?`]], count(added(growing, 'demos', inMonth(1), [coldMail]), DEMOS)],
      [[[`how many goals did I finish in ${monthName(1)}`, 'which ones?']], allOf(...words(...texts(doneIn(growing, inMonth(1)))))],
      [[['notes about pricing?', 'what does the first one say']], some(1, ['$79', 'price per seat'])],
      [[[`goals done in ${monthName(2)}`, 'and the month after?']], count(doneIn(growing, inMonth(1)), GOALS)],
      [[['what if we raise 250k', 'make that 500k']], left(growing, { balance: 500_000 })],
      [[['conversion rate of referrals', 'and podcast guesting']], anyOf(percent(0), none)],
      [[['which decisions were right?', 'why did i take the first one']], anyOf(...words('It cost a day a week', 'Set-ups took nine days', 'Free clinics never paid'))],
      [[['runway?', 'what if burn goes up 10%', 'and 20%?']], months(runwayOf(balance, revenue, burn * 1.2))],
      [[['next call?', 'cancel it please']], cannot],
      [[['list my notes', 'show the one on onboarding']], words('Four of eleven steps')],
      [[['what is my burn', 'and 3 months ago?']], money(amounts(growing, 3).burn)],
      [[['what if i hire for 7k', 'and two of them?']], left(growing, { burn: 14_000 })],
      [[['demos last month', 'only referrals']], count(added(growing, 'demos', inMonth(1), [referrals]), DEMOS)],
      [[['what if we hire for 6k', 'what about 2 of those']], left(growing, { burn: 12_000 })],
      [[['open goals?', 'and how many are done already?']], count(doneGoals(growing), GOALS)],
      [[['runway', 'and if burn is 10k lower?']], left(growing, { burn: -10_000 })],
      [[['how many messages did cold mail take', 'and the referrals?']], count(referrals.messages, MESSAGES)],
      [[['mood 3 weeks ago?', 'what did i win that week']], words('forty paying clinics')],
      [[[`burn in ${monthName(2)}`, 'and revenue then?']], money(amounts(growing, 2).revenue)],
      [[['demos this quarter?', 'and the one before?']], count(added(growing, 'demos', inQuarter(1)), DEMOS)],
      [[['how many messages did referrals send in total', 'and last month?']], count(added(growing, 'messages', inMonth(1), [referrals]), MESSAGES)],
      [[['how many demos last month', 'what about the podcast?']], count(added(growing, 'demos', inMonth(1), [podcast]), DEMOS)],
      [[[`how many demos did we have in ${monthName(3)}`, 'why?']], mentions(added(growing, 'demos', inMonth(3)))],
      [[['runway?', 'and last month?'], ['how long is my runway', 'why?', 'and the month before?']], left(growing, {}, 1)],
      [[['how many goals did i add last month', 'and this month?']], count(createdIn(growing, inMonth(0)), GOALS)],
      [[['show my open goals', 'which of them are older than 2 months?']], some(2, texts(openGoals(growing).filter((goal) => ageInDays(goal, today) > 62)))],
      [[['what was my mood last week', 'and the week before that?', 'and before that?']], mood(week(growing, 3).mood)],
      [[['when is my next call', 'what should i bring to it?']], word('three oldest open goals')],
      [[['conversions last month?', 'and how many of those from cold mail?']], count(added(growing, 'conversions', inMonth(1), [coldMail]), CONVERSIONS)],
      [[['best loop this quarter?', 'and last quarter?']], leads(named(growing.loops.toSorted((a, b) => lastQuarter(b) - lastQuarter(a))[0]!))],
      [[['whats our burn?', 'and a year ago?']], notRecorded],
      [[['open goals?', 'how many did i close this month?']], count(doneIn(growing, inMonth(0)), GOALS)],
      [[['how many demos from the workshops', 'and conversions?']], count(workshops.conversions, CONVERSIONS)],
      [[['messages last month', 'how many of them cold mail?']], count(added(growing, 'messages', inMonth(1), [coldMail]), MESSAGES)],
      [[['what is our burn', `what was it in ${monthName(2).toLowerCase()}?`]], money(amounts(growing, 2).burn)],
      [[['which goals are overdue?', 'when did i set the first one']], date(dayOfRow(oldestOverdue!))],
      [[['runway?', 'what if we hire one for 9k', 'and if revenue also grows 3k?']], left(growing, { revenue: 3000, burn: 9000 })],
    ],
    trouble: [
      [[['runway?', 'and if i cut 5k a month'], ['how long do we last', 'what if we save $5,000 monthly?']], left(trouble, { burn: -5000 })],
      [[['who quit?', 'when was that?'], ['what happened with dorian', 'when?']], anyOf(date(week(trouble, 4).week_of, 6), record('check-in', week(trouble, 4).id))],
      [[['worst loop?', 'how many messages did it take']], count(fairs.messages, MESSAGES)],
      [[['runway?', 'in weeks?']], anyOf(rounded(poorDays / 7, 'weeks?'), rounded(poorDays, 'days?'))],
      [[['how much cash do we have', 'and last month?']], money(amounts(trouble, 1).balance)],
      [[['what is blocking me', 'since when?']], anyOf(weekOf(week(trouble, 3)), weekOf(week(trouble, 1)))],
      [[['how many demos did we do?', 'which loop did most of them']], leads(named(sprints))],
      [[['how many weekly goals are open', 'list them']], some(3, texts(openGoals(trouble, 'weekly')))],
      [[['mood last week', 'and 4 weeks ago?'], ['who quit', 'and what was my mood that week?']], mood(week(trouble, 4).mood)],
      [[['what do we burn', 'and the month before?']], money(amounts(trouble, 1).burn)],
      [[['what did i win last week', 'and the week before?']], word('None really')],
      [[['mood last week?', 'why?']], word('Mossgate')],
      [[['how long is the runway', 'why so short?']], anywhere(poor.net)],
      [[['mood this month?', 'and the month before?']], moodOf(checkInsIn(trouble, inMonth(1)))],
    ],
    years: [
      [[[`demos in ${monthYear(8)}`, 'and the month after?']], count(added(years, 'demos', inMonth(7)), DEMOS)],
      [[['how many goals are open', 'and overdue?']], count(overdueGoals(years, today), GOALS)],
      [[[`messages in ${year(1)}`, 'and the year before?']], count(added(years, 'messages', inYear(2)), MESSAGES)],
      [[['average mood this year', 'and last year?']], moodOf(checkInsIn(years, inYear(1)))],
      [[['how long will our cash last', `what about ${monthName(6).toLowerCase()}?`]], left(years, {}, 6)],
      [[['how many goals did i finish last month', 'and in the same month last year?']], anyOf(...[12, 13].map((back) => count(doneIn(years, inMonth(back)), GOALS)))],
      [[['demos in total', 'conversions?']], count(total(years, 'conversions'), CONVERSIONS)],
    ],
    new: [
      [[['what is my runway', 'why not?']], notRecorded],
      [[['what are my goals', 'which one is monthly?']], leads(word('Pellucid'))],
      [[['mood last week?', 'and the week before?']], none],
    ],
    hostile: [
      [[['average mood?', 'and last week?']], mood(week(hostile, 1).mood)],
      [[['whats my burn', 'and revenue?', 'so how much is left over?']], money(-calm.net)],
    ],
  })
}
