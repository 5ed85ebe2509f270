import { describe, expect, test } from 'vitest'
import { parseWriteRequest } from './request.ts'

describe('a request', () => {
  test('writes a document of a span, or of its usual one', () => {
    const span = { from: '2026-10-01', to: '2026-10-31' }
    expect(parseWriteRequest({ kind: 'agenda', ...span })).toEqual({
      kind: 'write',
      document: { kind: 'agenda', span },
    })
    expect(parseWriteRequest({ kind: 'agenda' })).toEqual({
      kind: 'write',
      document: { kind: 'agenda', span: undefined },
    })
  })

  test('mails a title on one line and a text without control characters', () => {
    expect(parseWriteRequest({ mail: { title: ' Week\r\nBcc: eve ', markdown: 'a\r\nb\u0000\u0007' } })).toEqual({
      kind: 'mail', title: 'Week Bcc: eve', markdown: 'a\nb',
    }) // prettier-ignore
  })

  test.each([
    [undefined, 400],
    [[], 400],
    [{}, 400],
    [{ kind: 'tax-return' }, 400],
    [{ kind: 'agenda', from: '2026-10-01' }, 400],
    [{ kind: 'agenda', from: '2026-10-02', to: '2026-10-01' }, 400],
    [{ kind: 'agenda', from: 1, to: 2 }, 400],
    [{ kind: 'agenda', mail: { title: 'x', markdown: 'x' } }, 400],
    [{ mail: null }, 400],
    [{ mail: { title: ' ', markdown: 'x' } }, 400],
    [{ mail: { title: 'x'.repeat(201), markdown: 'x' } }, 400],
    [{ mail: { title: 'x', markdown: '\n' } }, 400],
    [{ mail: { title: 'x', markdown: ['x'] } }, 400],
    [{ mail: { title: 'x', markdown: 'x', to: 'eve@example.com' } }, 400],
    [{ mail: { title: 'x', markdown: 'ä'.repeat(32 * 1024) } }, 413],
  ])('%j is refused', (body, status) => expect(parseWriteRequest(body)).toMatchObject({ status }))
})
