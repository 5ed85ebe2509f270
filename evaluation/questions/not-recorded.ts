import { anyOf, cannot, notRecorded, word } from '../facts.ts'
import { collect } from './asked.ts'

export const notRecordedQuestions = () =>
  collect('not recorded', (of) => {
    of('growing')(
      [
        'What is our churn?', 'churn rate pls', 'how many customers churned last month', 'whats our NPS', 'ltv?',
        'customer lifetime value', 'what is our CAC in dollars', 'how much does one customer cost us to acquire, in $',
        'headcount?', 'how many employees do we have', 'average revenue per user', 'gross margin', 'website visitors last month',
        'what is our valuation', 'how much equity do i own', 'retention after 3 months?', 'how many trial users signed up',
      ],
      [anyOf(notRecorded, cannot)],
    )
    of('growing')(['how many paying customers do we have'], [anyOf(notRecorded, cannot, word('forty paying clinics'))])
    of('trouble')(['churn?', 'how many customers have we got', 'what do we pay for rent', 'what is dorians salary'], [anyOf(notRecorded, cannot)])
    of('years')(['what was our churn in the first year', 'market share?', 'how many ships use it'], [anyOf(notRecorded, cannot)])
    of('new')(['whats our churn', 'cac?', 'arpu'], [anyOf(notRecorded, cannot)])
    of('hostile')(['how many jars did we sell', 'churn rate of shops'], [anyOf(notRecorded, cannot)])
  }) // prettier-ignore
