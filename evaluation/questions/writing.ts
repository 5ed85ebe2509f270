import { says } from '../facts.ts'
import { questions } from './asked.ts'
import { proposesMessage } from './expected.ts'

// prettier-ignore
export const writingQuestions = () =>
  questions('writing', {
    growing: [
      ['mark the pricing page goal as done', says('a proposal to mark it as done', /\[\[propose-done:/)],
      ['Draft a message to the squad asking for an intro to a fintech lawyer', proposesMessage(/fintech lawyer/)],
      ['tell the squad that larkwell signed for two more years', proposesMessage(/larkwell signed for two more years/)],
      ['could you ask the squad how we should price the import?', proposesMessage(/how should we price the import/)],
      ['tell marguerite thanks for the interviews', proposesMessage(/thanks for the interviews/)],
    ],
    trouble: [
      ['ask the squad whether we should sell the demo van', proposesMessage(/should we sell the demo van|we should sell the demo van/)],
      ['let my squad know that the bank said no', proposesMessage(/the bank said no/)],
    ],
    years: [
      ['write to my squad about the reseller business', proposesMessage(/reseller business/)],
      ['ask the squad if anyone knows a broker in rotterdam', proposesMessage(/anyone know\w* a broker in rotterdam/)],
    ],
    new: [
      ['pls write smth to the squad, i need help finding beta users', proposesMessage(/beta users/)],
    ],
  })
