import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../../../../domain/days.ts'
import { TODAY, id, loop, runway } from '../../_shared/founder-context-sample.ts'
import type { LoopOn } from '../../_shared/loop-gains.ts'
import type { RunwayPoint } from '../founder-queries.ts'
import { founderWith } from '../founder-sample.ts'
import { daySpan, monthsSpan, sinceSpan, totalSpan, type Span } from '../understand/calendar-spans.ts'
import { entitiesIn } from '../understand/entities.ts'
import { buildQuery } from '../understand/build-query.ts'
import { answerFigure, spansCompared } from './figures.ts'
import { gainedIn } from './gained.ts'

const days = ['2025-11-20', '2025-12-15', '2026-01-10', '2026-02-03', '2026-02-24', '2026-03-05'] as const
/** A loop's cumulative count on each of the days: counts never fall. */
const history = fc
  .array(fc.nat({ max: 40 }), { minLength: days.length, maxLength: days.length })
  .map((gains) => days.map((day, at) => ({ day, demos: gains.slice(0, at + 1).reduce((sum, gain) => sum + gain, 0) })))
const points = (number: number, known: readonly { readonly day: (typeof days)[number]; readonly demos: number }[]): LoopOn[] =>
  known.map(({ day, demos }) => ({
    loop_id: id(number), day, status: 'running' as const, messages: demos * 7, demos, conversions: Math.floor(demos / 2),
  })) // prettier-ignore

const gains = async (spans: readonly Span[], loops: readonly LoopOn[], created: typeof TODAY = '2025-01-01') => {
  const { context, queries } = founderWith(
    { loops: [loop(1, { date: created }), loop(2, { date: created })] },
    { loops },
  )
  return (await gainedIn(spans, context.loops, queries)).map(({ counts }) => counts.demos)
}

describe('what was gained', () => {
  test('the months of a quarter add up to the quarter, and to “since” its first day', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (one, other) => {
        const months = (['2026-01-01', '2026-02-01', '2026-03-01'] as const).map((from) => monthsSpan(from, 1))
        const [january = 0, february = 0, march = 0, quarter, since] = await gains(
          [...months, monthsSpan('2026-01-01', 3), sinceSpan('2026-01-01', TODAY)],
          [...points(1, one), ...points(2, other)],
        )
        expect(january + february + march).toBe(quarter)
        expect(quarter).toBe(since)
      }),
    )
  })

  test('is never negative where counts never fall, and at most the total', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...days), async (known, from) => {
        const [gained = -1] = await gains([sinceSpan(from, TODAY)], points(1, known))
        expect(gained).toBeGreaterThanOrEqual(0)
        expect(gained).toBeLessThanOrEqual(known.at(-1)?.demos ?? 0)
      }),
    )
  })

  test('up to a day is the total of that day, and what came after its count is the rest', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...days.slice(1)), async (known, day) => {
        const [upTo = -1, after = -1] = await gains(
          [totalSpan(day), { ...sinceSpan(day, TODAY), counted: day }],
          points(1, known),
        )
        expect(upTo).toBe(known.find((point) => point.day === day)?.demos)
        expect(upTo + after).toBe(known.at(-1)?.demos)
      }),
    )
  })

  test('counts from the first point where a history begins within the span: a loop may be added with earlier counts', async () => {
    const late = points(1, [
      { day: '2026-02-03', demos: 5 },
      { day: '2026-03-05', demos: 9 },
    ])
    expect(await gains([sinceSpan('2026-01-01', TODAY)], late, '2026-01-20')).toEqual([4])
    expect(await gains([sinceSpan('2026-01-01', TODAY)], late)).toEqual([4])
  })
})

const query = (intent: 'demos.compare' | 'burn.compare' | 'demos.average', text: string, spans: readonly Span[]) => ({
  ...buildQuery(intent, entitiesIn(text, undefined, TODAY)),
  spans,
})

describe('a comparison', () => {
  const [january, february] = [monthsSpan('2026-01-01', 1), monthsSpan('2026-02-01', 1)]

  test('is signed along time, whichever of its times is named first', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (known) => {
        const founder = founderWith({ loops: [loop(1, { date: '2025-01-01' })] }, { loops: points(1, known) })
        const [forth, back] = await Promise.all([
          answerFigure(query('demos.compare', 'demos', [january, february]), founder),
          answerFigure(query('demos.compare', 'demos', [february, january]), founder),
        ])
        expect(forth.line).toBe(back.line)
        const [then = 0, now = 0] = await gainsOf(founder)
        expect(forth.line).toContain(now === then ? 'the same as' : now > then ? 'more** than' : 'less** than')
      }),
    )
    async function gainsOf({ context, queries }: ReturnType<typeof founderWith>) {
      return (await gainedIn([january, february], context.loops, queries)).map(({ counts }) => counts.demos)
    }
  })

  test('has no broken number with nothing before, and for amounts of zero', async () => {
    const amount = fc.constantFrom(0, 1, 4000, 90_000)
    const point = (day: RunwayPoint['day'], burn: number): RunwayPoint => ({
      day,
      bank_balance: 10_000,
      monthly_revenue: 0,
      monthly_burn: burn,
    })
    await fc.assert(
      fc.asyncProperty(amount, amount, async (then, now) => {
        const founder = founderWith(runway(10_000, 0, now), {
          runway: [point('2026-02-10', now), point('2026-01-10', then)],
        })
        const { line } = await answerFigure(query('burn.compare', 'burn', [january, february]), founder)
        expect(line).not.toMatch(/NaN|Infinity|undefined|-\$/)
      }),
    )
  })
})

test('an average divides what was gained in the known time by that time', async () => {
  const founder = founderWith(
    { loops: [loop(1, { date: '2025-01-01', demos: 60 })] },
    {
      loops: points(1, [
        { day: '2026-02-03', demos: 24 },
        { day: '2026-03-05', demos: 60 },
      ]),
    },
  )
  const { line } = await answerFigure(query('demos.average', 'demos a week on average', []), founder)
  const weeks = (daysBetween('2026-02-03', TODAY) + 1) / 7
  expect(line).toContain(`**${(36 / weeks).toFixed(1)} demos a week**`)
  expect(line).toContain('36 demos since Feb 3, 2026')
})

test('a total is compared with a total', () => {
  const query = buildQuery('demos.compare', entitiesIn('compare demos', undefined, TODAY))
  const spans = [daySpan(TODAY, 'today'), totalSpan('2026-01-10')]
  expect(spansCompared({ ...query, spans }, TODAY)).toEqual([totalSpan('2026-01-10'), totalSpan(TODAY)])
})
