import type { Answer } from '../../../domain/decisions.ts'
import type { SamplePerson } from './people.ts'
import type { Thread } from './phrases.ts'

/** The founder to sign in as, and the last months of her year; earlier months are generated as for everyone. */
export const maya: SamplePerson = {
  first: 'Maya',
  last: 'Lindqvist',
  company: 'Tidewell',
  product: 'cash-flow forecasts',
  customer: 'practice owner',
  customers: 'practice owners',
  channel: 'the Independent Dentists forum',
  arc: 'comeback',
}

interface Week {
  readonly mood: number
  readonly wins: string
  readonly blockers: string
  readonly next_priority: string
  readonly ai_summary?: string
}

/** Latest first: last week's, then the one before, and so on. This week's is still to be written. */
export const weeks: readonly Week[] = [
  { mood: 4, wins: 'Four practices signed after the workshop in Leeds, two of them on annual plans. Set-up took 18 minutes on average, measured.', blockers: 'I was in every one of the nine demos. Support answers still wait until evening.', next_priority: 'Hand the first demo to Jo, with me listening and saying nothing.', ai_summary: 'Your channel works: workshop to demo to signature in under two weeks. The limit is now your own calendar, so the handover to Jo matters more than any new lead.' },
  { mood: 5, wins: 'The workshop in Leeds: 41 practice owners in the room, 17 asked for a demo before the coffee break. Best day of the year.', blockers: '', next_priority: 'Book all 17 within five days, while they remember what we showed.', ai_summary: 'A peak week with a clear cause. Write down what made the room lean forward; it is the outline for the next three workshops.' },
  { mood: 4, wins: 'Bank feed for the second bank is live. Trial accounts now see their own numbers on day one instead of day four.', blockers: 'Two trials could not connect because the partner dentist holds the bank login.', next_priority: 'Mail that the owner can forward to the partner, with one button.' },
  { mood: 4, wins: 'Raised the price to $149 for new accounts. Three demos since then, three signatures. I should have listened in summer.', blockers: 'Existing accounts on $89 have begun to ask for the new features.', next_priority: 'Decide what is in which plan, and tell everybody in the same week.', ai_summary: 'The price test is answered. The open question is fairness between old and new accounts: decide it once, in writing.' },
  { mood: 3, wins: 'Case study with Dr. Hale’s practice is published: “We saw the August gap in May.” 26 people read it to the end.', blockers: 'Demos go well, but half of them end without a next date.', next_priority: 'Leave each demo with a date in both calendars. No exceptions.' },
  { mood: 4, wins: 'Jo started on Monday as our first customer success hire. By Thursday she had found four reasons why trials stop.', blockers: 'I keep answering mails that are hers now.', next_priority: 'Turn off my support notifications. Really.', ai_summary: 'Good hire, early proof. The obstacle you name is a habit rather than a skill gap.' },
  { mood: 3, wins: 'Churn in the quarter: one account, and it was sold to a chain. Nobody left because of us.', blockers: 'Second bank’s sandbox is down for days at a time.', next_priority: 'Ask the accounting partner whether their feed could be the plan B.' },
  { mood: 4, wins: 'The accounting partner agreed to introduce us to 30 of their practices. First five introductions came the same day.', blockers: 'They want a fifth of the first year’s revenue. I am not sure that it is worth it.', next_priority: 'Do the sums with Strategy Lead before I answer.' },
  { mood: 2, wins: 'Closed one account that has been undecided since May.', blockers: 'Bridge money arrives two weeks late. Paid everybody but me.', next_priority: 'Call the three largest open invoices, friendly, on Monday morning.', ai_summary: 'A hard week handled in the right order: team first, invoices next. With the bridge in, put a fixed day in the month for cash.' },
  { mood: 2, wins: 'Told the team about the runway, openly. They took it better than I did.', blockers: 'Four months of cash. August is the gap that we warn our own customers about.', next_priority: 'Annual plans with two months free, offered to the ten happiest accounts.' },
  { mood: 3, wins: 'Six honest calls with practices that left in spring. All six: “set-up needed my accountant”.', blockers: 'Bank feed is the answer, and it is six weeks of work.', next_priority: 'Cut everything else from the plan until the feed is in.', ai_summary: 'The clearest signal of the quarter. Six out of six is not an opinion any more.' },
  { mood: 2, wins: 'Stopped the ads. $1,800 a month for eleven sign-ups and no sale.', blockers: 'Without ads the pipeline is four names.', next_priority: 'Answer ten questions in the forum before posting a single word about us.' },
  { mood: 1, wins: 'Kept the standing Friday call with our two oldest customers. They are why I go on.', blockers: 'Lost the group of eleven practices to a spreadsheet and a nephew. Three months of work.', next_priority: 'Sleep. Then write down what I would do differently.', ai_summary: 'Losing the group hurts more than it harms: it was never in the forecast. Consider stopping deals with more than three decision makers for now.' },
  { mood: 3, wins: 'Second meeting with the dental group. They brought their finance director.', blockers: 'They ask for reports that no other practice needs.', next_priority: 'Agree on the smallest pilot that would convince them.' },
] // prettier-ignore

