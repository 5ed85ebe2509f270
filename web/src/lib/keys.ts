/** Every key of the query cache. A cache belongs to one signed-in account. */
export const keys = {
  profile: (user: string) => ['profile', user],
  goals: (user: string) => ['goals', user],
  loops: (user: string) => ['loops', user],
  checkIns: {
    both: (user: string) => ['check-ins', user],
    recent: (user: string) => ['check-ins', user, 'recent'],
    all: (user: string) => ['check-ins', user, 'all'],
  },
  notes: (user: string) => ['notes', user],
  decisions: (user: string) => ['decisions', user],
  squadMessages: (user: string) => ['squad-messages', user],
  isAdmin: (user: string) => ['is-admin', user],
  admin: {
    dashboard: ['admin', 'dashboard'],
    names: ['admin', 'names'],
    founders: (search: string) => ['admin', 'founders', search],
    founder: (user: string) => ['admin', 'founder', user],
    memory: (user: string) => ['admin', 'memory', user],
    notes: ['admin', 'notes'],
    conversations: ['admin', 'conversations'],
  },
} as const
