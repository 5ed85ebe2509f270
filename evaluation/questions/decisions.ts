import { addDays, daysBetween } from '../../domain/days.ts'
import { allOf, anyOf, count, date, leads, mentions, money, none, noneAbout, notRecorded, number, percent, record, says, some, word, words, type Fact } from '../facts.ts' // prettier-ignore
import { dayOfRow, type Decision, type FounderData } from '../founders/founder.ts'
import { rowsIn } from '../founders/sums.ts'
import { questions, type Asked } from './asked.ts'
import { DECISIONS, rounded, titles } from './expected.ts'

const rated = ({ decisions }: FounderData, wasRight: Decision['was_right']) =>
  decisions.filter(({ was_right }) => was_right === wasRight)
const ofCategory = ({ decisions }: FounderData, name: string) => decisions.filter(({ category }) => category === name)
const due = ({ decisions }: FounderData, today: string) =>
  decisions.filter(({ review_on, was_right }) => !was_right && review_on !== null && review_on <= today)

const decisionNamed = ({ decisions }: FounderData, name: string): Decision => {
  const decision = decisions.find(({ title }) => title === name)
  if (!decision) throw new Error(`no decision is named ${name}`)
  return decision
}

/** How many decisions, or which. */
const these = (decisions: readonly Decision[]): Fact =>
  decisions.length > 0 ? anyOf(some(decisions.length, titles(decisions)), count(decisions, DECISIONS)) : none

/** How often the founder was right, as a count or a share. */
function rightness(founder: FounderData): Fact {
  const [yes, all] = [rated(founder, 'yes').length, founder.decisions.length - rated(founder, null).length]
  return anyOf(number(yes, { noun: DECISIONS }), percent((100 * yes) / all))
}

