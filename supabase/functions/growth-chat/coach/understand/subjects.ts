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
    names:
      /\bwhat(?:’s|'s| has| is)? (?:changed|new|different)\b|\bhow (?:am i|are we|is it|is my (?:business|company|startup)) (?:doing|going)\b|\b(?:is|was) (?:this|last) (?:week|month) (?:better|worse)|\bprepare\b.*\bcheck-?in\b|\bprogress\b|\bwhere (?:do|are) (?:i|we) stand|\bhow (?:was|did) (?:my|our|the|this|last) (?:week|month)\b|\boverview\b/g,
  },
  {
    subject: 'today',
    names:
      /\bwhat (?:should|do|can|must|shall) (?:i|we) (?:do|work on|focus|start|prioriti[sz]e|tackle)\b(?!.*\bblocker)|^what first\b|\bfocus\b|\bnext step\b|\bmost (?:important|urgent)\b|\bwhat(?:’s|'s| is) next\b|\bwhere (?:do|should) (?:i|we) (?:start|begin)\b|\bto do (?:today|first|next|now|tomorrow)\b/g,
  },
  {
    subject: 'check-ins',
    names:
      /\bcheck(?:ed)?[- ]?ins?\b|\bcheck ins\b|\brecurring problem\b|\b(?:at|was) my (?:lowest|worst|best|happiest)\b|\bi feel (?:best|worst)\b|\bmoods?\b|\bhapp(?:ier|iest)\b|\bsadder\b|\blast at [1-5]\b|\bblockers?\b|\bblocks? (?:me|us)\b|\bblock(?:ed|ing)\b|\bwins?\b|\bin the way\b|\bstreak\b|\bweeks? in a row\b|\bweek of\b|\bwhat happened\b(?! (?:with|to|after) )|\bpriorit(?:y|ies)\b|\b(?:do|did|was|am|been) i feel|\bhow (?:have|did|do) i feel|\bfeeling\b|\bholding (?:me|us) back\b/g,
    hints: /\bweeks?\b|\bwhat did i (?:write|note|say)\b|\bhapp(?:y|iest)\b|\bstuck\b|\bstruggl/g,
  },
  {
    subject: 'decisions',
    names:
      /\bdecisions?\b|\b(?:anything|something|what) to review\b|\breviews? (?:due|pending)\b|\bcalls did i get (?:wrong|right)\b|\bdecided?\b|\bdeciding\b|\bhow often (?:was|am|were|have) (?:i|we)(?: been)? right\b/g,
    hints: /\bchoices?\b|\bchoose\b|\bchose\b|\boutcomes?\b|\breview\b|\bturned out\b/g,
  },
  {
    subject: 'notes',
    names: /\bnotes?\b|\binsights?\b|\blearn(?:ed|t)? about\b/g,
  },
  {
    subject: 'calls',
    names:
      /\b(?:next|last|upcoming|booked?|scheduled?|my|any|a|have|which|squad|first|second|third|strategy|growth|product) calls?\b|(?<!demo |cold |which )\bcalls\b|\b(?:talk|speak) (?:to|with) (?:the |my )?squad next\b|\bwhen\b.*\b(?:talk|speak|meet) (?:to|with)\b|\bmeetings?\b|\bappointments?\b|\bbookings?\b|\bbook a\b/g,
  },
  {
    subject: 'squad',
    names:
      /\bsquads?\b(?! next)|\bdid they (?:say|tell|write)\b|\b(?:growth expert|strategy lead|product advisor|founder support|engineering support)\b|\b(?:advisors?|mentors?|team) (?:tell|told|say|said|wrote|write|recommend|advise)/g,
    hints:
      /\brepl(?:y|ies|ied)\b|\badvi[sc]ed?\b|\bwrote\b|\btold\b|\btell me\b|\bsaid\b|\bsay about\b|\brecommend|^who (?:said|told|suggested|advised|recommended|wrote|warned|asked)\b/g,
  },
  {
    subject: 'goals',
    names:
      /\bgoals?\b|\bto-?dos?\b|\btasks?\b|\bmy (?:to-?do |weekly |monthly )?list\b|\baiming for\b|\bwant(?:ed)? to reach\b|\btick(?:ed)? off\b|\b(?:what )?(?:did|have|has) (?:i|we) (?:already )?(?:finish|complete|achieve|accomplish|reach)|\bwhat (?:did|have|has) (?:i|we) (?:get |got )?(?:do|done)\b|\b(?:get|got|getting) (?:anything |something |much |stuff )?done\b|\b(?:weekl|monthl|quarterl|yearl)(?:ys|ies)\b|\blate with\b|\bbehind (?:on|with|schedule)\b/g,
    hints: /\boverdue\b|\bfinish(?:ed)?\b|\bcomplete[d]?\b|\bget done\b|\bgot done\b|\bdone\b|\bopen\b/g,
  },
  {
    subject: 'runway',
    names:
      /\brunway\b|\bpayroll\b|\bshut(?:ting)? (?:it |us |this |the company )?down\b|\bleft (?:at|by) (?:the )?end of\b|\b(?:net )?burn(?:s|ed|ing)?\b(?![ -]?out)|\bcash\b|\bbank\b|\bbalance\b|\brevenues?\b|\bmoney\b|\bafford\b|\bbreak[- ]?even\b|\bmrr\b|\barr\b|\bdefault (?:alive|dead)\b|\bbroke\b|\b(?:stop|start|keep) earning\b|\bincome\b|\bprofit(?:able|ability|s)?\b|\bsalar(?:y|ies)\b|\bexpenses?\b|\bspend(?:ing)?\b|\bbankrupt\b|\bsurplus\b|\baccount empty\b|\baffordable\b|\b(?:earn|earning|los(?:e|ing)|mak(?:e|ing))\b.{0,20}\bmonth\b/g,
    hints:
      /\bhir(?:e|es|ed|ing)\b|\bhow long\b|\binvest(?:ment|s|ed)?\b|\brent\b|\bpays?\b|\brais(?:e|ed|ing)\b|\bcosts?\b|\bcut(?:s|ting)?\b|\bmonths? (?:left|do)\b|\blasts\b|\blast (?:us|me|for|until)\b|\blast\?*$|\bfund(?:s|ing)\b|\bprices?\b|\bsurvive\b|\btime (?:do|have|is|left)\b/g,
  },
  {
    subject: 'traction',
    names:
      /\btraction\b|\bpaused\b|\bdemos?\b|\bconver(?:sions?|t(?:s|ed|ing)?)\b|\bloops?\b|\bfunnel\b|\boutreach\b|\bmessages?\b/g,
    hints: /\brates?\b|\bcustomers?\b|\bclients?\b|\bsales\b|\bchannels?\b|\bleads?\b|\bdeals?\b/g,
  },
]

const NAMED = 3

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
  const points = namings.map(({ subject, names, hints: weak }) => ({
    subject,
    points:
      (text.match(names)?.length ?? 0) * NAMED + (weak ? (text.match(weak)?.length ?? 0) : 0) + (hints[subject] ?? 0),
  }))
  const [best] = points.toSorted((a, b) => b.points - a.points)
  return best && (isNamed ? best.points >= NAMED : best.points > 0) ? best.subject : undefined
}
