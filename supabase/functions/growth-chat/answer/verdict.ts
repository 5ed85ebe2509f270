import { bestLoop, conversionRate, weakestLoop } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import { FOUNDER_AS_SENDER, type Decision, type FounderContext, type Loop } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Intent, Query } from '../query.ts'
import { monthsText, nameOf, percent, quoted, titled } from '../text.ts'
import { stem } from '../understand/names.ts'
import { hasPhrase, phrasesOf, phraseWords } from '../understand/phrase.ts'
import type { Answer } from './answer.ts'
import { funnel } from './loop-lines.ts'
import { runwayLine } from './overview.ts'
import { supposed } from './scenarios.ts'
import { foundLine, keyOf, searchRecords, type FoundRecord, type Kind } from './search.ts'

/** Something of the founder's own that speaks for doing what is weighed (1), against it (-1), or for neither (0). */
interface Evidence {
  readonly sign: -1 | 0 | 1
  readonly says: string
  /** A decision on something else that mentions the subject. */
  readonly isAside?: boolean
}

/** How often a loop converts, against all loops: above is for it, below half against it. */
const POOR = 0.5
/** A record with one of several words of a question may be about it: people paraphrase. */
const MIN_COVERAGE = 0.2
const SHOWN = 2
/** A decision, note or message about one of several words says something; a check-in has many words of a week. */
const DECIDES: readonly Kind[] = ['decision', 'note', 'squad-message']
/** Words of a topic that are searched for. */
const MAX_TOPIC = 4

/** Whether a question is weighed: advice, and one on something of one's own that ends with "should I". */
export const isWeighed = ({ asksVerdict, concepts, intent, loops, records, which }: Query): boolean =>
  asksVerdict &&
  (WEIGHED.has(intent) ||
    (records.length > 0 && /^decisions\.(?:review|outcome|expected|find|last)$/.test(intent)) ||
    ((loops.length > 0 || which !== undefined) && WEIGHED_LOOPS.has(intent)) ||
    (intent.startsWith('advice') && !FOCUS.has(intent) && (concepts.has('ending') || !BY_FIGURES.has(intent))))

const WEIGHED: ReadonlySet<Intent> = new Set([
  'outside.action',
  'outside.general',
  'records.find',
  'calls.topic',
  'notes.read',
])
const WEIGHED_LOOPS: ReadonlySet<Intent> = new Set(['loops.describe', 'loops.status', 'loops.best', 'loops.worst'])
/** Intents of "what next?", which has an answer of its own. */
const FOCUS: ReadonlySet<Intent> = new Set(['advice.week', 'advice.blockers', 'advice.goals'])
/** Subjects that are weighed by figures. */
const BY_FIGURES: ReadonlySet<Intent> = new Set(['advice.runway', 'advice.fundraising'])

/**
 * "Should we …?": a verdict from the founder's own evidence, the strongest first: how a loop does, what was decided and
 * rated before, what the squad and notes say, and whether the money allows it.
 * @param topic words of the subject where the question names nothing in particular
 * @returns undefined when nothing of the founder's own speaks to it
 */
