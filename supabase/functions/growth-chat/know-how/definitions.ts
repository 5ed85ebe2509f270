/** A term that founders meet, in one or two sentences. Terms that are a topic of their own are not here. */
export interface Definition {
  readonly names: RegExp
  readonly says: string
}

export const definitions: readonly Definition[] = [
  {
    names: /^(?:cac|customer acquisition costs?|acquisition costs?)$/,
    says: '**CAC** is the customer acquisition cost: what you spend on sales and marketing, your own hours included, divided by the customers it won in that time.',
  },
  {
    names: /^(?:ltv|clv|lifetime value|customer lifetime value)$/,
    says: '**LTV** (lifetime value) is the margin that one customer brings until they leave: monthly margin ÷ monthly churn. Rule of thumb: it should be three times the CAC or more.',
  },
  {
    names: /^(?:runway|cash runway)$/,
    says: '**Runway** is how many months the money lasts: bank balance ÷ net burn, where net burn is what you spend each month beyond what you earn.',
  },
  {
    names: /^(?:burn|burn rate|gross burn|net burn)$/,
    says: '**Burn** is what you spend in a month; **net burn** is that minus the monthly revenue, which is what the bank balance loses.',
  },
  {
    names: /^(?:churn|churn rate)$/,
    says: '**Churn** is the share of customers, or of revenue, that leaves in a month. At 5% a month about half are gone after a year.',
  },
  {
    names: /^(?:break[- ]?even|break[- ]?even point)$/,
    says: '**Break-even** is when monthly revenue covers the monthly burn: from then on the balance stops shrinking.',
  },
  {
    names: /^(?:default alive|default dead)$/,
    says: 'A company is **default alive** when, at its present growth and burn, it breaks even before the money ends; **default dead** when it does not.',
  },
  {
    names: /^(?:pmf|product[- ]market[- ]fit)$/,
    says: '**Product-market fit** is when a market wants the product so much that customers come back, pay and recommend it without being pushed. A usual test: at least 40% of users would be very disappointed without it.',
  },
  {
    names: /^safe(?: note| agreement)?s?$/,
    says: 'A **SAFE** (simple agreement for future equity) is money now for shares at the next priced round, usually with a valuation cap or a discount. It is no loan: no interest, no date to pay it back.',
  },
  {
    names: /^convertible(?: note| loan)?s?$/,
    says: 'A **convertible note** is a loan that turns into shares at the next priced round, usually at a discount or below a cap. Unlike a SAFE it bears interest and has a date on which it is due.',
  },
  {
    names: /^(?:vesting|vest|vesting schedule)$/,
    says: '**Vesting** is earning shares over time. Usual: four years with a one-year cliff, so a person who leaves in the first year keeps none, and after it one forty-eighth is earned each month.',
  },
  {
    names: /^cliff$/,
    says: 'A **cliff** is the first part of a vesting schedule, usually a year, in which no shares are earned; at its end the whole part for that time is earned at once.',
  },
  {
    names: /^cap(?:italization)? tables?$/,
    says: 'A **cap table** lists who owns how much of the company: shares, options and what will convert into shares.',
  },
  {
    names: /^(?:dilution|dilute)$/,
    says: '**Dilution** is the smaller share of the company that each owner has after new shares are issued. Selling 20% leaves an owner of 50% with 40%.',
  },
  {
    names: /^valuation caps?$/,
    says: 'A **valuation cap** is the highest valuation at which a SAFE or a convertible note turns into shares, however high the next round is priced.',
  },
  {
    names: /^pre-?money(?: valuation)?$|^post-?money(?: valuation)?$/,
    says: '**Pre-money** is what the company is worth before an investment, **post-money** that plus the investment. $1,000,000 at $4,000,000 pre-money buys 20%.',
  },
  {
    names: /^liquidation preferences?$/,
    says: 'A **liquidation preference** says what investors get first when the company is sold. Usual: once their money (1×, non-participating), or their share if that is more.',
  },
  {
    names: /^(?:option|stock option|employee option) pools?$|^esop$/,
    says: 'An **option pool** is the part of the shares kept for employees, usually 10 to 15%. Whether it comes before or after an investment decides who pays for it.',
  },
  {
    names: /^due diligence$/,
    says: '**Due diligence** is the check of papers, numbers and claims before a contract is signed, by an investor or a buyer.',
  },
  {
    names: /^(?:icp|ideal customer profile)$/,
    says: 'The **ideal customer profile** (ICP) says which customers gain most and are easiest to win: their kind, size, problem, and who of them decides.',
  },
  {
    names: /^(?:mvp|minimum viable product)$/,
    says: 'A **minimum viable product** (MVP) is the smallest thing that shows whether people have the problem and pay for its solution. What it teaches counts, not what it can do.',
  },
  {
    names: /^(?:arr|annual recurring revenue)$/,
    says: '**ARR**, annual recurring revenue, is monthly recurring revenue × 12: what subscriptions bring in a year if nothing changes. One-time sales do not count.',
  },
  {
    names: /^(?:mrr|monthly recurring revenue)$/,
    says: '**MRR**, monthly recurring revenue, is what all subscriptions bring in a month; yearly contracts count with a twelfth.',
  },
  {
    names: /^(?:nps|net promoter score)$/,
    says: 'The **net promoter score** (NPS) is the share of customers who would recommend you with 9 or 10 of 10, minus the share who say 0 to 6.',
  },
  {
    names: /^gross margins?$/,
    says: '**Gross margin** is revenue minus what delivering it costs, as a share of revenue. For software 70 to 85% is usual.',
  },
  {
    names: /^burn multiples?$/,
    says: 'The **burn multiple** is net burn ÷ new annual recurring revenue of the same time. Below 1.5 is good; above 3 growth is bought too dearly.',
  },
  {
    names: /^cohorts?(?: analysis)?$/,
    says: 'A **cohort** is all customers who began in the same month. Following each shows whether later ones stay longer, which an average hides.',
  },
  {
    names: /^(?:tam|sam|som|total addressable market)$/,
    says: '**TAM** is what all possible customers would pay in a year, **SAM** the part that your product serves, **SOM** the part that you can win in the next years.',
  },
  {
    names: /^boot-?strapp(?:ing|ed)$|^boot-?strap$/,
    says: '**Bootstrapping** is growing from what customers pay and what the founders have, without investors.',
  },
  {
    names: /^lead investors?$/,
    says: 'A **lead investor** sets the price and the terms of a round, takes the largest part, and usually a seat on the board; the others follow.',
  },
  {
    names: /^traction loops?$/,
    says: 'A **traction loop** is something you do again and again to win customers, such as cold mails or a weekly webinar. Its messages, demos and conversions are counted, so that you see which one works. Your growth squad enters the loops and their counts.',
  },
  {
    names: /^growth squads?$/,
    says: 'Your **growth squad** are the people of the programme who work with you: you write to them in Growth Chat, and book calls with them.',
  },
]
