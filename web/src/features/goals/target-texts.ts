/** Beside the field of a goal's number or target. */
export const NO_NUMBER = 'A number, please, such as 12 or 1,200.5.'
