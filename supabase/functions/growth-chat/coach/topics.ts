import { cac, channels, outreach, retention } from '../know-how/customers.ts'
import type { KnowHow } from '../know-how/know-how.ts'
import { fundraising, pitch, pricing, runway } from '../know-how/money.ts'
import { blockers, decisions, goals, hiring, week } from '../know-how/work.ts'
import type { Facts } from './facts.ts'
import { fundraisingFacts, hiringFacts, pricingFacts, retentionFacts, runwayFacts } from './money-facts.ts'
import { costFacts, pitchFacts, tractionFacts } from './traction-facts.ts'
import { changeFacts, moodFacts } from './week-facts.ts'
import { decisionFacts, goalFacts } from './work-facts.ts'

/** A subject that the coach knows. */
export interface Topic {
  /** Its name for founders, which they can ask for. */
  readonly name: string
  /** Stems of words that mean this subject and no other. */
  readonly names: RegExp
  /** Stems of words that may mean it. */
  readonly hints: RegExp
  readonly facts: Facts
  readonly knowHow: KnowHow
}

/** Of two subjects that match a question equally, the first one is used. */
export const topics: readonly Topic[] = [
  {
    name: 'CAC',
    names: /\bcacs?\b|acquisition|cost per (customer|lead|conversion)|acquir/gi,
    hints: /\bcosts?\b|customer/gi,
    facts: costFacts,
    knowHow: cac,
  },
  {
    name: 'pitch deck',
    names: /pitch|\bdecks?\b|\bslides?\b/gi,
    hints: /present|feedback|story/gi,
    facts: pitchFacts,
    knowHow: pitch,
  },
  {
    name: 'mood and blockers',
    names:
      /\bmood|\bgive up\b|\bquitting\b|\bwant to quit\b|\bblock(s|ed|er|ers|ing)?\b|\bstuck|\btired|burn(ed|t|ing|s)?[ -]?out|overwhelm|stress|lonely|alone|motivat|falling apart|hopeless|desperate|\bcope\b|\bcry(?:ing)?\b|exhaust|anxi|afraid|worr|sleep/gi,
    hints: /\bfeel|energy|hard\b|hope/gi,
    facts: moodFacts,
    knowHow: blockers,
  },
  {
    name: 'hiring',
    names:
      /\bhir(e|es|ed|ing)\b|\bfir(e|ing) (someone|somebody|him|her|them|an?\b|my|our)|\blay(ing)? off|dismiss|recruit|candidate|salar|vesting|employ|job (ad|interview)/gi,
    hints: /\bteam|people|co-?founder|equity|\brole\b|freelanc/gi,
    facts: hiringFacts,
    knowHow: hiring,
  },
  {
    name: 'retention',
    names:
      /churn|retention|retain|cancel|onboard|activation|\b(keep|lose|losing)( \w{1,15}){0,3} (customer|user|client)|(customer|user|client)s? (leav|quit|stay)/gi,
    hints: /\bkeep|customer|\busers?\b|clients?|renew|loyal/gi,
    facts: retentionFacts,
    knowHow: retention,
  },
  {
    name: 'pricing',
    names: /\bpric(e|es|ed|ing|y)\b|discount|freemium|\bcharg(e|es|ed|ing)\b|willing(ness)? to pay/gi,
    hints: /\bplans?\b|expensive|cheap|\btiers?\b|\btrial/gi,
    facts: pricingFacts,
    knowHow: pricing,
  },
  {
    name: 'fundraising',
    names:
      /fund-?rais|\bfund(ing|s|ed)?\b|invest|\bvcs?\b|\bangels?\b|\bseed\b|valuation|term sheet|\bsafes?\b|dilut|\brais(e|ing)( \w{1,15}){0,3} (money|capital|round)/gi,
    hints: /\brais(e|ing)\b|\bround\b|capital|grants?\b|shares/gi,
    facts: fundraisingFacts,
    knowHow: fundraising,
  },
  {
    name: 'runway',
    names:
      /runway|\bshut(ting)? (it |us |this |the company )?down\b|\bburn(s|ing|ed)?\b(?![ -]?out)|\bcash|out of money|bankrupt|break-?even|cut(ting)? costs?/gi,
    hints: /money|\bbank|\bspend|\bcosts?\b|\bcut|surviv|revenue|profit|budget/gi,
    facts: runwayFacts,
    knowHow: runway,
  },
  {
    name: 'decisions',
    names: /decision|decid|pivot|choice|\bchoos/gi,
    hints: /\bshould (i|we)\b|option|whether/gi,
    facts: decisionFacts,
    knowHow: decisions,
  },
  {
    name: 'traction and demos',
    names:
      /\bdemos?\b|\bvalidat|\b(anyone|anybody|someone|people|customers) (really |even |actually )?(wants?|needs?|buys?)\b|outreach|\bcold\b|traction|\bloops?\b|funnel|conver(t|sion)|prospect/gi,
    hints: /messag|\brepl(y|ies)\b|\bsales\b|\bsell|\bleads?\b|\bbook|\bgrow/gi,
    facts: tractionFacts,
    knowHow: outreach,
  },
  {
    name: 'channels',
    names:
      /channel|marketing|\bads?\b|advert|\bseo\b|distribution|go[- ]to[- ]market|\bgtm\b|linkedin|newsletter|referral/gi,
    hints: /\bb2b\b|\bsaas\b|audience|content|partner|customers/gi,
    facts: tractionFacts,
    knowHow: channels,
  },
  {
    name: 'what changed since last week',
    names:
      /what(’s|'s| has| is)? (changed|new)|last week|check-?in|weekly review|how am i doing|summar|look back|\bprogress/gi,
    hints: /\bweek|chang|differen|compar/gi,
    facts: changeFacts,
    knowHow: week,
  },
  {
    name: 'goals and focus',
    names: /\bgoals?\b|priorit|focus|\bto-?dos?\b|productiv|procrastinat/gi,
    hints: /\bplan|\bweek|\bnext\b|\btasks?\b|\bsteps?\b|\bwait|\btime\b|\bmonth|quarter|\byear/gi,
    facts: goalFacts,
    knowHow: goals,
  },
]

/** Score of a word that means a subject, and of one that may mean it. */
const NAMED = 3

/** The subject of a text; undefined when the coach knows none of it. */
export function topicOf(text: string): Topic | undefined {
  const points = ({ names, hints }: Topic) =>
    (text.match(names)?.length ?? 0) * NAMED + (text.match(hints)?.length ?? 0)
  const [best] = topics.map((topic) => ({ topic, points: points(topic) })).toSorted((a, b) => b.points - a.points)
  return best && best.points > 0 ? best.topic : undefined
}
