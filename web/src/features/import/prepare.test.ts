import { describe, expect, test } from 'vitest'
import { toCsv } from '../../lib/data/csv.ts'
import { KINDS, recognise, type Kind } from './columns.ts'
import { EXAMPLES } from './example-files.ts'
import { prepare } from './prepare.ts'
import type { Answers } from './prepare-types.ts'
import { MAX_LINES, readCsv } from './read-csv.ts'

const TODAY = '2026-03-04'

/** The kind of a file, and what its lines become. */
function read(text: string, answers: Answers = {}) {
  const sheet = readCsv(text)
  if (!sheet.ok) throw new Error(sheet.failure)
  const found = recognise(sheet.value.header)
  if (!('recognised' in found)) throw new Error(`Not recognised: ${JSON.stringify(found)}`)
  const { lines, questions } = prepare(found.recognised, sheet.value.lines, TODAY, answers)
  return {
    kind: found.recognised.kind,
    ignored: found.recognised.ignored,
    questions: Object.fromEntries(questions),
    texts: lines.map(({ text }) => text),
    problems: lines.map(({ problem }) => problem),
    records: lines.map(({ record }) => record),
    rows: lines.map(({ row }) => row),
  }
}

const problemOf = (text: string, answers?: Answers) => read(text, answers).problems.find((problem) => problem)
const recordOf = (text: string, answers?: Answers) => {
  const { records, problems } = read(text, answers)
  return problems[0] ?? records[0]
}

describe('a file', () => {
  test.each(KINDS)('the example of %s is one, without a question and without anything wrong', (kind) => {
    const file = read(toCsv(EXAMPLES[kind], { decimal: '.', separator: ',' }))
    expect(file).toMatchObject({ kind, ignored: [], questions: {}, problems: [undefined, undefined] })
    expect(Object.keys(file.records[0] ?? {})).not.toEqual([])
  })

  test.each([
    ['goals', 'DONE;goal ;Period\nyes;Hire;weekly'],
    ['goals', 'id,user_id,text,period,completed,created_at,completed_at\n1,2,Hire,weekly,true,2026-03-02,2026-03-03'],
    ['decisions', 'Date\tTitle\tWhy\n2026-03-02\tHire\tTime'],
    ['check-ins', 'week_of,mood,wins,blockers,next_priority\n2026-03-02,4,Two,,Price'],
    ['loops', 'week_of,loop,status,messages,demos,conversions,messages_added\n2026-02-23,Mail,running,1,2,3,1'],
    ['loops', 'Channel,Day,Gained\nMail,2026-03-02,3'],
  ] satisfies [Kind, string][])(
    'is known to be of %s by its header, in any order, case and separator',
    (kind, text) => {
      expect(read(text)).toMatchObject({ kind, problems: [undefined] })
    },
  )

  test('columns that are not known are named', () => {
    expect(read('Goal,Colour,Period,\nHire,red,weekly,')).toMatchObject({ ignored: ['Colour'], problems: [undefined] })
  })

  test('has 2,000 lines, however many blank ones are between them', () => {
    const file = read(`Goal,Period\n${Array.from({ length: 1500 }, (_, n) => `Goal ${n},weekly\n\n\n`).join('')}`)
    expect(file.records).toHaveLength(1500)
    expect([file.rows[1499], file.texts[1499]]).toEqual([4499, 'Goal “Goal 1499”, weekly, open'])
  })

  test.each([
    ['Goal,Period,Target\nHire,weekly,1,250', '“250” is in a column without a name'],
    ['Goal,Period,\nHire,weekly,50', '“50” is in a column without a name'],
    ['Goal,,Period\nHire,50,weekly', '“50” is in a column without a name'],
  ])('leaves no cell out unsaid: %j', (text, problem) => {
    expect(problemOf(text)).toContain(problem)
  })

  test('has quotes, line breaks, a byte order mark, any line ends, and rows numbered as in a spreadsheet', () => {
    const file = read('\ufeffGoal,Horizon\r\n"Say ""hi"",\r\nthen sell",weekly\r\n\r\n,,\r\nHire,yearly\r\n')
    expect(file.rows).toEqual([2, 5])
    expect(file.records[0]).toMatchObject({ text: 'Say "hi",\r\nthen sell' })
  })

  test('that the product wrote is read as it was: apostrophes before formulas are dropped', () => {
    const text = toCsv([['Goal', 'Period'], ['=1+1 more; -2', 'weekly']], { decimal: ',', separator: ';' }) // prettier-ignore
    expect(recordOf(text)).toMatchObject({ text: expect.stringMatching(/^=1\+1/) })
  })

  test.each([
    ['PK\u0003\u0004xl/worksheets', /Save it as CSV/],
    ['Goal\ufffd,Period\nHire,weekly', /UTF-8/],
    ['', /no rows in it/],
    ['Goal,Period\n\n', /no row below/],
    [`Goal,Period${',x'.repeat(99)}\nHire,weekly`, /100 columns/],
    ['Goal,Period\n"Hire,weekly\nSell,weekly', /quote/],
    [`Goal,Period\n${'Hire,weekly\n'.repeat(MAX_LINES + 1)}`, /2,000 rows/],
  ])('is refused as a whole: %#', (text, reason) => {
    expect(readCsv(text)).toMatchObject({ ok: false, failure: expect.stringMatching(reason) })
  })
})

