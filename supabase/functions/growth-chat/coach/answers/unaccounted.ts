import { plain } from '../understand/plain.ts'
import { hasTerm, termsOf } from '../understand/terms.ts'
import { isMoney, type Amount } from '../understand/amounts.ts'
import type { Subject } from '../understand/subjects.ts'
import type { Question } from '../understand/understand.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder, Found } from '../founder.ts'
import { enumerated, percent, quoted, usd } from '../text.ts'
import { excludedByQuotes, foundLine, notAsFigure, recordsAbout } from './found.ts'

/** Records of one answer at most, which are about what a question names. */
const MAX_SHOWN = 4

/**
 * An answer that has nothing of what the question names, as "$41,712 a month" to "how much did the congress cost us?",
 * is another answer than the one asked for. Looks for a record that has the words, or says what was not understood; the
 * answer then is the closest that there is, below the first line.
 */
export async function accountedFor(question: Question, answer: Answer, founder: AskingFounder): Promise<Answer> {
  if (question.language || excludedByQuotes(question.asked)) return answer
  const said = plain([answer.line, ...answer.evidence].join('\n'))
  const lead = plain(answer.line)
  const amounts = question.amounts.filter((amount) => isMoney(amount, question.text) || amount.unit === 'percent')
  const unused = amounts.filter((amount) => isUnused(amount, said))
  const isFigure = /\*\*[^*]*\d/.test(answer.line)
  // What money is spent on does not matter to what it does to the runway.
  const isSupposed = amounts.length > 0 && unused.length === 0 && !ASKS_ELSE.test(question.text)
  const all = termsOf(question.text).filter((term) => !isOfLoop(term, founder))
  const terms = all.filter((term) => !hasTerm(said, term))
  if (!isSupposed && (terms.length > 0 || all.some((term) => !hasTerm(lead, term)))) {
    const whole = await recordsWith(all, question, founder)
    // A record that has half of what was asked, where the answer lacks it, is closer to the question than the answer.
    const found =
      whole.length > 0 || terms.length === all.length || 2 * terms.length < all.length
        ? whole
        : await recordsWith(terms, question, founder)
    const isBetter = found.length > 0 && (terms.length > 0 || !isFigure)
    if (isBetter) return fromRecords(found, all, question, founder)
  }
  if (!isFigure) {
    const isNumberless = !/\d|\*\*(?:no|not|none|nothing|never)\b/i.test(withoutDates(answer.line))
    return isNumberless ? { ...answer, evidence: [...notAsFigure(question.text), ...answer.evidence] } : answer
  }
  const isText = question.subject === 'notes' || question.subject === 'squad'
  const operator = isFigure && !isText ? unmetOperator(question.text, lead) : undefined
  if (operator)
    return uncertain(
      answer,
      `that I have it as you ask: ${operator}`,
      'ask for a month, a loop or a single amount, and I can say it.',
    )
  if (isSupposed) return answer
  if (terms.length > 0) return uncertain(answer, `what you mean by ${enumerated(terms.slice(0, 3).map((term) => quoted(term)))}: that is not recorded here as a figure`, `ask again with other words, or write what ${quoted(terms.join(' '))} is into a check-in.`) // prettier-ignore
  const isOther = question.subject === 'traction' && unused.some(({ unit }) => unit === 'percent')
  if (unused.length > 0 && (question.subject === 'runway' || isOther))
    return uncertain(answer, `what ${enumerated(unused.map(amountName))} should change`, isOther ? 'ask with a number of messages or demos instead of a share.' : 'say whether it is revenue, burn or money in the bank, and whether it comes once or each month.') // prettier-ignore
  return answer
}

/**
 * Words that make another figure of one: "average demos" are not "demos". The first line has to say the same, in one of
 * the words of the second pattern.
 */
