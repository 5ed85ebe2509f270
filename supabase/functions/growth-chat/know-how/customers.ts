import type { KnowHow } from './know-how.ts'

export const cac: KnowHow = {
  title: 'To bring CAC down',
  steps: [
    'Count all of it: CAC, the customer acquisition cost, = everything spent on sales and marketing in a period, your own hours included, ÷ new customers of that period.',
    'Work it out for each channel. The average hides the one that loses money.',
    'Begin at the last step: winning one in four demos instead of one in five lowers CAC by a fifth, and needs no new lead.',
    'Ask each new customer for one introduction in the week in which they are happiest. Such leads cost little and close more often.',
  ],
  why: 'CAC is a quotient, so it falls by spending less or by winning more from the same spending. The second lasts: every improvement late in the funnel multiplies all that comes before it, while a cut at the top only makes the funnel smaller.',
  more: [
    'Rule of thumb: what a customer brings over their lifetime (gross margin a month × months they stay) is at least three times CAC.',
    'Rule of thumb: a customer earns their CAC back within twelve months. With little money in the bank this matters more than the ratio.',
    'Sort out earlier: two questions before a demo that would tell you the buyer cannot say yes.',
    'Stop the channel that is worst for a month. If new customers do not fall, it never brought them.',
  ],
  next: 'write down for your last five customers where each came from and how many hours each took; the pattern shows at five.',
}

export const channels: KnowHow = {
  title: 'Channels for B2B SaaS, in the order in which they usually pay',
  steps: [
    'Buyers you can name: list 100 companies with the same problem, and write to one person in each by hand. Rule of thumb: 3 to 8 in 100 well-aimed messages are answered.',
    'Introductions: two names from each customer, adviser and peer. The smallest channel, and the one that converts best.',
    'Partners who have your buyers’ trust already: accountants, agencies, consultants, the marketplace of a tool they use daily.',
    'Answers to what buyers search: comparisons, how-tos, templates. Rule of thumb: six to twelve months until it carries.',
    'Paid ads last, when you know what a customer brings and can pay for them. Earlier they only buy you clicks.',
  ],
  why: 'Before you know who buys and why, the best channel is the one in which you hear the answers. Talking by hand teaches in weeks what a campaign hides for months. Rule of thumb: with less than about $1,000 a year from a customer, no channel with a sales call pays for itself in the end, and sign-up must work alone.',
  more: [
    'One channel at a time, four weeks, one number to reach. Two half-tried channels say nothing.',
    'Decide before you begin at which number you stop, and keep to it.',
    'A channel that works shows itself by answers from people you did not expect to answer.',
    'When one works, double it before you open a second: most companies grow long on one.',
  ],
  next: 'choose one channel for the next four weeks, and write down the number at which you will go on with it.',
}

export const outreach: KnowHow = {
  title: 'To get more demos and more from each',
  steps: [
    'One kind of buyer, one problem, under 80 words, one question at the end. Say why you write to this person.',
    'Write again after three and after seven days, with something new each time. Many answers come to the second or third message.',
    'Offer two times instead of a link: “Tuesday at ten or Thursday at three?”',
    'In the demo show their case, not your menu: twenty minutes, the one task that hurts.',
    'End each demo with a date in both calendars. Without one, it was a nice talk.',
  ],
  why: 'Write by hand to one kind of buyer with one problem, and keep at it: the first customers come out of conversations. After that, find the step at which you lose most against your own average and work on that one alone: few demos from many messages is a matter of whom you write to and of the first line; few conversions from many demos is a matter of who sits there and of how the call ends.',
  more: [
    'Change one thing at a time, 50 messages each: first the list, then the first line, then the question.',
    'Ask everybody who said no after a demo: “What would have had to be true?”',
    'Record three demos and count who talks. Rule of thumb: the buyer should have at least half of the time.',
    'Repeat what works on purpose: the same kind of buyer, the same opening, twice as many, for two weeks.',
  ],
  next: 'write 20 messages to one kind of buyer before noon tomorrow, and note how many answer.',
}

export const retention: KnowHow = {
  title: 'To keep the customers you have',
  steps: [
    'Measure it: monthly churn = customers lost in a month ÷ customers at its beginning. 3% a month is 31% a year.',
    'Find the moment from which customers stay (the first report sent, the second colleague invited), and bring everybody there in the first week.',
    'Call who has not arrived there after seven days. By hand; this is where you learn the most.',
    'Call everybody who leaves, within a day: what did you want to get done, and what do you use now?',
  ],
  why: 'Growth fills a bucket, churn is its hole. At 5% a month half of your customers are gone after fourteen months, and each must be won again before you grow by one. Most who leave in month three were lost in week one, when they did not get what they came for.',
  more: [
    'Rule of thumb for small businesses as customers: 3 to 5% a month is common, under 2% is good. Larger customers should leave far less.',
    'Look at it by the month in which customers began: if newer groups stay longer, what you do works.',
    'A year’s contract hides churn, it does not mend it. Watch use, not only renewals.',
    'Meet your five best customers every quarter, and ask what they would miss first.',
  ],
  next: 'call the customer who has used the product least this month, and ask one question: what did you hope it would do?',
}

export const interviews: KnowHow = {
  title: 'To learn something from a first talk',
  steps: [
    'Ask about the last time, not about your idea: “When did you last have this problem, and what did you do?”',
    'Then: “What does it cost you, in hours or money?”, “What have you tried?”, “What do you not like about it?”',
    'Ask who decides and who pays: “Who else would want to see this before you buy?”',
    'Do not pitch. Who talks more than half of the time learns nothing.',
    'End with two requests: “May I show you something in two weeks?” and “Whom else should I ask?”',
  ],
  why: 'People are polite about ideas and honest about what they have done. What somebody did last month, paid for and cursed at is a fact; “I would buy that” is none.',
  more: [
    'Five talks with one kind of buyer show the pattern; after ten you hear little that is new.',
    'Write down their words the same day: they are the first line of your next mail and of the page.',
    'A request to pay, or to give time and data, tells more than praise.',
    'When all five shrug, it is the problem or the kind of buyer, not the wording.',
  ],
  next: 'write down five questions about the last time they had the problem, and call the first one today.',
}