/** `weeksAgo` 0 is this week. */
export const goals: readonly {
  readonly period: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  readonly text: string
  readonly completed: boolean
  readonly weeksAgo: number
  readonly target?: number
  readonly progress?: number
  readonly unit?: string
  /** Of a completed one; default: some days after it was set. */
  readonly doneWeeksAgo?: number
}[] = [
  { period: 'weekly', text: 'Jo holds a demo, I only listen', completed: false, weeksAgo: 0 },
  { period: 'weekly', text: 'Call 20 trials that went quiet', completed: false, weeksAgo: 0, target: 20, progress: 13, unit: 'calls' },
  { period: 'weekly', text: 'Book the last 6 of the 17 workshop demos', completed: true, weeksAgo: 0, target: 17, progress: 17, unit: 'demos' },
  { period: 'weekly', text: 'Ask Dr. Hale for two introductions', completed: true, weeksAgo: 0 },
  { period: 'weekly', text: 'Tell the $89 accounts about the plans, in one mail', completed: false, weeksAgo: 0 },
  { period: 'weekly', text: 'Proposal for a workshop in Bristol', completed: false, weeksAgo: 0 },
  { period: 'monthly', text: 'Sign 12 new practices at $149', completed: false, weeksAgo: 2, target: 12, progress: 11, unit: 'practices' },
  { period: 'monthly', text: 'Set-up under 20 minutes for nine of ten accounts', completed: true, weeksAgo: 4, doneWeeksAgo: 2 },
  { period: 'monthly', text: 'Publish the second case study', completed: false, weeksAgo: 2 },
  { period: 'monthly', text: 'Investor update with the price test', completed: true, weeksAgo: 4 },
  { period: 'quarterly', text: 'Reach 150 paying practices', completed: false, weeksAgo: 7, target: 150, progress: 131, unit: 'practices' },
  { period: 'quarterly', text: 'Bank feeds for the two largest banks', completed: true, weeksAgo: 7, doneWeeksAgo: 3 },
  { period: 'quarterly', text: 'Three workshops, each with 30 people in the room', completed: false, weeksAgo: 6, target: 3, progress: 2, unit: 'workshops' },
  { period: 'quarterly', text: 'Hire customer success', completed: true, weeksAgo: 9, doneWeeksAgo: 7 },
  { period: 'yearly', text: 'Default alive: revenue covers costs', completed: false, weeksAgo: 44 },
  { period: 'yearly', text: 'Be the first name in the Independent Dentists forum', completed: false, weeksAgo: 40 },
  { period: 'yearly', text: 'Two weeks of holiday without the laptop', completed: false, weeksAgo: 30 },
] // prettier-ignore

