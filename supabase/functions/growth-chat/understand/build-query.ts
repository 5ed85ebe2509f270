import { MOODS } from '../../../../domain/check-ins.ts'
import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { addDays } from '../../../../domain/days.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import type { LoopCount } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Intent, MoneyFigure, Query, Supposition } from '../query.ts'
import { yearsAfter, type Span } from './calendar-spans.ts'
import type { Entities } from './entities.ts'
import { conceptsIn, unrecordedIn, type Concept } from './lexicon.ts'
import { reasonWords } from './events.ts'
import { stem } from './names.ts'
import { hasPhrase, phrasesOf, phraseWords } from './phrase.ts'
import { suppositionsIn } from './suppositions.ts'
import { plain } from './plain.ts'
import { writingLimits } from './writing-limits.ts'

/** The value of the one concept among some that a message has; undefined when it has none or several. */
function oneOf<Value>(
  concepts: ReadonlySet<Concept>,
  values: Readonly<Partial<Record<Concept, Value>>>,
): Value | undefined {
  const found = Object.entries(values).filter(
    ([concept, value]) => value !== undefined && concepts.has(concept as Concept),
  )
  return found.length === 1 ? found[0]?.[1] : undefined
}

const UNITS = { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' } as const
const COUNTS: readonly LoopCount[] = ['messages', 'demos', 'conversions']

/** Intents that search even where only a common word says what for. */
const SEARCHES: ReadonlySet<string> = new Set(
  'goals.find records.find squad.said squad.who squad.when notes.read wins.find decisions.find decisions.why decisions.outcome decisions.expected decisions.when blockers.count document.mail'.split(
    ' ',
  ),
)

/** A word for an operation on a subject, or its ranking, is no subject. */
function isWeighing(word: string): boolean {
  const concepts = conceptsIn([word])
  return (['should', 'ending', 'best', 'worst', 'loops'] as const).some((concept) => concepts.has(concept))
}

/** "Oldest" and "latest" say which, and name no subject. */
const isPlace = (word: string): boolean => {
  const concepts = conceptsIn([word])
  return concepts.has('first') || concepts.has('last')
}

/** "Raise" of a question on money names the subject: a decision to raise a price is another. */
const isRaising = (intent: Intent, word: string): boolean =>
  intent === 'advice.fundraising' && conceptsIn([word]).has('raiseMoney')

function aboutOf(
  intent: Intent,
  { content, topical, people, records }: Entities,
  numbers: readonly string[],
): readonly string[] {
  const names = new Set(people.flatMap((name) => plain(name).split(' ')))
  const particular = content.filter((word) => !names.has(word) && !names.has(word.replace(/s$/, '')))
  if (intent === 'records.why') return [...new Set([...reasonWords([...topical, ...particular]), ...numbers])]
  // Advice is about all that a question names, however common the words are: "what price per seat?"
  if (intent.startsWith('advice'))
    return [
      ...new Set([
        ...particular,
        ...numbers,
        ...topical.filter((word) => !isWeighing(word) && !isRaising(intent, word)),
      ]),
    ]
  if (particular.length > 0 || numbers.length > 0) return [...particular, ...numbers]
  return SEARCHES.has(intent) && !(intent.startsWith('decisions') && records.length > 0)
    ? topical.filter((word) => !names.has(word) && !isPlace(word))
    : []
}

/** Lists are of all the times that are named; figures are of each. */
const LISTS = new Set('wins blockers priorities check-ins decisions goals notes squad calls'.split(' '))

/** Times that are answered one by one, at most. */
const MOST_EACH = 4

/** "In October compared with November", "in 2025, and in 2026": each time by itself. */
const isEach = (intent: Intent, spans: readonly Span[], { concepts, text }: Entities): boolean =>
  spans.length > 1 &&
  spans.length <= MOST_EACH &&
  /\.(?:count|share|outcome|list|most)$/.test(intent) &&
  (concepts.has('compared') || /, (?:and )?(?:in|for|of) /.test(text))

/** "In October and November" is one span. */
function united(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const before = all.at(-1)
    if (before && addDays(before.to, 1) === span.from)
      all[all.length - 1] = {
        from: before.from,
        to: span.to,
        label: `${before.label} and ${span.label.replace(/^in /, '')}`,
      }
    else all.push(span)
  }
  return all
}

/** "How should I …?" asks for ways, not for yes or no. */
const OPEN_QUESTION =
  /^(?:so|and|ok|honestly|but)?,? ?(?:how|what|when|where|which|who|why)\b|\b(?:what|when|where|who|how|how much|how many|which \w+) (?:should|shall) (?:i|we)\b/
