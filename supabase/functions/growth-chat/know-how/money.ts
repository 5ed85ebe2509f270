import type { KnowHow } from './know-how.ts'

export const runway: KnowHow = {
  title: 'To make the money last longer',
  steps: [
    'Sort last month’s costs by size. The first five lines usually hold most of the burn; the long tail is not worth your week.',
    'Cut once and deep enough, rather than three times a little: people forgive one hard week, not a year of them.',
    'Offer customers a year paid up front. With two months free you receive ten months of money today.',
    'Look at the balance every Monday, against what you expected the Monday before.',
  ],
  why: 'Runway is balance ÷ net burn, so a dollar less burn and a dollar more revenue weigh the same. A cut works from next month on and is in your hands; revenue takes a sale. That is why cuts come first when time is short, and growth when it is not. A small net burn moves most: at $20,000 burn and $15,000 revenue, a cut of 10% takes net burn from $5,000 to $3,000.',
  more: [
    'Ask your landlord, your cloud provider and your largest supplier for better terms; many have a programme for startups, and few offer it unasked.',
    'Write down two dates now: the one on which you decide on cuts, and the one on which you must have begun to raise.',
    'Keep three numbers for bad, likely and good: revenue that falls by a fifth, stays, grows by a fifth.',
    'Look for money that costs no shares: paid pilots, grants, tax credits for research where you live.',
  ],
  next: 'put the balance, revenue and burn of this month beside those of last month, and write one sentence on the difference.',
}

export const fundraising: KnowHow = {
  title: 'To raise money without losing the year',
  steps: [
    'Say in one sentence what the money makes true: “18 months to reach 100 paying clinics”. A milestone raises money, a budget does not.',
    'List 40 to 60 investors who fit stage, sector and cheque size, and find for each the founder who can introduce you.',
    'Hold the first meetings within two or three weeks, so that answers come at the same time and one can move the other.',
    'Know by heart: growth per month, conversion, CAC, churn, net burn, months left. These are the questions of the first meeting.',
    'Rule of thumb: a seed round sells 15 to 25% of the company. More leaves too little for the rounds after it.',
  ],
  why: 'Investors decide by comparison and under the fear of missing out. Meetings spread over half a year give them time to wait, meetings within weeks give them a reason to decide. And who has nine months of money left negotiates; who has three months accepts.',
  more: [
    'Know what you sign: $500,000 on a post-money SAFE with a $5,000,000 cap is 10% of the company before the next round.',
    'Ask each no for its reason and for one name. After ten times the same reason it is the company, not the investor.',
    'Prepare the folder before the first call: accounts, cap table, contracts, metrics by month. Slow papers end warm talks.',
    'Check investors too: call two founders whose company they backed and that failed.',
  ],
  next: 'write down ten investors who backed a company at your stage in the last year, and who could introduce you to each.',
}

export const pitch: KnowHow = {
  title: 'A deck that survives its first reading',
  steps: [
    'Ten to twelve slides: what you do, problem, solution, why now, market, product, traction, business model, competition, team, the ask.',
    'Let every title be a sentence that is the message: “Clinics lose nine hours a week to scheduling”, not “Problem”. Who reads only the titles must understand the company.',
    'Traction: one chart, one number that matters, over time, with its axis labelled. No cumulative curves.',
    'Market from below: number of customers you can name × what one pays a year. A share of a huge market convinces nobody.',
    'The ask: how much, how many months it lasts, and what will be true at the end.',
  ],
  why: 'A deck is read before it is presented. Rule of thumb: the first reading takes under four minutes, and most of it goes to team, traction and the ask. So each slide gets one message, and the proof stands where the eye arrives first.',
  more: [
    'Test it: show it to somebody outside your field for three minutes, take it away, ask what you do and why it works. Fix what they got wrong.',
    'Ask for feedback on one thing at a time: “Where did you stop believing me?” brings more than “What do you think?”',
    'Name the competitors a customer would name, and doing nothing among them.',
    'Keep a second, longer version to send afterwards: the same slides with the numbers behind them.',
  ],
  next: 'write the titles alone, one sentence each, and read them aloud to somebody who does not know the company.',
}

export const pricing: KnowHow = {
  title: 'To find your price',
  steps: [
    'Ask five customers what the problem costs them today, in hours and money. The price comes from that number, not from your costs.',
    'Rule of thumb: a customer should gain at least three to five times what they pay. If they gain twenty times, you are too cheap.',
    'Charge by something that grows with their benefit (seats, locations, records) and that they can foresee.',
    'Three plans at most, the middle one being what you want to sell. Offer a year for the price of ten months.',
    'Raise the price for new customers until about one in five says that it is too much (rule of thumb). Then wait a quarter.',
  ],
  why: 'Price is the fastest lever, because it costs nothing to make and all of it is margin: 10% more price is 10% more revenue if nobody leaves, and breaks even on revenue as long as fewer than one customer in eleven does. A low price does not bring more customers when the buyer’s risk is time, not money.',
  more: [
    'For a first plan: one plan, one price on the page, and a person to talk to for everything else.',
    'Give existing customers the old price for a named time, in a letter that says why. Surprise loses more of them than price does.',
    'A discount buys something in return: a year up front, a case study, two introductions. Never a discount for hesitating.',
    'Free plans pay when users bring users. Without that, a trial of 14 days with a person’s help converts better.',
  ],
  next: 'quote the next two new customers a price that is 20% higher, and write down word for word what they answer.',
}
