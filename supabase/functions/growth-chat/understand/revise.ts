import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { checkInDraft } from './check-in-draft.ts'
import { withoutReview } from './decision-draft.ts'
import { messageDraft } from './message-draft.ts'
import { isForm } from './names.ts'
import { NUMBER_WORDS } from './number-words.ts'

const NUMBER = String.raw`(?:\d[\d.,]*[km%]?|${Object.keys(NUMBER_WORDS).join('|')})(?![\p{L}\d])`
const FIRST_NUMBER = new RegExp(String.raw`(?<![\p{L}\d])${NUMBER}(?: (?<noun>\p{L}[\p{L}-]+))?`, 'iu')
const OPENING =
  /^(?:(?:h+m+|uh+m?|no|nah|nope|ok|okay|actually|wait|sorry|oh|but|and|rather|better|instead|please|pls|can you|could you|yes|good|great|now|also|maybe|just|then|hey|(?:make|change|set|put|turn|switch|rename|call|keep) (?:it|that|this|them|the (?:goal|title|text|message|mail|decision|topic|number))|with|to|into|say|it'?s|a|be)(?=[\s,.!:]|$)[\s,.!:]*)+/i
const PERIOD =
  /(?<![\p{L}])(?:(?:for |by |until )?(?:the |this |a |per |every |each )?(?<unit>week|month|quarter|year)(?:ly)?|annual)(?: goal| one)?(?![\p{L}])/iu
const SHORTER = /\b(?:shorter|short|briefer|brief|half as long|(?:one|1) (?:line|sentence))\b/i

/** The founder's words of a revision without those that only say that something changes. */
const meat = (revision: string): string =>
  revision.trim().replace(OPENING, '').replace(/[\s,]*\b(?:instead|please|pls|thx|thanks|rather|actually|then)\b[\s.!]*$/i, '').replace(/[\s.!]+$/, '') // prettier-ignore

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A proposal as the founder changes it in a message that follows: "hm make it weekly, and five". */
export function revise(proposal: Proposal, revision: string, today: IsoDate): Proposal {
  switch (proposal.kind) {
    case 'goal': {
      const unit =
        PERIOD.exec(revision)?.groups?.['unit']?.toLowerCase() ?? (/\bannual\b/i.test(revision) ? 'year' : '')
      const period = GOAL_PERIODS.find(({ id }) => unit !== '' && id === `${unit}ly`)?.id
      const rest = meat(period ? revision.replace(PERIOD, ' ') : revision).replace(/^(?:and|but)\b\s*|[\s,]*\b(?:and|but)$/gi, '').trim() // prettier-ignore
      return {
        ...proposal,
        period: period ?? proposal.period,
        text: partsOf(rest).map(meat).reduce(revisedText, proposal.text),
      }
    }
    case 'decision': {
      const { text, day } = withoutReview(revision, today)
      const reason = /(?:\breason(?:'s| is|:|,)?|\bbecause|^since)\s+(?<reason>.+)$/is.exec(text)?.groups?.['reason']
      const title = /\b(?:title|call it|name it|rename it(?: to)?)\b(?: is|:)?\s+(?<title>.+)$/is.exec(text)?.groups?.['title'] // prettier-ignore
      const rest = reason || title || day ? '' : meat(text)
      return {
        ...proposal,
        text: sentence(title ?? revisedText(proposal.text, rest)),
        ...(reason && { reason: sentence(reason.replace(/[\s.!]+$/, '')) }),
        ...(day && { reviewOn: day }),
      }
    }
    case 'check-in': {
      const { mood, ...texts } = checkInDraft(
        meat(revision).replace(/^(?:(?:make|change|set|put|add)\b:?\s*(?:the |my |a )?)/i, ''),
      )
      const isAdded = /\b(?:add|also|too|plus)\b/i.test(revision)
      const merged = (name: keyof typeof texts) =>
        texts[name] === '' ? proposal[name] : isAdded && proposal[name] !== '' ? `${proposal[name]}. ${texts[name]}` : texts[name] // prettier-ignore
      return {
        ...proposal,
        mood: mood ?? proposal.mood,
        wins: merged('wins'),
        blockers: merged('blockers'),
        next_priority: merged('next_priority'),
      }
    }
    case 'message':
      return {
        ...proposal,
        text: partsOf(revision).reduce((text, part) => {
          const rest = meat(part)
          const next = revisedText(text, rest)
          return next === sentence(rest) ? (messageDraft(`tell the squad ${rest}`)?.text ?? next) : next
        }, proposal.text),
      }
    case 'call':
      return { ...proposal, text: revisedText(proposal.text, meat(revision).replace(/^(?:about|on)\s+/i, '')) }
    case 'done':
      return proposal
    default:
      return proposal satisfies never
  }
}

/** "Shorter, and add that we hire": each change of its own. */
export const partsOf = (revision: string): string[] =>
  revision.split(/[,;.]?\s+(?:and |but )?(?=(?:add|mention)\b)|,\s+/i).filter(Boolean)

/** The manner of a text, which only the founder changes. */
const MANNER =
  /^(?:(?:more|less|much|way|a bit|even|sound|too|not so|very|it|in a|tone|bit|and|but) ?)*(?:friendl\w+|polite\w*|warm\w*|firm\w*|nice\w*|soft\w*|formal|casual|kind\w*|direct|better|clear\w*|long\w*|punch\w+|funn\w+|human|professional|simpl\w+|strong\w*|nicer)(?: tone| please)?$/i

/** A text with the number, the word or the sentence put in that a revision names. */
export function revisedText(text: string, change: string): string {
  if (change === '' || MANNER.test(change)) return text
  if (SHORTER.test(change)) return firstSentence(text)
  const swap = /^(?<to>.+?),? (?:not|instead of|rather than) (?:the )?(?<from>.+)$|^not (?<old>.+?),? but (?<by>.+)$/i.exec(change)?.groups ?? {} // prettier-ignore
  const [from, to] = [swap['from'] ?? swap['old'], swap['to'] ?? swap['by']]
  if (from && to && text.toLowerCase().includes(from.toLowerCase()))
    return text.replace(new RegExp(escaped(from), 'i'), to)
  const left = /^(?:without|drop|remove|leave out|cut) (?:the )?(?<what>.+)$/i.exec(change)?.groups?.['what']
  if (left) return text.replace(new RegExp(String.raw`[\s,]*(?:and )?(?:the )?${escaped(left)}`, 'i'), '')
  const added = /^(?:add|mention|also say|say|tell them)\b[\s:]*(?:that )?(?<what>.+)$/i.exec(change)?.groups?.['what']
  if (added) return `${text.replace(/[\s.]+$/, '')}. ${sentence(added)}.`
  const due = /^(?:by|until|before|for) .+$/i.exec(change)
  if (due) return `${text.replace(/[\s.]+$/, '')} ${due[0]}`
  return withNumber(text, change) ?? (change.split(/\s+/).length > 1 ? sentence(change) : text)
}

/** "Five", "five bakeries": put where the text has its number. */
function withNumber(text: string, change: string): string | undefined {
  const number = new RegExp(String.raw`^${NUMBER}(?: (?<noun>\p{L}[\p{L}-]+))?$`, 'iu').exec(change)
  if (!number) return undefined
  const noun = number.groups?.['noun']
  const digits = noun ? change.slice(0, change.length - noun.length).trim() : change
  const found = FIRST_NUMBER.exec(text)
  if (found) {
    const old = found.groups?.['noun']
    const put = `${digits}${old ? ` ${noun && !isForm(noun.toLowerCase(), old.toLowerCase()) ? noun : old}` : noun ? ` ${noun}` : ''}` // prettier-ignore
    return sentence(text.slice(0, found.index) + put + text.slice(found.index + found[0].length))
  }
  const at = noun ? text.toLowerCase().indexOf(noun.toLowerCase()) : -1
  return at < 0 ? undefined : `${text.slice(0, at).replace(/\bthe $/i, '')}${digits} ${text.slice(at)}`
}

export const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
