/**
 * Whether focusing a field opens a keyboard on the screen, which covers half of it: only a press on the field does so there.
 * @example
 * hasTouchKeyboard() // false
 */
export const hasTouchKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches
