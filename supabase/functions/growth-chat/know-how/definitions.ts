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
  {
    names: /^term ?sheets?$/,
    says: 'A **term sheet** is the short paper with the main terms of an investment: price, amount, rights, board. It binds only in few points (usually secrecy and exclusivity); the contracts come after it.',
  },
  {
    names: /^elevator pitch(?:es)?$/,
    says: 'An **elevator pitch** is your company in half a minute: for whom, which problem, what you do about it, and one number that shows it works. It should end in a question, not in applause.',
  },
  {
    names: /^(?:framework (?:contract|agreement)s?)$/,
    says: 'A **framework contract** fixes prices, scope and duration for orders that may follow, usually without a promise how much will be ordered. A normal contract is for one delivery that both sides owe.',
  },
  {
    names: /^bridge(?: round| loan| financing)?s?$/,
    says: 'A **bridge** is a small investment or loan that carries the company to a next round or to break-even, mostly from those who have invested already.',
  },
  {
    names: /^down rounds?$/,
    says: 'A **down round** is a round at a lower valuation than the one before. Earlier owners are diluted more, and protection clauses may take effect.',
  },
  {
    names: /^pro[- ]rata(?: rights?)?$/,
    says: 'A **pro rata right** lets an investor take part in later rounds, as much as keeps their share the same.',
  },
  {
    names: /^(?:loi|letters? of intent)$/,
    says: 'A **letter of intent** (LOI) says that somebody means to buy, and on which terms. It is mostly not binding; its worth lies in who signs and in the numbers in it.',
  },
  {
    names: /^(?:b2b|b2c|saas)$/,
    says: '**B2B** is selling to companies, **B2C** to consumers; **SaaS** is software that is rented by the month or year instead of sold.',
  },
  {
    names: /^(?:cash ?flow)$/,
    says: '**Cash flow** is what comes into and leaves the bank account in a time. A company can earn a profit and still run out of cash, when customers pay late.',
  },
  {
    names: /^(?:angel|angel investors?|business angels?)$/,
    says: 'A **business angel** invests their own money early, mostly $10,000 to $100,000, and often brings experience and contacts along.',
  },
  {
    names: /^(?:vc|venture capital(?:ists?)?)$/,
    says: '**Venture capital** (VC) is money of funds for companies that may become very large fast; the fund must return it, so it looks for few very big outcomes.',
  },
  {
    names: /^(?:unit economics)$/,
    says: '**Unit economics** are what one customer brings and costs: margin over their lifetime against the cost of winning them.',
  },
  {
    names: /^(?:conversion rates?|conversion)$/,
    says: 'A **conversion rate** is the share that takes the next step: here, messages that become demos and demos that become customers.',
  },
  {
    names: /^(?:equity)$/,
    says: '**Equity** is a share of the company itself. Who gives money for equity gets no interest, but a part of what the company will be worth.',
  },
  {
    names: /^(?:gross (?:profit|revenue)|profit|net profit)$/,
    says: '**Profit** is revenue minus all costs of the same time; **gross profit** only minus what delivering the product costs.',
  },
  {
    names: /^(?:invoice factoring|factoring)$/,
    says: '**Factoring** is selling an unpaid invoice: money now, for a fee of some percent, and the buyer collects it.',
  },
  {
    names: /^(?:kpis?|okrs?)$/,
    says: 'A **KPI** is a number that you watch because it tells how the business does; **OKRs** are a goal (objective) with two or three numbers that show it is reached (key results).',
  },
  {
    names: /^(?:go[- ]to[- ]market|gtm)(?: strategy)?$/,
    says: '**Go-to-market** (GTM) is how the product reaches its buyers: which buyers first, through which channel, at which price, and who sells it.',
  },
  {
    names: /^acqui-?hires?$/,
    says: 'An **acquihire** is a company bought for its team, not for its product or customers.',
  },
]