describe('goals', () => {
  test('become what they say', () => {
    const file = read(
      'Goal,Period,Done,Created,Completed,Target,Unit\nTen demos,Week,,2026-02-02,2026-02-06,1 000,demos\nHire,quarterly,no,,,,\nShip,yearly,x,,,,',
    )
    expect(file.texts).toEqual([
      'Goal “Ten demos”, weekly, of Feb 2, 2026, done on Feb 6, 2026, target 1,000 demos',
      'Goal “Hire”, quarterly, open',
      'Goal “Ship”, yearly, done, date not known',
    ])
    expect(file.records).toEqual([
      {
        text: 'Ten demos',
        period: 'weekly',
        completed: true,
        created_on: '2026-02-02',
        completed_on: '2026-02-06',
        target: 1000,
        unit: 'demos',
      },
      { text: 'Hire', period: 'quarterly', completed: false },
      { text: 'Ship', period: 'yearly', completed: true },
    ])
  })

  test.each([
    ['Goal,Period\n,weekly', 'The goal is missing'],
    ['Goal,Period\nHire,', 'The period is missing'],
    ['Goal,Period\nHire,daily', '“daily” is not weekly, monthly, quarterly or yearly (period)'],
    [`Goal,Period\n${'x'.repeat(501)},weekly`, 'The goal has more than 500 characters'],
    ['Goal,Period,Done\nHire,weekly,maybe', '“maybe” is not yes or no (done)'],
    [
      'Goal,Period,Done,Completed\nHire,weekly,no,2026-03-02',
      'It is not done, but has a date on which it was completed',
    ],
    ['Goal,Period,Done,Completed\nHire,weekly,yes,no', 'One column says that it is done, and another that it is not'],
    ['Goal,Period,Done,Completed\nHire,weekly,no,x', 'One column says that it is done, and another that it is not'],
    ['Goal,Period,Done,Completed\nHire,weekly,maybe,x', '“maybe” is not yes or no (done)'],
    ['Goal,Period,Created,Completed\nHire,weekly,2026-03-03,2026-03-02', 'It was completed before it was created'],
    ['Goal,Period,Created\nHire,weekly,2026-03-05', '“2026-03-05” is in the future (created)'],
    ['Goal,Period,Created\nHire,weekly,last week', '“last week” is not a date (created). Write it like 2026-10-31'],
    ['Goal,Period,Target\nHire,weekly,many', '“many” is not a number (target)'],
    ['Goal,Period,Target\nHire,weekly,0', '“0” is not a number from 0 to a billion (target)'],
    ['Goal,Period,Progress\nHire,weekly,3', 'A goal with progress or a unit needs a target'],
  ])('is refused: %#', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })
})

