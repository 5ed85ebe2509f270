import { MOODS } from '../../../../domain/check-ins.ts'
import type { CheckInProposal } from '../../../../domain/proposals.ts'

/** The texts of a check-in, and its mood: null where none is said. */
export type CheckInDraft = Omit<CheckInProposal, 'kind'>
type Field = 'wins' | 'blockers' | 'next_priority'

const FILLER = String.raw`(?:(?:hi|hey|hello|ok(?:ay)?|so|then|now|and|please|pls|plz|can|could|would|shall|may|we|you|u|just|let'?s|i|i'?d|want|need|like|to|do|make|prep|prepare|log|file|add|save|record|enter|put|in|write|take|note|fill|start|create|draft|submit|down|up|out|an?|the|my|our|this|first|new|weekly|week'?s|quick|short|time|for|me|here'?s|here is|it'?s|is)[ ,!.]+)*`
/** Words before the check-in: "ok then prep my first checkin:", "check me in,", "log my week:". */
const OPENING = new RegExp(
  String.raw`^${FILLER}(?:check(?:ing)?[ -]?(?:me[ -])?ins?\b(?: (?:for|of) (?:this|the|last) (?:week|wk)| for me| (?:this|last) (?:week|wk)| pls| please| now| entry| time)*|(?:weekly|week|wk)(?: for me| pls| please)*(?=\s*[:,.?–—-]))[\s:,.;!?–—-]*`,
  'i',
)
/** "But leave the mood to me: …" */
const TO_ME =
  /^[\s,]*(?:but |and |so )*(?:please |pls )*leave (?:the |my )?(?:mood|rest|score) (?:to me|empty|open|blank)[\s:,.;–-]*/i

