// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from '../../lib/navigation/Router.tsx'
import { Markdown } from './Markdown.tsx'
import { Records } from './RecordLink.tsx'
import type { FounderRecord } from './references.ts'

/** Without the direction of lists and quotes. */
const withoutDirection = (markup: string) => markup.replaceAll(' dir="auto"', '')
const html = (text: string) => withoutDirection(renderToStaticMarkup(<Markdown text={text} />))

test.each(['- One', '1. One', '> One', '| One |\n|---|\n| Two |'])('%j has its side by its first letter', (text) => {
  expect(renderToStaticMarkup(<Markdown text={text} />)).toMatch(/^<div class="prose"><\w+[^>]* dir="auto"/)
})

test('shows lists and emphasis', () => {
  expect(html('- **Cut** churn')).toContain('<strong>Cut</strong>')
})

const textIn = (markup: string) => {
  const element = document.createElement('div')
  element.innerHTML = markup
  return element.textContent
}

test.each([
  'Lower is better, as in CAC: LTV<CAC means each customer costs more than they pay.',
  'Hi <first name>, I saw your talk',
  'Payback = CAC / <margin per month>. Yours is 14.',
  'Write ` once and the rest stays',
  'Keep ~~ as a separator',
  'From **now on',
  'See [the guide](https',
  '<!-- a note --> for later',
  'Put <br> between them',
  '<details>',
])('a whole text shows all of %j', (text) => {
  expect(textIn(html(text))).toBe(text)
})

test('what is between lines of dashes at the beginning is shown', () => {
  expect(html('---\nPlan: two demos\n---\nThen rest.')).toContain('Plan: two demos')
})

test('while a text grows, syntax that is not closed yet is not shown', () => {
  expect(renderToStaticMarkup(<Markdown text="From **now" isGrowing />)).not.toContain('**')
})

test.each([
  ['- one', '<ul>'],
  ['1. one', '<ol start="1">'],
  ['| a |\n|---|\n| 1 |', '<table tabindex="0">'],
  ['[guide](https://example.com)', '<p><a href'],
  ['> said', '<blockquote>'],
])('%j, which is one block alone, is styled as in a longer text', (text, start) => {
  expect(html(text)).toContain(`<div class="prose">${start}`)
})

test('an https link opens in a new tab without a referrer', () => {
  expect(html('[guide](https://example.com/a)')).toContain(
    '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">guide</a>',
  )
})

test.each([
  ['[guide](https://example.com/a)', 'guide</a> (<bdi>example.com</bdi>)'],
  ['[https://bank.example](https://evil.example/a)', 'https://bank.example</a> (<bdi>evil.example</bdi>)'],
  [
    '[**bank.example**](https://bank.example@evil.example)',
    '<strong>bank.example</strong></a> (<bdi>evil.example</bdi>)',
  ],
  ['https://bank.example@evil.example/a', 'https://bank.example@evil.example/a</a> (<bdi>evil.example</bdi>)'],
  [
    '<https://bank.example:443@evil.example/a>',
    'https://bank.example:443@evil.example/a</a> (<bdi>evil.example</bdi>)',
  ],
  ['[bank](https://bаnk.example)', 'bank</a> (<bdi>xn--bnk-6cd.example</bdi>)'],
  ['\u202e[bank](https://moc.knab.example)', 'bank</a> (<bdi>moc.knab.example</bdi>)'],
  ['<https://findahelpline.com>', 'https://findahelpline.com</a></p>'],
])('%s shows its host', (text, expected) => {
  expect(html(text)).toContain(expected)
})

test('a link to this host shows no host', () => {
  expect(html(`[here](https://${location.host}/a)`)).toContain('here</a></p>')
})

test.each([
  '[[unverified:64]] after',
  String.raw`[\[based-on:99 goals]] after`,
  '[[propose-payment:$500]] after',
  '[[goal:g3]] after',
])('%s is shown as text', (text) => {
  expect(html(text)).toContain(`<p>${text.replace('\\', '')}</p>`)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](http://example.com)',
  '[x](data:text/html,hi)',
  '[x](//example.com)',
  '<javascript:alert(1)>',
])('%s is not a link', (text) => {
  expect(html(text)).not.toContain('<a')
})

