import type { SquadId } from '../../../domain/squad.ts'

/**
 * Texts of the founders of the sample cohort. In braces: words of the company ({customers}, {product} …), and numbers:
 * {few} 2 to 6, {some} 7 to 19, {many} 20 to 90, {percent} 12 to 48, {price} a monthly price in dollars.
 */

type Band = 'low' | 'middle' | 'high'

export const wins: Readonly<Record<Band, readonly string[]>> = {
  low: [
    'One {customer} answered the cold mail, politely, with a no and a good reason. I wrote the reason down.',
    'Shipped the fix for the import that lost rows. Nobody had noticed but me, which says something too.',
    'Got through all {many} open support mails. Inbox at zero for the first time since spring.',
    'Kept the {few} paying accounts. That was the whole week.',
    'Said no to a custom project that would have paid one month and cost three.',
    'Two honest calls with people who left. Both said the same thing: set-up took too long.',
    'Cut the tools bill by {percent} percent. Nobody misses any of it.',
    'Wrote the update to investors, including the parts I would rather leave out. Two offered help.',
    'Finally asked for help with pricing instead of reading another article about it.',
    'Rewrote the home page in the words that {customers} use. Small, but it is the first version I like.',
  ],
  middle: [
    '{few} demos with {customers}, two of them from referrals. Nobody asked what {product} is any more.',
    'Moved onboarding from a call to a checklist. {few} new accounts got through it without me.',
    'Talked to {some} {customers} at {channel}. The word that keeps coming up is “trust”, not “price”.',
    'Closed one account at {price} a month, no discount, after two months of nudging.',
    'Released the weekly summary mail. {percent} percent opened it on the first morning.',
    'Found out why trials stall: the second screen asks for data that people do not have at hand.',
    'Set up a proper list of leads. {many} names, sorted by who is most annoyed with their spreadsheet.',
    'Reference customer agreed to a written case. Draft is with them.',
    'Follow-up mail on day three brought back {few} trials that had gone quiet.',
    'Recorded one demo and sent it instead of holding four. Two of the four bought.',
    'Half a day on the phone with {customers} who use it daily. Learned more than from a month of charts.',
    'Two paid pilots renewed without a call.',
    'Trimmed the roadmap to three things. The team slept better, so did I.',
    'First month in which revenue covered hosting, tools and my rent.',
  ],
  high: [
    'Signed {few} new accounts in five days. Two came from one {customer} who told everybody.',
    'Best week so far: {some} demos, {few} closed, and the trial-to-paid rate is at {percent} percent.',
    'The talk at {channel} worked. {many} people in the room, {some} asked for the link, {few} already pay.',
    'Raised the price to {price} for new accounts. Nobody blinked.',
    'A {customer} wrote “I would be upset if you took this away”. It is on the wall now.',
    'Hired our first support person. She answered {many} mails in her first week, kindly.',
    'Churn is down to one account this quarter, and that one closed its business.',
    'The partner sent {some} introductions, and {few} of them booked a demo the same day.',
    'Annual plans: {few} existing accounts switched, which pays for the next four months.',
    'Onboarding now takes {some} minutes instead of two calls. Measured on ten new accounts.',
    'Referral ask after the second week: {percent} percent say yes. Should have asked a year ago.',
    'Passed our monthly target on the 19th. Used the rest of the week to fix what demos keep tripping over.',
    'Two investors asked for the deck without being asked first.',
    'Turned on self-serve. First stranger signed up and paid at 2 in the morning.',
  ],
}