export async function verdictOn(
  query: Query,
  founder: AskingFounder,
  topic: readonly string[] = [],
): Promise<Answer | undefined> {
  const { context } = founder
  const { about, concepts, isChoice, intent } = query
  const isEnding = concepts.has('ending')
  const loops = loopsWeighed(query, context)
  const names = loops.slice(0, 1).flatMap(({ name }) => phraseWords(name))
  // "Build" of "should we build dashboards?" is no subject: another decision to build something says nothing.
  const things = about.filter((word) => !DOING.has(word))
  const words = [...new Set([...(things.length > 0 ? things : about), ...names])]
  const isOfLoop = ({ title }: FoundRecord) => sharesWord(title, names)
  const asked = await searchAll([things.length > 0 ? things : about], founder)
  const ofName = (await searchAll([names], founder)).filter(isOfLoop)
  const own = [...asked, ...ofName.filter((one) => asked.every((other) => keyOf(other) !== keyOf(one)))]
  const found =
    own.length + loops.length > 0
      ? own
      : await searchAll(
          topic.slice(0, MAX_TOPIC).map((word) => [word]),
          founder,
        )
  const ofLoops = loops.slice(0, 1).map((loop) => ofLoop(loop, context))
  const isChannel =
    topic.length === 0 || isEnding || /\.(?:channels|outreach|cac|week|goals|decisions|blockers)$/.test(intent)
  const evidence: Evidence[] = [
    ...(isChannel ? ofLoops : []),
    ...found.flatMap((one) => ofRecord(one, context, [...words, ...topic], concepts.has('cheaper'))),
    ...(isChannel ? [] : ofLoops),
    ...context.calls
      .filter(({ topic: of }) => phraseWords(of).some((word) => word.length > 3 && words.includes(word)))
      .map(({ topic: of, starts_at }) => ({
        sign: 0 as const,
        says: `your call of ${formatDate(starts_at.slice(0, 10))} with the squad is about ${quoted(of)}`,
      })),
  ]
  const isCompany = evidence.length === 0 && isEnding && !intent.startsWith('loops')
  if (isCompany) evidence.push(...ofCompany(context))
  if (
    evidence.length === 0 ||
    (own.length + loops.length === 0 && !isCompany && evidence.every(({ sign }) => sign === 0))
  )
    return undefined
  // What it costs comes first where the question says it.
  if (!isEnding) evidence[query.suppositions.length > 0 ? 'unshift' : 'push'](...ofMoney(context, query.suppositions))
  // Between two things, what speaks for one says more.
  const decisive = (isChoice && evidence.find(({ sign }) => sign > 0)) || evidence.find(({ sign }) => sign !== 0)
  const first = query.suppositions.length > 0 ? evidence[0] : decisive
  const shown = [...new Set([first, decisive, ...evidence])]
    .filter((one) => one !== undefined)
    .filter(({ isAside }) => !(decisive && isAside))
  const sign = (decisive?.sign ?? 0) * (isEnding ? -1 : 1)
  const leads = isCompany
    ? '**That is yours to decide**; your own records say'
    : isChoice && loops.length === 1 && isEnding
      ? keepOrEnd(-sign)
      : isChoice
        ? 'By your own records'
        : sign > 0
          ? '**Yes**, by your own records'
          : sign < 0
            ? '**Rather not**, by your own records'
            : 'Your records **do not settle it**, but say'
  return {
    line: `${leads}: ${shown
      .slice(0, SHOWN)
      .map(({ says }) => says)
      .join('; ')}.`,
    evidence: [
      ...shown.slice(SHOWN).map(({ says }) => `${says.slice(0, 1).toUpperCase()}${says.slice(1)}.`),
      ...(isEnding ? runwayLine(context) : []),
    ],
    next: 'log it as a decision with what you expect of it, so that you see in a month whether it was right.',
  }
}

/** What is said of a loop that may be kept or ended. */
const keepOrEnd = (sign: number): string =>
  sign > 0
    ? '**Keep it**, by your own records'
    : sign < 0
      ? '**End it**, or change it first, by your own records'
      : 'Your records **do not settle it**, but say'

/** How people write that something is better left, and that it is good. */
const CAUTION = phrasesOf(`
  wait|avoid|skip|dont|not|never|stop|postpone
  hold off`)
const DECIDED_AGAINST = phrasesOf('stop|skip|drop|delay|postpone|leave|cancel|quit|no|not|dont|end|close|without')
/** Verbs of what is weighed. */
const DOING = new Set(
  'add answer ask begin bring build buy call charge do get give go hire keep launch make move offer open pay put raise rent restart run sell send start take try use write'.split(
    ' ',
  ),
)
/** The first words of what somebody of the squad says to do: "On recruiting: take the apprentice". */
const ADVISES =
  /^(?:on [\w ]+: |then |so |yes,? |and )*(?:ask|build|buy|call|charge|find|go|hire|keep|lease|make|move|offer|pay|raise|rent|sell|send|start|take|try|use|write)\b/i
const RAISED = phrasesOf('raise|raised|increase|charge')
const APPROVAL = phrasesOf(`
  approve|recommend|fair|best|works|worked
  would|will pay|buy
  pay|pays for
  asked for
  go ahead
  good idea`)

/** The loop that is named, or meant by "the weakest channel". */
function loopsWeighed({ loops, which, intent }: Query, context: FounderContext): readonly Loop[] {
  if (loops.length > 0 || !/^(?:loops|advice\.(?:channels|outreach))/.test(intent)) return loops
  const meant = which === 'worst' ? weakestLoop(context.loops) : which === 'best' ? bestLoop(context.loops) : undefined
  return meant ? [meant] : []
}

/** Results of several searches, each record once, in their order. */
async function searchAll(searches: readonly (readonly string[])[], founder: AskingFounder): Promise<FoundRecord[]> {
  const found = await Promise.all(
    searches.flatMap((words) => [
      searchRecords(words, founder, DECIDES, MIN_COVERAGE),
      searchRecords(words, founder, ['check-in']),
    ]),
  )
  return [...new Map(found.flatMap((one) => one.found).map((one) => [keyOf(one), one])).values()]
}

function ofLoop(loop: Loop, { loopTotals, loops }: FounderContext): Evidence {
  const [own, all] = [conversionRate(loop), conversionRate(loopTotals)]
  const best = bestLoop(loops)
  const compared =
    best && best.id !== loop.id ? `, ${titled('loop', best, best.name)} ${percent(conversionRate(best))}` : ''
  return {
    sign: own >= all ? 1 : own < all * POOR ? -1 : 0,
    says: `${titled('loop', loop, loop.name)} converts **${percent(own)}** of its messages${compared}, all loops ${percent(all)} (${funnel(loop)})`,
  }
}

