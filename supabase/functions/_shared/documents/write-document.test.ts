import { describe, expect, test } from 'vitest'
import { DOCUMENT_KINDS, usualSpan, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import { REFERENCES } from '../../../../domain/records.ts'
import type { Counts } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { LoopGain, LoopOn } from '../loop-gains.ts'
import {
  NO_RECORDS,
  type DocumentCheckIn,
  type DocumentDecision,
  type DocumentGoal,
  type DocumentRecords,
  type LoopInSpan,
} from './records.ts'
import { hasNoRecords, toMarkdown, writeDocument } from './write-document.ts'

const TODAY = '2026-11-27'
const october: DocumentSpan = { from: '2026-10-01', to: '2026-10-31' }
const thisWeek: DocumentSpan = { from: '2026-11-23', to: '2026-11-29' }

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const listed = <Row>(...rows: Row[]) => ({ count: rows.length, rows })

const checkIn = (number: number, checkIn: Partial<DocumentCheckIn> = {}): DocumentCheckIn => ({
  id: id(number), week_of: '2026-10-05', mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing page', ...checkIn,
}) // prettier-ignore
const goal = (number: number, goal: Partial<DocumentGoal> = {}): DocumentGoal => ({
  id: id(number), text: `Goal ${number}`, period: 'weekly', set: '2026-11-23', planned: '2026-11-23', ...goal,
}) // prettier-ignore
const decision = (number: number, decision: Partial<DocumentDecision> = {}): DocumentDecision => ({
  id: id(number), title: `Decision ${number}`, date: '2026-10-06', impact: 'neutral', result: '', outcome: '', was_right: null, review_on: null, ...decision,
}) // prettier-ignore
const gain = (counts: Counts, last: Partial<LoopOn> = {}, since?: IsoDate): LoopGain => ({
  counts, since, last: { loop_id: id(1), day: '2026-10-31', status: 'running', conversions: 12, demos: 21, messages: 200, ...last },
}) // prettier-ignore
const loop = (number: number, loop: Partial<LoopInSpan> = {}): LoopInSpan => ({
  id: id(number), name: 'Cold email', begun: '2026-08-03', gain: gain({ conversions: 3, demos: 1, messages: 0 }), ...loop,
}) // prettier-ignore
const runway = (day: string, bank_balance: number, monthly_revenue: number, monthly_burn: number) => ({
  day: day as `${number}-${number}-${number}`,
  bank_balance,
  monthly_revenue,
  monthly_burn,
})

function linesOf(kind: DocumentKind, records: Partial<DocumentRecords>, heading: string, span: DocumentSpan = october) {
  const { sections } = writeDocument(kind, span, { ...NO_RECORDS, ...records }, TODAY)
  const found = sections.find((section) => section.heading === heading)
  if (!found) throw new Error(`no section ${heading}`)
  return found.lines
}

describe('of a new founder without a record', () => {
  test.each(DOCUMENT_KINDS)('$id says in every section that nothing is recorded', ({ id: kind }) => {
    const { title, sections } = writeDocument(kind, usualSpan(kind, TODAY), NO_RECORDS, TODAY)
    expect(title).not.toBe('')
    expect(hasNoRecords(NO_RECORDS)).toBe(true)
    for (const { lines } of sections) {
      expect(lines.join()).not.toMatch(/\d|undefined|NaN|null/)
      expect(lines.filter((line) => line.trim() === '')).toEqual([])
    }
  })
})

describe('an investor update', () => {
  test('is titled with its month', () => {
    expect(writeDocument('investor-update', october, NO_RECORDS, TODAY).title).toBe('Investor update, October 2026')
  })

  test('quotes wins of several lines as several', () => {
    const checkIns = [
      checkIn(1, { wins: '6 new conversions \n\n11 new demos\nFirst renewal.\nAll of it\nin one week' }),
    ]
    expect(linesOf('investor-update', { checkIns }, 'Highlights')).toEqual([
      `Week of Oct 5, 2026 [[check-in:${id(1)}]]: “6 new conversions; 11 new demos; First renewal. All of it in one week”`,
    ])
  })

  test('quotes the wins in the order of time, each with its check-in', () => {
    const checkIns = [checkIn(2, { week_of: '2026-10-12', wins: 'First renewal' }), checkIn(1)]
    expect(linesOf('investor-update', { checkIns }, 'Highlights')).toEqual([
      `Week of Oct 5, 2026 [[check-in:${id(1)}]]: “Two demos”`,
      `Week of Oct 12, 2026 [[check-in:${id(2)}]]: “First renewal”`,
    ])
  })

  test('has each amount with its change against the start, and says what is not recorded', () => {
    const amounts = {
      before: runway('2026-09-28', 90_000, 12_000, 20_000),
      after: runway('2026-10-26', 80_000, 12_500, 20_000),
    }
    expect(linesOf('investor-update', { runway: amounts }, 'Key figures')).toEqual([
      'Revenue: $12,500 a month (+$500 since Sep 28, 2026)',
      'Burn: $20,000 a month (unchanged since Sep 28, 2026)',
      'Cash: $80,000 (-$10,000 since Sep 28, 2026)',
      'Net burn: $7,500 a month',
      'Runway: 10.7 months (it was 11.3 months on Sep 28, 2026)',
      'Not recorded: customers, churn, CAC, gross margin and headcount',
    ])
  })

  test('says in one line what is not recorded, of a founder without figures', () => {
    expect(linesOf('investor-update', {}, 'Key figures')).toEqual([
      'Not recorded: revenue, burn, cash, runway, customers, churn, CAC, gross margin and headcount',
    ])
  })

  test('has the figures that wait for the squad, marked as not yet confirmed', () => {
    const waiting = { before: undefined, after: undefined, proposed: runway('2026-10-30', 50_000, 2000, 7000) }
    const line =
      'Own figures of Oct 30, 2026, not yet confirmed by the squad: revenue $2,000 a month, burn $7,000 a month, cash $50,000 and runway 10.0 months'
    expect(linesOf('investor-update', { runway: waiting }, 'Key figures')).toEqual([
      line,
      'Not recorded: customers, churn, CAC, gross margin and headcount',
    ])
    expect(linesOf('month-summary', { runway: waiting }, 'Runway')).toEqual([line])
    expect(linesOf('agenda', { runway: waiting }, 'What has changed')).toEqual([line])
    expect(hasNoRecords({ ...NO_RECORDS, runway: waiting })).toBe(false)
    const after = runway('2026-10-26', 80_000, 0, 0)
    const both = linesOf('investor-update', { runway: { ...waiting, after } }, 'Key figures')
    expect(both.slice(-3, -1)).toEqual(['Runway: not running out', line])
  })

  test('has a runway that does not end when nothing is burned', () => {
    const [, burn, , months] = linesOf(
      'investor-update',
      { runway: { before: undefined, after: runway('2026-10-26', 80_000, 0, 0) } },
      'Key figures',
    )
    expect(burn).toMatch(/^Burn: \$0 a month/)
    expect(months).toBe('Runway: not running out')
  })

  test('says falling revenue among the lowlights, beside the blockers as they were written', () => {
    const amounts = {
      before: runway('2026-09-28', 90_000, 12_000, 9000),
      after: runway('2026-10-26', 90_000, 10_000, 9000),
    }
    const records = { runway: amounts, checkIns: [checkIn(1, { blockers: 'Hiring is slow.' })] }
    expect(linesOf('investor-update', records, 'Lowlights')).toEqual([
      'Revenue fell by $2,000 to $10,000 a month since Sep 28, 2026',
      `Week of Oct 5, 2026 [[check-in:${id(1)}]]: “Hiring is slow”`,
    ])
  })

  test('has what each loop gained, and says so when its history starts inside the time', () => {
    const late = loop(2, {
      name: 'Podcast',
      gain: gain(
        { conversions: 0, demos: 1, messages: -1 },
        { status: 'paused', conversions: 1, demos: 1, messages: 4 },
        '2026-10-12',
      ),
    })
    expect(linesOf('investor-update', { loops: listed(loop(1), late) }, 'Traction')).toEqual([
      `“Cold email” [[loop:${id(1)}]]: +3 conversions, +1 demo and 0 messages; total 12 conversions, 21 demos and 200 messages`,
      `“Podcast” [[loop:${id(2)}]] (paused): 0 conversions, +1 demo and -1 message since Oct 12, 2026, when its history starts; total 1 conversion, 1 demo and 4 messages`,
    ])
  })

  test('names a loop whose history starts after the time', () => {
    expect(linesOf('investor-update', { loops: listed(loop(1, { gain: undefined })) }, 'Traction')).toEqual([
      `“Cold email” [[loop:${id(1)}]]: not recorded in this period; its history starts later`,
    ])
  })

  test('says that a loop is unchanged', () => {
    const still = loop(1, { gain: gain({ conversions: 0, demos: 0, messages: 0 }) })
    expect(linesOf('investor-update', { loops: listed(still) }, 'Traction')).toEqual([
      `“Cold email” [[loop:${id(1)}]]: unchanged; total 12 conversions, 21 demos and 200 messages`,
    ])
  })

  test('has what changed first, and paused loops that did not last', () => {
    const still = gain({ conversions: 0, demos: 0, messages: 0 })
    const paused = gain({ conversions: 0, demos: 0, messages: 0 }, { status: 'paused' })
    const loops = listed(
      loop(1, { name: 'Ads', gain: paused }),
      loop(2, { name: 'Later', gain: undefined }),
      loop(3, { name: 'Fairs', gain: still }),
      loop(4, { name: 'Referrals' }),
    )
    expect(linesOf('investor-update', { loops }, 'Traction').map((line) => /“(.+)”/.exec(line)?.[1])).toEqual([
      'Referrals',
      'Fairs',
      'Ads',
      'Later',
    ])
  })

  describe('what comes next', () => {
    const hundred = goal(1, { text: 'Reach 150', period: 'quarterly', progress: '131 of 150', isMeasured: true })
    const holiday = goal(2, { text: 'Two weeks of holiday', period: 'yearly' })
    const next = (goals: readonly DocumentGoal[], span = october) =>
      linesOf('investor-update', { goalsOpen: listed(...goals) }, 'What comes next', span)

    test('has goals with a number or a link, and not the founder’s holiday', () => {
      const forum = goal(3, { text: 'Known in the forum', period: 'yearly' })
      const post = goal(4, { text: 'Case study', period: 'monthly', parent: forum.id })
      const lines = next([holiday, forum, post, hundred]).join()
      expect(lines).not.toContain('holiday')
      for (const text of ['Known in the forum', 'Case study', 'Reach 150']) expect(lines).toContain(text)
    })

    test('has all of them where none has either', () => {
      expect(next([holiday]).join()).toContain('holiday')
    })

    test('says that a number is today’s, in a report on a time that is over', () => {
      expect(next([hundred])).toEqual([`“Reach 150” [[goal:${id(1)}]], 131 of 150 today (quarterly)`])
      expect(next([hundred], { from: '2026-11-01', to: '2026-11-30' })).toEqual([
        `“Reach 150” [[goal:${id(1)}]], 131 of 150 (quarterly)`,
      ])
    })
  })

  test('distinguishes loops and goals of one name by their day', () => {
    const loops = listed(loop(1), loop(2, { name: 'cold email ', begun: '2026-09-07' }))
    const [first, second] = linesOf('investor-update', { loops }, 'Traction')
    expect(first).toContain(`[[loop:${id(1)}]], begun on Aug 3, 2026: `)
    expect(second).toContain(`[[loop:${id(2)}]], begun on Sep 7, 2026: `)
    const goalsOpen = listed(
      goal(1, { text: 'Raise', period: 'yearly', set: '2025-02-03' }),
      goal(2, { text: 'Raise', period: 'yearly', set: '2026-02-02' }),
    )
    expect(linesOf('investor-update', { goalsOpen }, 'What comes next')).toEqual([
      `“Raise” [[goal:${id(1)}]], set on Feb 3, 2025 (yearly)`,
      `“Raise” [[goal:${id(2)}]], set on Feb 2, 2026 (yearly)`,
    ])
  })

  test('has the decisions with what came of them, the last priority, and asks to fill in', () => {
    const reviewed = decision(1, {
      title: 'Raise prices',
      outcome: 'No one left',
      was_right: 'yes',
      result: 'Well done',
    })
    const line = `Oct 6, 2026: “Raise prices” [[decision:${id(1)}]]; what came of it: “No one left”`
    expect(linesOf('investor-update', { decisions: listed(reviewed) }, 'Decisions')).toEqual([line])
    expect(linesOf('month-summary', { decisions: listed(reviewed) }, 'Decisions')).toEqual([
      `${line} (you were right); the squad’s view: “Well done”`,
    ])
    expect(
      linesOf('investor-update', { earlierCheckIn: checkIn(3, { week_of: '2026-09-28' }) }, 'What comes next'),
    ).toEqual([`“Pricing page”, from the week of Sep 28, 2026 [[check-in:${id(3)}]]`])
    expect(linesOf('investor-update', {}, 'How you can help')).toContain('Introductions: …')
  })
})

describe('a week plan', () => {
  test('is titled with its week', () => {
    expect(writeDocument('week-plan', thisWeek, NO_RECORDS, TODAY).title).toBe('Plan for the week of Nov 23, 2026')
  })

  const open = listed(
    goal(1, { text: 'Call ten owners', progress: '4 of 10 owners' }),
    goal(2, { text: 'Old promise', planned: '2026-11-16' }),
    goal(3, { text: 'Close the month', period: 'monthly', planned: '2026-10-05' }),
    goal(4, { text: 'Hire', period: 'quarterly', planned: '2026-10-05' }),
    goal(5, { text: 'Ship November', period: 'monthly', planned: '2026-11-02' }),
  )

  test('has the weekly goals to tick off, apart from those that are overdue', () => {
    expect(linesOf('week-plan', { goalsOpen: open }, 'Goals of the week', thisWeek)).toEqual([
      `[ ] “Call ten owners” [[goal:${id(1)}]], 4 of 10 owners`,
    ])
    expect(linesOf('week-plan', { goalsOpen: open }, 'Overdue', thisWeek)).toEqual([
      `[ ] “Old promise” [[goal:${id(2)}]] (weekly), since Nov 22, 2026`,
      `[ ] “Close the month” [[goal:${id(3)}]] (monthly), since Oct 31, 2026`,
    ])
  })

  test('of the next week has what ends in it, and this week’s goals as overdue', () => {
    const next: DocumentSpan = { from: '2026-11-30', to: '2026-12-06' }
    expect(linesOf('week-plan', { goalsOpen: open }, 'Ending this week', next)).toEqual([
      `[ ] “Ship November” [[goal:${id(5)}]] (monthly), until Nov 30, 2026`,
    ])
    expect(linesOf('week-plan', { goalsOpen: open }, 'Overdue', next)).toContain(
      `[ ] “Call ten owners” [[goal:${id(1)}]], 4 of 10 owners (weekly), since Nov 29, 2026`,
    )
  })

  test('has the calls of the week in the founder’s time zone', () => {
    const call = (starts_at: string) => ({
      member: 'growth' as const, starts_at, ends_at: starts_at.replace(':00:00', ':30:00'), time_zone: 'Pacific/Auckland', topic: 'Prices',
    }) // prettier-ignore
    // Monday in Auckland, Sunday in UTC; the first was booked on a journey.
    const calls = [{ ...call('2026-11-22T20:00:00Z'), time_zone: 'America/New_York' }, call('2026-11-29T20:00:00Z')]
    expect(linesOf('week-plan', { calls }, 'Calls', thisWeek)).toEqual([
      'Monday, November 23, 2026, 9:00 AM – 9:30 AM GMT+13: Growth Expert, about “Prices”',
    ])
  })
})

describe('a month summary', () => {
  test('has the mood of each week, and goals done of those set', () => {
    const checkIns = [checkIn(2, { week_of: '2026-10-12', mood: 3 }), checkIn(1)]
    expect(linesOf('month-summary', { checkIns }, 'Mood')).toEqual([
      'On average 3.5 of 5, in 2 check-ins',
      `Week of Oct 5, 2026 [[check-in:${id(1)}]]: Good, 4 of 5`,
      `Week of Oct 12, 2026 [[check-in:${id(2)}]]: Ok, 3 of 5`,
    ])
    const records = { goalsSet: { count: 5, done: 1 }, goalsDone: { count: 3, rows: [goal(1, { text: 'Ten demos' })] } }
    expect(linesOf('month-summary', records, 'Goals')).toEqual([
      '1 of the 5 goals set in this period is done',
      '3 goals were finished in this period, whenever they were set',
      `Done: “Ten demos” [[goal:${id(1)}]] (weekly)`,
      'and 2 more',
    ])
  })

  test('has the runway then and now', () => {
    const amounts = { before: runway('2026-09-28', 90_000, 0, 10_000), after: runway('2026-10-26', 80_000, 0, 10_000) }
    expect(linesOf('month-summary', { runway: amounts }, 'Runway').slice(0, 2)).toEqual([
      'Before: 9.0 months, as recorded on Sep 28, 2026',
      'Latest: 8.0 months, as recorded on Oct 26, 2026',
    ])
  })
})

describe('an agenda', () => {
  test('names what recurs among the blockers, with every week', () => {
    const checkIns = [
      checkIn(3, { week_of: '2026-10-19', blockers: 'Hiring, again' }),
      checkIn(2, { week_of: '2026-10-12' }),
      checkIn(1, { blockers: 'Hiring a designer' }),
    ]
    expect(linesOf('agenda', { checkIns }, 'What keeps coming back')).toEqual([
      `“Hiring”, in 2 of 3 check-ins: weeks of Oct 5, 2026 [[check-in:${id(1)}]] and Oct 19, 2026 [[check-in:${id(3)}]]`,
      `Last, in the week of Oct 19, 2026 [[check-in:${id(3)}]]: “Hiring, again”`,
    ])
  })

  test('has the squad’s questions since the founder wrote last', () => {
    const message = (isOwn: boolean, content: string, sender = 'Dana <b>') =>
      ({ isOwn, content, sender, date: '2026-11-20' }) as const
    const messages = [
      message(false, 'Good week. How many demos come from partners? Send me the list.'),
      message(true, 'What do you think?'),
      message(false, 'Did you raise prices?'),
    ]
    expect(linesOf('agenda', { messages }, 'Questions of the squad')).toEqual([
      '“How many demos come from partners?”, asked by Dana b on Nov 20, 2026',
    ])
  })

  test('has what the squad asked to bring, within its time', () => {
    const message = (isOwn: boolean, content: string, date: IsoDate) =>
      ({ isOwn, content, sender: 'Dana', date }) as const
    const messages = [
      message(true, 'I will bring the list.', '2026-10-21'),
      message(false, 'Well done. Bring the three oldest goals and cut one. Did you call?', '2026-10-20'),
      message(false, 'Send me the list.', '2026-09-01'),
    ]
    expect(linesOf('agenda', { messages }, 'To bring')).toEqual([
      `“Bring the three oldest goals and cut one”, from Dana on Oct 20, 2026`,
    ])
  })

  test('has only figures that have changed', () => {
    const amounts = { before: runway('2026-09-28', 90_000, 500, 0), after: runway('2026-10-26', 80_000, 500, 0) }
    const still = loop(2, { name: 'Podcast', gain: gain({ conversions: 0, demos: 0, messages: 0 }) })
    expect(linesOf('agenda', { runway: amounts, loops: listed(loop(1), still) }, 'What has changed')).toEqual([
      'Cash: $80,000 (-$10,000 since Sep 28, 2026)',
      expect.stringContaining('“Cold email”'),
    ])
  })
})

test('hostile texts stay text: no Markdown, no HTML, no reference, and one line each', () => {
  const hostile = `**x** [a](javascript:x) ![i](https://e.example) <img src=x>\n\n# Big\n- [[goal:${id(9)}]] \`c\` _u_ |t|\u2028“q” [[document:agenda]]`
  const records: DocumentRecords = {
    ...NO_RECORDS,
    checkIns: [
      checkIn(1, { wins: hostile, blockers: hostile, next_priority: hostile }),
      checkIn(2, { week_of: '2026-10-12', wins: hostile, blockers: hostile, next_priority: hostile }),
    ],
    goalsOpen: listed(goal(3, { text: hostile }), goal(4, { text: hostile, period: 'yearly' })),
    goalsDone: listed(goal(3, { text: hostile })),
    decisions: listed(decision(5, { title: hostile, outcome: hostile, was_right: 'no', result: hostile })),
    decisionsDue: listed(decision(5, { title: hostile })),
    loops: listed(loop(6, { name: hostile })),
    calls: [
      {
        member: 'growth',
        starts_at: '2026-11-24T15:00:00Z',
        ends_at: '2026-11-24T15:30:00Z',
        time_zone: hostile,
        topic: hostile,
      },
    ],
    messages: [{ isOwn: false, sender: hostile, content: `${hostile} really?`, date: '2026-11-20' }],
  }
  for (const { id: kind } of DOCUMENT_KINDS) {
    const markdown = toMarkdown(writeDocument(kind, usualSpan(kind, TODAY), records, TODAY))
    const known = new Set([1, 2, 3, 4, 5, 6].map(id))
    for (const { groups } of markdown.matchAll(REFERENCES)) expect(known).toContain(groups?.['id'])
    const words = markdown.replaceAll(REFERENCES, '').replaceAll('- [ ]', '-')
    expect(words).not.toMatch(/[[\]<]|(?<!\\)[*`_|]/)
    for (const line of words.split('\n').filter(Boolean)) expect(line).toMatch(/^(## [A-Z][a-z ]+$|- \S)/)
  }
})