/** Closing words that ask to write the check-in down. */
const CLOSING =
  /(?:^|[\s.,;!]+)(?:(?:and |please |pls |plz |ok |now |so |can (?:you|u) )*(?:(?:put|log|save|add|enter|file|write|note|record) (?:it|that|this|all that)(?: (?:in|down|up|all))?(?: (?:as|to|into|for) (?:(?:my|a|the|this|our) )?(?:week'?s |weekly )?(?:check[ -]?in|week))?(?: for me)?|that(?:'?s| is) (?:it|all)|thanks?(?: you)?|thx|ty|cheers|please|pls|plz))(?: (?:please|pls|plz|thanks|thx|ok))*[\s.!?]*$/i

const SKIPPED = String.raw`^(?:(?:and|but|so|also|oh|then|my|the|our|only|one|main|biggest|big|current|this week'?s?|top|i'?m|i am|we'?re|we are) )*`
const LINK = String.raw`(?:\s+(?:this|that) (?:week|wk))?(?:\s*(?:is|are|was|were|'s|=)(?: still)?(?: to)?(?=\W|$)|(?<=blocker|problem|obstacle|issue)s(?= ))?[\s:=–—-]*`
/** Words that name a field, and are no part of its text. */
const LABELS: readonly (readonly [Field, RegExp])[] = [
  [
    'blockers',
    new RegExp(
      String.raw`${SKIPPED}(?:blockers?|blocked(?: (?:by|on|with))?|blocking(?: (?:me|us))?|stuck(?: (?:on|with|at|in))?|obstacles?|problems?|issues?|bloqueos?|hindernisse?)(?!\p{L})${LINK}`,
      'iu',
    ),
  ],
  [
    'next_priority',
    new RegExp(
      String.raw`${SKIPPED}(?:next(?: (?:up|prio|priority|steps?|thing|week|wk|month))?|prio(?:rity|rities|s)?|plan(?:s|ned)?(?: for (?:the )?(?:next|coming) (?:week|wk))?|focus(?: on)?|then|after that|going to|gonna|(?:i|we)(?:'?ll| will| want to| plan to|'?m going to| am going to|'?re going to)|todo|to do|goal)(?!\p{L})(?: (?:i|we)(?:'ll| will)(?= ))?${LINK}(?:to )?`,
      'iu',
    ),
  ],
  [
    'wins',
    new RegExp(
      String.raw`${SKIPPED}(?:wins?(?!\p{L})|(?:won|highlights?|good|went well|what went well|good news|done|logros?|erfolge?)(?=\s*[:=–—-]))${LINK}`,
      'iu',
    ),
  ],
]

/** Patterns that assign a clause to a field, and are part of it. */
const CUES: readonly (readonly [Field, RegExp])[] = [
  ['next_priority', /\bnext (?:week|wk|month|up)\b|\bnext$|^tomorrow\b/i],
  [
    'blockers',
    /\b(?:still|has ?n['’]?t|have ?n['’]?t|can(?:['’]?t|not)|could ?n['’]?t|wo(?:n['’]t|nt)|did ?n['’]?t|does ?n['’]?t|is ?n['’]?t|waiting|refus\w+|reject\w+|delay\w*|fail\w*|broke|broken|lost|nobody|no one|no (?:answer|reply|response|time|money|progress)|blocked|stuck|ghosted|said no|late)\b/i,
  ],
]
const WON =
  /\b(?:won|win|signed|shipped|launched|closed|hired|finished|sold|landed|live|got|went|talked|called|met|made|sent|wrote|built|did|passed|renewed|released|fixed|paid|raised|\p{L}{3,}ed)\b/iu
/** A clause that goes on with the one before. */
const GOES_ON = /^(?:and|also|plus|it|they|he|she|which|who|that|because|since|so|too|or)\b/i

const NOTHING =
  /^(?:there (?:are|is|were|was) )?(?:none|nothing|no|nope|nil|zero|n\/a|-|nada|keine?|ninguno)(?: (?:really|at all|much|so far|new|this (?:week|wk)|to report|else))*$/i
const NO_FIELD: readonly (readonly [Field, RegExp])[] = [
  ['blockers', /^(?:no|zero|without|nothing|not|none|no real|no new) ?(?:any )?(?:blockers?|block(?:ed|ing)(?: (?:me|us))?|blocks|stuck|problems?|obstacles?|in the way)(?: (?:this (?:week|wk)|right now|now|at all|really))*$/i],
  ['wins', /^(?:no|zero|nothing|won|not|none|no real|no new) ?(?:any |one |a single )?(?:wins?|won|nothing|good|went well|to celebrate)(?: (?:this (?:week|wk)|at all|really))*$/i],
  ['next_priority', /^(?:no|nothing) ?(?:plans?|next|priority|prio|planned)$/i],
] // prettier-ignore

const DIGITS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 }
const SCORE = String.raw`(?<score>[1-5]|one|two|three|four|five)(?:ish)?(?![\d%]|[.,]\d| ?/ ?(?!5\b)\d)(?: ?(?:/|of|out of) ?(?:5|five))?(?!\p{L})`
const ABOUT = String.raw`(?:(?:a|an|about|at|around|solid|maybe|like|it'?s|it was|i'?m|i am|i'?d|say|id|was|is|another|feel(?:ing|s)?|felt|just|only|rather|call it|give it|gave it|still|again|week|of|[=:–—-]) ?)*`
const AFTER = String.raw`(?: (?:again|this (?:week|wk)|today|i guess|i think|overall|so far|tbh|honestly|really|tho|for (?:this|the) (?:week|wk)|mood|as mood|week))*`
const NAMED_MOOD = new RegExp(
  String.raw`^(?:my |the |overall )*(?:mood|stimmung|humeur|[aá]nimo|feeling|energy)(?:'s|s)? ?${ABOUT}${SCORE}${AFTER}[\s,:–—-]*(?<rest>.*)$`,
  'isu',
)
const BARE_MOOD = new RegExp(String.raw`^${ABOUT}${SCORE}${AFTER}$`, 'iu')
const LABEL_MOOD = new RegExp(
  String.raw`^(?:(?:my |the )?mood(?:'s|s)? ?)?${ABOUT}(?:(?:a|very|really|pretty|so|quite|kinda|rather|bit) )*(?<label>${MOODS.map(({ label }) => label.replace(' it', '(?: it)?')).join('|')}|okay|great|rough)(?: one| week| wk)*${AFTER}(?:\s*[:–—-]\s*(?<rest>.+)|(?<reason> .*))?$`,
  'iu',
)

/** A mood that a clause is, and what else the clause says. */
function moodIn(clause: string): { readonly mood: number; readonly rest: string } | undefined {
  // "A tough week (2)" and "tough, 2 of 5" say it twice.
  const text = clause.replaceAll('’', "'").replace(/\s*\((?:mood )?(?<score>[1-5])(?:\/5| of 5)?\)$/, ' ')
  const inside = /\((?:mood )?(?<score>[1-5])(?:\/5| of 5)?\)$/.exec(clause)?.groups?.['score']
  if (inside && /\b(?:week|wk|mood|day)\b/i.test(text)) return { mood: Number(inside), rest: '' }
  const { score, rest = '' } = NAMED_MOOD.exec(text)?.groups ?? BARE_MOOD.exec(text)?.groups ?? {}
  if (score) return { mood: DIGITS[score.toLowerCase()] ?? Number(score), rest }
  const { label, reason, rest: more = '' } = LABEL_MOOD.exec(text)?.groups ?? {}
  if (!label || reason) return undefined
  const [word = ''] = label.toLowerCase().split(' ')
  const known = { okay: 'ok', great: 'good', rough: 'tough' }[word] ?? word
  const value = MOODS.find((one) => one.label.toLowerCase().startsWith(known))?.value
  return value === undefined ? undefined : { mood: value, rest: more }
}

/** Start of a new clause: marks, and "and" or "but" before the name of a field. */
const BREAK =
  /(?<mark>[.!?]+(?=\s|$)[\s.!?]*|[;\n]\s*(?:[-*•]\s+)?|,(?!\d)\s*|\s+[–—-]\s+)|\s+(?:and|but|then)\s+(?=(?:next|blocke(?:r|rs|d)|stuck|then|prio\w*|wins?)\b)|\s+but\s+(?=[^.,;]*\b(?:still|can'?t|cannot|waiting|has ?n'?t|have ?n'?t)\b)|\s+(?=(?:wins?|blockers?|next(?: \p{L}+)?|prio(?:rity)?)\s*[:=])|(?<!\b(?:no|any|zero|main|only|biggest|big|the|my|our|a|an|without|last|since|of|still|and|for|by|until|till|to|is|was|not|and|but|,)\s*)\s+(?=(?:blockers?|blocked by|stuck on|next(?: (?:week|wk|up|priority))?|prio(?:rity)?) \p{L})/giu

interface Clause {
  readonly text: string
  /** The mark before it. */
  readonly mark: string
}

function clausesIn(text: string): Clause[] {
  const clauses: Clause[] = []
  let [from, mark] = [0, '.']
  for (const { 0: found, index, groups } of text.matchAll(BREAK)) {
    clauses.push({ text: text.slice(from, index), mark })
    ;[from, mark] = [index + found.length, groups?.['mark'] ?? ',']
  }
  clauses.push({ text: text.slice(from), mark })
  return clauses
    .map((clause) => ({ ...clause, text: clause.text.replace(/^[\s:,]+|[\s,:]+$/g, '') }))
    .filter(({ text: one }) => one !== '')
}

/**
 * A check-in that is dictated in one message: each clause goes to the field of its label or cue, and to the wins without
 * one; one that has none continues the clause before it where that has a label.
 * @example
 * checkInDraft('check in: 4, tindall went live! blocker hiring, next the deck')
 * // { mood: 4, wins: 'Tindall went live', blockers: 'Hiring', next_priority: 'The deck' }
 */
export function checkInDraft(dictated: string): CheckInDraft {
  let content = dictated.trim().replace(OPENING, '').replace(TO_ME, '')
  for (let rest = ''; rest !== content;) [rest, content] = [content, content.replace(CLOSING, '')]
  const texts = { wins: '', blockers: '', next_priority: '' }
  let mood: number | null = null
  let current: Field = 'wins'
  /** A label without a text stands before it: the next clause is its text. */
  let isAwaited = false

  const add = (field: Field, { text, mark }: Clause) => {
    const before = texts[field]
    const isSentence = /[.!?;\n]/.test(mark)
    texts[field] = before === '' ? sentence(text) : `${before}${isSentence ? '. ' : ', '}${isSentence ? sentence(text) : text}`
  } // prettier-ignore

  for (const clause of clausesIn(content)) {
    const opened = clause.text.replace(OPENING, '')
    const said = moodIn(opened)
    mood ??= said?.mood ?? null
    const text = said ? said.rest : opened === '' ? '' : clause.text
    if (text === '') continue
    const empty = NO_FIELD.find(([, pattern]) => pattern.test(text))?.[0]
    if (empty) {
      current = empty
      continue
    }
    const [label, pattern] = LABELS.find(([, one]) => one.test(text)) ?? []
    const cue = CUES.find(([, one]) => one.test(text))?.[0]
    const isContinued = GOES_ON.test(text) || (current !== 'wins' && !WON.test(text))
    const field = label ?? (isAwaited ? current : (cue ?? (isContinued ? current : 'wins')))
    const body = (pattern ? text.replace(pattern, '') : text)
      .replace(/^(?:and|but) /i, '')
      .replace(/(?:,| and)? next$/i, '')
    current = field
    isAwaited = label !== undefined && body === ''
    if (body !== '' && !NOTHING.test(body)) add(field, { ...clause, text: body })
  }
  return { mood, ...texts }
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).replaceAll(/\s+/g, ' ')