/** Weekly goals that were done: last week's, then those of the week before, and so on. */
export const doneGoals: readonly (readonly string[])[] = [
  ['Nine demos with people from the workshop', 'Measure the set-up of four new accounts', 'Draft of the two plans on one page'],
  ['Hold the workshop in Leeds', 'Follow up with all 17 before the weekend'],
  ['Second bank in the feed', 'Mail that the owner can forward to the partner', 'Rehearse the talk with Jo'],
  ['New price on the page', 'Three demos at $149', 'Note on what each lost deal named'],
  ['Publish the case study of Dr. Hale', 'End each demo with a next date'],
  ['First week of Jo, with a plan for each day', 'Hand over the support mailbox'],
  ['Churn of the quarter, account by account', 'Ask the partner about a plan B for the feed'],
  ['Sums for the fifth of the first year', 'First five introductions', 'One page for practices of the partner'],
  ['Call the three largest open invoices', 'Close the account that is undecided since May'],
  ['Tell the team about the runway', 'Offer annual plans to ten accounts'],
  ['Six calls with practices that left', 'Cut the plan down to the bank feed'],
  ['Stop the search ads', 'Answer ten questions in the forum'],
  ['Friday call with our two oldest customers', 'Write down what the lost group taught us'],
  ['Second meeting with the dental group', 'Agree on the smallest pilot'],
  ['First call with the group of eleven', 'Five demos from the forum', 'Fix the import of two ledgers'],
  ['Interview three practices about August', 'Template for the first forecast'],
  ['Answer every forum question within a day', 'Clean up the trial mails'],
  ['Two demos with accountants in the room', 'Shorten the set-up list to seven steps'],
  ['Price sheet for groups', 'Call the trials of April'],
  ['Record the forecast in four minutes', 'Ask Priya for an introduction', 'Send the investor update'],
  ['Forecast with three scenarios', 'Talk to two practices that said no'],
  ['Rewrite the home page for the owner', 'Six personal mails to practices in York'],
  ['Test the home page with five owners', 'Book a stand at the spring meeting'],
  ['Spring meeting: 20 conversations', 'Write to everybody who left a card'],
  ['Move two pilots to paid', 'Reminder before the quarterly tax'],
  ['First forum post of the year with answers', 'Invoice reminders that sound like us'],
] // prettier-ignore

/** Goals and the longer ones that they serve, by their texts. */
export const links: readonly (readonly [text: string, served: string])[] = [
  ['Jo holds a demo, I only listen', 'Sign 12 new practices at $149'],
  ['Call 20 trials that went quiet', 'Sign 12 new practices at $149'],
  ['Book the last 6 of the 17 workshop demos', 'Sign 12 new practices at $149'],
  ['Proposal for a workshop in Bristol', 'Three workshops, each with 30 people in the room'],
  ['Sign 12 new practices at $149', 'Reach 150 paying practices'],
  ['Publish the second case study', 'Be the first name in the Independent Dentists forum'],
  ['Reach 150 paying practices', 'Default alive: revenue covers costs'],
]

/** A loop that was paused so many weeks ago. */
const quiet = (weeks: number) => Array.from({ length: weeks }, () => [0, 0, 0] as const)

export const loops: readonly {
  readonly name: string
  readonly status: 'running' | 'paused' | 'scaling'
  readonly conversions: number
  readonly demos: number
  readonly messages: number
  readonly weeksAgo: number
  /** Conversions, demos and messages of the latest weeks, this one first: what her check-ins, goals and messages say. */
  readonly latest: readonly (readonly [conversions: number, demos: number, messages: number])[]
}[] = [
  { name: 'Workshops with the Independent Dentists', status: 'scaling', conversions: 19, demos: 46, messages: 212, weeksAgo: 9, latest: [[3, 6, 34], [4, 9, 30], [0, 2, 48], [1, 3, 20], [1, 1, 12]] },
  { name: 'Introductions by the accounting partner', status: 'running', conversions: 8, demos: 21, messages: 64, weeksAgo: 8, latest: [[1, 2, 8], [0, 0, 6], [1, 2, 6], [1, 2, 5], [1, 1, 4]] },
  { name: 'Referral ask after the first forecast', status: 'scaling', conversions: 27, demos: 39, messages: 118, weeksAgo: 21, latest: [[2, 2, 10], [1, 0, 9], [1, 1, 8], [1, 2, 8], [1, 1, 7]] },
  { name: 'Case study to quiet trials', status: 'running', conversions: 2, demos: 4, messages: 72, weeksAgo: 5, latest: [[0, 1, 22], [0, 0, 14], [1, 1, 12], [1, 2, 15], [0, 0, 9]] },
  { name: 'Cold mail to practice owners', status: 'paused', conversions: 4, demos: 15, messages: 640, weeksAgo: 40, latest: quiet(20) },
  { name: 'Search ads', status: 'paused', conversions: 0, demos: 3, messages: 11, weeksAgo: 26, latest: quiet(12) },
] // prettier-ignore

