/** Words that begin a question, or one that continues another: "worth it?", "anything due". */
const OPENERS =
  "since when|(?:what|how|when|which|who|where)(?:['’]?s)?|whose|why|is|isn['’]?t|are|was|were|do|does|did|didn['’]?t|has|have|will|would|could|should|can|show|list|any|anything|anyone|of (?:those|these|them)|worth|good idea|if(?! (?:not|so|yes)\\b)|am i"
const ADDING = '(?:and|also|plus|so|but|then|ok|und|y|et)'

/** Start of another question: at the end of a sentence, and after "and" or a comma before its first word. */
const MARKS = new RegExp(
  [
    String.raw`(?:[?!]+|(?<=\p{L}{2}|\d)\.)\s+(?=(?:${ADDING},? )*(?:${OPENERS})\b)`,
    String.raw`[,;]?\s+(?:and|und|y|et)\s+(?:also )?(?=(?:${OPENERS})\b)`,
    String.raw`,\s+(?=(?:since when|when|why|did it|is it|worth it)\b)`,
    String.raw`\?\s+(?=\p{L})|(?<=\p{L}{2}|\d)\.\s+(?=(?:and|also|plus)\b)`,
  ].join('|'),
  'giu',
)

/** A message as two parts. */
export interface Parts {
  readonly first: string
  readonly rest: string
  /** The rest begins as questions do, so that it must not be left out. */
  readonly isAsked: boolean
}

/** Ways that are tried: each is read. */
const MAX_WAYS = 3

/** The ways to read a message as two, in its order; last those whose rest only follows a question mark. */
export function partsOf(text: string): readonly Parts[] {
  return [...text.matchAll(MARKS)]
    .map(({ index, 0: mark }) => {
      const rest = text.slice(index + mark.length)
      return {
        // With its question mark.
        first: text.slice(0, index + (/^[?!.]/.test(mark) ? 1 : 0)),
        rest,
        isAsked: OPENING.test(rest) && mark.trim() !== ',',
      }
    })
    .toSorted((a, b) => Number(LED.test(b.rest)) - Number(LED.test(a.rest)))
    .slice(0, MAX_WAYS)
}

const OPENING = new RegExp(`^(?:${ADDING},? )*(?:${OPENERS})\\b`, 'iu')
const LED = new RegExp(`^(?:${ADDING}|${OPENERS})\\b`, 'iu')
