import { anyOf } from './phrases.ts'

/** "And in May?", "what about demos?" */
const OPENING =
  /^(?:since when|for how long|sorry|no|i (?:mean|meant)|rather|actually|wait|compared (?:to|with)|is (?:that|it|this) (?:more|less|better|worse|higher|lower)|only|just|with|without|plus|and|but|or|so|then|what about|how about|what if|same|also|now|ok(?:ay)?|versus|vs)\b/

/** "Per week?", "from cold mail?", "in dollars?" */
const BARE_DETAIL = anyOf(
  /^(?:per|by|from|on|of) \p{L}+/u,
  /^(?:a|per|each|every) (?:year|week|day|month|quarter)\b/,
  /^in (?:weeks|days|months|years|percent|dollars|%)/,
)

/** "Which ones?", "list them" */
const ASKS_WHICH = anyOf(
  /^(?:which|what) ones?\b|^which(?: of|\W*$)|^(?:and )?which (?:one )?(?:is|was) (?:the )?(?:oldest|newest|biggest|smallest|best|worst|first|last)\b/,
  /^(?:list|show|name) (?:me )?(?:them|those|these)\b/,
  /^what (?:are|were) (?:they|those|these)\b/,
  /^how many (?:is|are|was|were|does) (?:that|those|these|they|it|there)\b/,
)

/** "Of those", "that week", "did it take": what the answer before was about. */
const POINTS_BACK = anyOf(
  /\bthen\?*$|\binstead\b|\bback then\b/,
  /\b(?:that|the same) (?:week|month|day|quarter|year|time)\b/,
  /\bthe (?:same|other|others)\b|\bof (?:those|these|them|it)\b/,
  /\b(?:it|they) (?:take|took|bring|brought|have|had|cost)\b/,
)

/** A message that is no question without the one before it. Of text in lower case, like all below. */
export const CONTINUES = anyOf(OPENING, BARE_DETAIL, ASKS_WHICH, POINTS_BACK)

/** "And if I also raise 100k?": what was supposed before stays. */
export const ADDS =
  /\balso\b|\bas well\b|\bon top\b|\bin addition\b|\badditionally\b|\btoo\W*$|^and (?:then )?(?:i |we )?(?:hire|cut|raise|spend|lose|save|pay|sell|fire|sign|win)\b/

export const ASKS_WHY =
  /^(?:(?:but|and|so|ok(?:ay)?) )?(?:why|how (?:come|so)|how did you (?:get|calculate|come to))\b|^explain|^really\b/

export const ASKS_MORE =
  /^(?:(?:and|ok(?:ay)?) )?(?:tell me )?(?:how|more|else|what else|anything else|go on|continue|next|details?|and then|then|then what|what then|an example|for example|example)\b[^\p{L}]*(?:please|now)?\W*$|^\?+$|^(?:ok(?:ay)?|yes|yes please|sure)\W*$/u

/** "The second one". */
export const ORDINAL =
  /\b(?:the )?(?<nth>first|second|third|fourth|1st|2nd|3rd|4th|last|latter|former)(?: one)?\b(?= *(?:\?|$|one\b|of (?:them|these|those)))/
export const ORDINALS: Readonly<Record<string, number>> = {
  first: 0, '1st': 0, former: 0, second: 1, '2nd': 1, latter: 1, third: 2, '3rd': 2, fourth: 3, '4th': 3, last: -1,
} // prettier-ignore
