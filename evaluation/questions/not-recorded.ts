import { anyOf, cannot, none, notRecorded, word } from '../facts.ts'
import { questions, type Asked } from './asked.ts'

const absent = anyOf(notRecorded, cannot)

// prettier-ignore
export const notRecordedQuestions = ({ year, monthName }: Asked) =>
  questions('not recorded', {
    growing: [
      [[
        'What is our churn?', 'churn rate pls', 'how many customers churned last month', 'whats our NPS', 'ltv?',
        'customer lifetime value', 'what is our CAC in dollars', 'how much does one customer cost us to acquire, in $',
        'headcount?', 'how many employees do we have', 'average revenue per user', 'gross margin',
        'website visitors last month', 'what is our valuation', 'how much equity do i own', 'retention after 3 months?',
        'how many trial users signed up', 'refund rate?', 'how many support tickets last week',
        'how many users logged in yesterday', 'cap table?', 'what does ifeoma earn', 'ltv to cac ratio',
        'how many leads are in the pipeline', 'bounce rate of our site', 'app store rating',
        'how many seats did we sell', 'how many people work here?', 'whats our valuation', 'NPS score?',
        'how many website visitors last month', 'who is our biggest customer by revenue', 'average deal size?',
        'how many of our users are on mobile', 'what do we pay for aws', 'how long do customers stay with us',
        'cost of the last ad campaign', `how much did we spend on ads in ${monthName(1)}`,
        'how many hours did i work last week', 'payback period?', 'how many clinics churned this year',
        'what is marguerites phone number',
      ], absent],
      ['how many paying customers do we have', anyOf(absent, word('forty paying clinics'))],
    ],
    trouble: [
      [['churn?', 'how many customers have we got', 'what do we pay for rent', 'what is dorians salary', 'how much does mossgate owe us', 'what do we pay dorian', 'when do i have to pay the salaries', 'whats our gross margin', 'how much do the sensors cost to build'], absent],
      ['when does mossgate pay', anyOf(absent, word('Mossgate pays late'), word('has not paid'), word('Mossgate invoice'))],
    ],
    years: [
      [[
        'what was our churn in the first year', 'market share?', 'how many ships use it',
        'how many employees did we have two years ago', 'whats our uptime', 'how much tax did we pay last year',
        'how much did esbjerg pay us last year', 'how many ships carry our sensors', 'how many people work here',
        `how many employees did we have in ${year(1)}`,
      ], absent],
    ],
    new: [
      [['whats our churn', 'cac?', 'arpu', 'mrr?', 'churn in october'], absent],
      [['how many customers do we have', 'demos this week'], anyOf(none, notRecorded)],
    ],
    hostile: [
      [['how many jars did we sell', 'churn rate of shops'], absent],
    ],
  })
