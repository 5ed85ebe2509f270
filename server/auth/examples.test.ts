import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], { query: '?examples', eager: true })
