/**
 * The field's other terms for what the rules know by one word. Records are searched by the words as they were written,
 * so that a title with "roadblock" in it is still found.
 */
const SYNONYMS: readonly (readonly [RegExp, string | ((words: string) => string)])[] = [
  // Goals
  [/\b(?:objective|okr|milestone)(s?)\b/g, 'goal$1'],
  [
    /\b(?:past|beyond|over) (?:its|their|the|my) (?:due date|deadline)s?\b|\bpast due\b|\bbehind schedule\b|\b(?<!\bdecisions?\b.*)(?:putting|put) off\b|\bprocrastinat\w+(?: on)?\b/g,
    'overdue goals',
  ],
  [/(?<=\b(?:weekly|monthly|quarterly|yearly|annual|my|our) )targets?\b/g, 'goals'],
  [/\b(?:neglect(?:ed|ing)?|left lying|not touch(?:ed)?|untouched)\b/g, 'overdue'],
  [/\b(?:left|still) to (?:do|finish|complete)\b/g, 'open goals'],
  [/\b(?:wrap(?:ped)? up|cross(?:ed)? off|check(?:ed)? off|knock(?:ed)? out)\b/g, 'ticked off'],
  [/\b(?:promised?|pledged?|committed?) (?:to )?(?:myself|ourselves|do(?:ing)?|finish(?:ing)?)\b/g, 'goals'],
  // Check-ins
  [/\b(?:roadblock|hurdle|obstacle|impediment|bottleneck|stumbling block)s?\b/g, 'blockers'],
  [/\bmorale\b|\bstate of mind\b/g, 'mood'],
  [/\b(?:accomplishments|successes|highlights)\b/g, 'wins'],
  [/\bweekly (?:report|review|update)(s?)\b/g, 'check-in$1'],
  // Money
  [/\b(?:run(?:s|ning)?|ran) dry\b|\b(?:go(?:es|ing)?|gone) (?:bust|under)\b/g, 'run out of money'],
  [/\b(?:turnover|top line|takings)\b/g, 'revenue'],
  [/\b(?:opex|outgoings|expenditures?|outlays?|overheads?|running costs)\b/g, 'burn'],
  [/\b(?:funds|reserves|savings|war chest|cash (?:position|on hand|at hand))\b/g, 'cash'],
  [/\b(?:left over|bottom line)\b/g, 'surplus'],
  [/\b(?:convertible|promissory|dollar|bridge|[\d,.]+ ?[km]) notes?\b/g, (words) => words.replace(/notes?$/, 'loan')],
  [/\b(?:burn|costs|spending|expenses) minus (?:our |my |the )?(?:revenue|income)\b/g, 'net burn'],
  [/\bdifference between (?:our |my |the )?(?:burn|costs|spending|expenses|revenue|income) and (?:our |my |the )?(?:burn|costs|spending|expenses|revenue|income)\b/g, 'my monthly net burn'],
  // Traction
  [/\bhow many (?:new )?(?!goals?\b|demos?\b|messages?\b|decisions?\b|check)\p{L}+ (?=(?:did|have|has) (?:we|i) (?:sign|win|won|land|clos|convert|acquir))/gu, 'how many conversions '],
  [/\b(?:walkthrough|demonstration)(s?)\b/g, 'demo$1'],
  [/\b(?:produc|yield|generat|deliver)(?:ed|es|s|e|ing)?\b(?= (?:an?|any|the|most|some|no|more|\d|sale|demo|customer|client))/g, 'brought'],
  [/\b(?:reach(?:ed)? out to|contacted)\b/g, 'messages to'],
] // prettier-ignore

/** @param text in lower case, with its spelling corrected */
export const withKnownTerms = (text: string): string =>
  SYNONYMS.reduce(
    (known, [pattern, term]) =>
      typeof term === 'string' ? known.replaceAll(pattern, term) : known.replaceAll(pattern, term),
    text,
  )