export const blockers: Readonly<Record<Band, readonly string[]>> = {
  low: [
    'Pipeline is empty. I have been building to avoid selling.',
    'Our biggest account gave notice. They like us, but their budget went to payroll.',
    'Co-founder and I disagree on who the customer is. We need to settle it this week.',
    'I am tired. Slept badly, answered late, snapped at a contractor.',
    '{customers} say yes in the call and then do nothing. I do not know what they are really weighing.',
    'Runway is under six months and fundraising eats the days that sales needs.',
    'A bug sent {many} wrong notices on Tuesday. Apologised to each of them by name.',
    'Contract with the pilot is stuck at their lawyer since three weeks.',
    'Paid ads: {price} spent, one trial, no sale. Switched off.',
    'Season is over, {customers} are away until next month.',
  ],
  middle: [
    'Demos go well, next steps do not. I leave the call without a date.',
    'Set-up still needs me for an hour per account.',
    'Integrations: every second {customer} uses a different accounting tool.',
    'Too many small requests. I cannot tell which ones matter.',
    'Procurement at the larger accounts takes eight weeks at least.',
    'No good answer yet to “why not a spreadsheet?”.',
    'Only {percent} percent of trials enter real data in the first week.',
    'Waiting for the payment provider to approve the second country.',
    '',
    '',
  ],
  high: [
    'Support mail grows faster than accounts. Need answers inside the product.',
    'I am still in every demo. That does not scale past this month.',
    'Hiring: good candidates ask for more equity than I planned.',
    'One account makes up {percent} percent of revenue.',
    'Billing cannot do annual plans with monthly seats.',
    '',
    '',
    '',
  ],
}

export const priorities: readonly string[] = [
  'Book {some} demos before Friday, from the list, not from new names.',
  'Ask every account older than a month for one introduction.',
  'Call the {few} trials that entered data and stopped.',
  'Write the case study and send it to the {some} warmest leads.',
  'Test {price} a month with the next five {customers}.',
  'One page that answers “why not a spreadsheet?”, with numbers.',
  'Get set-up below twenty minutes, measured with a stopwatch.',
  'Decide between the two segments. No third option.',
  'Send the organisers of {channel} a proposal for a talk.',
  'Leave every demo with a date in both calendars.',
  'Interview five {customers} who said no.',
  'Move {few} pilots to paid, or end them.',
  'Fix the three things that demos trip over. Nothing else.',
  'Prepare the numbers for the investor update: new, lost, expanded.',
  'Hand the first support answers over and write down the rest.',
  'Two mornings without meetings, for the import.',
  'Follow up with the partner and agree on who does the first call.',
  'Rehearse the price out loud until it sounds normal.',
  'Cut one feature from the plan and tell the customer who asked for it.',
  'Take Saturday off, entirely.',
]

export const summaries: readonly string[] = [
  'A week of learning rather than closing. The same objection came up three times; answering it on the page before the call is the cheapest next step.',
  'Momentum is real and comes from referrals. Protect it: ask for the introduction while the customer is still pleased.',
  'Energy is low and the pipeline is thin. One channel, five calls, and a day off would do more than a new feature.',
  'Good selling, slow starting: deals close but accounts take long to set up. Work on the first hour of use.',
  'Focus improved. Fewer topics than last week, and the one that matters moved.',
  'Revenue grew while support load grew faster. Worth solving before the next push.',
  'Three weeks in a row with the same blocker. It deserves a decision, not another week.',
]

export const goals = {
  weekly: [
    'Book {some} demos with {customers}',
    'Send {many} personal mails, no templates',
    'Call every trial that went quiet',
    'Ask {few} happy accounts for an introduction',
    'Prepare one useful page for {channel}',
    'Fix the import that trips up new accounts',
    'Write the follow-up mail for day three',
    'Interview two {customers} who said no',
    'Update the pipeline every evening',
    'Record a four-minute demo',
    'Move one pilot to paid',
    'Two mornings without meetings',
  ],
  monthly: [
    'Close {few} new accounts at {price} or more',
    'Bring set-up under twenty minutes',
    'Publish the first case study',
    'Trial-to-paid rate above {percent} percent',
    'Run one workshop with {channel}',
    'Send the investor update by the 3rd',
    'Talk to {some} {customers} outside of sales calls',
    'Have {few} reference customers who take calls',
  ],
  quarterly: [
    'Reach {many} paying accounts',
    'Find one channel that brings {some} demos a month without me',
    'Hire the first person for support',
    'Release self-serve sign-up',
    'Get churn below three percent a month',
    'Sign two partners who sell to {customers}',
    'Close the bridge from existing investors',
  ],
  yearly: [
    'Default alive: revenue covers costs by December',
    'Be the name that {customers} mention first',
    'Two hundred paying accounts',
    'A team of four that can do a week without me',
    'Open one more country',
    'Raise a seed round on our terms, or not at all',
  ],
} as const

