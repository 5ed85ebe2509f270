import { describe, expect, test } from 'vitest'
import { HeaderError, preparedHeaders } from './mail-headers.ts'

describe('headers of a mail', () => {
  test('a header is sent as it is, without folding', () => {
    const link = `<https://growth.example/${'a'.repeat(400)}>`
    expect(preparedHeaders({ 'List-Unsubscribe': link })).toMatchObject({
      'List-Unsubscribe': { prepared: true, value: link },
    })
  })

  test('every mail says that it is automatic', () => {
    expect(preparedHeaders()).toEqual({
      'Auto-Submitted': { prepared: true, value: 'auto-generated' },
      'X-Auto-Response-Suppress': { prepared: true, value: 'All' },
    })
  })

  test.each([
    ['a line break', { 'List-Unsubscribe': '<https://a.example>\r\nBcc: eve@example.com' }],
    ['a line feed', { 'X-Kind': 'a\nb' }],
    ['a NUL', { 'X-Kind': 'a\0b' }],
    ['letters that need encoding', { 'X-Kind': 'Zoë' }],
    ['no value', { 'X-Kind': '' }],
    ['a line that is too long', { 'X-Kind': 'a'.repeat(999) }],
    ['a colon in its name', { 'Bcc: eve@example.com': 'a' }],
    ['an empty name', { '': 'a' }],
    ['a recipient', { bCC: 'eve@example.com' }],
    ['the sender', { From: 'eve@example.com' }],
    ['a content type', { 'Content-Type': 'text/html' }],
    ['another word on who has written it', { 'auto-submitted': 'no' }],
  ])('rejects %s', (_what, headers: Record<string, string>) => {
    expect(() => preparedHeaders(headers)).toThrow(HeaderError)
  })

  test('rejects more than ten', () => {
    const headers = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`X-${index}`, 'a']))
    expect(() => preparedHeaders(headers)).toThrow(HeaderError)
  })
})
