import { afterAll, vi } from 'vitest'

/** A screen may still load a part when the last test of a file ends: that is an error once its environment is gone. */
afterAll(() => vi.dynamicImportSettled())
