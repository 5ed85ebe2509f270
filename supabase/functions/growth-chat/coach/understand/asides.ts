import { anyOf, words } from './phrases.ts'

/** What a message wants that has nothing to do with records. */
export type Aside = 'greeting' | 'thanks' | 'complaint' | 'self' | 'instructions' | 'date' | 'impossible'

/**
 * The aside that a message is; undefined when it is a question about records. A phrase is added to the group below that
 * it belongs to, one idea a line.
 * @param text in lower case, with its spelling corrected
 * @param namesRecords whether it names something that is recorded: "did the Google ads bring demos?"
 */
export function asideIn(text: string, namesRecords: boolean): Aside | undefined {
  const aside = asides.find(([, pattern]) => pattern.test(text))?.[0]
  // "What day is the referral call?" asks for the day of a record.
  if (aside === 'date' && namesRecords && !DAYS_COUNTED.test(text)) return undefined
  return aside ?? (!namesRecords && OTHER_SUBJECTS.test(text) ? 'impossible' : undefined)
}

// The instructions, the memory, other founders: nothing of them is shown.

const INSTRUCTIONS_NAMED = anyOf(
  /\b(?:system|initial|original|hidden|secret) (?:prompt|instructions?|message|text)\b/,
  /\b(?:your|the|these|those|all|previous|prior|above) (?:\w+ )?(?:instructions?|prompts?|rules|guidelines)\b/,
  /\bignore (?:all|any|your|the|previous|everything)\b/,
  /\bwhat were you told\b/,
  /\bdeveloper mode\b|\bjailbreak/,
)

const TEXT_REPEATED = anyOf(
  /\b(?:print|show|output) (?:everything|all) (?:above|before)\b/,
  /\brepeat\b.*\b(?:above|before|verbatim|words|text|prompt|instructions?|messages?|you were told)\b/,
  /\b(?:text|words|content|everything|what is|data) (?:between|inside|within|in) (?:the |your )?(?:tags|records|memory|prompt)/,
  /<\/?records>/,
  /\b(?:reveal|print|dump|show) (?:me )?(?:your|the) (?:system|prompt|instructions|memory|context|configuration|api)/,
  /^complete\W|\bfinish (?:the|this|my) sentence\b/,
  /\bverbatim\b|\braw json\b|\bbase64\b/,
)

