import type { KnowHow } from './know-how.ts'

export const hiring: KnowHow = {
  title: 'To hire the right person',
  steps: [
    'Do the work yourself until you can write down what good looks like. Nobody can hire for a job they do not understand.',
    'Hire for the one bottleneck that costs you customers now, not for the organisation you will need.',
    'Write three results that you expect after 90 days. They are the advertisement, the interview and the review.',
    'Pay for one or two days of real work before you decide. It says more than five interviews.',
    'Call two people who worked with them, and ask: “In which job would you not hire them?”',
  ],
  why: 'The smaller the team, the larger a share of it is one hire. Rule of thumb: a wrong one costs half a year, three months to see it and three to mend it. Waiting costs less than that as long as you can still do the work badly yourself.',
  more: [
    'Rule of thumb: somebody costs 1.25 to 1.4 times their salary, with contributions, tools and the time you give.',
    'Rule of thumb for shares: 0.5 to 2% for each of the first hires, over four years, nothing in the first twelve months.',
    'A freelancer for three months is the cheapest test of whether the role exists.',
    'Decide within a month when it is not working. Everybody else has noticed already.',
  ],
  next: 'write down the three results that this person would have to reach in 90 days; if you find only tasks, wait.',
}

export const goals: KnowHow = {
  title: 'To get the right thing done',
  steps: [
    'Choose the one goal that makes the others easier or unnecessary. It gets your first two hours of each day.',
    'Turn activities into results: “five demos held” instead of “work on sales”.',
    'Cut it down until the first piece fits in two hours. What does not fit has not been understood yet.',
    'Rule of thumb: three open goals a week. A fourth does not add work done, only guilt.',
  ],
  why: 'Attention is the scarcest thing you have, and every open goal takes some of it even when you do nothing for it. Few goals with a number and a date are finished; many vague ones are carried from week to week.',
  more: [
    'What may wait: whatever would change nothing this month if it stayed undone.',
    'A goal that has outlived its period is decided today: smaller, later with a date, or gone.',
    'Put the first piece into the calendar as a meeting with yourself.',
    'On Friday, tick off and ask of each open goal: did I not get to it, or did I avoid it?',
  ],
  next: 'name the one goal that must be done by Friday, and say no to one thing for it.',
}

export const blockers: KnowHow = {
  title: 'When you are stuck or worn out',
  steps: [
    'Write it as a sentence: what stands still, who can decide it, by when. Many a blocker turns out to be a question that nobody has asked.',
    'Ask for help on the same day. Your growth squad reads the Growth Squad tab from 9 AM to 6 PM EST.',
    'Take the smallest step that is possible: 25 minutes, then stop and look again.',
    'Guard the basics before the plan: sleep, a walk, a meal with somebody who does not ask about the company.',
  ],
  why: 'Under pressure the view narrows, and everything seems equally urgent. Naming one thing and moving it a little gives back the feeling that what you do matters, and that feeling is what returns first when a hard stretch ends. A low week says something about the load, not about you.',
  more: [
    'When the same blocker returns, it is a decision that nobody has made. Put a date on that decision.',
    'Strike one commitment from this week, and tell the person today.',
    'Talk with another founder: it is rarely only you, and they know the next turn of the road.',
    'If low weeks do not end, or you cannot sleep, talk with a doctor or somebody you trust. No company is worth more than that.',
  ],
  next: 'write the one sentence that names what is in the way, and send it to one person who can help.',
}

export const week: KnowHow = {
  title: 'A weekly look back in fifteen minutes',
  steps: [
    'Last week’s priority: done, moved or pushed aside? If pushed aside, by what?',
    'One win with a number in it, however small.',
    'One blocker, with the name of the person who could remove it.',
    'One priority for the week to come, so concrete that on Friday you can say yes or no.',
  ],
  why: 'One week says little, and four weeks in a row say where you are going. Comparing what you meant to do with what you did shows which plans you believe in and which ones you only write down.',
  more: [
    'Do it at the same hour each week, before you open mail.',
    'If a priority stood there twice, make it half as large or give it to somebody.',
    'Look at the mood beside the numbers: a good month with falling moods is a warning.',
    'Read four of your check-ins in a row once a month. What repeats is what to change.',
  ],
  next: 'write this week’s priority on paper and put it where you sit down tomorrow morning.',
}

export const decisions: KnowHow = {
  title: 'To decide well and in time',
  steps: [
    'Ask first whether you can go back. If so, decide today: trying costs less than thinking.',
    'If not, sleep on it once, ask two people who have done it, and decide on a date that you set beforehand.',
    'Write down what you expect to happen and by when you would see it. Without this nobody learns anything from the result.',
    'Read it again after 30 days, and note what came of it.',
  ],
  why: 'A good decision can end badly and a bad one well. Only a reason that was written down beforehand lets you tell luck from judgement. Most decisions of a young company can be taken back, and what costs it most is the weeks in which nothing was decided.',
  more: [
    'Before you change direction: which result, seen by which date, would make you stay?',
    'Change one thing at a time, the customer or the product or the price. Otherwise you will not know what it was.',
    'Let somebody you trust argue the other side for ten minutes.',
    'When two options seem equal, take the one that teaches more.',
  ],
  next: 'write the decision in front of you in Founder Brain, with the reason and with what you expect to see by when.',
}
