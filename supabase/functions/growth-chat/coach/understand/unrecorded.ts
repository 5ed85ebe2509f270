import { anyOf } from './phrases.ts'

/** Something that founders ask for and the product does not record. */
export interface Unrecorded {
  readonly name: string
  readonly pattern: RegExp
  /** Where it could be written down. */
  readonly where: string
  /** What comes closest in the records. */
  readonly near: 'runway' | 'traction' | 'goals'
  /** How many there are, which conversions do not say. */
  readonly isOfCustomers?: boolean
}

/** Where the squad keeps what it knows. */
export const NOTE = 'ask your growth squad on the Growth Squad tab to keep it as a note'
const CHECK_IN = 'write it into your weekly check-in, so that you see it week by week'
const GOAL = 'make it a monthly goal with the number in it'

export const unrecorded: readonly Unrecorded[] = [
  { name: 'Churn', pattern: /\bchurn(?:ed)?\b|\bcancel(?:led|lation)s?\b/, where: CHECK_IN, near: 'runway' },
  { name: 'The burn multiple', pattern: /\bburn multiple\b/, where: NOTE, near: 'runway' },
  { name: 'Refunds', pattern: /\brefund(?:s|ed)?\b/, where: CHECK_IN, near: 'runway' },
  {
    name: 'Support tickets',
    pattern: /\b(?:support|open) tickets?\b|\btickets? (?:last|this|per|a|in)\b/,
    where: CHECK_IN,
    near: 'goals',
  },
  {
    name: 'Retention',
    pattern:
      /\bretention\b|\bhow long do (?:our |the |my )?(?:customers|clients|users|subscribers) (?:stay|remain|keep|last)\b/,
    where: CHECK_IN,
    near: 'runway',
  },
  {
    name: 'Acquisition cost (CAC) in dollars',
    pattern:
      /\bcac\b|\bacquisition costs?\b|\bcosts? (?:us |me )?to acquire\b|\bcosts? (?:per|of an?|of each) (?:customer|lead|acquisition|demo|conversion|message)\b/,
    where: NOTE,
    near: 'traction',
  },
  { name: 'Lifetime value (LTV)', pattern: /\bl?ltv\b|\blifetime value\b/, where: NOTE, near: 'runway' },
  {
    name: 'A promoter score (NPS)',
    pattern: /\bnps\b|\bpromoter score\b|\bsatisfaction\b/,
    where: CHECK_IN,
    near: 'traction',
  },
  {
    name: 'The number of customers',
    pattern:
      /\bhow many (?:\w+ )?(?:customers|clients|users|subscribers)\b|\b(?:number of|count of) (?:\w+ )?(?:customers|clients|users|subscribers)\b|\bcustomer count\b|\buser(?:s|base| base| count)\b/,
    where: CHECK_IN,
    near: 'traction',
    isOfCustomers: true,
  },
  {
    name: 'The size of your team',
    pattern: anyOf(
      /\b(?!my\b|our\b|the\b)\p{L}+'?s salary\b/u,
      /\bwhat (?:do|does|did|is) (?!i\b|we\b|my\b|our\b|the\b|it\b|this\b|that\b)\p{L}+ (?:earn|make|get paid)\b/u,
      /\bhow many (?:employees|people|staff)\b(?!.*\b(?:messaged?|messages|wr[io]te|contact(?:ed)?|mail(?:ed)?)\b)/,
      /\bhow (?:big|large) is (?:my|our|the) (?:team|company)\b/,
      /\bhead ?count\b|\bteam size\b|\bemployees (?:do|have)\b/,
    ),
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Revenue by customer',
    pattern:
      /\b(?:revenue|mrr|arr|income) (?:per|by|for each|of each|from each) (?!months?|years?|weeks?|quarters?|days?)\p{L}+\b|\barpu\b|\b(?:biggest|largest|best) (?:customer|client)\b/u,
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Your valuation',
    pattern: /\bvaluation\b|\bworth\b(?=.*\bcompany\b)|\bcompany(?:’s|'s)? worth\b/,
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Shares and equity',
    pattern: /\bcap table\b|\bequity\b|\bshareholders?\b|\bshares\b/,
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'The gross margin',
    pattern: /\b(?:gross|profit|contribution) margins?\b|\bmargins?\b|\bcogs\b/,
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Visitors and sign-ups',
    pattern: /\b(?:visitors?|website|web ?site|bounce rate|traffic|sign-?ups?|downloads?|page ?views?|click)\b/,
    where: CHECK_IN,
    near: 'traction',
  },
  {
    name: 'The number of active users',
    pattern: /\b(?:dau|mau|wau|active users|engagement|activation)\b/,
    where: CHECK_IN,
    near: 'traction',
  },
  {
    name: 'The pipeline in dollars',
    pattern: /\bpipeline\b|\bdeal size\b|\baverage (?:deal|contract|order)\b|\bacv\b|\bcontract value\b/,
    where: NOTE,
    near: 'traction',
  },
  { name: 'The growth rate of revenue by customer group', pattern: /\bcohorts?\b/, where: NOTE, near: 'runway' },
  {
    name: 'A division by country, industry or segment',
    pattern: /\b(?:by|per|for each) (?:country|city|region|industry|segment|plan|sector)\b/,
    where: NOTE,
    near: 'traction',
  },
  {
    name: 'What a single thing costs',
    pattern: anyOf(
      /\b(?:what|how much) (?:do|does|did|are|have) (?:i|we) (?:pay(?:ing)?|paid|spend(?:ing)?|spent) (?:for|on|in) (?!(?:a month|average|total|all|everything|each|the )\b)\p{L}+/u,
      /\b(?:our|my|the) (?:office )?rent\b(?=.*\b(?:cost|pay|much)\b)/,
    ),
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Taxes and invoices',
    pattern: /\btax(?:es)?\b|\binvoices?\b|\bvat\b|\bdebts?\b|\bloans?\b(?!.*\$)/,
    where: NOTE,
    near: 'runway',
  },
  {
    name: 'Your competitors',
    pattern: /\bcompetitors?\b|\bcompetition\b|\bmarket (?:size|share)\b|\btam\b/,
    where: NOTE,
    near: 'traction',
  },
  {
    name: 'Your working hours',
    pattern: /\bhow many hours\b|\bhours (?:do|did|have) i\b|\btime (?:tracking|spent)\b/,
    where: CHECK_IN,
    near: 'goals',
  },
  {
    name: 'A deadline',
    pattern:
      /\blaunch date\b|\bwhen (?:do|will|are) (?:we|i) launch(?:ing)?\b|\bwhen (?:do|must|should|are|is|does) .{0,30}\b(?:pay|paid|due)\b(?!.*\b(?:decisions?|goals?|reviews?)\b)|\bpay ?day\b/,
    where: GOAL,
    near: 'goals',
  },
]

/** @param text in lower case */
export const unrecordedIn = (text: string): Unrecorded | undefined =>
  unrecorded.find(({ pattern }) => pattern.test(text))
