import { describe, expect, test } from 'vitest'
import { ana, loop, TODAY } from '../../_shared/founder-context-sample.ts'
import { entitiesIn } from './entities.ts'
import { isFragment, mayFollow } from './follow-up.ts'
import { understand } from './understand.ts'

const context = ana({ loops: [loop(1, { name: 'Cold mail' }), loop(2, { name: 'Workshops' })] })
const entities = (text: string) => entitiesIn(text, context, TODAY)
const query = (...texts: string[]) =>
  understand(
    texts.map((content) => ({ role: 'user' as const, content })),
    context,
    TODAY,
  ).query

describe('a message continues another', () => {
  test.each(['and last month?', 'only workshops', 'cold mail?', 'what about january', 'without cold mail', '8k?'])(
    'as a fragment: “%s”',
    (text) => expect(isFragment(entities(text))).toBe(true),
  )

  test.each(['how many decisions did we take in january?', 'when did the squad last write to me about pricing?'])(
    'not, with a question of its own: “%s”',
    (text) => expect(isFragment(entities(text))).toBe(false),
  )

  test('not, when it is long', () => {
    expect(mayFollow(entities('why '.repeat(13)))).toBe(false)
    expect(mayFollow(entities(`and ${'why '.repeat(13)}`))).toBe(true)
  })
})

describe('a field of the query before changes, and the rest is kept', () => {
  test('its time', () => {
    expect(query('how many demos through cold mail in january?', 'and in february?')).toMatchObject({
      intent: 'demos.value',
      spans: [{ from: '2026-02-01' }],
      loops: [{ name: 'Cold mail' }],
    })
  })

  test('its time, by one step', () => {
    expect(query('how many demos in february?', 'and the month before?').spans).toMatchObject([{ from: '2026-01-01' }])
    expect(query('how many demos in january?', 'and the month after?').spans).toMatchObject([{ from: '2026-02-01' }])
  })

  test('its loop', () => {
    expect(query('how many demos through cold mail in january?', 'and workshops?')).toMatchObject({
      spans: [{ from: '2026-01-01' }],
      loops: [{ name: 'Workshops' }],
    })
  })

  test('its loop, left out', () => {
    expect(query('how many demos in january?', 'without cold mail?')).toMatchObject({
      isWithout: true,
      loops: [{ name: 'Cold mail' }],
      spans: [{ from: '2026-01-01' }],
    })
  })

  test('what is counted', () => {
    expect(query('how many demos in january?', 'and messages?')).toMatchObject({
      intent: 'messages.value',
      spans: [{ from: '2026-01-01' }],
    })
  })

  test.each([
    ['and for 10k?', [10_000]],
    ['and two of them?', [10_000]],
    ['and if we cut burn by 10%?', [5000, 0.9]],
  ])('its amount: “%s”', (text, values) => {
    const { intent, suppositions } = query('what if I hire someone for $5,000 a month?', text)
    expect(intent).toBe('runway.suppose')
    expect(suppositions.map(({ value }) => value)).toEqual(values)
  })

  test.each(['hm make it weekly, and five', 'actually five', 'shorter', 'by friday please'])(
    'what was dictated, which is kept: “%s”',
    (text) => {
      const { intent, dictated, revisions } = query('add a monthly goal: ten reviews', text)
      expect({ intent, dictated, revisions }).toEqual({
        intent: 'write.goal',
        dictated: 'add a monthly goal: ten reviews',
        revisions: [text],
      })
    },
  )

  test.each(['weekly goal: ten demos', 'actually how long is my runway', 'not now', 'add a goal: ten demos'])(
    'nothing of what was dictated: “%s”',
    (text) => expect(query('add a monthly goal: ten reviews', text).revisions).toBeUndefined(),
  )

  test('nothing, for a question of its own', () => {
    expect(query('how many demos in january?', 'how long is my runway?')).toMatchObject({
      intent: 'runway.value',
      spans: [],
    })
  })
})