describe('what can be read in two ways', () => {
  const dates = 'Goal,Period,Created\nHire,weekly,03/02/2026\nSell,weekly,28/02/2026'
  test('dates are asked about once, and never guessed', () => {
    expect(read(dates)).toMatchObject({
      questions: { days: '03/02/2026' },
      problems: [expect.stringContaining('two ways'), undefined],
    })
    expect(recordOf(dates, { days: 'day-first' })).toMatchObject({ created_on: '2026-02-03' })
    expect(recordOf(dates, { days: 'month-first' })).toMatchObject({ created_on: '2026-03-02' })
    // The answer can be changed.
    expect(read(dates, { days: 'day-first' }).questions).toEqual({ days: '03/02/2026' })
  })

  test('also with dots, and whatever else is in the file; what is contrary to the answer is refused', () => {
    const text = 'Goal,Period,Created\nHire,weekly,03.02.2026\nSell,weekly,02.28.2026'
    expect(read(text)).toMatchObject({ questions: { days: '03.02.2026' } })
    expect(read(text, { days: 'day-first' }).problems).toEqual([
      undefined,
      '“02.28.2026” does not fit what you chose above',
    ])
    expect(read(text, { days: 'month-first' }).records).toMatchObject([
      { created_on: '2026-03-02' },
      { created_on: '2026-02-28' },
    ])
  })

  test.each(['€8.000', '1,250', '1,250 USD'])('so are numbers such as %s', (number) => {
    const text = `Goal,Period,Target\nRaise,yearly,"${number}"`
    const [groups, decimals] = number.includes('.') ? [8000, 8] : [1250, 1.25]
    const comma = number.includes(',')
    expect(read(text)).toMatchObject({
      questions: { decimals: number },
      problems: [expect.stringContaining('two ways')],
    })
    expect(recordOf(text, { decimals: comma ? 'dot' : 'comma' })).toMatchObject({ target: groups })
    expect(recordOf(text, { decimals: comma ? 'comma' : 'dot' })).toMatchObject({ target: decimals })
  })

  test('one answer is of all numbers, and what is contrary to it is refused', () => {
    const text = 'Goal;Period;Target\nRaise;yearly;8.000\nSell;yearly;1,250\nHire;yearly;12,5'
    expect(read(text, { decimals: 'comma' }).records).toMatchObject([
      { target: 8000 },
      { target: 1.25 },
      { target: 12.5 },
    ])
    expect(read(text, { decimals: 'dot' })).toMatchObject({
      records: [{ target: 8 }, { target: 1250 }, undefined],
      problems: [undefined, undefined, '“12,5” does not fit what you chose above'],
    })
  })

  test('a sign stays: a loss is no gain', () => {
    const text = 'Loop,Date,Gain\nMail,2026-02-02,$200\nMail,2026-02-09,-$100\nMail,2026-02-16,-8.000'
    expect(read(text)).toMatchObject({
      questions: { decimals: '-8.000' },
      records: [{ conversions: 200 }, { conversions: 100 }, undefined],
    })
  })

  test('and numbers of loops whose column does not say what they are', () => {
    const text = 'Loop,Date,Value\nMail,2026-02-09,12\nMail,2026-02-02,5'
    expect(read(text)).toMatchObject({ questions: { counts: 'value' }, records: [undefined, undefined] })
    expect(read(text, { counts: 'total' }).records).toMatchObject([{ conversions: 12 }, { conversions: 5 }])
    expect(read(text, { counts: 'gain' }).records).toMatchObject([
      { conversions: 17, is_from_zero: true },
      { conversions: 5, is_from_zero: true },
    ])
  })
})

describe('decisions', () => {
  test('have what came of them', () => {
    const text =
      'Decision,Reason,Decided on,Review,Outcome,Right\nRaise,Churn,2026-02-02,2026-03-02,One left,Partly\nHire,Time,2026-02-02,2026-04-02,,'
    expect(read(text).texts).toEqual([
      'Decision “Raise” of Feb 2, 2026, right: partly',
      'Decision “Hire” of Feb 2, 2026, to review on Apr 2, 2026',
    ])
    expect(recordOf(text)).toEqual({
      title: 'Raise', reason: 'Churn', decided_on: '2026-02-02', review_on: '2026-03-02', outcome: 'One left', was_right: 'partly',
    }) // prettier-ignore
  })

  test.each([
    ['Decision,Reason\nRaise,', 'The reason is missing'],
    ['Decision,Reason,Outcome\nRaise,Churn,One left', /needs both the outcome/],
    ['Decision,Reason,Right\nRaise,Churn,yes', /needs both the outcome/],
    ['Decision,Reason,Decided,Reviewed\nRaise,Churn,2026-02-03,2026-02-02', /reviewed before it was decided/],
    ['Decision,Reason,Decided on,Review on\nRaise,Churn,2026-02-02,2026-01-02', /three years later/],
    ['Decision,Reason,Decided on,Review on\nRaise,Churn,2026-02-02,2029-02-02', /three years later/],
  ])('is refused: %#', (text, problem) => {
    expect(problemOf(text)).toMatch(problem)
  })
})

