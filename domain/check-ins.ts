/** SPEC section 3; the best week last. */
export const MOODS = [
  { value: 1, label: 'Struggling' },
  { value: 2, label: 'Tough' },
  { value: 3, label: 'Ok' },
  { value: 4, label: 'Good' },
  { value: 5, label: 'Crushing it' },
] as const

/** SPEC section 9. */
export const DEFAULT_MOOD = 3

/** Characters in each of the three texts; the database refuses more. */
export const CHECK_IN_TEXT_LIMIT = 5000

/** How many check-ins the Command Board reads, newest first. SPEC section 9. */
export const BOARD_CHECK_INS = 10

/** Characters of a check-in's summary at most; the database refuses more. */
export const SUMMARY_LIMIT = 5000

/**
 * The label of a stored mood.
 * @example
 * moodLabel(4) // 'Good'
 * moodLabel(9) // 'Unknown'
 */
export const moodLabel = (mood: number) => MOODS.find(({ value }) => value === mood)?.label ?? 'Unknown'

/**
 * The mean of several moods.
 * @example
 * moodText(4) // 'Good'
 * moodText(3.67) // '3.7, Good'
 */
export const moodText = (mood: number) =>
  Number.isInteger(mood) ? moodLabel(mood) : `${mood.toFixed(1)}, ${moodLabel(Math.round(mood))}`

/** Whether the priority of the check-in before happened. */
export const PRIORITY_OUTCOMES = [
  { value: 'yes', label: 'Yes', text: 'It happened' },
  { value: 'partly', label: 'Partly', text: 'It happened in part' },
  { value: 'no', label: 'No', text: 'It did not happen' },
] as const

export type PriorityOutcome = (typeof PRIORITY_OUTCOMES)[number]['value']