/** "The dashboard or the alarm?", and not "or not?". */
const CHOICE = / or (?!not\b|no\b|keep|wait|stupid|bad|dumb|what)/

const KEEP = 'keep|pour|push|continue|revive|restart|double|scale|grow|invest'
const END = 'kill|stop|drop|pause|cut|quit|end|close|bury|shelve'
/** "Pour more into cold mail, or kill it?" */
const KEEP_OR_END = new RegExp(
  String.raw`\b(?:${KEEP})\b[^.?!]{0,60}\bor\b[^.?!]{0,30}\b(?:${END})\b|\b(?:${END})\b[^.?!]{0,60}\bor\b[^.?!]{0,30}\b(?:${KEEP})\b`,
)

const WHETHER =
  /^(?:(?:so|and|ok|but|honestly|hey|well|wait),? )*(?:is|isnt|isn't|are|am|was|were|do|does|did|has|have|can|could|will|would)\b/

const MONEY: Readonly<Partial<Record<Concept, MoneyFigure>>> = {
  balance: 'balance',
  revenue: 'revenue',
  burn: 'burn',
  netBurn: 'net-burn',
}

/** "Net burn" is one amount, and not two. */
const moneyIn = (words: readonly string[]): readonly MoneyFigure[] => [
  ...new Set(
    words.flatMap((word, at) => {
      const concepts = word === 'burn' && words[at - 1] === 'net' ? new Set<Concept>() : conceptsIn([word])
      return Object.entries(MONEY).flatMap(([concept, figure]) => (concepts.has(concept as Concept) ? [figure] : []))
    }),
  ),
]

const amountAsked = (text: string): Query['asksAmount'] =>
  /\bhow many\b/.test(text)
    ? 'count'
    : /\bhow much\b|\bwhat (?:is|are|was|were)\b.*\bworth\b|\bwhat (?:do|does|did|will|would)\b.*\b(?:pay|pays|cost|costs|charge|charges)\b/.test(
          text,
        )
      ? 'money'
      : undefined

/** A day to come up to which something lasts; others are when it begins: "a hire from January". */
const UNTIL =
  /\b(?:until|till?|through|by (?!\$|€|£|\d|a (?:third|quarter)|half)|survive|lasts?|enough|make it|get to|then|left)(?:\b|(?<=\s))/

/** "From February" of what is supposed is the next one, also where the last is meant otherwise. */
function nextOf({ spans: [span, ...others], text }: Entities): IsoDate | undefined {
  if (!span || others.length > 0 || !FROM.test(text)) return undefined
  const from = span.isTotal ? (`${span.to.slice(0, 8)}01` as IsoDate) : span.from
  return `${Number(from.slice(0, 4)) + 1}${from.slice(4)}` as IsoDate
}

/** "To get to June" is the June to come, unless its year is said. */
const toCome = ([span]: readonly Span[], text: string): IsoDate | undefined =>
  span && !/\b20\d\d\b/.test(text) && /^in [A-Z]/.test(span.label) ? yearsAfter(span, 1).from : undefined

const FROM =
  /\b(?:from|starting|as of|beginning|in) (?:in )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b/u

/** The query of a message under one reading of what it asks. */
export function buildQuery(
  intent: Intent,
  entities: Entities,
  suppositions: readonly Supposition[] = suppositionsIn(entities.text, entities.amounts),
): Query {
  const { concepts, amounts, people, records, loops, words } = entities
  const spans = entities.spans.filter(
    ({ from, to }, at, all) => all.findIndex((other) => other.from === from && other.to === to) === at,
  )
  const [subject = ''] = intent.split('.')
  const decided = subject === 'decisions'
  const notStatus = loops.length === 0 && concepts.has('without') && concepts.has('paused') ? 'paused' : undefined
  const status = oneOf(concepts, {
    running: 'running',
    paused: notStatus ? undefined : 'paused',
    scaling: 'scaling',
  } as const)
  // "The running Partnerships" is one of two loops of that name, whatever else is named beside it.
  const isNamesake = (loop: (typeof loops)[number]) => loops.some((one) => one !== loop && one.name === loop.name)
  const ofStatus = status ? loops.filter((loop) => loop.status === status || !isNamesake(loop)) : []
  const bare = amounts.filter(({ unit, noun }) => unit === 'count' && !/^(?:of|out)$/.test(noun))
  const isChoice = CHOICE.test(entities.text)
  const kind = { goals: 'goal', decisions: 'decision', notes: 'note' }[subject]
  return {
    intent,
    spans: LISTS.has(subject) && !intent.endsWith('.compare') ? united(spans) : spans,
    ...(LISTS.has(subject) && isEach(intent, spans, entities) && { each: spans }),
    ahead: entities.ahead ?? (intent === 'runway.target' ? toCome(spans, entities.text) : undefined),
    begins:
      suppositions.length > 0 && !UNTIL.test(entities.text.replace(/\bfrom then\b/, ''))
        ? (entities.begins ?? nextOf(entities))
        : undefined,
    loops: ofStatus.length > 0 ? ofStatus : loops,
    isWithout: (concepts.has('without') || entities.cues.has('allBut')) && loops.length > 0,
    counts: COUNTS.filter((count) => concepts.has(count)),
    amounts,
    suppositions,
    periods: periodsOf(intent, entities),
    state: concepts.has('overdue')
      ? 'overdue'
      : isUndone(words)
        ? 'open'
        : oneOf(concepts, { open: 'open', done: 'done' }),
    status,
    ...(notStatus && { notStatus }),
    impact: decided ? oneOf(concepts, { positive: 'positive', negative: 'negative', neutral: 'neutral' }) : undefined,
    verdict: decided ? (entities.cues.has('unjudged') ? 'unrated' : verdictOf(concepts)) : undefined,
    which: oneOf(concepts, { best: 'best', worst: 'worst' }) ?? oneOf(concepts, { first: 'first', last: 'last' }),
    unit: oneOf(concepts, UNITS) ?? (concepts.has('week') ? 'week' : undefined),
    limit:
      concepts.has('last') || concepts.has('first')
        ? bare.find(({ value, noun }) => value <= 60 && !/^[k%]/.test(noun))?.value
        : undefined,
    ordinal: oneOf(concepts, { second: 2, third: 3 }),
    ...moodAndBound(subject, words, amounts),
    category: decided
      ? categoryIn(words)
      : subject === 'notes'
        ? SIDES.find((name) => words.includes(name.split('-')[0] ?? ''))
        : undefined,
    concepts: new Set([...concepts, ...entities.cues]),
    person: people[0],
    people,
    member: subject === 'calls' ? memberOf(words) : undefined,
    records: records.filter(({ known }) => !kind || known.kind === kind).map(({ known }) => known),
    about: aboutOf(
      intent,
      entities,
      kind || subject === 'records' || subject === 'wins' || subject === 'advice'
        ? [...bare, ...amounts.filter(({ unit }) => unit === 'money' && SEARCHES.has(intent))]
            .filter(
              ({ noun, unit }) => noun === '' || unit === 'money' || subject === 'advice' || intent === 'records.why',
            )
            .map(({ value }) => String(value))
        : [],
    ),
    ...(/^(?:wins|blockers|priorities)\.list$/.test(intent) && notAbout(entities.text)),
    asksVerdict:
      (concepts.has('should') && (isChoice || !OPEN_QUESTION.test(entities.text))) || KEEP_OR_END.test(entities.text),
    isChoice,
    asksWhether: WHETHER.test(entities.text),
    money: moneyIn(words),
    asksAmount: amountAsked(entities.text),
    unrecorded: intent === 'outside.unrecorded' ? [...unrecordedIn(phraseWords(entities.asked))] : [],
    named: entities.named,
    telling: entities.telling,
    ...(isText(intent) ? textOf(entities.asked) : { dictated: entities.asked }),
  }
}

/** A text for others, which may have limits; a goal is taken as it is dictated. */
const isText = (intent: Intent): boolean => intent === 'write.message' || intent.startsWith('document.')

function textOf(asked: string): Pick<Query, 'dictated' | 'limits'> {
  const { text, limits } = writingLimits(asked)
  return { dictated: text, limits }
}

/** The periods that are named; all others where one is left out: "not counting the weekly ones". */
function periodsOf(intent: Intent, { concepts, text }: Entities): Query['periods'] {
  const all = GOAL_PERIODS.map(({ id }) => id)
  const named = all.filter((period) => concepts.has(period) && !(intent === 'write.done' && isKept(period, text)))
  const excluded = intent.startsWith('write') ? [] : named.filter((period) => isExcluded(period, text))
  const kept = named.filter((period) => !excluded.includes(period))
  return excluded.length > 0 && kept.length === 0 ? all.filter((period) => !excluded.includes(period)) : kept
}

/** "Blockers that are not about onboarding" */
function notAbout(text: string): Pick<Query, 'notAbout'> {
  const what = NOT_ABOUT.exec(text)?.groups?.['what']
  return what === undefined ? {} : { notAbout: [what] }
}

const NOT_ABOUT =
  /\b(?:not (?:about|on|related to|to do with)|(?:other|apart|aside) (?:than|from)|besides|without|except(?: for)?|excluding)(?: the| my| our)? (?<what>\p{L}{4,})/u

/** Whether a text leaves a period out. */
const isExcluded = (period: string, text: string): boolean =>
  [...text.matchAll(EXCLUDING)].some(({ groups }) =>
    (groups?.['what'] ?? groups?.['within'] ?? '').includes(period.slice(0, -1)),
  )
const EXCLUDING =
  /\b(?:(?:not counting|not including|without|except(?: for)?|excluding|leaving out|leave out|other than|apart from|aside from|besides|ignor(?:e|ing)|forget|drop|skip|minus|but not|all but) (?<what>[^,.;?!]{2,40})|(?:leav(?:e|ing)|tak(?:e|ing)) (?<within>[^,.;?!]{2,40}?) (?:out|away|aside))/g

/** "Close that one, the weekly stays": a period of a clause that changes nothing. */
const isKept = (period: string, text: string): boolean =>
  text.split(/[,.;]|\bbut\b/).some((clause) => clause.includes(period) && KEPT.test(clause))
const KEPT = /\b(?:stays?|remains?|keep|leave|except|not the)\b/

const NOT = 'not|never|havent|hasnt|isnt|arent|didnt|wasnt|werent'
const DONE = 'done|do|finished|finish|completed|complete|ticked|tick|closed|close|achieved|achieve|reached|reach'
const UNDONE = phrasesOf(`${NOT} .. ${DONE}`)
/** "How many are done, and how many are not done?" */
const DONE_OR_NOT = phrasesOf(`${DONE.replace('|do|', '|')} .. ${NOT}`)

/** Whether a message names what is "not done yet" or "never finished": that is open, though it is done that is said. */
const isUndone = (words: readonly string[]): boolean => hasPhrase(UNDONE, words) && !hasPhrase(DONE_OR_NOT, words)

const verdictOf = (concepts: ReadonlySet<Concept>): Query['verdict'] =>
  concepts.has('unrated')
    ? 'unrated'
    : concepts.has('partly') && !concepts.has('wrong')
      ? 'partly'
      : concepts.has('due')
        ? 'due'
        : oneOf(concepts, { right: 'right', wrong: 'wrong' })

/** Comparisons with a mood, an age or an amount: `above` and `below` leave out the value itself. */
const BOUNDS = {
  most: phrasesOf('or less|lower|worse|below\nat most'),
  below: phrasesOf('below|under\nless|lower|worse than'),
  least: phrasesOf('or more|higher|better|above\nat least'),
  above: phrasesOf('above|over|older\nmore|higher|better|longer than'),
} as const

const boundOf = (words: readonly string[]): Query['bound'] =>
  (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).find((bound) => hasPhrase(BOUNDS[bound], words))

/** "Happy" and "a low week" stand for moods without their number. */
const MOOD_WORDS: readonly (readonly [RegExp, number, 'least' | 'most'])[] = [
  [/^(?:happy|happier|cheerful|great|glad)$/, 4, 'least'],
  [/^(?:unhappy|sad|low|down|miserable|bad|rough)$/, 2, 'most'],
]

function moodAndBound(
  subject: string,
  words: readonly string[],
  amounts: Entities['amounts'],
): Pick<Query, 'mood' | 'bound'> {
  const [mood, bound] = [moodOf(words, amounts), boundOf(words)]
  const meant =
    subject === 'mood' ? MOOD_WORDS.find(([pattern]) => words.some((word) => pattern.test(word))) : undefined
  return mood === undefined && meant ? { mood: meant[1], bound: meant[2] } : { mood, bound }
}

/** A mood by its number or its label: "tough" is 2. */
function moodOf(words: readonly string[], amounts: Entities['amounts']): number | undefined {
  const stated = amounts.find(({ unit, value }) => unit === 'count' && value >= 1 && value <= 5)?.value
  return stated ?? MOODS.find(({ label }) => words.includes(label.toLowerCase().split(' ')[0] ?? ''))?.value
}

/** The named member of the squad: "the growth squad" is all of it. */
function memberOf(words: readonly string[]): Query['member'] {
  const named = new Set(words.filter((_, at) => words[at + 1] !== 'squad'))
  return BOOKABLE.find(({ id, name }) =>
    id === 'whole-squad'
      ? false
      : name
          .toLowerCase()
          .split(' ')
          .some((word) => named.has(word)),
  )?.id
}

/** "Prices" are decided on in "Pricing", "hires" in "Hiring". */
const categoryIn = (words: readonly string[]): string | undefined =>
  CATEGORIES.find((name) => words.some((word) => word === name || (name.endsWith('ing') && stem(word) === stem(name))))

/** Sides of the squad that notes are of. */
const SIDES = ['buyer-insights', 'product', 'growth', 'market']

/** Categories of decisions in Founder Brain. */
const CATEGORIES = 'pricing marketing team product operations general sales finance hiring legal growth strategy'.split(
  ' ',
)