export const loopNames: readonly string[] = [
  'Cold mail to {customers}',
  'Founder-led demos',
  'Referral ask after week two',
  'Regular at {channel}',
  'Partner introductions',
  'Free audit, then proposal',
  'Day-three follow-up',
  'Win-back of lapsed trials',
  'Case study to warm leads',
  'Monthly workshop',
  'LinkedIn conversations',
  'Waitlist to pilot',
  'Annual plan upgrade',
  'In-product invitation',
]

interface NoteText {
  readonly category: string
  readonly title: string
  readonly content: string
}

export const notes: readonly NoteText[] = [
  { category: 'buyer-insights', title: 'Who really decides', content: 'In four of six recorded calls the {customer} likes {product} but asks somebody else before paying. Ask in the first ten minutes: “Who else would want to see this?” and invite that person to the second call.' },
  { category: 'buyer-insights', title: 'The words they use', content: '{customers} never say “platform”. They say “the list”, “the board” and “where I see it at a glance”. Use these on the page and in the subject line; the last three mails that did had twice the answers.' },
  { category: 'buyer-insights', title: 'What triggers the search', content: 'Nobody looks for {product} in a calm week. The trigger is one expensive mistake. Open the demo with the question “When did this last go wrong?” and let them tell the story before you show anything.' },
  { category: 'buyer-insights', title: 'Objection: we have a spreadsheet', content: 'Agree first: the spreadsheet works until the person who made it is away. Then show what happens on that day. Do not compare features, compare the Monday after a holiday.' },
  { category: 'pricing', title: 'Price the outcome, not the seats', content: 'Two lost deals counted heads and shared one login. A flat {price} up to ten people removes the talk about seats and is still under what one mistake costs them.' },
  { category: 'pricing', title: 'Stop opening with a discount', content: 'In the last five proposals the discount came before anybody asked. Name the price, then be silent. If they hesitate, offer a shorter term instead of a lower number.' },
  { category: 'positioning', title: 'One sentence that travels', content: 'Suggested: “{company} is how {customers} stop worrying about {product}.” Try it on three people who do not know you. If they can repeat it a day later, keep it.' },
  { category: 'positioning', title: 'Narrow the first segment', content: 'The accounts that stay have between five and twenty people and one person who owns the mess. Everything smaller churns, everything larger waits for procurement. Say no to both for one quarter.' },
  { category: 'outreach', title: 'Shorter first mail', content: 'The current first mail is 190 words. The one that worked in March had 52 and one question. Go back to it, and send it in the morning on Tuesdays and Wednesdays, when {customers} sit at a desk.' },
  { category: 'outreach', title: 'Come back to {channel}', content: 'You have been there twice and left. Help ten other people there first, without a pitch. {customers} buy from somebody they have seen being useful, and whoever comes is your list of leads.' },
  { category: 'product', title: 'First hour decides', content: 'Accounts that enter real data within the first hour stay, {percent} percent of the others are gone after a month. Put the import first and the tour last.' },
  { category: 'product', title: 'Three requests to ignore', content: 'Dark mode, a second export and custom fields come up often, but only from people who do not pay. Keep a list, answer kindly, and build what the paying ones do every morning.' },
  { category: 'fundraising', title: 'What the update should say', content: 'Five lines: cash and months left, revenue and its change, one thing that worked, one that did not, one ask. The ask is what makes investors answer. Send it on the same day every month.' },
  { category: 'fundraising', title: 'Questions to expect', content: 'Why now, why you, how do {customers} find you, what does one cost to win, and what breaks at ten times the size. The fourth answer is still vague. Take the last twenty accounts and count hours.' },
  { category: 'mindset', title: 'About the last weeks', content: 'Three check-ins in a row mention sleep. You do not have a motivation problem, you have a recovery problem. Block one full day and move the board pack; nobody will mind.' },
  { category: 'hiring', title: 'The first hire', content: 'Hire for the work you do worst and most often. From the calendar that is support and onboarding, not engineering. Try four paid weeks with a clear finish before a contract.' },
] // prettier-ignore