/** The newest decision is looked at again later, that of six weeks ago is due. */
export const decisions: readonly {
  readonly title: string
  readonly reason: string
  readonly category: string
  readonly impact: 'positive' | 'neutral' | 'negative'
  readonly result: string
  readonly expected?: string
  /** The decision's outcome, recorded by herself after the usual 30 days. */
  readonly outcome?: string
  readonly was_right?: Answer
  readonly weeksAgo: number
}[] = [
  { title: 'Two plans: Forecast at $149, Essentials at $89', reason: 'Old accounts keep what they have, new features belong to Forecast. One mail, one page, no exceptions, so that nobody has to negotiate.', category: 'Pricing', impact: 'neutral', result: '', expected: 'Fewer than five old accounts write back, and at least ten of them take Forecast by the end of the quarter.', weeksAgo: 1 },
  { title: 'Ask for the referral inside the product', reason: 'The yes comes in the two days after the first forecast, and my mail arrives in the second week.', category: 'Product', impact: 'neutral', result: '', expected: 'Half of the new accounts name a colleague, without a mail from me.', weeksAgo: 6 },
  { title: 'Give the accounting partner a fifth of the first year', reason: 'Their introductions close twice as often as ours. At 80 percent margin the fifth is paid back in the second month.', category: 'Sales', impact: 'positive', result: '8 accounts in two months, none of them lost. Ask for a second partner of this kind.', expected: 'Five accounts in the first two months, as good as those we find ourselves.', outcome: 'Six in the first month alone, and they start faster, because their accountant is in the room.', was_right: 'yes', weeksAgo: 7 },
  { title: 'Raise the price to $149', reason: 'No lost deal named the price. The support that we want to give does not fit into $89.', category: 'Pricing', impact: 'positive', result: 'Close rate went up, not down. Average new account is 67 percent larger.', expected: 'One in three demos stalls at the price, and the rest makes up for it.', outcome: 'Nobody stalled. I was afraid of a conversation that never came.', was_right: 'yes', weeksAgo: 5 },
  { title: 'Hire customer success before a second engineer', reason: 'Trials stop for human reasons, and I cannot be on two calls at once.', category: 'Hiring', impact: 'positive', result: 'Trial-to-paid from 22 to 34 percent in the first six weeks.', expected: 'Trial-to-paid above 30 percent in two months.', outcome: '34 percent, and I sell in the mornings again.', was_right: 'yes', weeksAgo: 9 },
  { title: 'Build the bank feed, stop everything else', reason: 'Six of six practices that left said that set-up needed their accountant. The feed removes that step.', category: 'Product', impact: 'positive', result: 'Set-up went from four days to 18 minutes. The best six weeks of work this year.', expected: 'Set-up within an hour, and half of the stuck trials come back.', outcome: 'Set-up is far below an hour. Only a fifth of the stuck trials came back: they had moved on.', was_right: 'partly', weeksAgo: 11 },
  { title: 'Pay everybody but me this month', reason: 'The bridge is two weeks late. The team has rents, I have savings for two months.', category: 'Finance', impact: 'neutral', result: 'It worked once. Keep one month of payroll untouched, so that it is not needed again.', expected: 'The bridge arrives within two weeks, and nobody in the team notices.', outcome: 'The money came in time. Of course they noticed, and said that I should have told them.', was_right: 'partly', weeksAgo: 9 },
  { title: 'Stop the search ads', reason: '$1,800 a month, eleven sign-ups, no sale. Practice owners do not search for forecasts, they ask a colleague.', category: 'Marketing', impact: 'positive', result: 'Saved $5,000 so far, and nobody noticed.', expected: 'We lose at most two sign-ups a month.', outcome: 'None missed. Three of four new accounts say that a colleague told them.', was_right: 'yes', weeksAgo: 12 },
  { title: 'Custom reports for the group of eleven', reason: 'They would double our revenue, and the reports might be of use to other groups.', category: 'Sales', impact: 'negative', result: 'Lost the deal after three months. No more custom work before a signature.', expected: 'A signature within six weeks.', outcome: 'No signature, and three months of reports that nobody else wants.', was_right: 'no', weeksAgo: 16 },
  { title: 'Write for the practice owner, not for the accountant', reason: 'The owner feels the gap in August, the accountant only explains it. The page should speak to whoever is awake at night.', category: 'Marketing', impact: 'positive', result: 'Sign-ups from the home page doubled within a month.', expected: 'A third more sign-ups from the home page in a month.', outcome: 'Twice as many. The sentence about August is the one they repeat.', was_right: 'yes', weeksAgo: 22 },
  { title: 'Annual plans with two months free', reason: 'Cash now is worth more than the discount, and it ends the monthly second thoughts.', category: 'Pricing', impact: 'positive', result: 'Nine accounts switched, two months of runway.', expected: 'Four accounts switch, one month of runway.', outcome: 'Nine switched. I had asked for too little.', was_right: 'yes', weeksAgo: 10 },
  { title: 'Leave the veterinary practices for later', reason: 'Three asked. Their year looks different, insurance pays differently, and we would need new words for all of it.', category: 'Strategy', impact: 'neutral', result: 'Still right. Look again once dentists bring 200 accounts.', expected: 'The three who asked find something else, and we do not miss them.', outcome: 'One of them still writes every month. Waiting was right, but it was no lost cause.', was_right: 'partly', weeksAgo: 28 },
  { title: 'Free pilots of three months', reason: 'Owners want to see a whole quarter before they believe a forecast.', category: 'Sales', impact: 'negative', result: 'Two of fourteen paid in the end. Trials are two weeks now.', expected: 'Half of the pilots pay in the end.', outcome: 'Two of fourteen. They had a quarter to forget us.', was_right: 'no', weeksAgo: 38 },
] // prettier-ignore

