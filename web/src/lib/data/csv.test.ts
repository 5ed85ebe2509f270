import { expect, test } from 'vitest'
import { marksOf, toCsv as toMarkedCsv, type Cell } from './csv.ts'

/** Without the byte order mark. */
const toCsv = (rows: Cell[][], region = 'en-US') => toMarkedCsv(rows, marksOf(region)).slice(1)

test('a byte order mark says that the file is UTF-8', () => {
  expect(toMarkedCsv([['Zoë']])).toBe('\ufeffZoë\r\n')
})

test('where decimals have a comma, semicolons separate cells', () => {
  expect(toCsv([['Ana, Ben', 12.5, -3]], 'de-DE')).toBe('"Ana, Ben";12,5;-3\r\n')
  expect(toCsv([['Ana', 12.5]], 'ar-EG')).toBe('Ana,12.5\r\n')
})

test('where another region divides cells, a formula begins too', () => {
  expect(toCsv([['x', 'Ada, =HYPERLINK(1)']], 'de-DE')).toBe(`x;"Ada,' =HYPERLINK(1)"\r\n`)
})

test('a moment is a date of the time zone', () => {
  expect(toCsv([[new Date(2026, 2, 2, 9, 5)]])).toBe('2026-03-02 09:05:00\r\n')
})

test('rows end with CRLF; commas, quotes and line breaks are quoted', () => {
  const rows = [
    ['name', 'demos'],
    ['Partners, "warm"', 3],
    ['two\nlines', 0],
  ]
  expect(toCsv(rows)).toBe('name,demos\r\n"Partners, ""warm""",3\r\n"two\nlines",0\r\n')
})

test.each(['+1', '-1', '@cmd', '\tx'])('%j is escaped as text, not a formula', (cell) => {
  expect(toCsv([[cell]])).toBe(`'${cell}\r\n`)
})

test.each([
  ['＝SUM(A1)', "'＝SUM(A1)"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠cmd', "'＠cmd"],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['Ada;=1;b; +2', `"Ada;'=1;b;' +2"`],
  ['Ada\t@x', "Ada\t'@x"],
  ['a-b; c=d', '"a-b; c=d"'],
])('%j, which another spreadsheet would divide or read as a formula, is text', (cell, text) => {
  expect(toCsv([[cell]])).toBe(`${text}\r\n`)
})

test('text after a line break is escaped too', () => {
  expect(toCsv([['\r=SUM(A1)'], ['a\n=1']])).toBe(`"\r'=SUM(A1)"\r\n"a\n'=1"\r\n`)
})

test('a negative number stays a number', () => {
  expect(toCsv([[-4]])).toBe('-4\r\n')
})
