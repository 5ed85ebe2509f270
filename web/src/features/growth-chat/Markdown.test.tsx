import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test('lists and emphasis are shown as such', () => {
  expect(html('- **Cut** churn')).toContain('<strong>Cut</strong>')
})

test('an https link opens apart and tells nothing about us', () => {
  expect(html('[guide](https://example.com/a)')).toContain(
    '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">guide</a>',
  )
})

test.each([
  '[x](javascript:alert(1))',
  '[x](http://example.com)',
  '[x](data:text/html,hi)',
  '[x](//example.com)',
  '<javascript:alert(1)>',
])('%s is no link', (text) => {
  expect(html(text)).not.toContain('<a')
})

test.each([
  '![x](https://example.com/pixel.png)',
  '<img src="https://example.com/pixel.png">',
  '<script>alert(1)</script>',
  '<b onclick="x()">hi</b>',
])('%s brings no element', (text) => {
  expect(html(text)).not.toMatch(/<(img|script|b)\b/)
})
