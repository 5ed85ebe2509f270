/** SPEC section 3, in the order of the Command Board's tabs. */
export const GOAL_PERIODS = [
  { id: 'weekly', label: 'Weekly' },
  { id: 'monthly', label: 'Monthly' },
  { id: 'quarterly', label: 'Quarterly' },
  { id: 'yearly', label: 'Yearly' },
] as const

export type GoalPeriod = (typeof GOAL_PERIODS)[number]['id']

/** Characters; the database refuses more. */
export const GOAL_TEXT_LIMIT = 500