const OPERATORS: readonly (readonly [says: string, asked: RegExp, met: RegExp])[] = [
  [
    'a share',
    /(?<!\bat (?:our|the|my|this|that|these) (?:current |present |usual )?)\brates?\b|\bpercent(?:age)?\b|\bshare of\b/,
    /%|times|runway|net burn|percent|^with|right/,
  ],
  [
    'what was lost',
    /\bdemos?\b.*\b(?:lose|lost|losing|cancel\w*|no-shows?)\b|\b(?:lose|lost|losing|cancel\w*|no-shows?)\b.*\bdemos?\b/,
    /\blost\b|less/,
  ],
  [
    'growth month by month',
    /\d ?(?:%|percent) (?:more |less )?(?:a|per|each|every) (?:month|week|quarter|year)\b|\bmonth over month\b|\bcompound/,
    /each month|compound/,
  ],
  [
    'a figure for each year or quarter',
    /\b(?:goals?|demos?|messages?|conversions?|decisions?|check-?ins?)\b.*\b(?:per|each|every) (?:year|quarter)\b/,
    /\ba (?:year|quarter)\b/,
  ],
  ['since when it is so', /\bsince when\b|\bdoubl\w*\b.*\bwhen\b/, /\bsince\b|\b20\d\d\b|\brunway\b/],
  [
    'which loops had none',
    /\bwhich (?:loops?|channels?)\b.*\b(?:had|have|has|got|with) (?:no|zero|any)\b/,
    /\b(?:no|none|0)\b/,
  ],
  [
    'how long ago it is',
    /\bhow (?:many (?:days|weeks|months)|long)\b.*\b(?:ago|since)\b/,
    /\bdays?\b|\bweeks?\b|\bmonths?\b|\b20\d\d\b/,
  ],
  ['as a rate', /\bper (?:\d+ )?(?:messages?|demos?)\b/, /%|\bper\b|→|\btakes?\b/],
  ['“on average”', /\bav(?:g|erage)\b|\bon average\b|\bmedian\b/, /averag|at your rate|a month/],
  ['“net”', /\bnet (?:burn|revenue|of|new)\b/, /\bnet\b|surplus|runway|beyond|burn nothing/],
  ['a figure for each week', /\b(?:per|each|every) week\b/, /\ba week\b|week by week|runway|in a row/],
  ['a figure for each day', /\b(?:per|each|every) day\b|\bdaily\b/, /\ba day\b/],
  [
    'a figure for each month',
    /\b(?:demos?|goals?|messages?|conversions?|decisions?|check-?ins?)\b.*\b(?:per|each|every) month\b/,
    /\ba month\b/,
  ],
  [
    'a figure for each customer',
    /\bper (?:customer|client|user|person|head|employee|seat|clinic)\b/,
    /\bper \w+|\ba seat\b/,
  ],
  ['the longest one', /\blongest streak\b|\brecord streak\b/, /longest/],
  [
    'by whole months or years',
    /\b(?:best|worst|highest|lowest|strongest|weakest) (?:month|quarter|year)\b|\b(?:which|what) (?:month|quarter|year)\b/,
    /\bmonth\b(?!s)|\bquarter\b|\byear\b|\bwas (?:highest|lowest) on\b/,
  ],
  [
    'how it grows',
    /\bgrowth(?: rate)?\b(?! (?:expert|squad|lead))/,
    /went from|\bup\b|\bdown\b|%.*(?:since|than|more)|→|growth/,
  ],
  [
    'how it develops',
    /\bgoing (?:up|down)\b|\b(?:is|are|did|does|has|have)\b.*\b(?:growing|grow|grown|rising|falling|increas\w*|decreas\w*|shrinking|improv\w*)\b/,
    /went from|→|rising|falling|same|better|worse|up|down|[+−]|shrink|than|running out|: \d|\d%\)/,
  ],
  [
    'as a supposition',
    /^(?:and |but |so )?(?:what if|suppose|imagine|if)\b/,
    /^with |no longer|at your rate|would|only with|not at this pace|yes|about/,
  ],
  [
    'with a limit of that kind',
    /\d ?(?:%|percent|months|days|goals|demos)? or (?:lower|less|higher|more|fewer|better|worse)\b|\bat (?:least|most)\b/,
    /or (?:lower|higher)|at (?:least|most)|older/,
  ],
]

