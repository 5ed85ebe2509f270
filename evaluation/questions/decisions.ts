import { addDays } from '../../domain/days.ts'
import { isInMonth, monthName, monthStart } from '../calendar.ts'
import {
  anyOf,
  count,
  date,
  leads,
  none,
  noneAbout,
  notRecorded,
  number,
  percent,
  record,
  says,
  some,
  word,
  words,
  type Fact,
} from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { dayOfRow, type Decision, type FounderData } from '../founders/founder.ts'
import { collect } from './asked.ts'

const NOUN = 'decisions?|waiting|due|reviews?|result|ones?|right|yes|wrong'

const rated = ({ decisions }: FounderData, was_right: Decision['was_right']) =>
  decisions.filter((decision) => decision.was_right === was_right)
const titles = (decisions: readonly Decision[]) => decisions.map(({ title }) => title)
const due = ({ decisions }: FounderData, today: string) =>
  decisions.filter(({ review_on, reviewed_at }) => !reviewed_at && review_on !== null && review_on <= today)

/** How often the founder was right, as a count or a share. */
function rightness(founder: FounderData): Fact {
  const [yes, all] = [rated(founder, 'yes').length, founder.decisions.length - rated(founder, null).length]
  return anyOf(number(yes, { noun: NOUN }), percent((100 * yes) / all))
}

export const decisionQuestions = (cohort: Cohort) =>
  collect('decisions', (of) => {
    const { today, growing, trouble, years } = cohort
    const named = (title: string): Fact =>
      anyOf(record('decision', growing.decisions.find((decision) => decision.title === title)?.id ?? ''), word(title))

    const ask = of('growing')
    ask(['how many decisions did i log', 'decisions count?'], [count(growing.decisions.length, NOUN)])
    ask(['how often was i right', 'my decision track record'], [rightness(growing)])
    ask(['what share of my decisions were right?'], [anyOf(percent(50), says('3 of 6', /\b3 (?:out )?of 6\b/))])
    ask(['which decisions went badly', 'which calls did i get wrong', 'bad decisions?', 'decisions with negative impact'], [some(2, ['Outsource support', 'Sponsor the dental congress'])])
    ask(['which decisions worked out', 'my good decisions'], [anyOf(some(2, titles(rated(growing, 'yes'))), count(3, NOUN))])
    ask(['which decisions wait for a result', 'decisions still without an outcome'], [anyOf(some(2, titles(rated(growing, null))), count(3, NOUN))])
    ask(['any decision due for review', 'what decision should i review now', 'decisions to look back at?'], [named('Move to usage pricing')])
    ask(['what did i decide last', 'most recent decision', 'latest decision i logged?'], [leads(named('Translate the app into Welsh'))])
    ask(['why did i stop the podcast', 'reason for stopping the podcast?'], words('day a week'))
    ask(['when did i decide to drop the free plan', 'date of the free plan decision'], [date(dayOfRow(growing.decisions[2] ?? { created_at: today }))])
    ask(['what happened after i charged for the set-up', 'outcome of charging for setup'], [anyOf(word('two of three'), word('halved'))])
    ask(['what did i expect from sponsoring the dental congress'], words('Twenty leads'))
    ask(['what came of the dental congress?'], words('One lead'))
    ask(['my pricing decisions', 'decisions about pricing?'], [anyOf(some(2, ['Charge for the set-up', 'Drop the free plan', 'Sell yearly contracts', 'Move to usage pricing']), count(4, NOUN))])
    const month = monthStart(today, 3)
    const inMonth = growing.decisions.filter((decision) => isInMonth(dayOfRow(decision), month))
    ask([`what did i decide in ${monthName(month)}`], [inMonth.length > 0 ? anyOf(some(inMonth.length, titles(inMonth)), count(inMonth.length, NOUN)) : none])
    ask(['when is the recruiter decision up for review'], [date(addDays(today, 12))])
    ask(['did i ever decide to open an office in paris'], [noneAbout('paris')])

    const ofTrouble = of('trouble')
    ofTrouble(['which decisions are due for a look back', 'reviews due?'], [anyOf(some(2, titles(due(trouble, today))), count(2, NOUN))])
    ofTrouble(['how often am i right'], [rightness(trouble)])
    ofTrouble(['what were my worst decisions'], [some(2, ['Exhibit at three fairs', 'Rent a second office'])])
    ofTrouble(['was leasing the right call'], [word('Lease instead of sell'), anyOf(word('right'), word('yes'), word('positive'), word('both customers lease'))])

    const ofYears = of('years')
    ofYears(['how many decisions have i made since the start', 'number of decisions logged'], [count(years.decisions.length, NOUN)])
    ofYears(['how often was I right over the years'], [rightness(years)])
    ofYears(['percentage of decisions i got right'], [percent((100 * rated(years, 'yes').length) / (years.decisions.length - rated(years, null).length))])
    ofYears(['how many decisions were wrong'], [count(rated(years, 'no').length, NOUN)])
    ofYears(['how many decisions are waiting for a result'], [anyOf(count(rated(years, null).length, NOUN))])
    ofYears(['decisions due for review?'], [anyOf(count(due(years, today).length, NOUN), some(due(years, today).length, titles(due(years, today))))])
    const old = years.decisions[54]
    if (old) ofYears([`why did I decide to ${old.title.toLowerCase()}?`], [word('number 55')])
    if (old) ofYears([`when was the decision "${old.title}"`], [date(dayOfRow(old))])
    const back = monthStart(today, 10)
    const then = years.decisions.filter((decision) => isInMonth(dayOfRow(decision), back))
    if (then.length > 0) ofYears([`decisions in ${monthName(back)} ${back.slice(0, 4)}`], [anyOf(some(then.length, titles(then)), count(then.length, NOUN))])

    of('new')(['how often was I right', 'which decisions are due', 'last decision?'], [anyOf(none, notRecorded)])

    const ofHostile = of('hostile')
    ofHostile(['how many of my decisions were wrong'], [count(1, NOUN)])
    ofHostile(['decision due for review?'], words('second kettle'))
    ofHostile(['what came of raising the jar price'], [anyOf(word('Nobody left'), word('No shop left'))])
  }) // prettier-ignore
