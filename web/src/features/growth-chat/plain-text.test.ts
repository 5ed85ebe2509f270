import { expect, test } from 'vitest'
import { toPlainText } from './plain-text.ts'

test.each([
  { what: 'strong', markdown: 'Talk **today** to `users`', said: 'Talk today to users' },
  { what: 'a heading', markdown: '## Next\nTalk', said: 'Next\nTalk' },
  { what: 'a list', markdown: '- one\n  * two', said: 'one\ntwo' },
  { what: 'a link', markdown: 'See [the guide](https://a.example/x).', said: 'See the guide.' },
  { what: 'a picture', markdown: '![chart](https://a.example/x.png) Up', said: 'Up' },
  { what: 'a table', markdown: '| CAC | LTV |\n| --- | :-: |\n| 40 | 120 |', said: 'CAC LTV \n\n 40 120' },
  { what: 'code', markdown: '```\nselect 1\n```', said: 'select 1' },
])('$what becomes plain text', ({ markdown, said }) => {
  expect(toPlainText(markdown)).toBe(said)
})

test.each(['You are #1 in 2 * 3 markets - well done', 'a[0] = (1)', '1. Talk'])('%s is unchanged', (text) => {
  expect(toPlainText(text)).toBe(text)
})
