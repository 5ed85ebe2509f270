import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const cell = (value: string | null, isNumber = false) =>
  csvText([{ name: 'c', isNumber }], [[value]]).slice('c\r\n'.length)

test('no rows give only a header', () => {
  expect(
    csvText(
      [
        { name: 'id', isNumber: true },
        { name: 'a,b', isNumber: false },
      ],
      [],
    ),
  ).toBe('id,"a,b"')
})

test.each([
  ['plain', 'plain'],
  [null, ''],
  ['', '""'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['=a,"b"', `"'=a,""b"""`],
])('%j is written %j', (value, expected) => expect(cell(value)).toBe(expected))

test('a negative number is not escaped as a formula', () => {
  expect(cell('-5', true)).toBe('-5')
})
