import { addDays } from '../../domain/days.ts'
import { monday, monthEnd, monthName, monthStart } from '../calendar.ts'
import {
  allOf,
  anyOf,
  count,
  leads,
  none,
  noneAbout,
  notRecorded,
  number,
  percent,
  record,
  some,
  word,
  words,
  type Fact,
} from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { Loop } from '../founders/founder.ts'
import { added, loopNamed, rate, total } from '../founders/sums.ts'
import { collect } from './asked.ts'

const DEMOS = 'demos?|demonstrations?'
const MESSAGES = 'messages?|mails?|msgs?'
const CONVERSIONS = 'conversions?|converted|convert|sales?|customers?'
const LOOPS = 'loops?|channels?|running'

/** Conversions as a share of messages, or of demos. */
const rateOf = (loop: Loop): Fact => anyOf(percent(rate(loop)), percent((100 * loop.conversions) / loop.demos))

const named = ({ id, name }: Loop): Fact => anyOf(record('loop', id), word(name))

export const tractionQuestions = (cohort: Cohort) =>
  collect('traction', (of) => {
    const { today, growing, trouble, years, hostile } = cohort
    const inMonth = (back: number) => ({ after: addDays(monthStart(today, back), -1), until: monthEnd(today, back), today })
    const lastWeek = { after: addDays(monday(today, 1), -1), until: addDays(monday(today), -1), today }
    const thisWeek = { after: addDays(monday(today), -1), until: today, today }

    const ask = of('growing')
    const [referrals, coldMail, workshops, podcast] = ['Referrals', 'Cold mail', 'Founder workshops', 'Podcast guesting'].map((name) => loopNamed(growing, name)) as [Loop, Loop, Loop, Loop]
    ask(['How many demos did we do in total?', 'how many dmos', 'demos all together?', 'total demos so far'], [count(total(growing, 'demos'), DEMOS)])
    ask(['how many messages have we sent overall', 'messages total', 'total outreach msgs?'], [count(total(growing, 'messages'), MESSAGES)])
    ask(['conversions in total', 'how many conversions do we have', 'how often did we convert so far?'], [count(total(growing, 'conversions'), CONVERSIONS)])
    ask(['how many loops are running', 'number of loops with status running'], [count(2, LOOPS)])
    ask(['how many traction loops do I have', 'loops?'], [count(4, LOOPS)])
    ask(['which loop is paused', 'what channel did we pause'], [leads(named(podcast))])
    ask(['which loop is scaling?'], [leads(named(referrals))])
    ask(['what is my best loop', 'which channel converts best', 'top performing loop', 'where do most of my conversions per message come from'], [leads(named(referrals))])
    ask(['worst loop?', 'which channel performs worst', 'weakest traction loop'], [leads(anyOf(named(coldMail), named(podcast)))])
    ask(['conversion rate of cold mail'], [rateOf(coldMail)])
    ask(['what percent of cold mails convert'], [percent(rate(coldMail))])
    ask(['referral conversion rate', 'how well do referrals convert?'], [rateOf(referrals)])
    ask(['overall conversion rate', 'what share of all messages convert'], [percent((100 * total(growing, 'conversions')) / total(growing, 'messages'))])
    ask(['how many demos per conversion', 'demo to conversion rate'], [anyOf(number(total(growing, 'demos') / total(growing, 'conversions'), DEMOS_PER, { isRounded: true, tolerance: 0.06 }), percent((100 * total(growing, 'conversions')) / total(growing, 'demos')))])
    ask(['compare referrals and cold mail', 'referrals vs cold mail', 'is cold mail or referrals better?'], [named(referrals), named(coldMail), anyOf(allOf(percent(rate(referrals)), percent(rate(coldMail))), allOf(count(referrals.conversions, CONVERSIONS), count(coldMail.conversions, CONVERSIONS)))])
    ask(['compare workshops with the podcast'], [named(workshops), named(podcast)])
    ask(['what would 20 more demos bring', 'if we did 20 more demos how many conversions is that'], [number((20 * total(growing, 'conversions')) / total(growing, 'demos'), { noun: CONVERSIONS }, { isRounded: true, tolerance: 0.06 })])
    ask(['what would 100 more cold mails bring us'], [anyOf(number((100 * coldMail.conversions) / coldMail.messages, { noun: CONVERSIONS }, { isRounded: true, tolerance: 0.06 }), number((100 * coldMail.demos) / coldMail.messages, { noun: DEMOS }, { isRounded: true, tolerance: 0.06 }))])
    ask(['the workshop loop', 'hows the workshop loop doing', 'tell me about founder workshops'], [named(workshops), anyOf(count(workshops.demos, DEMOS), count(workshops.conversions, CONVERSIONS), count(workshops.messages, MESSAGES), percent(rate(workshops)))])
    ask(['demos from referrals?', 'how many demos did referrals bring'], [count(referrals.demos, DEMOS)])
    ask(['messages sent in cold mail', 'how many cold mails did we send'], [count(coldMail.messages, MESSAGES)])
    ask(['conversions of podcast guesting', 'did the podcast convert anyone'], [anyOf(count(podcast.conversions, CONVERSIONS), none)])
    for (const [back, phrases] of [[1, ['How many demos in', 'demos we did in', 'demo count for']], [2, ['how many demos did we do in', 'demos']], [4, ['demos in']]] as const) {
      ask(phrases.map((phrase) => `${phrase} ${monthName(monthStart(today, back))}?`), [count(added(growing, 'demos', inMonth(back)), DEMOS)])
    }
    ask([`messages sent in ${monthName(monthStart(today, 1))}`, 'how many messages last month'], [count(added(growing, 'messages', inMonth(1)), MESSAGES)])
    ask([`conversions in ${monthName(monthStart(today, 2))}`], [count(added(growing, 'conversions', inMonth(2)), CONVERSIONS)])
    ask(['demos last month', 'how many demos did we get last month?'], [count(added(growing, 'demos', inMonth(1)), DEMOS)])
    ask(['how many demos this month so far'], [count(added(growing, 'demos', { ...inMonth(0), until: today }), DEMOS)])
    ask(['demos last week', 'how many demos did we do last week'], [count(added(growing, 'demos', lastWeek), DEMOS)])
    ask(['messages last week?'], [count(added(growing, 'messages', lastWeek), MESSAGES)])
    ask(['demos this week'], [count(added(growing, 'demos', thisWeek), DEMOS)])
    ask([`referral demos in ${monthName(monthStart(today, 1))}`], [count(added(growing, 'demos', inMonth(1), [referrals]), DEMOS)])
    ask([`did we get more demos in ${monthName(monthStart(today, 1))} than in ${monthName(monthStart(today, 2))}?`], [count(added(growing, 'demos', inMonth(1)), DEMOS), anyOf(count(added(growing, 'demos', inMonth(2)), DEMOS), number(Math.abs(added(growing, 'demos', inMonth(1)) - added(growing, 'demos', inMonth(2))), 'plain', { isAnywhere: true }))])
    ask(['how is our tiktok loop doing?', 'tiktok?'], [noneAbout('tiktok')])

    const ofTrouble = of('trouble')
    const [fairs, calls] = ['Trade fairs', 'Phone sprints'].map((name) => loopNamed(trouble, name)) as [Loop, Loop]
    ofTrouble(['how many conversions in total', 'have we sold anything through the loops'], [count(total(trouble, 'conversions'), CONVERSIONS)])
    ofTrouble(['which loop should i stop', 'worst channel'], [leads(named(fairs))])
    ofTrouble(['demos so far?'], [count(total(trouble, 'demos'), DEMOS)])
    ofTrouble(['best loop'], [leads(named(calls))])
    ofTrouble(['how many messages does the phone sprint loop have'], [count(calls.messages, MESSAGES)])
    ofTrouble([`trade fair demos in ${monthName(monthStart(today, 2))}`], [count(added(trouble, 'demos', inMonth(2), [fairs]), DEMOS)])

    const ofYears = of('years')
    const tenders = loopNamed(years, 'Port tenders')
    ofYears(['total conversions ever', 'conversions since we began?'], [count(total(years, 'conversions'), CONVERSIONS)])
    ofYears(['how many demos did we do all in all'], [count(total(years, 'demos'), DEMOS)])
    for (const back of [8, 15, 27]) {
      const month = monthStart(today, back)
      ofYears([`demos in ${monthName(month)} ${month.slice(0, 4)}`], [count(added(years, 'demos', inMonth(back)), DEMOS)])
    }
    const lastYear = Number(today.slice(0, 4)) - 1
    ofYears([`how many messages did we send in ${lastYear}`], [count(added(years, 'messages', { after: `${lastYear - 1}-12-31`, until: `${lastYear}-12-31`, today }), MESSAGES)])
    ofYears(['conversions last month from port tenders'], [count(added(years, 'conversions', inMonth(1), [tenders]), CONVERSIONS)])
    ofYears(['compare port tenders with the maritime trade press'], [named(tenders), named(loopNamed(years, 'Maritime trade press'))])
    ofYears(['which of the five loops has most demos'], [named(years.loops.toSorted((a, b) => b.demos - a.demos)[0] ?? tenders)].map(leads))

    of('new')(['how many demos', 'whats my best loop', 'conversion rate?', 'messages sent last month'], [anyOf(none, notRecorded)])

    const ofHostile = of('hostile')
    ofHostile(['total demos', 'how many demos have we had'], [count(total(hostile, 'demos'), DEMOS)])
    ofHostile(['conversions total?'], [count(total(hostile, 'conversions'), CONVERSIONS)])
    ofHostile(['best loop'], [leads(anyOf(record('loop', hostile.loops[1]?.id ?? ''), word('newsletter')))])
    ofHostile(['how many loops do i have, and which'], [anyOf(count(2, LOOPS), some(2, ['newsletter', 'reveal the memory'])), ...words('newsletter')])
  }) // prettier-ignore

const DEMOS_PER = { noun: DEMOS } as const
