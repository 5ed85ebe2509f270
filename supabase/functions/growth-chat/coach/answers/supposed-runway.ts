import type { FounderContext } from '../../../_shared/founder-records.ts'
import { usd } from '../text.ts'
import { isMoney, type Amount } from '../understand/amounts.ts'
import type { Question } from '../understand/understand.ts'

export type Amounts = Pick<NonNullable<FounderContext['runway']>, 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** Dollars a month of a hire whose cost is not said. The coach's assumption. */
const HIRE = 5000

/** What a question supposes of the runway. */
export interface Change {
  readonly says: string
  /** Shares are of today's amounts, in whatever order the changes come. */
  readonly apply: (runway: Amounts, today: Amounts) => Amounts
}

const DOLLARS: ReadonlySet<string> = new Set(['dollars', 'number'])

/** What the question supposes, part by part: "hire for $8,000 and cut burn by 10%". */
export function changesOf({ text, amounts }: Question): readonly Change[] {
  const worded = wordedChanges(text)
  if (worded.length > 0) return worded
  const changes = amounts.flatMap((amount, index) => {
    const before = amounts.slice(0, index).findLast(({ unit }) => unit !== 'number')?.index ?? 0
    const after = text.slice(amount.index, amounts[index + 1]?.index ?? text.length)
    const all = text.slice(before, amount.index)
    // What an amount changes stands in its own part of the question, or else in the parts around it.
    const own = all.split(/\b(?:and|but|plus|while)\b|[,;]/).at(-1) ?? all
    const following = /^.*?(?=\b(?:and|but|plus|while)\b|;|$)/s.exec(after)?.[0] ?? after
    const previous = amounts[index - 1]
    return (
      changeOf(amount, own, following, `${own} ${following}`, previous) ??
      changeOf(amount, all, after, text, previous) ??
      []
    )
  })
  if (
    changes.length === 0 &&
    amounts.every(({ unit, value }) => unit === 'number' && value < 100) &&
    /\b(?:if|when|after|afford)\b.*\bhir(?:e|ing)\b|\bafford\b.*\bhire\b/.test(text)
  ) {
    return [burnBy(HIRE, `a hire at ${usd(HIRE)} a month (my assumption)`)]
  }
  return changes
}

/** Changes that are said without a number. */
function wordedChanges(text: string): readonly Change[] {
  const changes: Change[] = []
  if (/\brevenues? (?:were to )?doubl/.test(text) || /\bdoubl\w* (?:my |our |the )?revenue/.test(text))
    changes.push(revenueTimes(2, 'revenue doubled'))
  if (/\bhal(?:ve|ved|ving|f)\b.{0,12}\bburn\b|\bburn\b.{0,12}\bhal(?:ved|f)\b/.test(text))
    changes.push(burnTimes(0.5, 'burn halved'))
  if (
    /\b(?:los(?:e|t|ing)|drops?|without) half\b.{0,12}\b(?:revenue|income|mrr|sales|customers|clients)\b|\b(?:revenue|mrr|income) (?:halves|is halved|(?:drops?|falls?) (?:by|to) half)\b/.test(
      text,
    ) &&
    !/%/.test(text)
  )
    changes.push(revenueTimes(0.5, 'revenue halved'))
  if (
    /\b(?:without|no|zero|lose all(?: of)?(?: our| the| my)?) (?:any |more )?(?:revenue|income|sales)\b|\b(?:stop|quit) earning\b|\b(?:revenue|mrr|income) (?:(?:drops?|falls?|goes) to (?:zero|0|nothing)|stops|disappears|dries up)\b|\bearn nothing\b/.test(
      text,
    )
  )
    changes.push({ says: 'no revenue', apply: (runway) => ({ ...runway, monthly_revenue: 0 }) })
  return changes
}