describe('check-ins', () => {
  test('any day of a week is that week; a mood is a number or a word', () => {
    const text =
      'Week,Win,Struggle,Priority,Mood,Last priority\n2026-02-25,Two demos,Time,Price,Crushing It,no\n2026-03-02,One,,Price,,'
    expect(read(text).records).toEqual([
      {
        week_of: '2026-02-23',
        mood: 5,
        wins: 'Two demos',
        blockers: 'Time',
        next_priority: 'Price',
        priority_outcome: 'no',
      },
      { week_of: '2026-03-02', mood: 3, wins: 'One', next_priority: 'Price' },
    ])
    expect(read(text).texts[1]).toBe('Check-in of the week of Mar 2, 2026, mood Ok (none given)')
  })

  test.each([
    ['Week,Win,Priority\n,Two,Price', 'The week is missing'],
    ['Week,Win,Priority\n2026-03-02,,Price', 'The win is missing'],
    ['Week,Win,Priority,Mood\n2026-03-02,Two,Price,6', /“6” is not Struggling, .* or Crushing it \(mood\)/],
    ['Week,Win,Priority\n2026-02-23,Two,Price\n2026-02-24,One,Hire', 'The same week as row 2'],
  ])('is refused: %#', (text, problem) => {
    expect(problemOf(text)).toMatch(problem)
  })
})

describe('loops', () => {
  test('gains are added up in the order of their days', () => {
    const file = read(
      'Loop,Date,Gain,Messages added\nMail,2026-02-09,12,10\nAds,2026-02-09,1,\nmail,2026-02-02,5,\nMail,2026-02-16,-2,4',
    )
    expect(file.records).toMatchObject([
      { conversions: 17, messages: 10 },
      { conversions: 1, messages: 0 },
      { conversions: 5, messages: 0 },
      { conversions: 15, messages: 14 },
    ])
    expect(file.texts[0]).toBe('“Mail” on Feb 9, 2026: 17 conversions, 10 messages in all')
  })

  test('names are one loop when they are one in the database, as private.one_line writes them', () => {
    const loops = ['Cold mail', 'cold\tmail', '"Cold\r\nmail"', 'Cold\u2028mail\u200e', 'Cold  mail']
    const text = `Loop;Date;Gain\n${loops.map((loop, at) => `${loop};2026-02-0${at + 1};1`).join('\n')}`
    expect(read(text).records.map((record) => record?.['conversions'])).toEqual([1, 2, 3, 4, 1])
  })

  test('an empty cell is no change, in whatever order the lines are', () => {
    expect(read('Loop,Date,Total,Demos\nMail,2026-02-09,,4\nMail,2026-02-02,5,3').records).toMatchObject([
      { conversions: 5, demos: 4 },
      { conversions: 5, demos: 3 },
    ])
  })

  test('what a week came to is known at its end, or today', () => {
    const weeks = 'week_of,loop,conversions,conversions_added\n2026-02-23,Mail,5,5\n2026-03-02,Mail,7,2'
    expect(read(weeks)).toMatchObject({
      questions: {},
      records: [{ day: '2026-03-01', conversions: 5 }, { day: TODAY, conversions: 7 }],
    }) // prettier-ignore
  })

  test.each([
    ['Loop,Date,Total\nMail,2026-02-02,', 'There is no number in this row'],
    ['Loop,Date,Total\nMail,2026-02-02,1.5', '“1.5” is not a whole number from 0 to a billion (total)'],
    ['Loop,Date,Total\nMail,2026-02-02,-1', '“-1” is not a whole number from 0 to a billion (total)'],
    ['Loop,Date,Gain\nMail,2026-02-02,-1', 'The gains of the loop add up to less than zero'],
    ['Loop,Date,Total\nMail,2026-02-02,1\nmail,2026-02-02,2', 'The same loop and day as row 2'],
    ['Loop,Date,Total,Status\nMail,2026-02-02,1,dead', '“dead” is not running, paused or scaling (status)'],
    [
      `Loop,Date,Total\n${Array.from({ length: 51 }, (_, n) => `L${n},2026-02-02,1`).join('\n')}`,
      'A file has at most 50 loops',
    ],
  ])('is refused: %#', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })
})
