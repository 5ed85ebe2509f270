// What the board loads after its first goals are shown.
export const loadLaterParts = () => import('./later-parts.ts')