test.each([
  '![x](https://example.com/pixel.png)',
  '<img src="https://example.com/pixel.png">',
  '<script>alert(1)</script>',
  '<b onclick="x()">hi</b>',
])('%s renders no element', (text) => {
  expect(html(text)).not.toMatch(/<(img|script|b)\b/)
})

const OWN = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const OTHER = '0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'

const withRecord = (record: FounderRecord, text: string) =>
  withoutDirection(
    renderToStaticMarkup(
      <Router>
        <Records value={new Map([[record.id, record]])}>
          <Markdown text={text} />
        </Records>
      </Router>,
    ),
  )
const loop: FounderRecord = { id: OWN, kind: 'loop', title: '**Cold** <b>calls</b>', period: null }

test('the name right before a reference becomes the link', () => {
  const goal: FounderRecord = { id: OWN, kind: 'goal', title: 'Ten demos with practice owners', period: 'weekly' }
  const link = (name: string) => `<a href="/?goals=weekly#${OWN}">${name}</a>`
  expect(withRecord(goal, `Do “Ten demos with practice owners” [[goal:${OWN}]], now`)).toContain(
    `Do ${link('“Ten demos with practice owners”')}, now`,
  )
  expect(withRecord(goal, `“Ten demos…” [[goal:${OWN}]]`)).toContain(link('“Ten demos…”'))
  expect(withRecord(goal, `“Another” [[goal:${OWN}]]`)).toContain(`“Another” ${link(goal.title)}`)
  expect(withRecord(goal, `“Ten demos…” [[goal:${OTHER}]].`)).toContain('<p>“Ten demos…”.</p>')
})

test('the day right before a reference to a check-in becomes the link', () => {
  const checkIn: FounderRecord = { id: OWN, kind: 'check-in', title: '2026-11-16', period: null }
  for (const day of ['Nov 16, 2026', '16 November 2026'])
    expect(withRecord(checkIn, `Week of ${day} [[check-in:${OWN}]]: good`)).toContain(`>${day}</a>: good`)
  expect(withRecord(checkIn, `Week of Nov 9, 2026 [[check-in:${OWN}]]`)).toMatch(/Nov 9, 2026 <a .*Week of Nov/)
})

test('a reference is a link with the record’s title, escaped', () => {
  const link = '<a href="/traction">**Cold** &lt;b&gt;calls&lt;/b&gt;</a>'
  expect(withRecord(loop, `See [[loop:${OWN}]].`)).toContain(`<p>See ${link}.</p>`)
  expect(withRecord(loop, `- **[[loop:${OWN}]]**`)).toContain(`<strong>${link}</strong>`)
  expect(withRecord(loop, `See [[loop:${OWN}]]`)).toContain(`<p>See ${link}</p>`)
  expect(withRecord(loop, `\`\`\`\nSee [[loop:${OWN}]]\n\`\`\``)).toContain(
    `<pre tabindex="0"><code>See ${link}</code></pre>`,
  )
  expect(withRecord(loop, `\`[[loop:${OWN}]]\``)).toContain(`<p>${link}</p>`)
})

test.each([`[[loop:${OTHER}]]`, `[[goal:${OWN}]]`])('hides %s, which is not the founder’s record', (reference) => {
  expect(withRecord(loop, `See ${reference}.`)).toContain('<p>See .</p>')
})

test('a check-in is labelled with its week', () => {
  const checkIn: FounderRecord = { id: OWN, kind: 'check-in', title: '2026-03-02', period: null }
  expect(withRecord(checkIn, `In [[check-in:${OWN}]]`)).toContain('>Week of Mar 2, 2026</a>')
})

test('code that looks like a reference stays code', () => {
  expect(html('`rows[[0]]`')).toContain('<code>rows[[0]]</code>')
})

test('a task shows whether it is done, and cannot be changed', () => {
  expect(html('- [x] Ask\n- [ ] Write')).toMatch(/<li><span[^>]*>☑<\/span> Ask.*<li><span[^>]*>☐<\/span> Write/s)
})

test('code and tables, which may be wide, can be scrolled by keyboard', () => {
  expect(html('```\nwide\n```')).toContain('<pre tabindex="0">')
  expect(html('| a |\n|---|\n| 1 |')).toContain('<table tabindex="0">')
})