export const ownNotes: readonly { readonly content: string; readonly weeksAgo: number }[] = [
  { content: 'Jo wants to lead, and I keep answering for her. From Monday on I am in the room and say nothing, and there is no call afterwards to ask how it went.', weeksAgo: 1 },
  { content: 'Walk with Priya, Tuesday\n– She would pay more for the group view than for the forecast.\n– Her partner asks for one page a month, not for a login.\n– “Nobody told me that August was normal.”', weeksAgo: 2 },
  { content: 'What would I do with six more months of money? The same, but slower. That is no reason to raise.', weeksAgo: 4 },
] // prettier-ignore

export const notes: readonly {
  readonly category: string
  readonly title: string
  readonly content: string
  readonly weeksAgo: number
}[] = [
  { category: 'buyer-insights', title: 'What the room in Leeds reacted to', content: 'Three moments made people write something down: the August gap on one slide, Dr. Hale’s sentence “I saw it in May”, and the list of five bills that always come together. The part about our technology had none. Cut it to one minute for Bristol.', weeksAgo: 1 },
  { category: 'pricing', title: 'How to tell the old accounts', content: 'Say what stays before you say what is new. Suggested order: your price stays, your features stay, here is what Forecast adds, you have until the end of the quarter to take it at the old price. Send it on a Tuesday, and have Jo ready for the calls.', weeksAgo: 2 },
  { category: 'buyer-insights', title: 'The partner holds the bank login', content: 'In practices with two owners the one who books the demo is not the one who has the bank login. Ask in the demo: “Who of you connects the bank?” and invite that person with one button. Two of the three stuck trials would have started.', weeksAgo: 3 },
  { category: 'outreach', title: 'Ask while the forecast is fresh', content: 'The referral ask gets 41 percent yes in the two days after the first forecast, and 12 percent later. Move it into the product, next to the chart, and keep the personal mail for those who do not answer.', weeksAgo: 5 },
  { category: 'mindset', title: 'Handing over demos', content: 'You will find Jo’s demo slower and less brilliant than yours. So will she. Customers will not. Take notes, talk about one thing afterwards, and let her hold the next three.', weeksAgo: 1 },
  { category: 'fundraising', title: 'Story for the seed conversations', content: 'You have the arc that investors remember: a bad summer, six honest calls, one clear cause, six weeks of work, and numbers that turned. Tell it in this order and keep the chart for the end.', weeksAgo: 4 },
  { category: 'positioning', title: 'A sentence that travels', content: '“Tidewell shows practice owners the quiet months before they arrive.” Five of six people could repeat it the next day. The old one with “AI-driven liquidity” was remembered by nobody.', weeksAgo: 8 },
  { category: 'buyer-insights', title: 'Why practices buy in May and September', content: 'Tax in June and January, holidays in August and December: the fear comes a month earlier. Put workshops and the case study into these weeks, and use the others for product work.', weeksAgo: 10 },
  { category: 'hiring', title: 'First ninety days of Jo', content: 'Week 1 to 4: listen and list. Week 5 to 8: own trials. Week 9 to 12: own the demo for practices with one owner. Write the three numbers that you both look at on Fridays: trials started, days to first forecast, replies within two hours.', weeksAgo: 9 },
  { category: 'product', title: 'One number that moves overnight', content: 'Trials come back when something changed since yesterday. “Cash on the lowest day of the next 90” changes daily and everybody understands it. Put it on top, alone.', weeksAgo: 12 },
  { category: 'strategy', title: 'Groups can wait', content: 'Eleven practices, four people who decide, custom reports: that is another product. Nothing is lost. Come back with 200 independent practices as the argument.', weeksAgo: 14 },
  { category: 'outreach', title: 'Forum first', content: 'You were known in the forum as the one who answers questions about August. Keep that: one good answer a week, no link. Three of the last eight accounts mention it.', weeksAgo: 17 },
] // prettier-ignore

