import { expect, test } from 'vitest'
import { readOut } from './read-out.ts'

test.each([
  { what: 'strong', markdown: 'Talk **today** to `users`', said: 'Talk today to users' },
  { what: 'a heading', markdown: '## Next\nTalk', said: 'Next\nTalk' },
  { what: 'a list', markdown: '- one\n  * two', said: 'one\ntwo' },
  { what: 'a link', markdown: 'See [the guide](https://a.example/x).', said: 'See the guide.' },
  { what: 'a picture', markdown: '![chart](https://a.example/x.png) Up', said: 'Up' },
  { what: 'a table', markdown: '| CAC | LTV |\n| --- | :-: |\n| 40 | 120 |', said: 'CAC LTV \n\n 40 120' },
  { what: 'code', markdown: '```\nselect 1\n```', said: 'select 1' },
])('of $what the words are said', ({ markdown, said }) => {
  expect(readOut(markdown)).toBe(said)
})

test.each(['You are #1 in 2 * 3 markets - well done', 'a[0] = (1)', '1. Talk'])('%s is said as it is', (text) => {
  expect(readOut(text)).toBe(text)
})
