/** What a founder wants of a document, beside its kind and time. */
export interface DocumentWishes {
  /** Headings that are wanted alone, in their order; undefined for all. */
  readonly only: readonly string[] | undefined
  readonly first: readonly string[]
  readonly without: readonly string[]
  /** Lines in all, or how short it is to be. */
  readonly most: number | undefined
  readonly isShort: boolean
}

/** Words for the sections of documents, and the headings that these have. */
const SECTIONS: readonly (readonly [words: string, headings: readonly string[]])[] = [
  ['money|cash|finances?|financials?|runway|burn|revenue', ['Key figures', 'Runway']],
  ['numbers?|figures|kpis?|metrics|stats', ['Key figures', 'Runway', 'Traction']],
  ['channels?|loops?|traction|demos|sales|funnel|customers', ['Traction']],
  ['decisions?', ['Decisions', 'Decisions due', 'Decisions to look at again']],
  ['wins?|highlights?|successes|good (?:bits|stuff|parts|news)', ['Wins', 'Highlights']],
  ['blockers?|lowlights?|problems?|bad (?:bits|stuff|parts|news)|what went wrong', ['Blockers', 'Lowlights']],
  ['moods?', ['Mood']],
  ['goals?|todos?|tasks?', ['Goals', 'Goals of the week', 'Ending this week', 'What comes next']],
  ['overdue|late ones?', ['Overdue']],
  ['calls?|meetings?', ['Calls']],
  ["plans?|next steps?|what(?:’|')?s next|outlook", ['What comes next', 'Priority']],
  ['asks?|help', ['How you can help']],
]

const ANY = SECTIONS.map(([words]) => words).join('|')
/** "Just wins and blockers", "numbers and decisions only", ": money, channels, decisions" */
const LIST = String.raw`(?:the |my |our )?(?:${ANY})(?:(?:,? (?:and|&|plus|n) |, ?| ?\+ ?)(?:the |my |our )?(?:${ANY}))*`
const ONLY = [
  new RegExp(String.raw`\b(?:only|just|nothing but|solely)(?: (?:with|on|about|for))? (?<list>${LIST})\b`, 'i'),
  new RegExp(String.raw`(?<list>${LIST}) (?:only|alone|and nothing else|and that'?s it)\b`, 'i'),
  new RegExp(
    String.raw`[:–—-]\s*(?<list>(?:the |my |our )?(?:${ANY})(?:(?:,? (?:and|&|plus|n) |, ?)(?:the |my |our )?(?:${ANY}))+)\s*(?:$|[.,;!])`,
    'i',
  ),
]
const FIRST = new RegExp(
  String.raw`(?<list>${LIST}) (?:first|on top|at the top|up front)\b|\b(?:begin|start) with (?<begin>${LIST})\b`,
  'i',
)
const WITHOUT = new RegExp(
  String.raw`\b(?:without|no|skip|leave out|except|minus|drop)(?: the| any| my)? (?<list>${LIST})\b`,
  'i',
)
const MOST =
  /\b(?:max(?:imum)?|at most|up to|no more than|not more than)?\s*(?<many>\d{1,2}|three|four|five|six|seven|eight|ten) (?:points?|items?|bullets?|bullet points?|lines|things)\b/i
const SHORT =
  /\b(?:short|brief|concise|crisp|one[- ]pager?|one page|half a page|a page|tl;?dr|quick|compact|(?:under|max|at most|below|about) \d{2,3} words|\d{2,3} words)\b/i
const NUMBERS: Readonly<Record<string, number>> = { three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, ten: 10 }

export const headingsIn = (list: string | undefined): string[] =>
  list
    ? SECTIONS.flatMap(([words, headings]) => {
        const at = new RegExp(String.raw`\b(?:${words})\b`, 'i').exec(list)?.index
        return at === undefined ? [] : [{ at, headings }]
      })
        .toSorted((a, b) => a.at - b.at)
        .flatMap(({ headings }) => headings)
    : []

/**
 * @example
 * documentWishes('an update for the board, only the goals').only // ['Goals', 'Goals of the week', 'Ending this week', 'What comes next']
 */
export function documentWishes(dictated: string): DocumentWishes {
  const only = ONLY.map((pattern) => pattern.exec(dictated)?.groups?.['list']).find((list) => list !== undefined)
  const { list, begin } = FIRST.exec(dictated)?.groups ?? {}
  const many = MOST.exec(dictated)?.groups?.['many']?.toLowerCase()
  return {
    only: only === undefined ? undefined : [...new Set(headingsIn(only))],
    first: headingsIn(list ?? begin),
    without: only === undefined ? headingsIn(WITHOUT.exec(dictated)?.groups?.['list']) : [],
    most: many === undefined ? undefined : (NUMBERS[many] ?? Number(many)),
    isShort: SHORT.test(dictated),
  }
}
