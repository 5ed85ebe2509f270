import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame } from './frames.ts'

const join = { joinRef: '1', ref: '1', topic: 'realtime:goals', event: 'phx_join', payload: { config: {} } }

describe('decodeFrame', () => {
  test('decodes an array of version 2', () => {
    const text = Buffer.from('["1","1","realtime:goals","phx_join",{"config":{}}]')
    expect(decodeFrame('2.0.0', text, false)).toEqual(join)
  })

  test('decodes an object of version 1', () => {
    const text = Buffer.from(
      '{"topic":"realtime:goals","event":"phx_join","payload":{"config":{}},"ref":"1","join_ref":"1"}',
    )
    expect(decodeFrame('1.0.0', text, false)).toEqual(join)
  })

  test('reads topic and event of a binary broadcast', () => {
    const strings = Buffer.from('12realtime:goalscursor{}')
    const data = Buffer.concat([Buffer.from([3, 1, 1, 14, 6, 0, 1]), strings])
    expect(decodeFrame('2.0.0', data, true)).toMatchObject({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:goals',
      event: 'broadcast',
    })
  })

  test.each(['', 'hello', '[]', '["1","1","topic"]', '[1,2,3,4,5]', '{"topic":1,"event":"x"}', 'null'])(
    'rejects %j',
    (text) => {
      expect(decodeFrame('2.0.0', Buffer.from(text), false)).toBeUndefined()
      expect(decodeFrame('1.0.0', Buffer.from(text), false)).toBeUndefined()
    },
  )

  test.each([
    ['a topic', [null, null, 't'.repeat(256), 'phx_join', {}]],
    ['an event', [null, null, 'realtime:x', 'e'.repeat(65), {}]],
    ['a reference', ['1'.repeat(65), null, 'realtime:x', 'phx_join', {}]],
  ])('rejects %s that is too long', (_, frame) => {
    expect(decodeFrame('2.0.0', Buffer.from(JSON.stringify(frame)), false)).toBeUndefined()
  })

  test('decodes a payload that is nested deeper than the call stack', () => {
    const text = `["1","1","realtime:x","phx_join",${'['.repeat(100_000)}${']'.repeat(100_000)}]`
    expect(decodeFrame('2.0.0', Buffer.from(text), false)).toMatchObject({ topic: 'realtime:x' })
  })

  test('rejects a binary message that ends too early', () => {
    expect(decodeFrame('2.0.0', Buffer.from([3, 200, 1, 1, 1, 0, 1]), true)).toBeUndefined()
    expect(decodeFrame('2.0.0', Buffer.from([4, 1]), true)).toBeUndefined()
  })
})

describe('encodeFrame', () => {
  test.each(['1.0.0', '2.0.0'] as const)('a frame encoded in version %s is decoded unchanged', (version) => {
    const text = encodeFrame(version, { ...join, ref: null }, '{"config":{}}')
    expect(decodeFrame(version, Buffer.from(text), false)).toEqual({ ...join, ref: null })
  })
})
