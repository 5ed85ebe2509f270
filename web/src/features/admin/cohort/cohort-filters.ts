/** The filters of the cohort; the ids are those of `private.cohort_filters` in the database, which has what they mean. */
export const COHORT_FILTERS = [
  {
    name: 'check_in',
    label: 'Last check-in',
    options: [
      { id: 'this_week', label: 'This week' },
      { id: 'last_week', label: 'Last week' },
      { id: 'older', label: 'Before last week' },
      { id: 'never', label: 'Never' },
    ],
  },
  {
    name: 'mood',
    label: 'Mood',
    options: [
      { id: 'high', label: '4 or 5' },
      { id: 'middle', label: '3' },
      { id: 'low', label: '1 or 2' },
      { id: 'fell', label: 'Lower than before' },
    ],
  },
  {
    name: 'goals',
    label: 'Goals',
    options: [
      { id: 'open', label: 'Some open' },
      { id: 'none', label: 'None open' },
      { id: 'overdue', label: 'All overdue' },
    ],
  },
  {
    name: 'conversions',
    label: 'Conversions in 7 days',
    options: [
      { id: 'growing', label: 'Growing' },
      { id: 'still', label: 'Unchanged' },
      { id: 'falling', label: 'Falling' },
    ],
  },
  {
    name: 'runway',
    label: 'Runway',
    options: [
      { id: 'short', label: 'Under 6 months' },
      { id: 'year', label: '6 to 12 months' },
      { id: 'long', label: '12 months or more' },
      { id: 'unknown', label: 'Unknown or not running out' },
      { id: 'proposed', label: 'Figures proposed' },
    ],
  },
  {
    name: 'message',
    label: 'Messages',
    options: [
      { id: 'waiting', label: 'Waiting for an answer' },
      { id: 'recent', label: 'In the last 7 days' },
      { id: 'quiet', label: 'None for 14 days' },
      { id: 'none', label: 'None at all' },
    ],
  },
  {
    name: 'risk',
    label: 'Risk',
    options: [
      { id: 'any', label: 'At risk' },
      { id: 'none', label: 'Not at risk' },
      { id: 'runway_short', label: 'Runway short' },
      { id: 'message_waiting', label: 'Message unanswered' },
      { id: 'mood_fell', label: 'Mood fell' },
      { id: 'mood_low', label: 'Mood low' },
      { id: 'no_check_in', label: 'No check-in' },
      { id: 'not_seen', label: 'Not seen' },
      { id: 'runway_shrinks', label: 'Runway shrinks' },
      { id: 'loops_still', label: 'Loops unchanged' },
      { id: 'goals_overdue', label: 'Goals overdue' },
    ],
  },
] as const

export type CohortFilterName = (typeof COHORT_FILTERS)[number]['name'] | 'label' | 'owner'

/** Owners that a filter names without an id. */
export const OWNERS = [
  { id: 'mine', label: 'Me' },
  { id: 'none', label: 'Nobody' },
] as const

/** The chosen value of each filter; for `label` its id, for `owner` an admin's or one of OWNERS. */
export type CohortFilters = Readonly<Partial<Record<CohortFilterName, string>>>

/** Rows of the cohort that are loaded at once, and in an export. */
export const COHORT_PAGE_SIZE = 50
export const COHORT_EXPORT_PAGE_SIZE = 200
