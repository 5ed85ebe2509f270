export interface Bar {
  readonly name: string
  readonly better: 'higher' | 'lower'
  readonly unit: '×' | 'ms' | 's' | 'MB' | 'KiB' | 'of 100'
  /** The required value, and the goal. */
  readonly first: number
  readonly goal: number
}

/** The bars that the figures are compared with. */
export const bars = {
  read: { name: 'REST read on PostgreSQL, 32 connections, against pgbench', better: 'higher', unit: '×', first: 0.7, goal: 1 },
  insert: { name: 'REST insert with representation on PostgreSQL, against pgbench', better: 'higher', unit: '×', first: 0.5, goal: 0.95 },
  pgliteRead: { name: 'REST read on PGlite, against the bare engine', better: 'higher', unit: '×', first: 0.6, goal: 0.8 },
  pgliteInsert: { name: 'REST insert on PGlite, against the bare engine', better: 'higher', unit: '×', first: 0.4, goal: 0.8 },
  manyRows: { name: 'p99 of the read at 1,000,000 rows, against 20,000', better: 'lower', unit: '×', first: 1.5, goal: 1.2 },
  signInReads: { name: 'Reads while four sign-ins run continuously, against none', better: 'higher', unit: '×', first: 0.4, goal: 0.6 },
  live200: { name: 'Write to websocket, 200 sockets, p99', better: 'lower', unit: 'ms', first: 30, goal: 5 },
  live2000: { name: 'Write to websocket, 2,000 sockets, p99', better: 'lower', unit: 'ms', first: 100, goal: 30 },
  liveAmongOthers: { name: 'Write to websocket beside 10,000 bindings of others, against none, p50', better: 'lower', unit: '×', first: 1.5, goal: 1.2 },
  firstWord: { name: 'First word of the co-founder over the bare model, p95', better: 'lower', unit: 'ms', first: 10, goal: 5 },
  startPglite: { name: 'Start to /healthz on existing data, PGlite', better: 'lower', unit: 's', first: 3, goal: 0.7 },
  startPostgres: { name: 'Start to /healthz on existing data, PostgreSQL', better: 'lower', unit: 's', first: 1.5, goal: 0.25 },
  memoryPostgres: { name: 'Memory at rest, PostgreSQL', better: 'lower', unit: 'MB', first: 150, goal: 85 },
  memoryPglite: { name: 'Memory at rest, PGlite', better: 'lower', unit: 'MB', first: 450, goal: 200 },
  scriptSignIn: { name: 'JavaScript before the sign-in page works, brotli', better: 'lower', unit: 'KiB', first: 122, goal: 100 },
  scriptBoard: { name: 'JavaScript before the board works, brotli', better: 'lower', unit: 'KiB', first: 160, goal: 125 },
  nextPaint: { name: 'Interaction to next paint, the slowest action of the board, processor slowed 4 ×', better: 'lower', unit: 'ms', first: 150, goal: 80 },
  frame: { name: 'Click on the navigation to the frame painted, with what was read before, the slowest screen, processor slowed 4 ×', better: 'lower', unit: 'ms', first: 400, goal: 150 },
  search: { name: 'Last letter of a search to its results painted, processor slowed 4 ×', better: 'lower', unit: 'ms', first: 300, goal: 200 },
  route: { name: 'Click on the navigation to the screen painted, the slowest screen, processor slowed 4 ×', better: 'lower', unit: 'ms', first: 800, goal: 150 },
  lighthouseSignIn: { name: 'Lighthouse, sign-in page, the lowest of four categories, slow 4G', better: 'higher', unit: 'of 100', first: 95, goal: 99 },
  lighthouseBoard: { name: 'Lighthouse, board, the lowest of four categories, slow 4G', better: 'higher', unit: 'of 100', first: 95, goal: 99 },
} as const satisfies Record<string, Bar> // prettier-ignore

export type BarId = keyof typeof bars

export type Verdict = 'goal met' | 'met' | 'NOT MET' | 'not measured'

export function verdict({ better, first, goal }: Bar, value: number | undefined): Verdict {
  if (value === undefined || Number.isNaN(value)) return 'not measured'
  const reaches = (bar: number) => (better === 'higher' ? value >= bar : value <= bar)
  return reaches(goal) ? 'goal met' : reaches(first) ? 'met' : 'NOT MET'
}