/** The latest conversation last. `hoursAgo` is its start. */
export const conversations: readonly (Thread & { readonly hoursAgo: number })[] = [
  { to: ['founder-support'], from: 'Founder Support', hoursAgo: 24 * 92, turns: ['We lost the group today. I would rather not talk about strategy, I just wanted to tell somebody.', 'I am sorry, Maya. Three months is a long time to hope. Go home, tell us nothing more today. I will call tomorrow at nine, unless you say no.', 'Please do. Thank you.'] },
  { to: ['product'], from: 'Product Advisor', hoursAgo: 24 * 76, turns: ['Six of six said that set-up needs their accountant. Bank feed is six weeks. Is there a smaller version?', 'A file export from the bank, dragged onto the page, gives you the same first forecast in two weeks. Build that, watch ten people, then decide on the feed.', 'Showed ten people a sketch of it. Eight got through, and all eight asked for the feed.', 'Then build the feed with a quiet conscience.'] },
  { to: ['strategy'], from: 'Strategy Lead', hoursAgo: 24 * 55, turns: ['The accounting partner wants a fifth of the first year. My stomach says no.', 'What does your stomach say about 22 percent of trials converting, against their 50? At $149 you pay $358 once and keep the account for three years.', 'Put like that. I will sign, with a review after six months.'] },
  { to: ['growth', 'strategy'], from: 'Growth Expert', hoursAgo: 24 * 27, turns: ['Workshop in Leeds is confirmed, 40 seats. What would you show?', 'One practice, one year, one gap. Let them guess the worst month before you show it. Nobody guesses right, and then they want to see their own.', 'That is good. Stealing it.'] },
  { to: ['whole-squad'], from: 'Upswing Team', hoursAgo: 24 * 17, turns: ['41 people, 17 want a demo. I have not been this happy since the first sale!', 'We saw the photos! Seventeen demos is two weeks of your calendar. Which of them could Jo take?', 'The ones with a single owner, I think. That would be seven.', 'Then block Jo’s mornings today, and enjoy the evening.'] },
  { to: ['growth'], from: 'Growth Expert', hoursAgo: 20, turns: ['Seven from Leeds signed so far, two annual. Bristol would like the same workshop. Too early?', 'Not too early. Same outline, minus the minute about technology. Invite two of the seven from Leeds to tell how it went: an owner on stage sells better than both of us.', 'Asking Dr. Hale and Dr. Ferris today.'] },
] // prettier-ignore

