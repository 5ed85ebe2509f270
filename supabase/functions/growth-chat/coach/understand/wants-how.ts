import { anyOf, words } from './phrases.ts'

const HOW_TO = anyOf(
  /\bhow (?:can|could|do|should|would|to|might|shall) (?!.*\b(?:how (?:many|much|long)|i feel)\b)/,
  /\bhow to\b|\bteach me\b|\bexplain\b|\bguide\b/,
  /\bwhat do i do about\b|\bwhat helps\b|\bhelp (?:me|with)\b/,
)

const ADVICE = anyOf(
  words('advice', 'tips?'),
  /\bbest (?:channels?|ways?|practices?)\b/,
  /\b(?:any|some|more|new|give me|your) ideas?\b|\bideas (?:for|to|on|about|how)\b/,
  /\bwhen should (?:i|we)\b(?! (?:look|review|revisit|check|come back))/,
  /\bshould (?:i|we) (?:hire|fire|let go|lay off|raise|charge|price|fundraise|pivot|discount|offer|use|try|build|launch|sell)\b/,
  /\binvestors (?:ask|want|look)\b|\bwhat (?:do|would) investors\b/,
)

const EXHAUSTION = anyOf(words('give up', 'want to quit', 'exhausted', 'break down'), /\bcan(?:no|')?t sleep\b/)

const TERM = String.raw`cac|runway|churn|retention|freemium|safe|term sheet|burn rate|conversion rate|net burn|ltv`
const MEANING = new RegExp(
  String.raw`\bwhat (?:is|are|does) (?:a |an |the )?(?:good |meant by )?(?:${TERM})(?: mean)?\??$`,
)

/** Asks for know-how and not for facts. Of text in lower case. */
export const WANTS_HOW = anyOf(HOW_TO, ADVICE, EXHAUSTION, MEANING)
