import { expect, test } from 'vitest'
import { isAllowedOrigin, originOf } from './origins.ts'

test('a public server allows pages of its own origin only', () => {
  expect(isAllowedOrigin('https://growth.example', 'https://growth.example')).toBe(true)
  for (const origin of ['https://evil.example', 'http://growth.example', 'https://growth.example:8443', 'null', ''])
    expect(isAllowedOrigin(origin, 'https://growth.example')).toBe(false)
  expect(isAllowedOrigin('http://localhost:5173', 'https://growth.example')).toBe(false)
})

test('a server on this machine allows all pages of this machine', () => {
  expect(isAllowedOrigin('http://127.0.0.1:5173', 'http://localhost:3000')).toBe(true)
  expect(isAllowedOrigin('https://evil.example', 'http://localhost:3000')).toBe(false)
})

test('trusts the Host header only between names of this machine', () => {
  expect(originOf('127.0.0.1:3000', 'http://localhost:3000')).toBe('http://127.0.0.1:3000')
  expect(originOf('evil.example', 'http://localhost:3000')).toBe('http://localhost:3000')
  expect(originOf('127.0.0.1:3000', 'https://growth.example')).toBe('https://growth.example')
  expect(originOf(undefined, 'http://localhost:3000')).toBe('http://localhost:3000')
})
