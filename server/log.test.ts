import { expect, test } from 'vitest'
import { createTerminalLog, type LogEvent } from './log.ts'

const request: LogEvent = {
  kind: 'request',
  requestId: 'r1',
  method: 'GET',
  path: '/rest/v1/goals',
  status: 200,
  ms: 3.1,
  userId: 'u1',
}

function linesAt(level: string, ...events: readonly LogEvent[]): string[] {
  const lines: string[] = []
  const log = createTerminalLog(
    level,
    (line) => lines.push(line),
    () => new Date(2026, 10, 24, 9, 5, 7),
  )
  for (const event of events) log(event)
  return lines
}

test('a terminal shows requests from the level debug, one short line each', () => {
  expect(linesAt('info', request)).toEqual([])
  expect(linesAt('debug', request)).toEqual(['09:05:07 GET /rest/v1/goals 200 3.1 ms'])
})

test('a terminal shows an error in one line, without its detail', () => {
  const cause = Object.assign(new Error('it\nbroke'), { detail: 'row of ana@example.com' })
  expect(linesAt('info', { kind: 'request-failed', requestId: 'r1', path: '/x', cause })).toEqual([
    '09:05:07 error request-failed requestId=r1 path=/x cause=it broke',
  ])
  expect(linesAt('error', { kind: 'stopping', signal: 'SIGINT' })).toEqual([])
  expect(linesAt('silent', { kind: 'mail-failed', cause })).toEqual([])
})
