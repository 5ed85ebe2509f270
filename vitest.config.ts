import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,server,supabase,web}/**/*.test.{ts,tsx}'],
          restoreMocks: true,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['tests/{permissions,database,protocol,faults,operations,scale}/**/*.test.ts'],
          globalSetup: 'tests/prepare-engines.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