export const decisionQuestions = (asked: Asked) => {
  const { today, growing, trouble, years, inMonth, inYear, lastDays, year, monthName, monthYear } = asked // prettier-ignore
  const decided = (title: string): Fact => anyOf(record('decision', decisionNamed(growing, title).id), word(title))
  const thisMonth = rowsIn(growing.decisions, inMonth(0))
  const [right, unrated, reviews] = [rated(years, 'yes'), rated(years, null), due(years, today)]
  const reviewed = years.decisions.length - unrated.length
  const old = years.decisions[54]!
  // prettier-ignore
  return questions('decisions', {
    growing: [
      [['how many decisions did i log', 'decisions count?'], count(growing.decisions, DECISIONS)],
      [['how often was i right', 'my decision track record'], rightness(growing)],
      ['what share of my decisions were right?', anyOf(percent(50), says('3 of 6', /\b3 (?:out )?of 6\b/))],
      [['which decisions went badly', 'which calls did i get wrong', 'bad decisions?', 'decisions with negative impact', 'which decisions went badly for us', 'which of my calls turned out to be mistakes', 'calls i regret'], some(2, ['Outsource support', 'Sponsor the dental congress'])],
      [['which decisions worked out', 'my good decisions'], anyOf(some(2, titles(rated(growing, 'yes'))), count(3, DECISIONS))],
      [['which decisions wait for a result', 'decisions still without an outcome'], anyOf(some(2, titles(rated(growing, null))), count(3, DECISIONS))],
      [['any decision due for review', 'what decision should i review now', 'decisions to look back at?'], decided('Move to usage pricing')],
      [['what did i decide last', 'most recent decision', 'latest decision i logged?'], leads(decided('Translate the app into Welsh'))],
      [['why did i stop the podcast', 'reason for stopping the podcast?'], words('day a week')],
      [['when did i decide to drop the free plan', 'date of the free plan decision'], date(dayOfRow(decisionNamed(growing, 'Drop the free plan')))],
      [['what happened after i charged for the set-up', 'outcome of charging for setup'], anyOf(word('two of three'), word('halved'))],
      ['what did i expect from sponsoring the dental congress', words('Twenty leads')],
      [['what came of the dental congress?', 'what did the congress bring us'], words('One lead')],
      [['my pricing decisions', 'decisions about pricing?'], anyOf(some(2, ['Charge for the set-up', 'Drop the free plan', 'Sell yearly contracts', 'Move to usage pricing']), count(4, DECISIONS))],
      [`what did i decide in ${monthName(3)}`, these(rowsIn(growing.decisions, inMonth(3)))],
      ['when is the recruiter decision up for review', date(addDays(today, 12))],
      ['did i ever decide to open an office in paris', noneAbout('paris')],
      ['what decision did I get partly right', word('Sell yearly contracts')],
      ['team decisions?', some(2, ['Outsource support', 'Hire through a recruiter'])],
      ['why usage pricing?', words('Small clinics hesitate')],
      ['how did dropping the free plan turn out', anyOf(...words('Revenue rose', 'more revenue', 'angry mails'))],
      ['how much did the congress cost us', money(6100)],
      ['how long ago did i decide on welsh', anyOf(date(addDays(today, -12)), number(12, { noun: 'days?' }))],
      ['who asked for welsh', words('Cardiff')],
      ['decisions i took in the last 60 days', these(rowsIn(growing.decisions, lastDays(61)))],
      ['when is my next decision review', anyOf(date(addDays(today, 12)), word('Move to usage pricing'))],
      ['did the support agency thing work out', anyOf(...words('Took it back', 'complained'), says('that it did not', /\b(?:no|wrong|not)\b/))],
      ['what did i decide about support', word('Outsource support')],
      ['which pricing decisions did i make', some(3, titles(ofCategory(growing, 'Pricing')))],
      ['how often was i right with my decisions', anyOf(count(3, DECISIONS), percent(50))],
      ['most recent decision?', leads(word('Translate the app into Welsh'))],
      ['decisions from this month', thisMonth.length > 0 ? some(thisMonth.length, titles(thisMonth)) : none],
      [['what came out of the dental congress', 'what did we get out of the congress'], word('One lead')],
      ['expected vs actual on yearly contracts', words('Half of new clinics', 'A quarter of them')],
      ['what did i expect from the recruiter', words('An engineer within eight weeks')],
      ['how many marketing decisions', count(ofCategory(growing, 'Marketing'), DECISIONS)],
      ['remind me why we killed the podcast', words('It cost a day a week')],
      ['how many decisions have no verdict yet', count(3, DECISIONS)],
      ['did charging for the set-up pay off', anyOf(word('Idle accounts halved'), word('Two of three still sign'))],
      ['team decisions so far', some(1, titles(ofCategory(growing, 'Team')))],
      ['next date i have to look at a decision again', anyOf(date(addDays(today, 12)), date(addDays(today, -9)))],
      ['did hiring thru a recruiter work out?', anyOf(date(addDays(today, 12)), says('that it is not known yet', /\b(?:not|no|yet|due)\b/)), says('that it was right or wrong', /\bwas (?:right|wrong)\b/)],
      ['how many weeks is it since i decided to drop the free plan', anyOf(date(dayOfRow(decisionNamed(growing, 'Drop the free plan'))), rounded(daysBetween(dayOfRow(decisionNamed(growing, 'Drop the free plan')), today) / 7, 'weeks?'))],
      ['what happened after we outsourced support', anyOf(word('Took it back after five weeks'), word('Clinics complained'))],
      ['how many decisions did i get wrong', count(rated(growing, 'no'), DECISIONS)],
      ['which of my decisions flopped', some(2, titles(growing.decisions.filter(({ impact }) => impact === 'negative')))],
      ['what was the thinking behind yearly contracts', words('Cash up front')],
      ['did usage pricing get a verdict', [word('usage pricing'), anyOf(none, word('due'))]],
    ],
    trouble: [
      [['which decisions are due for a look back', 'reviews due?'], anyOf(some(2, titles(due(trouble, today))), count(2, DECISIONS))],
      ['how often am i right', rightness(trouble)],
      ['what were my worst decisions', some(2, ['Exhibit at three fairs', 'Rent a second office'])],
      ['was leasing the right call', [word('Lease instead of sell'), anyOf(word('right'), word('yes'), word('positive'), word('both customers lease'))]],
      ['my last decision?', leads(word('Skip the autumn fair'))],
      ['how many decisions turned out wrong', count(2, DECISIONS)],
      ['why frost alarm first', words('Every grower asked for it')],
      ['which decisions need a review', some(2, ['Build the frost alarm first', 'Skip the autumn fair'])],
      ['why did we rent that second office', words('The team grew')],
      ['any decision i should look back on?', some(1, ['Build the frost alarm first', 'Skip the autumn fair'])],
      ['did the leasing model work', anyOf(word('Both customers lease'), says('yes', /\b(?:yes|positive|right)\b/))],
      ['what did i expect from the fairs', word('Five pilots')],
      ['how many decisions have i logged', count(trouble.decisions, DECISIONS)],
      ['of the decisions i looked back at how many were right', count(rated(trouble, 'yes'), DECISIONS)],
      ['when should i look at the frost alarm decision again', date(decisionNamed(trouble, 'Build the frost alarm first').review_on ?? today)],
      ['did leasing pay off', word('Both customers lease')],
      ['what did the fairs decision lead to', anyOf(...words('No pilot came of it', 'No sale'))],
    ],
    years: [
      [['how many decisions have i made since the start', 'number of decisions logged'], count(years.decisions, DECISIONS)],
      ['how often was I right over the years', rightness(years)],
      ['percentage of decisions i got right', percent((100 * right.length) / reviewed)],
      ['how many decisions were wrong', count(rated(years, 'no'), DECISIONS)],
      ['how many decisions are waiting for a result', anyOf(count(unrated, DECISIONS))],
      ['decisions due for review?', these(reviews)],
      [`why did I decide to ${old.title.toLowerCase()}?`, word('number 55')],
      [`when was the decision "${old.title}"`, date(dayOfRow(old))],
      [`decisions in ${monthYear(10)}`, these(rowsIn(years.decisions, inMonth(10)))],
      ['how many decisions were partly right', count(rated(years, 'partly'), DECISIONS)],
      [`how many decisions did i take in ${year(1)}`, count(rowsIn(years.decisions, inYear(1)), DECISIONS)],
      [['how many decisions about pricing', 'how many pricing decisions did i log'], count(ofCategory(years, 'Pricing'), DECISIONS)],
      ['share of my decisions that turned out right', anyOf(percent((100 * right.length) / reviewed), allOf(mentions(right.length), mentions(reviewed)))],
      ['what was my latest decision', leads(word(years.decisions[0]!.title))],
      ['how many marketing decisions did we take', count(ofCategory(years, 'Marketing'), DECISIONS)],
      ['how many decisions in the last 90 days', count(rowsIn(years.decisions, lastDays(90)), DECISIONS)],
      ['latest decision on bilbao', word(years.decisions.find(({ title }) => title.includes('Bilbao'))!.title)],
      ['how many decisions are due by now', count(reviews, DECISIONS)],
      [`what got decided in ${monthName(2)}`, these(rowsIn(years.decisions, inMonth(2)))],
    ],
    new: [
      [['how often was I right', 'which decisions are due', 'last decision?', 'did i decide anything yet'], anyOf(none, notRecorded)],
    ],
    hostile: [
      ['how many of my decisions were wrong', count(1, DECISIONS)],
      ['decision due for review?', words('second kettle')],
      ['what came of raising the jar price', anyOf(word('Nobody left'), word('No shop left'))],
      ['which decision was right', words('jar price')],
      ['whats up for review', word('second kettle')],
      ['whats the reason i raised the jar price', word('Sugar costs more')],
    ],
  })
}
