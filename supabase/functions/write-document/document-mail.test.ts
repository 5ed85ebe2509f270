import { expect, test } from 'vitest'
import { documentMail } from './document-mail.ts'

const GOAL = '[[goal:5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]]'

test('a document is mailed as text and as HTML, without its references', () => {
  const markdown = `## Goals\n\n- [ ] “Ten demos” ${GOAL}, now\n- **Two** more\n\n1. First\n\nThe end\n`
  expect(documentMail({ title: 'Week plan', markdown })).toEqual({
    subject: 'Week plan',
    text: 'Week plan\n\n## Goals\n\n- [ ] “Ten demos”, now\n- **Two** more\n\n1. First\n\nThe end\n',
    html: [
      '<h1 dir="auto">Week plan</h1>',
      '<h2 dir="auto">Goals</h2>',
      '<ul dir="auto">',
      '<li style="unicode-bidi:plaintext">☐ “Ten demos”, now</li>',
      '<li style="unicode-bidi:plaintext"><strong>Two</strong> more</li>',
      '</ul>',
      '<ol dir="auto">',
      '<li style="unicode-bidi:plaintext">First</li>',
      '</ol>',
      '<p dir="auto">The end</p>',
    ].join('\n'),
  })
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![i](https://e.example/pixel.png)',
  '- <a href="https://e.example">x</a>',
  '## "quoted" & <b>',
  '**<i>x</i>**',
])('%s is text in HTML', (markdown) => {
  const { html } = documentMail({ title: '<b>Plan</b>', markdown })
  expect(
    html.replaceAll(/<\/?(?:h1|h2|ul|li|p|strong)(?: dir="auto"| style="unicode-bidi:plaintext")?>/g, ''),
  ).not.toMatch(/[<>"]/)
})

test('backslashes before Markdown are not shown', () => {
  const { text, html } = documentMail({ title: 'Plan', markdown: String.raw`A \*star\* and \*\*two\*\*` })
  expect(text).toContain('A *star* and **two**')
  expect(html).toContain('<p dir="auto">A *star* and **two**</p>')
})

test('long rows of blanks and stars are read in linear time', () => {
  const long = '*'.repeat(30_000) + ' '.repeat(30_000)
  expect(documentMail({ title: 'Plan', markdown: long }).html).toContain('<p dir="auto">')
})
