// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Links } from './Links.tsx'

function linksIn(text: string) {
  const element = document.createElement('div')
  element.innerHTML = renderToStaticMarkup(<Links text={text} />)
  const links = [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  return { shown: element.textContent, links }
}

const itself = (address: string) => [address, address]

test.each([
  ['See https://example.com/a_(b)?q=1.', [itself('https://example.com/a_(b)?q=1')]],
  ['(http://x.example/y), then', [itself('http://x.example/y')]],
  ['“https://x.example”!', [itself('https://x.example')]],
  ['Write to mailto:ana@example.com; or ben@example.com', [itself('mailto:ana@example.com')]],
  ['次は https://例え.jp/、です', [['https://例え.jp/', 'https://例え.jp/']]],
])('%j has its addresses as links', (text, links) => {
  expect(linksIn(text).links).toEqual(links)
})

test.each([
  'javascript:alert(1) data:text/html,x //evil.example ftp://a.example',
  'www.example.com, example.com and v1.2.3',
  'https://bank.example@evil.example/x',
  'https://:bank.example@evil.example/x',
  'https://:@evil.example/',
  'ana@example.com and file.tar@v2.1.png',
  'mailto:ana@bаnk.example',
  '<b>https</b>://x',
])('%j has no link', (text) => {
  expect(linksIn(text)).toEqual({ shown: text, links: [] })
})

test('a link opens in a new tab, and its page learns nothing of this one', () => {
  expect(renderToStaticMarkup(<Links text="https://x.example" />)).toMatch(
    /^<a href="https:\/\/x.example" target="_blank" rel="noopener noreferrer" /,
  )
})

test('a host in other letters than it seems is shown', () => {
  const disguised = 'https://bаnk.example/xn--bnk-6cd.example'
  expect(linksIn(disguised).shown).toBe(`${disguised} (xn--bnk-6cd.example)`)
  expect(linksIn('https://bаnk.example/x now').shown).toBe('https://bаnk.example/x (xn--bnk-6cd.example) now')
})
