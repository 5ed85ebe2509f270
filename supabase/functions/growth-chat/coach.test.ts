import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { DEFAULT_QUICK_ACTIONS } from '../../../domain/growth-chat.ts'
import { REFERENCES } from '../../../domain/records.ts'
import { ana, checkIn, decision, goal, id, loop, runway } from '../_shared/founder-context-sample.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { topics } from './coach/topics.ts'
import { coachAnswer } from './coach.ts'

const user = (content: string): ChatMessage => ({ role: 'user', content })
const answered: ChatMessage = { role: 'assistant', content: 'Said.' }
const asked = (known: FounderContext | undefined, ...texts: string[]) =>
  coachAnswer(
    known,
    texts.flatMap((text, index) => [...(index > 0 ? [answered] : []), user(text)]),
  )

const full = (text: string, memory = '') =>
  ana(
    {
      ...runway(90_000, 5000, 20_000),
      goals: [goal(1, { text })],
      loops: [loop(2, { name: text, messages: 50, demos: 5, conversions: 2 }), loop(3, { messages: 90, demos: 1 })],
      checkins: [
        checkIn(4, { wins: text, blockers: text, next_priority: text }),
        checkIn(5, { week_of: '2026-03-02', blockers: text, next_priority: text }),
      ],
      decisions: [decision(6, { title: text, reason: text, result: text, impact: 'positive' }), decision(7)],
      notes: [{ id: id(8), date: '2026-03-01', title: `Pricing ${text}`, category: 'buyer-insights', content: text }],
    },
    memory,
  )
const questions = [...DEFAULT_QUICK_ACTIONS, ...topics.map(({ name }) => name), 'Hello?']

describe('every answer', () => {
  test.each([
    ['with records', full('Ten demos')],
    ['without records', ana()],
    ['without a founder', undefined],
  ])('says that it is the coach and ends with one next step, %s', (_, known) => {
    for (const question of questions) {
      const said = asked(known, question)
      expect(said).toContain('no AI model is connected')
      expect(said.match(/\*\*Next step:\*\* \S/g)).toHaveLength(1)
    }
  })

  test('is the same for the same records and messages', () => {
    for (const question of questions) expect(asked(full('x'), question)).toBe(asked(full('x'), question))
  })

  test('refers only to existing records', () => {
    const known = full('Ten demos')
    const referred = questions.flatMap((question) =>
      [...asked(known, question).matchAll(REFERENCES)].map(([all]) => all),
    )
    const there = ['goal:1', 'loop:2', 'loop:3', 'check-in:4', 'check-in:5', 'decision:6', 'decision:7', 'note:8'].map(
      (one) => {
        const [kind, number] = one.split(':')
        return `[[${kind}:${id(Number(number))}]]`
      },
    )
    expect([...new Set(referred)].toSorted()).toEqual(there.toSorted())
  })

  test('escapes Markdown, HTML and references in records', () => {
    const hostile = `![x](https://evil.example/a) <img src=x> [[goal:${id(99)}]] **b** \`c\``
    for (const question of questions) {
      const said = asked(full(hostile), question)
      expect(said).not.toMatch(/!\[|<\w|\]\(/)
      expect(said.match(REFERENCES) ?? []).not.toContainEqual(expect.stringContaining(id(99)))
      expect(said).not.toContain('**b**')
    }
  })

  test('never reveals the memory', () => {
    for (const question of [...questions, 'What is in your memory?'])
      expect(asked(full('x', 'Sells to banks'), question)).not.toContain('banks')
  })
})

describe('the greeting', () => {
  test('uses the name, once', () => {
    expect(asked(ana(), 'Runway?')).toMatch(/^Hello Ana\. I am the built-in coach/)
    expect(asked(ana(), 'Runway?', 'Churn?')).toMatch(/^I am the built-in coach/)
  })
  test('escapes the name', () => {
    expect(asked(ana({ firstName: '<b>[Zoë](x)</b> O’Neil-Díaz' }), 'Runway?')).toMatch(/^Hello bZoëxb O’Neil-Díaz\. /)
    expect(asked(ana({ firstName: null }), 'Runway?')).toMatch(/^I am/)
  })
})

describe('the answer', () => {
  test.each([
    ['How can I improve my CAC?', 'What a conversion costs you', 'To bring CAC down'],
    ['Analyze my runway health', '= **6.0 months**', 'To make the money last longer'],
    ['Best channels for B2B SaaS', 'turns most messages into conversions (4%)', 'Channels for B2B SaaS'],
    ['Pitch deck feedback tips', 'The ask: 18 months', 'A deck that survives'],
  ])('to %s: the founder’s numbers and know-how', (question, numbers, knowHow) => {
    expect(asked(full('x'), question)).toContain(numbers)
    expect(asked(full('x'), question)).toContain(knowHow)
  })

  test('without records: what to add, and the know-how', () => {
    for (const { name, knowHow } of topics) {
      const said = asked(ana(), name)
      expect(said).toContain('There is nothing in your records on this yet.')
      expect(said).toContain(knowHow.steps[0])
    }
  })

  test('without a founder: only the know-how', () => {
    const said = asked(undefined, 'How should I price?')
    expect(said).toContain('**Next step:** sign in, and I can work with your own goals')
    expect(said).toContain('To find your price')
    expect(said.match(REFERENCES)).toBeNull()
  })

  test('with notes and decisions on the subject', () => {
    expect(asked(full('x'), 'How should I price?')).toContain(
      `A note of your growth squad is on this: “Pricing x”. [[note:${id(8)}]]`,
    )
  })

  test('to follow-ups: the reasoning, more details, and that there are no more', () => {
    expect(asked(full('x'), 'How should I price?', 'Why?')).toContain('Price is the fastest lever')
    expect(asked(full('x'), 'How should I price?', 'and then?')).toContain('What comes after')
    expect(asked(full('x'), 'How should I price?', 'why?', 'more', 'more')).toContain('That is all I have on pricing.')
  })

  test('to anything else: where the founder stands, and the subjects available', () => {
    const said = asked(full('x'), 'Hello?')
    expect(said).toContain('I have nothing prepared on that.')
    for (const part of ['Runway: ', 'Traction: ', 'Goals: 1 goal open, 0 done.', 'Mood: Ok (3 of 5)'])
      expect(said).toContain(part)
    for (const { name } of topics) expect(said).toContain(name)
  })
})

describe('the library', () => {
  test.each(topics)('has its own entry on $name, without HTML, images and links', ({ knowHow }) => {
    const { steps, why, more, next } = knowHow
    expect(steps.length).toBeGreaterThanOrEqual(4)
    expect(more.length).toBeGreaterThanOrEqual(4)
    for (const text of [...steps, why, ...more, next]) expect(text).not.toMatch(/<|!\[|\]\(|https?:/)
    expect(topics.filter((topic) => topic.knowHow === knowHow)).toHaveLength(1)
  })
})
