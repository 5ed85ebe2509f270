/** The query keys of the admin panel; those of `keys.ts` are loaded with every screen. */
export const adminKeys = {
  /** All of it but the calls. */
  dashboard: ['admin', 'dashboard'],
  dashboardNumbers: ['admin', 'dashboard', 'numbers'],
  teamSteps: ['admin', 'dashboard', 'steps'],
  weekFigures: (name: string) => ['admin', 'dashboard', 'week', name],
  teamWeek: (week: string) => ['admin', 'team-week', week],
  modelUsage: ['admin', 'model-usage'],
  calls: ['admin', 'calls'],
  callsToday: ['admin', 'calls', 'today'],
  callsToRecord: ['admin', 'calls', 'to-record'],
  /** Refetched with the calls. */
  callOutcome: (call: string) => ['admin', 'calls', 'outcome', call],
  callTimes: (call: string) => ['admin', 'call-times', call],
  atRisk: ['admin', 'dashboard', 'at-risk'],
  thresholds: ['admin', 'thresholds'],
  names: (ids: readonly string[]) => ['admin', 'names', ...ids],
  founders: (search: string) => ['admin', 'founders', search],
  foundersOfAll: ['admin', 'founders'],
  cohort: ['admin', 'cohort'],
  savedViews: ['admin', 'saved-views'],
  founder: (user: string) => ['admin', 'founder', user],
  /** Refetched with the founder. */
  commentCounts: (founder: string) => ['admin', 'founder', founder, 'comments'],
  profile: (user: string) => ['admin', 'profile', user],
  summaries: ['admin', 'summary'],
  summary: (user: string) => ['admin', 'summary', user],
  timelines: ['admin', 'timeline'],
  /** Of one founder, whatever is shown of it. */
  timeline: (user: string) => ['admin', 'timeline', user],
  freeTimes: (founder: string, member: string) => ['admin', 'free-times', founder, member],
  memory: (user: string) => ['admin', 'memory', user],
  notes: ['admin', 'notes'],
  /** Refetched with the notes. */
  noteCategories: ['admin', 'notes', 'categories'],
  noteAuthors: ['admin', 'notes', 'authors'],
  /** The list, and single ones. */
  conversations: ['admin', 'conversations'],
  /** Refetched with the conversations. */
  overdue: ['admin', 'conversations', 'overdue'],
  waiting: ['admin', 'conversations', 'waiting'],
  conversationCounts: ['admin', 'conversations', 'counts'],
  answers: (founder: string) => ['admin', 'answers', founder],
  founderReceipt: (founder: string) => ['admin', 'receipt', founder],
  members: ['admin', 'members'],
  internalNotes: (founder: string) => ['admin', 'internal-notes', founder],
  typing: (founder: string) => ['admin', 'typing', founder],
  savedReplies: ['admin', 'saved-replies'],
  proposedFigures: ['admin', 'proposed-figures'],
} as const