interface DecisionText {
  readonly category: string
  readonly title: string
  readonly reason: string
  readonly positive: string
  readonly negative: string
}

export const decisions: readonly DecisionText[] = [
  { category: 'Pricing', title: 'Raise the price to {price} for new accounts', reason: 'Nobody has ever said that it is too expensive, and the smallest accounts cost the most support. Existing accounts keep their price for a year.', positive: 'Close rate unchanged over the next ten demos; average account up by {percent} percent.', negative: 'Demos went fine but two thirds stalled at the price. Went back after six weeks and added a smaller plan.' },
  { category: 'Product', title: 'Stop custom reports', reason: 'Three accounts use them, each differently, and every release breaks one. The time goes into the import instead.', positive: 'One complaint, no cancellation. Import time is down by half.', negative: 'The largest of the three left. The reports were the reason that their director knew us.' },
  { category: 'Marketing', title: 'Put everything into {channel} for a quarter', reason: 'Five of our best accounts came from there, and it costs time rather than money. Ads are paused meanwhile.', positive: '{some} demos a month, {few} of them closed. Now the main channel.', negative: 'Good talks, no sales. Most are too small to need {product}.' },
  { category: 'Sales', title: 'Charge for pilots', reason: 'Free pilots do not end. A paid one has a date, an owner and a reason to succeed.', positive: 'Fewer pilots, but {percent} percent more of them convert, and in half the time.', negative: 'Two strong leads went to a rival who offers a free one. Kept the rule, lowered the price.' },
  { category: 'Hiring', title: 'Hire support before a second engineer', reason: 'I answer {some} mails a day. That is where my mornings go, and it is the work I do worst.', positive: 'Answers within two hours, and my mornings are for selling again.', negative: 'Hired too early: there was work for three days a week. Agreed on part-time.' },
  { category: 'Strategy', title: 'Focus on accounts with five to twenty people', reason: 'Smaller ones churn within three months, larger ones wait for procurement. The middle decides in two calls.', positive: 'Sales cycle went from seven weeks to three.', negative: 'Right segment, but too few of them in our region. Widened again in autumn.' },
  { category: 'Product', title: 'Ship self-serve sign-up without a tour', reason: 'The tour takes two weeks to build and people skip it. Watch ten sign-ups first, then decide.', positive: '{percent} percent get to real data alone. The tour was never missed.', negative: 'People got lost on the second screen. Added a checklist after all.' },
  { category: 'Finance', title: 'Offer two months free for annual payment', reason: 'Cash now is worth more than the discount, and annual accounts do not reconsider every month.', positive: '{few} accounts switched in the first week, four more months of runway.', negative: 'Only the accounts that would have stayed anyway took it.' },
  { category: 'Fundraising', title: 'Do not raise this quarter', reason: 'The numbers will be better in three months, and raising takes half of my week. Costs come down instead.', positive: 'Three months later revenue had doubled and the talks were different.', negative: 'The market cooled meanwhile. Would have been easier in spring.' },
  { category: 'Operations', title: 'Answer support once a day, at four', reason: 'Constant answering breaks every deep hour. Urgent matters have a phone number.', positive: 'Nobody complained, and the number has rung twice.', negative: 'Trials expect an answer at once: two were lost. Trials are now answered first.' },
  { category: 'Sales', title: 'Show the price on the page', reason: 'Half of the demos end with people who could never pay. The page should say it before the call does.', positive: 'A third fewer demos, the same number of sales.', negative: 'Rivals now quote just below it. Still better for the calendar.' },
  { category: 'Partnerships', title: 'Let the reseller do the first call', reason: 'They know {customers} by name and we do not. They keep a fifth of the first year.', positive: '{some} introductions in two months, and they are pre-sold.', negative: 'They sell what they know, and that is not us. Ended after a quarter.' },
] // prettier-ignore