const unmetOperator = (text: string, line: string): string | undefined =>
  OPERATORS.find(([, asked, met]) => asked.test(text) && !met.test(line))?.[0]

/** Asks for a count or a person, and not for what an amount does. */
const ASKS_ELSE = /^how many (?!months|weeks|days|more)|^who\b|^which\b|^when did\b|^what did\b/

/** What a line says itself, without what it quotes, refers to and dates. */
const withoutDates = (line: string): string =>
  line.replaceAll(/“[^”]*”|\[\[[^\]]*\]\]|\b\p{Lu}\p{L}{2} \d{1,2}, \d{4}\b/gu, '')

/** The words of a loop's name are its name, and no other thing. */
const isOfLoop = (term: string, { context: { loops } }: AskingFounder): boolean =>
  loops.some(({ name }) => hasTerm(plain(name), term))

/** Of those who said something, what they said. */
async function recordsWith(
  terms: readonly string[],
  { text }: Question,
  founder: AskingFounder,
): Promise<readonly Found[]> {
  if (terms.length === 0) return []
  const { found } = await recordsAbout(terms.join(' '), founder, kindNamed(text))
  const hasAll = ({ title, excerpt }: Found) => {
    const written = plain(`${title} ${excerpt}`)
    return terms.every((term) => hasTerm(written, term))
  }
  const whole = found.filter(hasAll)
  return whole.length > 0 ? whole : terms.length > 2 ? found.filter((one) => shares(one, terms) >= 2) : []
}

/** "How many seats did Tindall buy?": a record that has what the question names, though no figure of its own. */
export async function answerWritten(question: Question, founder: AskingFounder): Promise<Answer | undefined> {
  const terms = termsOf(question.text)
  const found = terms.length > 1 ? await recordsWith(terms, question, founder) : []
  return found.length > 0 ? fromRecords(found, terms, question, founder) : undefined
}

/** The kind of records that a question names itself. */
const kindNamed = (text: string): Subject | undefined =>
  /^who\b|\bsquad\b/.test(text)
    ? 'squad'
    : /\bnotes?\b/.test(text)
      ? 'notes'
      : /\bdecisions?\b/.test(text)
        ? 'decisions'
        : /\bgoals?\b/.test(text)
          ? 'goals'
          : undefined

const shares = ({ title, excerpt }: Found, terms: readonly string[]): number => {
  const written = plain(`${title} ${excerpt}`)
  return terms.filter((term) => hasTerm(written, term)).length
}

function fromRecords(
  found: readonly Found[],
  terms: readonly string[],
  { text }: Question,
  { context: { goals } }: AskingFounder,
): Answer {
  const lineOf = (one: Found) => foundLine(one, goals)
  const [best, ...others] = found.slice(0, MAX_SHOWN)
  return {
    line: best ? lineOf(best) : '',
    evidence: [...notAsFigure(text), ...others.map(lineOf)],
    next: `look at it again, and decide what follows for ${quoted(terms.join(' '))}.`,
  }
}

const uncertain = ({ line, evidence }: Answer, what: string, next: string): Answer => ({
  line: `I am **not certain** ${what}. The closest that I have is below.`,
  evidence: [line, ...evidence],
  next,
})

const amountName = ({ value, unit }: Amount): string => (unit === 'percent' ? `${value}%` : usd(value))

/** Whether an answer does not say an amount of the question, nor what it is in a month. */
function isUnused(amount: Amount, said: string): boolean {
  if (amount.unit === 'percent')
    return !said.includes(percent(amount.value / 100)) && !said.includes(`${amount.value}%`)
  return ![amount.value, amount.value / 12].some((value) => said.includes(usd(value).toLowerCase()))
}
