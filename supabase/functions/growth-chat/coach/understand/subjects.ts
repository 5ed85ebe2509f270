import { anyOf } from './phrases.ts'

/** What a question is about. */
export type Subject =
  'runway' | 'traction' | 'goals' | 'check-ins' | 'decisions' | 'notes' | 'squad' | 'calls' | 'change' | 'today'

interface Naming {
  readonly subject: Subject
  /** Words that mean this subject. */
  readonly names: RegExp
  /** Words that may mean it. */
  readonly hints?: RegExp
}

/** Of two subjects that match equally, the first one is used. */
const namings: readonly Naming[] = [
  {
    subject: 'change',
    names: anyOf(
      /\bwhat(?:’s|'s| has| is)? (?:changed|new|different)\b|\b(?:am i|are we) doing\b/u,
      /\bhow (?:is it|is my (?:business|company|startup)) (?:doing|going)\b/u,
      /\b(?:is|was) (?:this|last) (?:week|month) (?:better|worse)|\bprepare\b.*\bcheck-?in\b/u,
      /\bprogress\b|\bwhere (?:do|are) (?:i|we) stand/u,
      /\bhow (?:was|did) (?:my|our|the|this|last) (?:week|month)\b|\boverview\b/u,
    ),
  },
  {
    subject: 'today',
    names: anyOf(
      /\bwhat (?:should|do|can|must|shall) (?:i|we) (?:do|work on|focus|start|prioriti[sz]e|tackle)\b(?!.*\bblocker)/u,
      /^what first\b|\bfocus\b|\bnext step\b|\bmost (?:important|urgent)\b|\bwhat(?:’s|'s| is) next\b/u,
      /\bwhere (?:do|should) (?:i|we) (?:even |actually |really )?(?:start|begin)\b/u,
      /\bto do (?:today|first|next|now|tomorrow)\b(?!.*\bcheck)/u,
      /\b(?:biggest|main|worst|most urgent) (?:problem|issue|risk|challenge|worry|concern)s?\b/u,
      /\bwhat should (?:i|we) worry\b/u,
    ),
  },
  {
    subject: 'check-ins',
    names: anyOf(
      /\bcheck(?:ed)?[- ]?ins?\b|\bcheck ins\b|\brecurring problem\b/u,
      /\b(?:at|was) my (?:lowest|worst|best|happiest)\b|\bi feel (?:best|worst)\b|\bmoods?\b/u,
      /\bhapp(?:ier|iest)\b|\bsadder\b|\blast at [1-5]\b|\bblockers?\b|\bblocks? (?:me|us)\b/u,
      /\bblock(?:ed|ing)\b|\bwins\b|\b(?:an?|any|my|the|biggest|best|last|latest|big|one) win\b/u,
      /\bdid i win\b|\bin the way\b|\bstreak\b|\bweeks? in a row\b|\bweek of\b/u,
      /\bwhat happened\b(?! (?:with|to|after) )|\bpriorit(?:y|ies)\b|\b(?:do|did|was|am|been) i feel/u,
      /\bhow (?:have|did|do) i feel|\bfeeling\b|\bholding (?:me|us) back\b/u,
    ),
    hints: /\bweeks?\b|\bwhat did i (?:write|note|say)\b|\bhapp(?:y|iest)\b|\bstuck\b|\bstruggl/u,
  },
  {
    subject: 'decisions',
    names: anyOf(
      /\bdecisions?\b|\bwhat did (?:i|we) expect\b|\bmistakes?\b/u,
      /\b(?:anything|something|what) to review\b|\breviews? (?:due|pending)\b/u,
      /\bcalls did i get (?:wrong|right)\b|\bdecided?\b|\bdeciding\b/u,
      /\bhow often (?:was|am|were|have) (?:i|we)(?: been)? right\b/u,
    ),
    hints: /\bchoices?\b|\bchoose\b|\bchose\b|\boutcomes?\b|\breview\b|\bturned out\b/u,
  },
  {
    subject: 'notes',
    names: /\bnotes?\b|\binsights?\b|\blearn(?:ed|t)? about\b/u,
  },
  {
    subject: 'calls',
    names: anyOf(
      /\b(?:next|last|upcoming|booked?|scheduled?|my|any|a|have|which|squad|first|second|third|strategy|growth|product) calls?\b/u,
      /(?<!demo |cold |which )\bcalls\b|\b(?:talk|speak) (?:to|with) (?:the |my )?squad next\b/u,
      /\bwhen\b.*\b(?:talk|speak|meet) (?:to|with)\b/u,
      /\bwho (?:do|will|am|are) (?:i|we) (?:talk|speak|meet)\w*/u,
      /\b(?:is|was|are) (?:the|my|our) (?:\p{L}+ )?calls? (?:still )?(?:on|off|happening|booked|cancelled|confirmed)\b/u,
      /(?<!\b(?:to|for|before|in|on) )\bthe (?!cold )(?:\p{L}+ )?call\b(?! to\b)|\bmeetings?\b/u,
      /\bappointments?\b|\bbookings?\b|\bbook a\b/u,
    ),
  },
  {
    subject: 'squad',
    names: anyOf(
      /\bsquads?\b(?! next)|\b(?:get|got|gotten|come|came|hear|heard) back\b/u,
      /\b(?:anyone|anybody|someone|somebody) (?:answer|repl|respond)\w*|\bdid they (?:say|tell|write)\b/u,
      /\b(?:growth expert|strategy lead|product advisor|founder support|engineering support)\b/u,
      /\b(?:advisors?|mentors?|team) (?:tell|told|say|said|wrote|write|recommend|advise)/u,
    ),
    hints: anyOf(
      /\brepl(?:y|ies|ied)\b|\badvi[sc]ed?\b|\bwrote\b|\btold\b|\btell me\b|\bsaid\b|\bsay about\b/u,
      /\brecommend|^who (?:said|told|suggested|advised|recommended|wrote|warned|asked)\b/u,
    ),
  },
  {
    subject: 'goals',
    names: anyOf(
      /\bgoals?\b|\bto-?dos?\b|\btasks?\b|\bmy (?:to-?do |weekly |monthly )?list\b|\baiming for\b/u,
      /\bwant(?:ed)? to reach\b|\btick(?:ed)? off\b/u,
      /\b(?:what )?(?:did|have|has) (?:i|we) (?:already |ever |actually |really |finally )?(?:finish|complete|achieve|accomplish|reach)/u,
      /\bwhat (?:did|have|has) (?:i|we) (?:get |got )?(?:do|done)\b/u,
      /\b(?:get|got|getting) (?:anything |something |much |stuff )?done\b/u,
      /\b(?:weekl|monthl|quarterl|yearl)(?:ys|ies)\b|\blate with\b|\bbehind (?:on|with|schedule)\b/u,
    ),
    hints: /\boverdue\b|\bfinish(?:ed)?\b|\bcomplete[d]?\b|\bget done\b|\bgot done\b|\bdone\b|\bopen\b/u,
  },
  {
    subject: 'runway',
    names: anyOf(
      /\brunway\b|\bcheaper\b|\blive (?:for )?(?:another )?\d+ months\b/u,
      /\bhalf (?:of )?(?:our|the|my) (?:customers|clients)\b|\bpayroll\b/u,
      /\bshut(?:ting)? (?:it |us |this |the company )?down\b|\bleft (?:at|by) (?:the )?end of\b/u,
      /\b(?:net )?burn(?:s|ed|ing)?\b(?![ -]?out)|\bcash\b|\bbank\b|\bbalance\b|\brevenues?\b|\bmoney\b/u,
      /\bafford\b|\bbreak[- ]?even\b|\bmrr\b|\barr\b|\bdefault (?:alive|dead)\b|\bbroke\b/u,
      /\b(?:stop|start|keep) earning\b|\bincome\b|\bprofit(?:able|ability|s)?\b|\bsalar(?:y|ies)\b/u,
      /\bexpenses?\b|\bspend(?:ing)?\b|\bbankrupt\b|\bsurplus\b|\baccount (?:\w+ ){0,2}empty\b/u,
      /\b(?:account|balance|cash) shrinks?\b|\bshrink(?:s|ing)?\b.{0,20}\b(?:account|balance|cash)\b/u,
      /\baffordable\b|\b(?:earn|earning|los(?:e|ing)|mak(?:e|ing))\b.{0,20}\bmonth\b/u,
      /\bearn(?:ed|s|ings)?\b/u,
      /\b(?:los(?:e|ing)|mak(?:e|ing)|spend) (?:\w+ )?(?:a|per|each|every) (?:day|week|quarter|year)\b/u,
    ),
    hints: anyOf(
      /\bhir(?:e|es|ed|ing)\b|\bhow long\b|\binvest(?:ment|s|ed)?\b|\brent\b|\bpays?\b/u,
      /\brais(?:e|ed|ing)\b|\bcosts?\b|\bcut(?:s|ting)?\b|\bmonths? (?:left|do)\b|\blasts\b/u,
      /\blast (?:us|me|for|until)\b|\blast\?*$|\bfund(?:s|ing)\b|\bprices?\b|\bsurvive\b/u,
      /\btime (?:do|have|is|left)\b/u,
    ),
  },
  {
    subject: 'traction',
    names: anyOf(
      /\btraction\b|\bpaused\b|\bdemos?\b|\bconver(?:sions?|t(?:s|ed|ing)?)\b|\bloops?\b|\bfunnel\b/u,
      /\boutreach\b|\bmessages?\b/u,
    ),
    hints: /\brates?\b|\bcustomers?\b|\bclients?\b|\bsales\b|\bchannels?\b|\bleads?\b|\bdeals?\b/u,
  },
]

/** With the flag by which matches are counted. */
const everywhere = (pattern: RegExp) => new RegExp(pattern, 'gu')
const counted = namings.map(({ subject, names, hints }) => ({
  subject,
  names: everywhere(names),
  hints: hints && everywhere(hints),
}))

const NAMED = 3

/** What a question begins with is what it asks for: "decisions that cost us money". */
const HEAD =
  /^(?:(?:and|so|but|ok|pls|please|show|list|give|me|what|which|whats|what's|any|are|is|there|how|many|of|the|my|our|all|number) )*(?<noun>goals?|decisions?|notes?|check-?ins?|blockers?|loops?|demos?)\b/
const HEADS: readonly (readonly [RegExp, Subject])[] = [
  [/^goal/, 'goals'],
  [/^decision/, 'decisions'],
  [/^note/, 'notes'],
  [/^(?:check|blocker)/, 'check-ins'],
  [/^(?:loop|demo)/, 'traction'],
]
const HEAD_POINTS = 2

/**
 * What a text is about; undefined when nothing in it says so, or only words that may mean it while `isNamed`.
 * @param text in lower case, without quotes
 * @param hints what else speaks for a subject, such as a loop that is named
 */
export function subjectOf(
  text: string,
  hints: Partial<Record<Subject, number>> = {},
  isNamed = false,
): Subject | undefined {
  const noun = HEAD.exec(text)?.groups?.['noun']
  const head = noun && HEADS.find(([pattern]) => pattern.test(noun))?.[1]
  const points = counted.map(({ subject, names, hints: weak }) => ({
    subject,
    points:
      (text.match(names)?.length ?? 0) * NAMED +
      (weak ? (text.match(weak)?.length ?? 0) : 0) +
      (hints[subject] ?? 0) +
      (subject === head ? HEAD_POINTS : 0),
  }))
  const [best] = points.toSorted((a, b) => b.points - a.points)
  return best && (isNamed ? best.points >= NAMED : best.points > 0) ? best.subject : undefined
}
