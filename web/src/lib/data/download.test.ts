// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'

afterEach(() => vi.useRealTimers())

test('the address of a file is there while the browser reads it, and is revoked afterwards', () => {
  vi.useFakeTimers()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  download('codes.txt', new Blob(['a']))
  vi.advanceTimersByTime(30_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(revoke).toHaveBeenCalledOnce()
})