/** A conversation with the squad: the founder starts, then both alternate. */
export interface Thread {
  readonly to: readonly SquadId[]
  /** The name that signs the squad's replies. */
  readonly from: string
  readonly turns: readonly string[]
}

export const threads: readonly Thread[] = [
  { to: ['growth'], from: 'Growth Expert', turns: ['Cold mail has stopped working: {many} sent, {few} answers. Is it the list or the text?', 'Send me the last ten you sent and the three that were answered. My guess is the first line: it talks about {company} before it talks about them.', 'Here they are. You are right, the three that worked start with a question.', 'Then that is the template. One question, no link, sign with your first name. Try forty and tell me on Friday.'] },
  { to: ['strategy'], from: 'Strategy Lead', turns: ['We have two kinds of customers by now, and they want different things. How do I choose?', 'Who pays faster, who stays longer, who tells others? Score both on these three, with numbers from the last six months, not with hopes.', 'Did it. The smaller ones win on all three. I wanted it to be the other way round.', 'That is how you know the exercise was honest.'] },
  { to: ['product'], from: 'Product Advisor', turns: ['Trials enter data on day one and do not come back. What would you look at first?', 'What do they see on day two? If nothing has changed on the screen, there is no reason to return. Give them one number that moved overnight.'] },
  { to: ['whole-squad'], from: 'Upswing Team', turns: ['Quick good news: we passed {many} paying accounts today!', 'Wonderful! Which three came last, and how did they find you? Let us do more of exactly that.', 'Two referrals and one from {channel}.', 'Then next week’s goal writes itself: ask for ten more introductions.'] },
  { to: ['founder-support'], from: 'Founder Support', turns: ['Honest question: how do others deal with weeks in which nothing moves?', 'Most of them work longer, and it does not help. What did help: one walk a day without the phone, one call with a customer who likes you, one thing finished by Friday. Want to talk tomorrow at ten?', 'Yes please. Thank you.'] },
  { to: ['engineer'], from: 'Engineering Support', turns: ['The import takes four minutes for large files and people close the tab.', 'Do not make it faster yet. Make it happen after they leave: take the file, say thank you, and send a mail when it is in. Half a day of work.', 'Done, it took a day. Complaints are gone.'] },
  { to: ['strategy', 'growth'], from: 'Strategy Lead', turns: ['Would you show the price on the page? Everybody in our market hides it.', 'Yes. You are the cheapest serious choice for {customers}, and hiding it makes you look expensive. Keep the largest plan as “talk to us”.'] },
  { to: ['growth'], from: 'Growth Expert', turns: ['I have a slot at {channel}, fifteen minutes. Pitch, or something useful?', 'Something useful, always. Tell the story of one {customer} who got it wrong, what it cost, and what they do now. Your name is on the last slide, that is enough.', 'It went very well. {some} people asked for the slides.', 'Write to each of them today, while they remember your face.'] },
  { to: ['whole-squad'], from: 'Upswing Team', turns: ['Could somebody look at my investor update before I send it?', 'Read it. Lead with the months of runway, drop the paragraph about the conference, and make the ask one sentence. The rest is good and honest.'] },
  { to: ['product', 'engineer'], from: 'Product Advisor', turns: ['A large account asks for single sign-on. It is two weeks of work for one customer.', 'Ask them to sign the annual contract with delivery in the second quarter. If they sign, you know. If they do not, you know too.', 'They signed!', 'Congratulations. Now it is worth two weeks.'] },
] // prettier-ignore
