/** All query keys. A cache belongs to one signed-in account. */
export const keys = {
  profile: (user: string) => ['profile', user],
  account: {
    user: (user: string) => ['account', user, 'user'],
    name: (user: string) => ['account', user, 'name'],
    sessions: (user: string) => ['account', user, 'sessions'],
    recoveryCodes: (user: string) => ['account', user, 'recovery-codes'],
  },
  thisWeek: (user: string) => ['this-week', user],
  goals: {
    every: (user: string) => ['goals', user],
    counts: (user: string) => ['goals', user, 'counts'],
    leftOver: (user: string, week: string) => ['goals', user, 'left-over', week],
    in: (user: string, period: string) => ['goals', user, 'in', period],
  },
  calendarFeed: (user: string) => ['calendar-feed', user],
  loops: (user: string) => ['loops', user],
  /** Refetched with the loops. */
  loopHistory: (user: string) => ['loops', user, 'history'],
  checkIns: {
    both: (user: string) => ['check-ins', user],
    recent: (user: string) => ['check-ins', user, 'recent'],
    all: (user: string) => ['check-ins', user, 'all'],
    weeks: (user: string) => ['check-ins', user, 'weeks'],
    weekSoFar: (user: string, week: string) => ['check-ins', user, 'week-so-far', week],
    save: (user: string) => ['check-ins', user, 'save'],
  },
  notes: (user: string) => ['notes', user],
  decisions: {
    every: (user: string) => ['decisions', user],
    all: (user: string) => ['decisions', user, 'all'],
    everyDue: (user: string) => ['decisions', user, 'due'],
    due: (user: string, today: string) => ['decisions', user, 'due', today],
    trackRecord: (user: string) => ['decisions', user, 'track-record'],
    log: (user: string) => ['decisions', user, 'log'],
    review: (user: string) => ['decisions', user, 'review'],
  },
  document: (user: string, kind: string, from: string, to: string) => ['document', user, kind, from, to],
  squadMessages: {
    every: (founder: string) => ['squad-messages', founder],
    recent: (founder: string) => ['squad-messages', founder, 'recent'],
    before: (founder: string, message: string) => ['squad-messages', founder, 'before', message],
  },
  readReceipt: (user: string) => ['read-receipt', user],
  cofounder: {
    recent: (user: string) => ['cofounder', user, 'recent'],
    before: (user: string, message: string) => ['cofounder', user, 'before', message],
    records: (user: string, ids: readonly string[]) => ['cofounder', user, 'records', ...ids],
  },
  calendar: {
    connection: (user: string) => ['calendar', user, 'connection'],
    everyFound: (user: string) => ['calendar', user, 'found'],
    found: (user: string, from: string, to: string) => ['calendar', user, 'found', from, to],
    everyCall: (user: string) => ['calendar', user, 'calls'],
    calls: (user: string, from: string, to: string) => ['calendar', user, 'calls', from, to],
  },
  search: (user: string, area: string, search: string) => ['search', user, area, search],
  isAdmin: (user: string) => ['is-admin', user],
  /** Lazy chunks; as a query, a failed load is shown and retried like a failed read. */
  scripts: { calendar: ['scripts', 'calendar'], calendarGrid: ['scripts', 'calendar-grid'] },
} as const
