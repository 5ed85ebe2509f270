import { formatDate } from '../../../../domain/dates.ts'
import type { AskingFounder, Verdict } from '../founder-queries.ts'
import { enumerated, titled } from '../text.ts'
import { buildQuery } from '../understand/build-query.ts'
import { entitiesIn } from '../understand/entities.ts'
import { plain } from '../understand/plain.ts'
import { subjectsNamed } from '../understand/subjects-named.ts'
import type { Understood } from '../understand/understand.ts'
import type { Answer } from './answer.ts'

const OF_DECISIONS = /\b(?:decisions?|bets?|choices?)\b/
/** Calls are those with the squad, unless a category or a title says otherwise. */
const CALLS = /\bcalls\b/
/** "Not right" is wrong or partly right, and "right now" is a time. */
const NEGATED =
  /\b(?:not|never|didnt|did not|hasnt|havent)(?: (?:really|yet|turned out|turn out|been|be))? (?:right|paid off|pay off|worked(?: out)?|work(?: out)?)\b/g

/** How decisions may have come out, the words for it, and what an answer calls them. */
const VERDICTS = [
  { was: 'yes', asked: /\b(?:right|paid off|worked(?: out)?)\b/, name: 'Right' },
  { was: 'partly', asked: /\b(?:partly|half(?:way)?|mixed)\b/, name: 'Partly right' },
  { was: 'no', asked: /\b(?:wrong|lost|failed|flopped|did not work)\b/, name: 'Wrong' },
  { was: null, asked: /\b(?:hanging|pending|unjudged|unrated|undecided|waiting|not (?:judged|rated|reviewed|answered)|(?:havent|have not|not) (?:yet )?(?:judged|rated|reviewed)|without a verdict|no verdict|w\/o a verdict)\b/, name: 'Not judged yet' },
] as const // prettier-ignore

/** Decisions of each verdict that is named: "which pricing decisions were right, and which are still hanging?" */
export async function decisionsByVerdict(
  text: string,
  _understood: Understood,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const asked = plain(text.replaceAll(/['’]/g, ''))
  const said = asked.replaceAll(/\bright (?:now|away)\b/g, '').replaceAll(/\bpartly right\b/g, 'partly').replaceAll(NEGATED, 'wrong or partly') // prettier-ignore
  const groups = VERDICTS.filter((one) => one.asked.test(said))
  if (groups.length < 2 || !/\bwhich\b|\blist\b|\bshow\b/.test(asked)) return undefined
  const { context, queries } = founder
  const { category, spans } = buildQuery('decisions.list', entitiesIn(text, context, context.today))
  const titles = /['“"‘](\p{L}{4,})(?: …|…)?['”"’]/u.exec(text)?.[1]?.toLowerCase()
  const isMeant = OF_DECISIONS.test(asked) || (CALLS.test(asked) && (category ?? titles) !== undefined)
  if (!isMeant || subjectsNamed(asked.replace(CALLS, '')).length > 0) return undefined
  const rows = (await queries.verdicts(spans[0])).filter((one) =>
    titles ? one.title.toLowerCase().includes(titles) : !category || one.category?.toLowerCase() === category,
  )
  if (rows.length === 0) return undefined
  const named = (one: Verdict) => `${titled('decision', one, one.title)} of ${formatDate(one.date)}`
  const lines = groups.map(({ was, name }) => {
    const own = rows.filter(({ was_right }) => was_right === was)
    const more = own.length > SHOWN ? ` and ${own.length - SHOWN} more` : ''
    return `${name}: ${own.length === 0 ? '**none**' : `**${own.length}**, ${enumerated(own.slice(0, SHOWN).map(named))}${more}`}.`
  })
  return { line: lines.join(' ') }
}

/** Decisions of one verdict that are named. */
const SHOWN = 5
