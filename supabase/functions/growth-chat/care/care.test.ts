import { describe, expect, test } from 'vitest'
import { ana, checkIn } from '../../_shared/founder-context-sample.ts'
import { careAnswer, dangerAnswer } from './care-answer.ts'
import { careIn, dangerIn } from './care.ts'

describe('danger to life', () => {
  test.each([
    'i want to die',
    'i don’t want to live anymore',
    'i dont wanna be here anymore',
    'honestly thinking of ending it all',
    'im going to kill mysef tonight',
    'What is our burn? anyway, I keep thinking about suicide',
    'everyone would be better off without me',
    'i wish i was dead',
    'wish i could go to sleep and never wake up',
    'there is no reason to live',
    'been hurting myself again',
    'might kms after this call',
    'i took all my pills',
    'ich will nicht mehr leben',
    'quiero morir',
    'je veux mourir',
  ])('finds a crisis in “%s”', (text) => expect(careIn(text)).toBe('crisis'))

  test.each([
    'i think im having a heart attack',
    'bad chest pain since this morning',
    'my chest hurts and my left arm is numb',
    'i cant breathe',
    'my cofounder collapsed, he is unconscious',
    'my husband hits me',
    'a man with a knife is in the office',
    'my investor threatened to kill me',
  ])('finds an emergency in “%s”', (text) => expect(careIn(text)).toBe('emergency'))

  test('gets a sentence, emergency numbers and crisis lines, and neither a figure nor a proposal', () => {
    for (const answer of Object.values(dangerAnswer)) {
      expect(answer).toContain('**112**')
      expect(answer).toContain('https://findahelpline.com')
      expect(answer).not.toMatch(/\$|months|Next step|\[\[/)
    }
  })
})

describe('danger in words that no example has', () => {
  test.each([
    'what is our burn this month? and i keep thinking about the bridge on my way home, just letting go',
    'my cofounder says he wants to end his life, what do i do',
    'can you finish the update, my chest is tight and my arm is going numb',
  ])('is found in the middle of a message: “%s”', (text) => expect(dangerIn(text)).toBeDefined())

  test('is still found at the end of a long message', () => {
    const long = 'We had nine demos at the fair and two of them asked for the price list. '.repeat(40)
    expect(dangerIn(`${long} I do not want to be alive anymore.`)).toBe('crisis')
  })

  test('distress is no danger', () => expect(dangerIn('i am so tired of this startup')).toBeUndefined())
})

describe('business', () => {
  test.each([
    'find me every time customs HELD something this autumn',
    'thinking about a stand at another dental congress in spring, around 5k. good idea?',
    'so do i just buy the second kettle now? brambleford is eating everything we cook',
    'last time delia and me agreed on sth?',
    'and before that, when did we fight',
    'pricing at 9 a seat would be suicide against dentalux',
    'jump ship from hubspot to something cheaper',
    'which customers did we lose',
    'die Preise, wann haben wir die zuletzt geändert',
    '',
    'qwrt zxcv plmk',
    'Hi! I signed up yesterday, there is hardly anything in here yet and I have no idea what comes first with a product like mine.',
    'how many kms is the trip to the fair',
    'should we kill this loop',
    'cold mail is dead, right?',
    'how many dead leads did we have',
    'are we dying?',
    'we are bleeding cash',
    'which channel is killing our margin',
    'did i shoot myself in the foot with the free plan',
    'when does the money die out',
    'i want to end the contract with the agency',
    'how do we attack the mid market',
    'what if we lose a customer who pays 2k',
    'lost a client, 3k less revenue a month. runway?',
    'does burn end this year',
    'would it be suicide to raise prices by 50%',
    'what is my life time value',
    'i want to live off the revenue, how much is missing',
    'im drowning in support mails, what did i decide about support',
    'how many customers left in october',
    'when was the deal with tindall signed',
  ])('is no cause for care: “%s”', (text) => expect(careIn(text)).toBeUndefined())
})

describe('distress', () => {
  test.each([
    ['we lost our biggest customer today', 'loss'],
    ['the deal fell through', 'loss'],
    ['i am so tired', 'low'],
    ['i feel like a failure', 'low'],
    ['i want to give up', 'low'],
    ['had a huge fight with my cofounder', 'quarrel'],
    ['my cofounder wants to leave', 'quarrel'],
    ['im freaking out', 'panic'],
  ])('“%s” is %s', (text, care) => expect(careIn(text)).toBe(care))

  test('gets a human sentence, what the check-ins say, and one offer', () => {
    const answer = careAnswer(
      'quarrel',
      ana({ checkins: [checkIn(1, { blockers: 'Milo and I disagree on pricing' })] }),
    )
    expect(answer).toMatch(/^I’m sorry/)
    expect(answer).toContain('Your check-ins say it too: 1 week of the last 1 mention it')
    expect(answer.match(/\[\[propose-/g)).toHaveLength(1)
  })
})
