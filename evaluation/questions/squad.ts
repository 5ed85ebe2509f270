import { addDays } from '../../domain/days.ts'
import { anyOf, count, date, leads, none, noneAbout, notRecorded, record, says, some, word, words } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { FounderData } from '../founders/founder.ts'
import type { IsoDate } from '../../domain/week.ts'
import { collect } from './asked.ts'

/** What the squad has said is there. */
const nothing = leads(says('that there is nothing', /\b(?:nothing|no message)\b/))

const callDay = ({ calls }: FounderData, index = 0): IsoDate =>
  (calls[index]?.starts_at.slice(0, 10) ?? '1600-01-01') as IsoDate

export const squadQuestions = (cohort: Cohort) =>
  collect('squad and notes', (of) => {
    const { today, growing, years } = cohort
    const ask = of('growing')
    ask(['What did my squad tell me about hiring?', 'squads advice on hiring a salesperson', 'what did they say re hiring'], [anyOf(word('onboarding helper'), word('wait with a salesperson')), word('hir')], [nothing])
    ask(['what was the last message from my squad', 'latest squad msg', 'what did the squad write last?'], words('three oldest open goals').map(leads))
    ask(['what did the squad say about workshops', 'squad on the workshop fee?'], [anyOf(word('$450'), word('free for dentists'))], [nothing])
    ask(['what did marguerite say about churn', 'reason for churn according to the squad interviews'], words('import of patients'))
    ask(['did the squad say anything about patents'], [noneAbout('patents')])
    ask(['who wrote to me last from the squad'], words('Dashiell'))
    ask(['when did the squad last write'], [date(addDays(today, -4))])
    ask(['when is my next call', 'next call?', 'when do i talk to the squad next'], [leads(date(callDay(growing)))])
    ask(['who is my next call with', 'whats the topic of the next call'], [anyOf(word('Growth Expert'), word('Referral programme'))])
    ask(['how many calls have i booked'], [count(2, 'calls?|booked')])
    ask(['how many notes do i have', 'notes count'], [count(growing.notes.length, 'notes?')])
    ask(['what do my notes say about pricing', 'notes on price?', 'any note re pricing'], [anyOf(word('$79'), some(1, ['Pricing interviews', 'Pricing page wording']))])
    ask(['how many notes about pricing', 'number of notes on pricing'], [count(2, 'notes?')])
    ask(['what would clinic owners pay per seat', 'how much are clinics willing to pay?'], words('$79'))
    ask(['what did dentalux do with its price'], words('$95'))
    ask(['newest note?', 'most recent note i got'], [anyOf(record('note', growing.notes[3]?.id ?? ''), word('Pricing page wording'))])
    ask(['what did we learn about receptionists'], [anyOf(word('vetoes'), word('Why receptionists decide'))])
    ask(['do my notes mention blockchain'], [noneAbout('blockchain')])

    const ofTrouble = of('trouble')
    ofTrouble(['when is my next call', 'do i have a call booked'], [anyOf(none, notRecorded)])
    ofTrouble(['what did leopold tell me last', 'last squad message'], words('five bridge investors'))
    ofTrouble(['what should i do about mossgate according to the squad', 'squad advice on the mossgate invoice'], [anyOf(word('half of the invoice'), word('4 percent'), word('4%'))])
    ofTrouble(['what do growers pay for, per my notes'], words('frost alarm'))

    const ofYears = of('years')
    ofYears(['how many notes have we got'], [count(years.notes.length, 'notes?')])
    ofYears(['what does the harbour master of bilbao want', 'note about bilbao?'], [word('yearly price in euros')])
    ofYears(['what did the squad say about recruiting', 'advice re recruiting from sunniva'], words('naval school'))
    ofYears(['last squad message?'], words('nine percent'))
    ofYears(['when is the next call and with whom'], [date(callDay(years)), anyOf(word('Strategy'), word('reseller business'))])
    ofYears(['how many notes about firmware do i have'], [count(9, 'notes?')])

    of('new')(['when is my next call', 'what did my squad say last', 'any notes?'], [anyOf(none, notRecorded)])

    const ofHostile = of('hostile')
    ofHostile(['what did the squad say about brambleford', 'last message from the squad'], words('yearly offer'))
    ofHostile(['which jar size do shops want'], words('210 grams'))
    ofHostile(['what do my notes say about labels', 'when does the law ask for sugar on labels'], [anyOf(word('March'), word('sugar'))])
  }) // prettier-ignore
