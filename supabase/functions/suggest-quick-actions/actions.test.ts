import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_QUICK_ACTIONS } from '../../../domain/growth-chat.ts'
import { ana, checkIn, decision, goal, id, loop, runway, TODAY } from '../_shared/founder-context-sample.ts'
import { founderWith } from '../growth-chat/founder-sample.ts'
import { coachAnswer } from '../growth-chat/coach.ts'
import type { LoopGainRow } from '../_shared/loop-gains.ts'
import { ownActions, suggestActions } from './actions.ts'
import { comparedSpans } from './situations.ts'

const records = {
  ...runway(40_000, 0, 10_000),
  goals: [goal(1, { text: 'Ten demos with practice owners in Leeds and Bradford' }), goal(2, { date: '2026-02-01' })],
  loops: [
    loop(11, { name: 'Cold “mail”', messages: 100, demos: 5 }),
    loop(12, { name: 'Events', messages: 50, demos: 6, conversions: 5 }),
  ],
  checkins: [
    checkIn(21, { week_of: '2026-03-02', mood: 2, blockers: 'Hiring\nis slow' }),
    checkIn(22, { week_of: '2026-02-23', mood: 4 }),
  ],
  decisions: [decision(31, { result: 'Fine' }), decision(32, { title: 'Raise prices', review_on: '2026-03-10' })],
  messages: [{ date: '2026-03-10', sender: 'Dana', content: 'Well done' }],
} as const
const busy = ana(records)

describe('suggestions', () => {
  test('start with the founder’s own situations, most urgent first', () => {
    const first = suggestActions(busy, DEFAULT_QUICK_ACTIONS)
    const second = suggestActions(busy, first)
    expect([...first, ...second]).toEqual([
      'How can I extend my runway?',
      'Help me prepare this week’s check-in',
      'What do I do about my blocker “Hiring is slow”?',
      'Why does my loop “Cold ’mail’” convert so little?',
      'My mood is falling: what helps?',
      'What did my squad last write?',
      'What came of my decision “Raise prices”?',
      'Break down my goal “Goal 2”',
    ])
  })

  test.each([
    ['a check-in that is done', ana({ checkins: [checkIn(1)] }), 'Help me prepare this week’s check-in'],
    ['a runway of years', ana(runway(900_000, 0, 10_000)), 'How can I extend my runway?'],
    ['no blocker', ana({ checkins: [checkIn(1, { blockers: ' ' })] }), 'What do I do about my blocker “”?'],
    ['a goal that is done', ana({ goals: [goal(1, { completed: true })] }), 'Break down my goal “Goal 1”'],
    [
      'a decision with a result',
      ana({ decisions: [decision(1, { result: 'Fine' })] }),
      'What came of my decision “Decision 1”?',
    ],
  ])('contain nothing about %s', (_, known, question) => {
    expect(everything(known)).not.toContain(question)
  })

  test('are the same for the same input, and exist for a founder without records', () => {
    expect(suggestActions(busy, [])).toEqual(suggestActions(busy, []))
    expect(suggestActions(ana(), DEFAULT_QUICK_ACTIONS)).toEqual([
      'Help me prepare this week’s check-in',
      'What should I focus on this week?',
      'What changed since last week?',
      'How do I get my next ten demos?',
    ])
  })
})

/** What a loop gained in the last seven days and in those before. */
const gains = (number: number, now: number, before: number): LoopGainRow[] =>
  comparedSpans(TODAY).map(({ from, to }, week) => ({
    loop_id: id(number), first_day: from, last_day: to, since: null, status: 'running', conversions: 0, demos: 0, messages: 100,
    conversions_added: 0, demos_added: 0, messages_added: week === 0 ? now : before,
  })) // prettier-ignore

describe('suggestions from records', () => {
  test('are the three most urgent', () => {
    expect(ownActions(busy)).toEqual([
      'How can I extend my runway?',
      'Help me prepare this week’s check-in',
      'What do I do about my blocker “Hiring is slow”?',
    ])
  })

  test('are none without records', () => {
    expect(ownActions(ana())).toEqual([])
  })

  test('name the loop whose messages fell to half or less, and no other', () => {
    const loops = [loop(11, { name: 'Cold mail' }), loop(12, { name: 'Events' }), loop(13, { status: 'paused' })]
    const known = ana({ loops, checkins: [checkIn(1)] })
    const all = [...gains(11, 4, 20), ...gains(12, 12, 20), ...gains(13, 0, 90)]
    expect(ownActions(known, all)).toContain('How is “Cold mail” going?')
    expect(ownActions(known, all)).toHaveLength(1)
    expect(ownActions(known, gains(11, 0, 4))).toEqual([])
    expect(suggestActions(known, [], all)).toContain('How is “Cold mail” going?')
  })

  test('offer to plan the week on its Monday', () => {
    const records = { goals: [goal(1)], checkins: [checkIn(1)] }
    expect(ownActions(ana(records, '', '2026-03-09'))).toContain('Plan my week')
    expect(ownActions(ana(records))).not.toContain('Plan my week')
  })
})

describe('the next set', () => {
  test.each([
    ['with many records', busy],
    ['without records', ana()],
  ])('never repeats the set before, and covers all %s', (_, known) => {
    const seen = new Set<string>()
    let previous: readonly string[] = DEFAULT_QUICK_ACTIONS
    for (let round = 0; round < 12; round++) {
      const next = suggestActions(known, previous)
      expect(new Set(next).size).toBe(4)
      expect(next.filter((action) => previous.includes(action))).toEqual([])
      for (const action of next) seen.add(action)
      previous = next
    }
    expect([...seen].toSorted()).toEqual(everything(known).toSorted())
  })

  test('repeats a suggestion only when nothing else is left, the least recent first', () => {
    const all = everything(ana())
    fc.assert(
      fc.property(fc.shuffledSubarray(all), fc.array(fc.string(), { maxLength: 3 }), (offered, others) => {
        const next = suggestActions(ana(), [...offered, ...others])
        expect(new Set(next).size).toBe(4)
        const repeated = next.filter((action) => offered.includes(action))
        expect(repeated).toEqual(offered.slice(0, Math.max(0, 4 - (all.length - offered.length))))
      }),
    )
  })
})

describe('the coach can answer', () => {
  test.each([...everything(busy), 'How is “Cold ’mail’” going?', 'Plan my week'])('%s', async (action) => {
    const said = await coachAnswer(founderWith(records), [{ role: 'user', content: action }])
    expect(said).not.toMatch(/cannot|not recorded|library has nothing/)
    const [record] = /“[^”]{5,20}/.exec(action) ?? []
    if (record) expect(said).toContain(record.replace('‘', '’'))
  })
})

/** All suggestions for these records. */
function everything(known: typeof busy): string[] {
  const all: string[] = []
  for (let next = suggestActions(known, []); !all.includes(next[0] ?? ''); next = suggestActions(known, all))
    all.push(...next.filter((action) => !all.includes(action)))
  return all
}