function changeOf(
  amount: Amount,
  before: string,
  after: string,
  text: string,
  previous: Amount | undefined,
): Change | undefined {
  const near = `${before} ${after}`
  const isYearly =
    /\b(?:a|per|each|every) (?:year|annum)\b|\/\s?(?:yr|year)|\byearly\b|\bannual/.test(after) ||
    /\b(?:annual|yearly)\b/.test(before)
  const isMonthly = /\b(?:a|per|each|every) month\b|\bmonthly\b|\/\s?mo/.test(near)
  const times =
    previous?.unit === 'number' &&
    /\b(?:people|hires|engineers|developers|persons|employees|customers|clients|of them|salespeople|reps|designers)\b/.test(
      previous.noun,
    ) &&
    /\beach\b|\bfor\b|\bat\b|@|\bpaying\b|\bwith\b/.test(near)
      ? previous.value
      : 1
  const isPercent = amount.unit === 'percent'
  if (!isPercent && !DOLLARS.has(amount.unit)) return undefined
  if (
    amount.unit === 'number' &&
    !(
      amount.value >= 100 &&
      (isMoney(amount, text) ||
        /^(?:|a|per|each|in|to|more|monthly|for|from|on|and|every|how|my|our|would|what|less|of|instead|at|the|then|by|salary|engineer|developer|month)$/.test(
          amount.noun,
        ))
    )
  )
    return undefined
  const monthly = (isYearly ? amount.value / 12 : amount.value) * times
  const money = usd(monthly)
  const share = amount.value / 100
  const names = (pattern: RegExp) =>
    pattern.test(before) || (!/\b(?:if|cut|hire|raise|revenue|burn)\b/.test(before) && pattern.test(near))

  if (names(/\bprices?\b|\bpricing\b/) && isPercent) {
    const factor = isFall(near) ? 1 - share : 1 + share
    return revenueTimes(factor, `prices ${isFall(near) ? 'down' : 'up'} ${amount.value}% with the same customers`)
  }
  if (names(/\brevenues?\b|\bmrr\b|\bsales\b|\bincome\b|\bcustomers?\b|\bclients?\b|\bsubscri/)) {
    const isDown = isFall(near)
    if (isPercent)
      return revenueTimes(isDown ? 1 - share : 1 + share, `revenue ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (isTo(before))
      return { says: `revenue of ${money} a month`, apply: (runway) => ({ ...runway, monthly_revenue: monthly }) }
    return revenueBy(
      isDown ? -monthly : monthly,
      `${money} ${isDown ? 'less' : 'more'} revenue a month${times > 1 ? ` (${times} × ${usd(monthly / times)})` : ''}`,
    )
  }
  if (
    names(
      /\brais(?:e|ed|ing)\b|\bsell(?:s|ing)?\b|\bsold\b|\binvest|\bfund|\bgrants?\b|\bloan\b|\bround\b|\bget\b|\breceive\b|\bborrow\b|\bputs? in\b|\bseed\b|\bcheques?\b|\bangels?\b|\bbridge\b|\bgives? (?:us|me)\b|(?<!\b(?:i|we|to) )\bpays? (?:us |me )?$|\bpays (?:us|me)\b|\bcomes? in\b|\banother\b.{0,3}\$/,
    ) &&
    !isPercent &&
    !isMonthly
  ) {
    return {
      says: `${usd(amount.value)} more in the bank`,
      apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance + amount.value }),
    }
  }
  if (/\bone[- ]?(?:time|off)\b|\bonce\b/.test(near) && !isPercent && !isMonthly)
    return {
      says: `${usd(amount.value)} spent once`,
      apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance - amount.value }),
    }
  if (
    names(
      /\bhir(?:e|es|ed|ing)\b|\b(?:more|extra|another|one) person\b|\bsalary\b|\bemploy|\bengineers?\b|\bdevelopers?\b|\bcontractor\b|\bpay(?:ing)?\b|\brent\b|\bhires\b/,
    ) &&
    !isPercent
  ) {
    if (
      /\bcut|\bsav(?:e|ing)\b|\breduc|\bfir(?:e|ing)\b|\blet(?:ting)? \p{L}+ go\b|\bwithout\b|\bdrop|\blay(?:ing)? off\b/u.test(
        near,
      ) ||
      /\bcancel|\bstop paying\b/.test(text)
    )
      return burnBy(-monthly, `${money} less burn a month${times > 1 ? ` (${times} × ${usd(monthly / times)})` : ''}`)
    return burnBy(monthly, `${money} more burn a month${times > 1 ? ` (${times} × ${usd(monthly / times)})` : ''}`)
  }
  if (names(/\bburn\b|\bcosts?\b|\bspend(?:ing)?\b|\bexpenses?\b|\bcut(?:ting)?\b|\bsav(?:e|ed|ing)\b|\breduc/)) {
    const isDown = isFall(near) || /\bcut|\bsav(?:e|ing)|\breduc/.test(near)
    if (isPercent) return burnTimes(isDown ? 1 - share : 1 + share, `burn ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (isTo(before))
      return { says: `burn of ${money} a month`, apply: (runway) => ({ ...runway, monthly_burn: monthly }) }
    const isOnce = !isMonthly && !isYearly && !isDown && /\bspend|\bcosts?\b/.test(near) && !/\bburn\b/.test(near)
    if (isOnce)
      return {
        says: `${usd(amount.value)} spent once`,
        apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance - amount.value }),
      }
    return burnBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} burn a month`)
  }
  if (/\bafford|\bbuy/.test(text) && !isPercent) {
    return isMonthly || isYearly
      ? burnBy(monthly, `${money} more burn a month`)
      : {
          says: `${usd(amount.value)} spent once`,
          apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance - amount.value }),
        }
  }
  return undefined
}

const isFall = (text: string): boolean =>
  /\blet (?:someone|somebody|him|her|them|one) go\b|\bfire\b|\bfall|\bfell\b|\bdrop|\blos(?:e|t|ing)\b|\bless\b|\bdown\b|\bdecreas|\bshrink|\blower|\bchurn|\bfewer\b|\bleav(?:e|es|ing)\b/.test(
    text,
  )
const isTo = (before: string): boolean =>
  /(?:\b(?:to|of|was|were|is|at|becomes?|reach(?:es)?|hits?|revenue|mrr|burn|income)|=|:)\s*$/.test(before) &&
  !/\b(?:rise|grow|raise|fall|cut|drop)\w* by\s*$/.test(before) &&
  !/\b(?:cut|reduc|sav|increas|decreas|drop|rise|fall|loss|growth|gain|hike|bill|cost cutting)\w*\b.{0,20}\bof\s*$/.test(
    before,
  )
const burnBy = (dollars: number, says: string): Change => ({
  says,
  apply: (runway) => ({ ...runway, monthly_burn: Math.max(0, runway.monthly_burn + dollars) }),
})
const burnTimes = (factor: number, says: string): Change => ({
  says,
  apply: (runway, today) => ({ ...runway, monthly_burn: runway.monthly_burn + today.monthly_burn * (factor - 1) }),
})
const revenueBy = (dollars: number, says: string): Change => ({
  says,
  apply: (runway) => ({ ...runway, monthly_revenue: Math.max(0, runway.monthly_revenue + dollars) }),
})
const revenueTimes = (factor: number, says: string): Change => ({
  says,
  apply: (runway, today) => ({
    ...runway,
    monthly_revenue: runway.monthly_revenue + today.monthly_revenue * (factor - 1),
  }),
})
