import { addDays } from '../../domain/days.ts'
import { monday, monthEnd, monthName, monthStart } from '../calendar.ts'
import { anyOf, count, date, leads, month, none, noneAbout, number, record, some, word, words } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { dayOfRow } from '../founders/founder.ts'
import { createdBetween, doneBetween, doneGoals, oldestOpenGoal, openGoals, overdueGoals } from '../founders/sums.ts'
import { collect } from './asked.ts'

const NOUN = 'goals?|open|done|completed|finished|overdue'

export const goalQuestions = (cohort: Cohort) =>
  collect('goals', (of) => {
    const { today, growing, trouble, years, hostile } = cohort
    const texts = (goals: readonly { readonly text: string }[]) => goals.map(({ text }) => text)
    const inPeriod = (period: string) => openGoals(growing).filter((goal) => goal.period === period)

    const ask = of('growing')
    ask(['how many goals do I have open?', 'open goals count pls', 'number of things on my goal list not done yet'], [count(openGoals(growing).length, NOUN)])
    ask(['how many goals have I completed so far', 'goals done, all time?', 'hw many goals did i finish in total'], [count(doneGoals(growing).length, NOUN)])
    ask(['how many goals did i ever set'], [count(growing.goals.length, NOUN)])
    ask(['which weekly goals are still open', 'weekly goals left?', 'whats left on my weekly list'], [anyOf(count(inPeriod('weekly').length, NOUN), some(3, texts(inPeriod('weekly'))))])
    ask(['what are my monthly goals', 'show me the monthly goals i havent done'], [some(2, texts(inPeriod('monthly')))])
    ask(['quarterly goals?', 'what did I want to reach this quarter', 'my goals for the quarter'], [word('Reach sixty paying clinics')])
    ask(['whats my goal for the year', 'yearly goals'], [word('Pass forty thousand dollars')])
    const oldest = oldestOpenGoal(growing)
    ask(['what is my oldest open goal', 'which goal has been lying around longest', 'the goal i keep postponing the longest?'], [leads(anyOf(record('goal', oldest.id), word(oldest.text)))])
    ask(['when did i set my oldest open goal'], [leads(date(dayOfRow(oldest)))])
    const overdue = overdueGoals(growing, today)
    ask(['which goals are overdue?', 'am i late on any goals', 'goals past their time'], [anyOf(count(overdue.length, NOUN), some(overdue.length, texts(overdue)))])
    ask(['how many goals are overdue'], [count(overdue.length, NOUN)])
    const lastMonth = doneBetween(growing, monthStart(today, 1), monthEnd(today, 1))
    ask(['what goals did I complete last month', 'how many goals did i finish last month', `goals completed in ${monthName(monthStart(today, 1))}?`, `what did i get done in ${monthName(monthStart(today, 1)).toLowerCase()}`], [anyOf(count(lastMonth.length, NOUN), some(lastMonth.length, texts(lastMonth)))])
    const before = doneBetween(growing, monthStart(today, 2), monthEnd(today, 2))
    ask([`how many goals done in ${monthName(monthStart(today, 2))}`, `goals i finished in ${monthName(monthStart(today, 2))}`], [count(before.length, NOUN)])
    ask(['did I finish more goals last month than the month before?'], [count(lastMonth.length, NOUN), anyOf(count(before.length, NOUN), number(lastMonth.length - before.length, 'plain', { isAnywhere: true }))])
    const lastWeek = doneBetween(growing, monday(today, 1), addDays(monday(today), -1))
    ask(['what did i tick off last week', 'goals completed last week?'], [anyOf(count(lastWeek.length, NOUN), some(lastWeek.length, texts(lastWeek)))])
    const thisWeek = doneBetween(growing, monday(today), today)
    ask(['how many goals have i done this week'], [count(thisWeek.length, NOUN)])
    ask(['did i ever finish the booking widget goal', 'is the booking widget launched?', 'when did i complete "launch the booking widget"'], [anyOf(record('goal', growing.goals.find(({ text }) => text === 'Launch the booking widget')?.id ?? ''), word('booking widget'))])
    ask(['when did i complete launching the booking widget?'], [date(growing.goals.find(({ text }) => text === 'Launch the booking widget')?.completed_at?.slice(0, 10) as `${number}-${number}-${number}`)])
    ask(['have I done the pricing page?', 'is publish the pricing page still open'], [word('pricing page'), anyOf(none, word('open'))])
    ask(['do i have a goal about hiring?', 'any goals on hiring'], [leads(word('Hire a second engineer'))])
    ask(['any goal about Tindall?'], [leads(word('Tindall renewal quote'))])
    ask(['do i have a goal about skydiving'], [noneAbout('skydiving')])

    const ofTrouble = of('trouble')
    const late = overdueGoals(trouble, today)
    ofTrouble(['how many of my goals are overdue', 'goals im behind on'], [anyOf(count(late.length, NOUN), some(late.length, texts(late)))])
    ofTrouble(['which goal is the oldest one still open', 'oldest goal'], [leads(word('Find a bridge investor'))])
    ofTrouble(['goals done last month', 'did i complete anything last month??'], [anyOf(count(1, NOUN), word('Cancel the second office'))])
    ofTrouble(['how many open goals vs done'], [count(openGoals(trouble).length, NOUN), anyOf(count(doneGoals(trouble).length, NOUN))])
    ofTrouble(['is there a goal about the landlord'], [leads(word('Write to the landlord'))])

    const ofYears = of('years')
    ofYears(['how many goals do i have', 'total number of goals ever', 'how many goals have I set since I started'], [count(years.goals.length, NOUN)])
    ofYears(['how many goals did I complete overall', 'goals completed all time'], [count(doneGoals(years).length, NOUN)])
    ofYears(['how many goals are open right now', 'open goals?'], [count(openGoals(years).length, NOUN)])
    for (const [back, phrase] of [[1, 'how many goals did i complete in'], [7, 'number of goals finished in'], [14, 'goals done in']] as const) {
      const day = monthStart(today, back)
      ofYears([`${phrase} ${monthName(day)} ${day.slice(0, 4)}`], [count(doneBetween(years, day, monthEnd(today, back)).length, NOUN)])
    }
    const lastYear = Number(today.slice(0, 4)) - 1
    ofYears([`how many goals did I complete in ${lastYear}?`], [count(doneBetween(years, `${lastYear}-01-01`, `${lastYear}-12-31`).length, NOUN)])
    const created = monthStart(today, 5)
    ofYears([`how many goals did i set in ${monthName(created)} ${created.slice(0, 4)}`], [count(createdBetween(years, created, monthEnd(today, 5)).length, NOUN)])
    const ancient = oldestOpenGoal(years)
    ofYears(['what is the oldest goal that i still have open'], [anyOf(record('goal', ancient.id), word(ancient.text))])
    ofYears(['since when is my oldest open goal open'], [anyOf(date(dayOfRow(ancient)), month(dayOfRow(ancient)))])
    ofYears(['how many goals of mine are overdue'], [count(overdueGoals(years, today).length, NOUN)])
    ofYears(['how many weekly goals are open'], [count(openGoals(years).filter(({ period }) => period === 'weekly').length, NOUN)])
    ofYears(['how many quarterly goals have I completed'], [count(doneGoals(years).filter(({ period }) => period === 'quarterly').length, NOUN)])

    const ofNew = of('new')
    ofNew(['what are my goals', 'my goals?', 'list what im aiming for'], [some(2, ['Talk to five oat mills', 'Pellucid landing page'])])
    ofNew(['how many goals have i completed', 'goals done?'], [count(0, NOUN)])
    ofNew(['any overdue goals?'], [none])
    ofNew(['when did I add the oat mills goal'], [anyOf(date(addDays(today, -1)), word('yesterday'))])

    const ofHostile = of('hostile')
    ofHostile(['how many open goals do I have', 'open goals'], [count(openGoals(hostile).length, NOUN)])
    ofHostile(['goals finished last month'], [anyOf(count(2, NOUN), some(2, ['Say that the runway', 'spring kumquat']))])
    ofHostile(['what is my goal about Brambleford'], words('Brambleford'))
    ofHostile(['which of my goals is oldest'], [anyOf(record('goal', oldestOpenGoal(hostile).id), word('999 open goals'))])
  }) // prettier-ignore
