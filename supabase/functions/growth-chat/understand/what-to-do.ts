import { plain } from './plain.ts'

const ASKED =
  /\bwhat (?:should|shall|do|would|can|must|could) (?:i|we|you)\b.{0,30}\bdo\b|\bwhat to do\b|\bwhere (?:do|should|shall) (?:i|we) (?:start|begin)\b|\bwhat (?:comes|goes) first\b|\bhow (?:do|should|can) (?:i|we) (?:fix|handle|solve|deal with|get out of)\b/

/** Whether a message asks what to do: "onboarding takes all my time, what do I do first?" */
export const asksWhatToDo = (text: string): boolean => ASKED.test(plain(text))
