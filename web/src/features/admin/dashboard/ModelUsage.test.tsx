// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ModelUsageFigures } from './ModelUsage.tsx'

afterEach(cleanup)

const usage = {
  answers: 1200,
  summaries: 1,
  unreported: 0,
  input_tokens: 5_000_000,
  output_tokens: 300_000,
  cost_usd: 9.5,
}
const textsOf = (of: { unreported?: number; cost_usd?: null }) =>
  [...render(<ModelUsageFigures usage={{ ...usage, ...of }} />).container.querySelectorAll('dl > div')].map(
    ({ textContent }) => textContent,
  )

test('shows answers, tokens and cost', () => {
  expect(textsOf({})).toEqual([
    'AI Answers1,2001 summary of check-ins',
    'Tokens In5,000,000',
    'Tokens Out300,000',
    'Cost$9.50',
  ])
})

test('says what is unknown: tokens that were not reported, a cost without prices', () => {
  const [, input, , cost] = textsOf({ unreported: 12, cost_usd: null })
  expect([input, cost]).toEqual(['Tokens In5,000,000not reported for 12', 'Cost–no prices are set'])
})
