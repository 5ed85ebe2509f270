/** Words that begin a question, or one that continues another: "worth it?", "anything due". */
const OPENERS =
  "since when|(?:what|how|when|which|who|where)(?:['’]?s)?|whose|why|is|isn['’]?t|are|was|were|do|does|did|didn['’]?t|has|have|will|would|could|should|can|show|list|any|anything|anyone|of (?:those|these|them)|worth|good idea|if(?! (?:not|so|yes)\\b)|am i"
const ADDING = '(?:and|also|plus|so|but|then|ok|und|y|et)'

/** Start of another question: at the end of a sentence, and after "and" or a comma before its first word. */
const MARKS = new RegExp(
  [
    String.raw`(?:[?!]+|(?<=\p{L}{2}|\d)\.)\s+(?=(?:${ADDING},? )*(?:${OPENERS})\b)`,
    String.raw`[,;]?\s+(?:and|n|und|y|et)\s+(?:also )?(?=(?:${OPENERS})\b)`,
    String.raw`,\s+(?=(?:since when|when|why|did it|is it|worth it)\b)`,
    // "How much is left, what is overdue": a question after another one, and not after "if".
    String.raw`(?<=^(?:(?:so|and|ok|hi|hey),? )*(?:what|how|when|which|who|where|is|are|did|do|does|has|have)\b[^,;.?!]*),\s+(?=(?:what|how|which|who|where|did|do|has|have)\b)`,
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
/** Items of a list of things that are asked for, at most, and words of one of them. */
const MOST_ITEMS = 5
const MOST_WORDS = 8

/** "Three things: runway, open goals, and when's my next call?": its items; empty for a message that is no such list. */
export function itemsOf(text: string): readonly string[] {
  const items = text
    .replace(/^[^:,.?!]{0,40}:\s*/, '')
    .replace(/[?.!\s]+$/, '')
    .split(/\s*(?:,|;|\n)\s*(?:and\s+|plus\s+)?|\s+(?:and|plus)\s+/i)
    .filter((item) => item !== '')
  const isList = items.length > 1 && items.length <= MOST_ITEMS
  return isList && items.every((item) => item.split(/\s+/).length <= MOST_WORDS) ? items : []
}

/** Whether a part begins as a question does. */
export const asksByItself = (part: string): boolean => OPENING.test(part)

const LED = new RegExp(`^(?:${ADDING}|${OPENERS})\\b`, 'iu')
