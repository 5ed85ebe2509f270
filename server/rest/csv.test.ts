import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const cell = (value: string | null) => csvText([{ name: 'c', isNumber: false }], [[value]]).slice('c\r\n'.length)

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
  ['two\nlines', '"two\nlines"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['=a,"b"', `"'=a,""b"""`],
])('%j is written %j', (value, expected) => expect(cell(value)).toBe(expected))
