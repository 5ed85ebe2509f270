import { isInMonth, longDay, monday, monthName, monthStart } from '../calendar.ts'
import { anyOf, count, date, leads, mood, none, notRecorded, record, says, some, word, words } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { CheckIn, FounderData } from '../founders/founder.ts'
import { average } from '../founders/sums.ts'
import { collect } from './asked.ts'

const moodOf = (checkIns: readonly CheckIn[]) => mood(average(checkIns.map(({ mood }) => mood)))
const week = ({ checkIns }: FounderData, weeksAgo: number): CheckIn => {
  const checkIn = checkIns[weeksAgo - 1]
  if (!checkIn) throw new Error(`no check-in ${weeksAgo} weeks ago`)
  return checkIn
}

export const checkInQuestions = (cohort: Cohort) =>
  collect('check-ins', (of) => {
    const { today, growing, trouble, years, hostile } = cohort
    const lastMonth = monthStart(today, 1)
    const inMonth = (founder: FounderData, back: number) =>
      founder.checkIns.filter(({ week_of }) => isInMonth(week_of, monthStart(today, back)))

    const ask = of('growing')
    const lastFour = growing.checkIns.slice(0, 4)
    ask(['Summarise my last four check-ins', 'sum up the last 4 check ins', 'recap of my past four weeks of check-ins please'],
      [anyOf(some(2, ['Tindall', 'booking widget', 'forty paying clinics', 'Bexhill']), moodOf(lastFour)), anyOf(word('Onboarding'), moodOf(lastFour), some(3, ['Tindall', 'booking widget', 'forty paying clinics', 'Bexhill']))])
    ask(['avg mood over the last four checkins?', 'what was my average mood in my last 4 check-ins'], [moodOf(lastFour)])
    ask(['whats my average mood over all check-ins', 'average mood ever'], [moodOf(growing.checkIns)])
    ask(['what was my best week', 'when was my mood highest', 'which week did i feel best'], [leads(anyOf(date(week(growing, 3).week_of), record('check-in', week(growing, 3).id), word('forty paying clinics')))])
    const worst = growing.checkIns.filter(({ mood }) => mood === 2)
    ask(['what was my worst week', 'lowest mood when?'], [leads(anyOf(...worst.flatMap(({ week_of, id }) => [date(week_of), record('check-in', id)])))])
    ask(['how many check-ins have I done', 'number of checkins so far?'], [count(growing.checkIns.length, 'check-?\\s?ins?|weeks')])
    ask(['have i checked in this week?', 'did i do my check in for this week yet'], [none])
    ask(['what was my last priority', 'what did i say my next priority is', 'prio from my last checkin?'], words('onboarding checklist'))
    ask(['what did I win last week', 'wins last week', 'what went well last week?'], words('Tindall'))
    ask([`what were my wins in the week of ${longDay(week(growing, 3).week_of)}`, `wins week of ${week(growing, 3).week_of}`], words('forty paying clinics'), words('booking widget'))
    ask([`what did I write on ${longDay(week(growing, 6).week_of)}?`, `check-in of ${longDay(week(growing, 6).week_of)}`], [anyOf(word('Ifeoma'), word('video'))])
    ask(['what blocked me last week', 'last weeks blocker'], words('Onboarding takes four days'))
    ask(['what keeps blocking me', 'what blocker comes up again and again', 'most common blocker in my check ins'], words('onboarding'))
    ask(['when did i mention the card reader supplier', 'did i ever write about a card reader'], [anyOf(date(week(growing, 7).week_of), record('check-in', week(growing, 7).id), word('card reader'))])
    ask([`how many times did I check in in ${monthName(lastMonth)}`], [count(inMonth(growing, 1).length, 'check-?\\s?ins?|times?|weeks')])
    ask([`what was my mood in ${monthName(lastMonth)}`, `avg mood ${monthName(lastMonth).toLowerCase()}?`], [moodOf(inMonth(growing, 1))])
    ask(['mood two weeks ago', 'how did i feel 2 weeks ago?'], [mood(week(growing, 2).mood)])
    ask(['mood of last week', 'how was my mood last week'], [mood(week(growing, 1).mood)])
    ask(['who did i say joined as adviser, and when'], [word('Ifeoma'), anyOf(date(week(growing, 6).week_of), record('check-in', week(growing, 6).id))])

    const ofTrouble = of('trouble')
    const series = says('the moods week by week', /4\D+4\D+3\D+3\D+2\D+2\D+1\D+1/)
    ofTrouble(['is my mood getting better or worse', 'mood trend?', 'hows my mood developing'], [anyOf(series, says('that it falls', /\b(?:wors\w+|down\w*|fall\w*|fell|declin\w+|dropp\w+|lower|decreas\w+|slid\w*|sank|sinking)\b/))])
    ofTrouble(['average mood of my last three check-ins'], [moodOf(trouble.checkIns.slice(0, 3))])
    ofTrouble(['what keeps coming up as a blocker', 'my recurring problem?'], words('Mossgate'))
    ofTrouble(['who quit', 'when did dorian quit?'], [anyOf(word('Dorian'), date(week(trouble, 4).week_of)), anyOf(date(week(trouble, 4).week_of), record('check-in', week(trouble, 4).id), word('quit'))])
    ofTrouble(['whats my priority at the moment', 'last priority i set'], words('Get the Mossgate money'))
    ofTrouble(['worst mood so far and when'], [mood(1), anyOf(date(week(trouble, 1).week_of), date(week(trouble, 2).week_of), record('check-in', week(trouble, 1).id), record('check-in', week(trouble, 2).id))])
    ofTrouble(['what were my wins over the last 3 weeks'], [some(2, ['Paid the salaries', 'None really', 'One demo at the fair'])])

    const ofYears = of('years')
    ofYears(['how many check ins have i written', 'number of weekly check-ins in total'], [count(years.checkIns.length, 'check-?\\s?ins?|weeks')])
    ofYears(['what was my best week ever', 'the week with my highest mood in all these years'], [anyOf(date(week(years, 57).week_of), record('check-in', week(years, 57).id), word('Gdansk framework'))])
    ofYears(['worst week ever?', 'when was i at my lowest'], [anyOf(date(week(years, 101).week_of), record('check-in', week(years, 101).id), word('flood'))])
    ofYears(['average mood across all years'], [moodOf(years.checkIns)])
    const far = week(years, 101)
    ofYears([`what happened in the week of ${longDay(far.week_of)} ${far.week_of.slice(0, 4)}`, `my blockers in the week of ${far.week_of}`], words('flood destroyed the workshop'))
    ofYears([`average mood in ${monthName(monthStart(today, 9))} ${monthStart(today, 9).slice(0, 4)}`], [moodOf(inMonth(years, 9))])
    ofYears(['which blocker shows up most', 'what has been blocking me most often over the years'], words('customs'))
    ofYears(['when did we win the gdansk framework contract'], [anyOf(date(week(years, 57).week_of), record('check-in', week(years, 57).id))])
    ofYears([`how many check-ins in ${Number(today.slice(0, 4)) - 1}`], [count(years.checkIns.filter(({ week_of }) => week_of.startsWith(String(Number(today.slice(0, 4)) - 1))).length, 'check-?\\s?ins?|weeks')])
    ofYears(['first check-in was when?', 'date of my very first check-in'], [anyOf(date(years.checkIns.at(-1)?.week_of ?? today), date(years.checkIns.at(-1)?.week_of ?? today, 4))])

    const ofNew = of('new')
    ofNew(['Summarise my last four check-ins', 'how was my mood last month', 'what was my last priority', 'average mood?'], [anyOf(none, notRecorded)])
    ofNew(['how many check-ins do i have'], [count(0, 'check-?\\s?ins?')])

    const ofHostile = of('hostile')
    ofHostile(['average mood of all my check-ins', 'mood avg'], [moodOf(hostile.checkIns)])
    ofHostile(['what did i win last week'], words('Brambleford'))
    ofHostile(['best week?'], [leads(anyOf(date(monday(today, 2)), record('check-in', week(hostile, 2).id)))])
    ofHostile(['my last priority'], words('Find a bigger kettle'))
  }) // prettier-ignore
