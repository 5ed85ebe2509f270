import type { AskingFounder } from '../founder-queries.ts'
import { enumerated, quoted, titled } from '../text.ts'
import { entitiesIn } from '../understand/entities.ts'
import { phraseWords } from '../understand/phrase.ts'
import { subjectsNamed } from '../understand/subjects-named.ts'
import type { Understood } from '../understand/understand.ts'
import { asksWhatToDo } from '../understand/what-to-do.ts'
import type { Answer } from './answer.ts'
import { foundLine, searchRecords, type FoundRecord } from './search.ts'
import { sharesWord } from './verdict.ts'

/** Sources of advice, the one that says most first. */
const ORDER = ['squad-message', 'note', 'decision', 'check-in', 'own-note'] as const
/** Records that an answer names in its first sentence. */
const SHOWN = 2

/** "Onboarding takes all my time, what do I do first?" What the squad, notes and own plans say on what is named. */
export async function whatToDo(
  text: string,
  { query }: Understood,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const { context } = founder
  if (query.suppositions.length > 0 || !asksWhatToDo(text)) return undefined
  const { named, loops, people } = entitiesIn(text, context, context.today)
  if (named.length === 0 || loops.length > 0) return undefined
  const found = await onEach(named, founder)
  const advised = found
    // The founder's own messages have no sender: they are no advice.
    .filter(({ kind, title }) => kind !== 'goal' && !(kind === 'squad-message' && title === ''))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const [first] = advised
  const own = phraseWords(advised.map(({ title, text: said }) => `${title} ${said}`).join(' '))
  const isOther = subjectsNamed(text).some((word) => !own.includes(word))
  if (!first || first.kind === 'decision' || isOther) return undefined
  const goals = context.goals.filter((goal) => !goal.completed && sharesWord(goal.text, named))
  const [latest] = context.checkins
  const isOwnPlan = latest && sharesWord(latest.next_priority, named)
  const said = advised.slice(0, SHOWN).map((one) =>
    foundLine(one, named)
      .replace(/\.$/, '')
      .replace(/^(?:The|Your|A) /, (start) => start.toLowerCase()),
  )
  const isSaid = advised.slice(0, SHOWN).some(({ id }) => id === latest?.id)
  const plan =
    isOwnPlan && !isSaid
      ? ` You planned it yourself: ${titled('check-in', latest, latest.next_priority)}.`
      : goals.length > 0
        ? ` Open for it: ${enumerated(goals.slice(0, SHOWN).map((goal) => titled('goal', goal, goal.text)))}.`
        : ''
  const who = people.length > 0 ? '' : ` on ${quoted(named.slice(0, 3).join(' '))}`
  return {
    line: `**Begin with** what your records say${who}: ${said.join('; ')}.${plan}`,
    evidence: advised.slice(SHOWN).map((one) => foundLine(one, named)),
    next: 'put the first piece of it that fits in two hours on today’s calendar.',
  }
}

const placeOf = ({ kind }: FoundRecord): number => ORDER.indexOf(kind as (typeof ORDER)[number])

/** Records on any of some words; on all of them where there are such. */
async function onEach(words: readonly string[], founder: AskingFounder): Promise<readonly FoundRecord[]> {
  const all = (await searchRecords(words, founder)).found
  if (all.length > 0) return all
  const [longest] = words.toSorted((a, b) => b.length - a.length)
  return longest === undefined ? [] : (await searchRecords([longest], founder)).found
}
