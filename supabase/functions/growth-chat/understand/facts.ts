import type { Subject } from '../query.ts'
import type { Entities } from './entities.ts'
import { asksWhyOfEvent, isEvent, reasonWords } from './events.ts'
import { FIGURE_NAMES } from './figure-named.ts'
import type { Concept } from './lexicon.ts'
import { mailDraft } from './mail-draft.ts'
import { postDraft } from './post-draft.ts'
import { writingLimits } from './writing-limits.ts'

/** "Break my goal down into steps" asks how to begin it, and dictates no goal. */
export const BREAK_DOWN = /\b(?:break|split|cut)\b.*\b(?:down|up|into)\b/i

/** "Why did I do it in the first place?" asks about the answer before. */
const IT =
  /\b(?:i|we|they|he|she) \w+ (?:it|that|this|them|those|these)(?= (?:in|again|at|back|then|so|for|to|before|after|off|down)\b|\W*$)/
/** Words that a record named in quotes shares with its title. */
const QUOTED = 99

/** The concept that names a subject. */
export const NAMED: Readonly<Partial<Record<Subject, Concept>>> = {
  ...FIGURE_NAMES,
  rate: 'rate',
  loops: 'loops',
  goals: 'goals',
  'check-ins': 'checkIns',
  wins: 'wins',
  blockers: 'blockers',
  priorities: 'priority',
  decisions: 'decisions',
  notes: 'notes',
  squad: 'squad',
  calls: 'calls',
}

/** The figures that are counted. */
export const COUNTS: ReadonlySet<string> = new Set(['messages', 'demos', 'conversions'])

/** "Three sentences for our list", "the offer as an email, 100 words": a text to others, and no answer of that length. */
function isMeasuredText(asked: string): boolean {
  const { text, limits } = writingLimits(asked)
  const isMeasured = limits.words !== undefined || limits.sentences !== undefined
  return isMeasured && (/\b(?:e-?mails?|letter|newsletter)\b/i.test(text) || mailDraft(text).recipient !== undefined)
}

export type Facts = ReturnType<typeof factsOf>

/** Facts that readings are weighed by, computed once for a message. */
export function factsOf(entities: Entities) {
  const { concepts, cues, content, words, loops, records, amounts, spans, text, topical, known, unread, asked } =
    entities
  const [record] = records
  const isTitled = record !== undefined && (record.shared > 1 || record.share >= 0.5)
  const isGoal = isTitled && record.known.kind === 'goal'
  const isParticular = isGoal && record.at.some((at) => content.includes(words[at] ?? ''))
  return {
    named: new Set(Object.entries(NAMED).flatMap(([subject, concept]) => (concepts.has(concept) ? [subject] : []))),
    counts: [...COUNTS].filter((count) => concepts.has(count as Concept)).length,
    isCompared: spans.length > 1 || concepts.has('compared'),
    hasChange: amounts.some(
      ({ unit, value }) => unit === 'money' || unit === 'percent' || unit === 'factor' || value >= 200,
    ),
    hasNumber: amounts.some(({ unit }) => unit === 'count'),
    loopNames: new Set(loops.map(({ name }) => name)).size,
    isTitled,
    // "How many demos did we book?" has only common words of "Book 10 demos", and asks for all demos.
    meansGoal: isGoal && (cues.has('progress') || isParticular),
    asksProgress:
      cues.has('progress') || (isParticular && record.hasTarget && concepts.has('howMany') && !concepts.has('goals')),
    isPost: postDraft(asked) !== undefined,
    isMeasuredText: isMeasuredText(asked),
    edits: EDITS.test(text),
    countsUnknown: countsUnknown(entities),
    breaksDown: BREAK_DOWN.test(text) && record?.known.kind === 'goal',
    asksWhyOfEvent:
      asksWhyOfEvent(text, known.length + unread.length > 0 || isTitled) &&
      // A title in quotes is that record's own question.
      (record?.shared ?? 0) < QUOTED &&
      !IT.test(text) &&
      (loops.length > 0 || reasonWords([...topical, ...content]).some((word) => !isEvent(word))),
    kinds: new Set(records.filter(({ shared, share }) => shared > 1 || share >= 0.5).map((one) => one.known.kind)),
  }
}

/** "How many followers did we win?": what is counted is none of the records' words, and no figure. */
const countsUnknown = ({ text, unread, known, loops }: Entities): boolean => {
  const noun =
    /\bhow (?:many|much) (?:of (?:the|our|my) )?(?:\p{L}+ )?(?<noun>\p{L}{4,})/u.exec(text)?.groups?.['noun'] ?? ''
  return unread.includes(noun) && !known.includes(noun) && loops.every(({ name }) => !name.toLowerCase().includes(noun))
}

/** Verbs for a change of what is recorded already: nothing does that here. */
const EDITS =
  /^(?:(?:and|then|ok|okay|please|pls|can you|could you|now),? )*(?:change|move|postpone|reschedule|rename|delete|remove|push|shift|edit|undo|reopen) (?:it|that|this|them|those|the|my|our|"|{title}|{loop})/
