import { describe, expect, test } from 'vitest'
import { foreignLanguageOf, inEnglish } from './languages.ts'
import { loopsNamed, mostAlike } from './loops.ts'
import { plain } from './plain.ts'
import { corrected } from './spelling.ts'

describe('a misspelling', () => {
  test.each([
    ['how long is my runaway', 'how long is my runway'],
    ['how many dmos', 'how many demos'],
    ['my gaols', 'my goals'],
    ['decsions', 'decisions'],
    ['sumarise', 'summarise'],
  ])('%s', (text, expected) => expect(corrected(text)).toBe(expected))

  test.each(['what looks good', 'a demon', 'the goat', 'vote', 'burnt', 'food', 'message', 'goal'])(
    'is not: %s',
    (text) => expect(corrected(text)).toBe(text),
  )
})

describe('another language', () => {
  test.each([
    ['Wie viele Demos hatten wir insgesamt?', 'German', 'how many demos hatten wir in total?'],
    ['¿Cuántas demos hicimos en octubre?', 'Spanish', '¿how many demos hicimos in october?'],
    ['Combien de démos avons-nous fait au total ?', 'French', 'how many demos avons-nous fait in total ?'],
    ['Welche Ziele sind überfällig?', 'German', 'welche goals sind overdue?'],
    ['Qual è il saldo in banca?', 'Italian', 'qual e il balance in the bank?'],
    ['Quantos demos fizemos no total?', 'Portuguese', 'how many demos fizemos in total?'],
  ])('%s', (text, name, english) => {
    const language = foreignLanguageOf(plain(text))
    expect(language?.name).toBe(name)
    expect(language && inEnglish(plain(text), language)).toBe(english)
  })

  test.each([
    'How many demos did we do?',
    'demos in total',
    'Die die die',
    'runway',
    'Compare Leeds and Bristol',
    'a la carte plan?',
  ])('is not: %s', (text) => expect(foreignLanguageOf(plain(text))).toBeUndefined())
})

describe('a loop', () => {
  const loops = ['Workshops with dentists', 'Cold mail to owners', 'Referral ask after the forecast', 'Cold calls'].map(
    (name) => ({ name }),
  )
  test.each([
    ['how is the workshop loop?', ['Workshops with dentists']],
    ['compare referrals and cold mail', ['Referral ask after the forecast', 'Cold mail to owners']],
    ['cold mail', ['Cold mail to owners']],
    ['“Cold calls” this week', ['Cold calls']],
    ['how many demos after the summer?', []],
  ])('in “%s”', (question, names) => {
    expect(loopsNamed(question, loops).map(({ name }) => name)).toEqual(names)
  })
})

describe('the record most alike', () => {
  const titles = ['Raise the price to $149', 'Free pilots of three months', 'Pricing page live']
  test.each([
    ['what came of “Free pilots of…”?', 'Free pilots of three months'],
    ['did I finish the pricing page?', 'Pricing page live'],
    ['what about insurance?', undefined],
  ])('%s', (question, title) => {
    expect(mostAlike(question, titles, (one) => one)).toBe(title)
  })
})