/** On her last check-in, and on a decision by its title, oldest first. Without a sender it is hers. */
export const comments: readonly {
  readonly on: 'check-in' | { readonly decision: string }
  readonly from: string | null
  readonly hoursAgo: number
  readonly text: string
}[] = [
  { on: 'check-in', from: 'Growth Expert', hoursAgo: 50, text: 'Four signatures from one workshop, and set-up in 18 minutes: that is the number for the Bristol invitation. Which of the nine demos could Jo have held alone?' },
  { on: 'check-in', from: null, hoursAgo: 47, text: 'Six of them. The other three had a partner on the call who asked about the bank login.' },
  { on: { decision: 'Two plans: Forecast at $149, Essentials at $89' }, from: null, hoursAgo: 28, text: 'Two old accounts ask whether they get the second bank feed. Is that a feature of Forecast?' },
  { on: { decision: 'Two plans: Forecast at $149, Essentials at $89' }, from: 'Strategy Lead', hoursAgo: 3, text: 'Yes. You wrote “no exceptions”, and the feed is why Forecast costs more. Answer both today with the date from which it is on, and offer them a month of it.' },
] // prettier-ignore

export const memory = `Maya Lindqvist, founder of Tidewell: cash-flow forecasts for independent dental practices with one to five chairs. Team of four: Maya, Sam (engineering), Ines (design, part-time), Jo (customer success, since this autumn).

What matters now
- 131 paying practices; new accounts pay $149 a month, older ones $89. Goal for the quarter: 150.
- Workshops and introductions by the accounting partner bring most demos. Ads were stopped in summer for good.
- The limit is Maya's calendar: she should hand demos to Jo.

History
- Lost a group of eleven practices in August after three months of custom work. Do not suggest deals with groups before 200 accounts.
- August was short of cash; she paid everybody but herself. She takes cash topics seriously and prefers numbers to comfort.

How she likes to be answered
- Short, concrete, one next step. No pep talk. She decides quickly when shown the sums.
- Fridays are for the check-in, Saturdays are free: do not plan work there.`

export const runway = { bank_balance: 286_400, monthly_revenue: 14_830, monthly_burn: 31_200 }

/** The bridge that her check-ins wait for: the balance before it was that much lower. */
export const bridge = { weeksAgo: 7, amount: 250_000 }

/** In a week. */
export const weeklyTargets = { conversions: 6, demos: 12, messages: 80 }

/** From which week those before them, and they, counted. */
export const targetPoints = [
  { weeksAgo: 14, conversions: 3, demos: 8, messages: 60 },
  { weeksAgo: 5, ...weeklyTargets },
] as const

/** Maya's conversation with the AI co-founder, oldest first. */
export const talk: readonly string[] = [
  'Which of the demos from Leeds should Jo hold?',
  'Sort them by one question: **who owns the practice?** A single owner decides alone and closes fastest, so give these to Jo first. Keep those with partners for yourself, and ask each of them to bring whoever holds the bank login.\n\nNext step: choose the first one, and sit in the room without a word.',
  'How long is my runway at the moment?',
  'With $286,400 in the bank, $14,830 of revenue and $31,200 of burn a month, you lose $16,370 a month: **about 17 months**. Twelve more practices at $149 would add about two months.',
]