const MEMORY = anyOf(
  /\b(?:your|ai|founder|admin'?s?|secret|hidden) memory\b/,
  /\bmemory (?:about|of|on) (?:me|us)\b|\bmemory say|\bwhat does the memory\b/,
  /\bwhat do you (?:remember|know about me from)/,
  /\b(?:admins?|team|squad) (?:wrote|written|noted|say|said|think|thinks) about me\b/,
)

const OTHER_FOUNDERS = anyOf(
  /\b(?:other|another) (?:startups?|compan(?:y|ies)|users?|founders?)\b/,
  /\b(?:which|what|the) founder (?!i\b|me\b)\p{L}+/u,
  /\bsame for \p{L}+/u,
  /\ball founders\b/,
  /\ball (?:the )?(?:users?|accounts?|e-?mails?|passwords?)\b/,
  /\b(?:users?|founders?)'? (?:e-?mails?|passwords?|accounts?)\b/,
  /\badmin (?:console|panel|mode|access|rights)\b/,
)

// The calendar.

const TODAY = anyOf(
  /\b(?:what|which) (?:day|date|time|month|year|week|weekday)(?: of the week)? (?:is|do we have)\b/,
  /\b(?:what|which) (?:date|day)\W*$/,
  /\b(?:todays?'?s?|current) date\b/,
  /\bwhich (?:day|week|month|quarter|year) (?:is|are|do)\b/,
  /\bwhat's the (?:date|day|time)\b/,
)

const OTHER_DAY = anyOf(
  /\b(?:what|which) (?:week)?day (?:of the week )?(?:was|is|will)\b/,
  /\b(?:what|which) (?:date|day) (?:is|will) (?:it|that)\b(?: be)?/,
)

const DAY = String.raw`(?:the )?(?:end of the year|christmas|xmas|new year|\d|\w+day\b|january|february|march|april|may|june|july|august|september|october|november|december)`

const DAYS_COUNTED = anyOf(
  /\bhow many (?:days|weeks) (?:are |is |were |lie |has it been |have passed )?(?:there )?(?:between|since)\b/,
  /\bhow many days (?:are |is )?left\b/,
  new RegExp(String.raw`\bhow (?:many (?:days|weeks)|long) (?:is it )?(?:until|till|til|to) ${DAY}`),
)

// Talk.

const GREETING = anyOf(
  /^(?:hi|hello|hey|(?:good )?(?:morning|afternoon|evening)|good day|hiya|yo|greetings|hallo|hola|bonjour|salut|ciao|guten (?:tag|morgen))\b[^?]{0,24}[!.?]*$/,
  /^(?:how are you|how's it going|what's up|sup|(?:are )?you (?:there|here|awake)|anyone there|test(?:ing)?)\b.{0,12}$/,
)

const AGREEMENT = String.raw`(?:(?:ok(?:ay)?|alright|right|yes|yeah|cool|great|nice|super),? )?`
const PRAISE = String.raw`you(?:'re| are) (?:great|awesome|amazing|helpful|the best|so good)|well done|great|perfect|cool|nice|not bad|awesome`
const THANKS = String.raw`thanks?|thank you|thx|cheers|ty|tysm|got it|danke|merci|gracias`
const PARTING = String.raw`bye|goodbye|see you|good night`

const GRATITUDE = anyOf(
  new RegExp(
    String.raw`^${AGREEMENT}(?:${PRAISE}|${THANKS}|${PARTING})\b(?!.*\b(?:how|what|when|which|who|why|where)\b).{0,30}$`,
  ),
  /^(?:ok(?:ay)?|k|alright|understood|noted|makes sense|lol|l?ol+|(?:ha|he)+h?|hm+)[\s!.,?]*$/,
)

const COMPLAINT = anyOf(
  /^(?:no,? )?(?:(?:that|this|it|you)(?:'s| is| was|'re| are)? )?(?:totally |all |just )?(?:wrong|incorrect|not (?:right|true|correct|what i (?:asked|meant|wanted))|nonsense|false)\W*$/,
  /^i (?:do not|don'?t) (?:understand|get (?:it|that))\W*$/,
)

const SELF = anyOf(
  /\b(?:who|what) are you\b|\byour name\b/,
  /\bwho (?:built|made|created|wrote|programmed|trained|invented) you\b/,
  /\bare you (?:a|an|human|real|chatgpt|gpt|claude|ai|the)\b/,
  /\bwhat(?: language)? model\b/,
  /\bwhat can you (?:do|answer|help)|\bwhat can i ask\b|^help\W*$/,
  /\bhow (?:do you|does (?:this|it|the coach|the co-?founder)) work\b/,
)

// What the coach cannot do.

/** What a question is about that names nothing recorded. */
const OTHER_SUBJECTS = anyOf(
  words('weather', 'tides?', 'news', 'football', 'movies?'),
  words('flights?', 'hotels?', 'restaurants?', 'recipe'),
  words('bitcoin', 'medical'),
  words('python', 'javascript', 'code', 'script'),
  words('google', 'wikipedia', 'capital of', 'president'),
  /\bstock (?:price|market)|\bscrape\p{L}*\b/u,
  /\bwho (?:won|invented|is the (?:ceo|king|queen))/,
  /\bsearch the (?:web|internet)\b/,
)

/** Advice on the law itself; a lawyer may be in any question. */
const LEGAL_ADVICE = anyOf(
  /^(?:please )?(?:give|get) (?:me |us )?(?:some |any )?legal advice\b|^(?:(?:i|we) need )?(?:some )?legal advice\b/,
  /\bis (?:it|this|that) (?:even )?(?:legal|illegal|lawful|against the law)\b/,
  /\b(?:am i|are we) (?:legally )?(?:allowed|liable)\b|\bcan (?:i|we) (?:be sued|sue)\b/,
)

const WRITTEN_ELSEWHERE = anyOf(
  /^(?:please )?(?:draft|write|compose|send) (?:me )?(?:an?|the) (?:\p{L}+ )?(?:message|reply|letter|dm) (?:to|for) \p{L}/u,
  /\b(?:write|review|check|draft) (?:me )?(?:an?|the|my|our|this) (?:\p{L}+ )?(?:contract|nda|terms|privacy policy)\b/u,
  /\b(?:write|generate|draft) (?:me )?(?:some |an? |the )?(?:\p{L}+ )?(?:code|script)\b/u,
  /\b(?:write|generate|draft) (?:me )?(?:some |an? |the )?(?:essay|blog|e-?mail|press release|contract|image|picture|tweet|post)/,
  /\b(?:send|write|drop|shoot) (?:\p{L}+ ){0,3}an? (?:e-?mail|text|letter)\b/u,
  /\bsend (?:an )?e-?mail\b/,
  words('translate', 'jokes?', 'poem', 'song', 'picture'),
)

const REMINDERS = anyOf(
  /\bremind me\b(?! (?:what|which|who|when|where|how|why|of|about)\b)/,
  /\bset (?:an )?(?:alarm|reminder)\b/,
  /^(?:please )?set an? (?:alarm|timer|reminder)\b/,
)

/** Orders to change something or to act: the coach only answers. */
const ORDERS = anyOf(
  /^(?:please )?(?:mark|tick|check|cross|set) .{1,60}\b(?:as (?:done|complete|completed|finished|closed|open)|off)\W*$/,
  /^(?:please )?(?:delete|remove|wire|transfer|pay|send|cancel|rename|change|edit) (?:my|the|this|\$|all|it|that|them)\b/,
  /^(?:please )?(?:transfer|wire) \$?\d/,
  /^(?:please )?(?:post|publish|share) .{0,60}\b(?:on|to) \p{L}+/u,
  /^(?:please )?(?:invoice|bill|refund|schedule|upload|export|tweet) (?:the|a|an|my|our|all|this|that)\b/,
  /^(?:please )?(?:call|phone|ring|e-?mail|text|message|write to) .{1,60} for (?:me|us)\b/,
  /^(?:please )?(?:e-?mail|text|phone|dm) (?:the|my|our|him|her|them) /,
  /\b(?:order|buy) me\b/,
  /\b(?:can|could|would|will) you (?:please )?(?:call|phone|mail|e-?mail|contact|pay|send|order|buy|meet|visit|drive|code|build|design)\b/,
)

/** The first that matches is the one. */
const asides: readonly (readonly [Aside, RegExp])[] = [
  ['instructions', anyOf(INSTRUCTIONS_NAMED, TEXT_REPEATED, MEMORY, OTHER_FOUNDERS)],
  ['date', anyOf(TODAY, OTHER_DAY, DAYS_COUNTED)],
  ['greeting', GREETING],
  ['thanks', GRATITUDE],
  ['complaint', COMPLAINT],
  ['self', SELF],
  ['impossible', anyOf(LEGAL_ADVICE, WRITTEN_ELSEWHERE, REMINDERS, ORDERS)],
]
