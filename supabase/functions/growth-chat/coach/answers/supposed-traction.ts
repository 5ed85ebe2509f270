import { conversionRate, share } from '../../../../../domain/conversion.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { counted, percent, quoted } from '../text.ts'
import { type Amount, isMoney } from '../understand/amounts.ts'
import type { Question } from '../understand/understand.ts'
import { funnel, loopLine, type Measure, measureOf, NOUNS } from './loop-counts.ts'

interface Supposed {
  readonly count: number
  readonly of: Measure
  /** Whether the counts before are wanted ("how many messages for …"), or those after. */
  readonly wants: 'effort' | 'result'
}

/** "What would 20 more demos bring?", "how many messages for 5 customers?" */
export function supposedCount(text: string, amounts: readonly Amount[]): Supposed | undefined {
  for (const { value, unit, noun } of amounts) {
    const of = unit === 'number' && noun ? measureOf(noun) : undefined
    // "Two customers who pay 600 each" are revenue.
    if (amounts.some((amount) => isMoney(amount, text))) return undefined
    if (of && /\bif\b|\bwould\b|\bbring|\bneed|\btakes?\b|\bget\b|\bmean\b|\bmore\b|\bfor\b/.test(text)) {
      const isEffort =
        /\bneed|\btakes?\b|\bhow many\b.*\b(?:for|to)\b|\bget (?:my|to)\b/.test(text) &&
        !/\bif\b|\bbring\b|\bwould \d/.test(text)
      return { count: value, of, wants: isEffort && of !== 'messages' ? 'effort' : 'result' }
    }
  }
  return undefined
}

/** "What would 100 more cold mails bring?": messages of the loop that is named. */
export const supposedMails = ({ text, amounts, loops }: Question): Supposed | undefined => {
  const [amount] = amounts
  const isMeant =
    loops.length > 0 && amount?.unit === 'number' && /\bmore\b/.test(text) && /mails?\b|messages?\b|dms?\b/.test(text)
  return isMeant && amount ? { count: amount.value, of: 'messages', wants: 'result' } : undefined
}

export function whatItBrings({ count, of, wants }: Supposed, { loops }: Question, context: FounderContext): Answer {
  const counts: Counts = loops[0] ?? context.loopTotals
  const where = loops[0] ? `in ${quoted(loops[0].name)}` : 'over all your loops'
  const { messages, demos, conversions } = counts
  const toDemo = share(demos, messages)
  const toConversion = share(conversions, demos)
  const evidence = [
    `${percent(toDemo)} of messages become demos and ${percent(toConversion)} of demos conversions, ${where}: ${funnel(counts)}.`,
    ...context.loops.toSorted((a, b) => conversionRate(b) - conversionRate(a)).map(loopLine),
  ]
  const said = counted(count, NOUNS[of])
  const line = (() => {
    if (wants === 'effort') {
      const neededDemos = of === 'conversions' ? (toConversion > 0 ? count / toConversion : undefined) : count
      const neededMessages = neededDemos !== undefined && toDemo > 0 ? neededDemos / toDemo : undefined
      if (neededMessages === undefined || neededDemos === undefined)
        return `I cannot calculate what ${said} take: nothing has converted yet ${where}.`
      return of === 'conversions'
        ? `At your rates ${said} take about **${counted(Math.ceil(neededDemos), 'demo')}** and **${counted(Math.ceil(neededMessages), 'message')}**.`
        : `At your rate ${said} take about **${counted(Math.ceil(neededMessages), 'message')}**.`
    }
    if (of === 'conversions')
      return `${said} more would make **${counted(counts.conversions + count, 'conversion')}** ${where}.`
    const newDemos = of === 'messages' ? count * toDemo : count
    const brought = newDemos * toConversion
    const about = (number: number) =>
      number >= 10 ? String(Math.round(number)) : number.toFixed(1).replace(/\.0$/, '')
    return of === 'messages'
      ? `At your rates ${said} bring about **${about(newDemos)} demos** and **${about(brought)} conversions**.`
      : `At your rate ${said} bring about **${about(brought)} conversions**.`
  })()
  return {
    line,
    evidence,
    next: 'put the first 20 messages on tomorrow’s calendar, to the kind of buyer that converted last.',
    proposals: [{ kind: 'goal', period: 'weekly', text: 'Write 20 messages to the kind of buyer that converted last' }],
  }
}