function ofRecord(
  record: FoundRecord,
  context: FounderContext,
  words: readonly string[],
  isCheaper: boolean,
): Evidence[] {
  const decision = record.kind === 'decision' && context.decisions.find(({ id }) => id === record.id)
  if (decision) {
    // That a higher price was right speaks against a discount.
    const isOpposite = isCheaper && hasPhrase(RAISED, phraseWords(decision.title))
    const evidence = ofDecision(decision, isOpposite)
    // A decision on something else that only mentions the subject tells nothing for or against it.
    return [sharesWord(decision.title, words) ? evidence : { ...evidence, sign: 0, isAside: true }]
  }
  // The founder's own questions and goals are no evidence.
  if (record.kind === 'goal' || (record.kind === 'squad-message' && record.title === '')) return []
  const said = sentencesOn(record.text, words).flatMap(phraseWords)
  const isAdvised =
    record.kind === 'squad-message' && sentencesOn(record.text, words).some((sentence) => ADVISES.test(sentence.trim()))
  const line = foundLine(record, words).replace(/\.$/, '')
  return [
    {
      sign:
        record.kind === 'check-in' ? 0 : hasPhrase(CAUTION, said) ? -1 : isAdvised || hasPhrase(APPROVAL, said) ? 1 : 0,
      says: line.startsWith('The ') || line.startsWith('Your ') ? line.slice(0, 1).toLowerCase() + line.slice(1) : line,
    },
  ]
}

/** Whether a text has one of some words, in any of their forms. */
export const sharesWord = (text: string, words: readonly string[]): boolean => {
  const stems = new Set(words.map(stem))
  return phraseWords(text).some((word) => stems.has(stem(word)))
}

/** The sentences that speak of some words; all where none does. */
function sentencesOn(text: string, words: readonly string[]): readonly string[] {
  const sentences = text.split(/[.!?;\n]+/)
  const about = sentences.filter((sentence) => sharesWord(sentence, words))
  return about.length > 0 ? about : sentences
}

/** A decision that was rated tells whether to do it again: one against something the other way round. */
function ofDecision(decision: Decision, isOpposite: boolean): Evidence {
  const { was_right, impact, result, outcome, expected, reason, date, title, review_on } = decision
  const isRated = result.trim() !== '' || was_right !== null
  const good =
    was_right === 'yes' ? 1 : was_right === 'no' ? -1 : impact === 'positive' ? 1 : impact === 'negative' ? -1 : 0
  const isAgainst = hasPhrase(DECIDED_AGAINST, phraseWords(title)) !== isOpposite
  const said = result.trim() || outcome.trim()
  const detail = isRated
    ? `and it came out ${good > 0 ? '**right**' : good < 0 ? '**wrong**' : 'neither good nor bad'}${said ? ` (${quoted(said)})` : ''}`
    : `${reason.trim() ? `because ${quoted(reason)}` : expected.trim() ? `expecting ${quoted(expected)}` : ''}, without a result yet${review_on ? `; look again on ${formatDate(review_on)}` : ''}`
  return {
    sign: isRated ? ((good * (isAgainst ? -1 : 1)) as Evidence['sign']) : isAgainst ? -1 : 1,
    says: `you decided ${titled('decision', decision, title)} on ${formatDate(date)}${detail.startsWith(',') ? '' : ' '}${detail}`,
  }
}

/** Little money speaks against what costs more. */
function ofMoney({ runway }: FounderContext, suppositions: Query['suppositions']): Evidence[] {
  if (!runway) return []
  const months = runwayMonths(supposed(runway, suppositions))
  const isShort = months !== undefined && months < RUNWAY_THRESHOLDS.short
  if (suppositions.length > 0)
    return [
      {
        sign: isShort ? -1 : 0,
        says: `with that your money lasts **${monthsText(months)}** instead of ${monthsText(runwayMonths(runway))}`,
      },
    ]
  return isShort ? [{ sign: -1, says: `your money lasts ${monthsText(months)}` }] : []
}

/** Evidence about the whole company. */
function ofCompany(context: FounderContext): Evidence[] {
  const advice = context.messages.find(({ sender }) => sender !== FOUNDER_AS_SENDER)
  const [latest] = context.checkins
  const months = context.runway ? runwayMonths(context.runway) : undefined
  return [
    ...(context.runway
      ? [
          {
            sign: 0 as const,
            says: months === undefined ? 'you earn what you spend' : `your money lasts **${monthsText(months)}**`,
          },
        ]
      : []),
    ...(advice
      ? [
          {
            sign: 0 as const,
            says: `${nameOf(advice.sender)} wrote on ${formatDate(advice.date)} ${quoted(advice.content, 160)}`,
          },
        ]
      : []),
    ...(latest?.next_priority.trim()
      ? [{ sign: 0 as const, says: `your own next priority is ${titled('check-in', latest, latest.next_priority)}` }]
      : []),
  ]
}
