// What the board loads after its first goals are shown: one file, since each name in the first script has its bytes.
export { EarlierGoals } from './EarlierGoals.tsx'
export { GoalList } from './GoalList.tsx'
export { GoalUndo } from './GoalUndo.tsx'
export { BelowGoalInput } from './BelowGoalInput.tsx'
export { ScrollToLinkedRow } from '../../ui/ScrollToLinkedRow.tsx'
