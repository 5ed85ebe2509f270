import type { FounderContext } from '../../../_shared/founder-records.ts'
import { usd } from '../text.ts'
import { isMoney, type Amount } from '../understand/amounts.ts'
import { anyOf, words } from '../understand/phrases.ts'
import type { Question } from '../understand/understand.ts'

const NO_REVENUE = anyOf(
  /\b(?:without|no|zero|lose all(?: of)?(?: our| the| my)?) (?:any |more )?(?:revenue|income|sales)\b/,
  /\b(?:revenue|mrr|income|sales) (?:drop(?:s|ped)?|falls?|fell|goes|went) (?:down )?to (?:zero|0|nothing)/,
  /\b(?:revenue|mrr|income|sales) (?:(?:is|was|were) (?:zero|0|nothing)|stop(?:s|ped)|disappear(?:s|ed)|dr(?:ies|ied) up)\b/,
  /\b(?:stop|quit) earning\b|\bearn nothing\b/,
)
const HALF_REVENUE = anyOf(
  /\b(?:los(?:e|t|ing)|drops?|without) half\b.{0,12}\b(?:revenue|income|mrr|sales|customers|clients)\b/,
  /\b(?:revenue|mrr|income) (?:halves|is halved|(?:drops?|falls?) (?:by|to) half)\b/,
  /\bhalf (?:of )?(?:our|the|my) (?:customers|clients) (?:leave|quit|cancel|churn)/,
)

export type Amounts = Pick<NonNullable<FounderContext['runway']>, 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** Dollars a month of a hire whose cost is not said. The coach's assumption. */
const HIRE = 5000

/** What comes once: an investment, a grant, a sale. */
const BRINGS_MONEY = anyOf(
  words('rais(?:e|ed|ing)', 'sell(?:s|ing)?', 'sold', 'get', 'got', 'receive', 'borrow', 'puts? in', 'comes? in'),
  words('grants?', 'loan', 'round', 'seed', 'cheques?', 'angels?', 'bridge', 'gives? (?:us|me)', 'pays (?:us|me)'),
  /\b(?:invest|fund)|(?<!\b(?:i|we|to) )\bpays? (?:us |me )?$|\banother\b.{0,3}\$/,
)

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
    const replaced = replacedAmount(text, amounts, index)
    if (replaced === 'next') return []
    if (replaced) return replaced
    const before = amounts.slice(0, index).findLast(({ unit }) => unit !== 'number')?.index ?? 0
    const after = text.slice(amount.index, amounts[index + 1]?.index ?? text.length)
    const all = text.slice(before, amount.index)
    // What an amount changes stands in its own part of the question, or else in the parts around it.
    const part = all.split(/\b(?:and|but|plus|while)\b|[,;]/).at(-1) ?? all
    const own = POINTS_BEFORE.test(part) ? all : part
    const following = FOLLOWING.exec(after)?.[0] ?? after
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

/** "If we stop ads, they cost 2k", "two clients, each paying 350": what happens to them stands before. */
const POINTS_BEFORE = /\b(?:they|it|that|which|who|this) (?:costs?|pays?|brings?)\b|^\W*(?:each|both|all)\b/

/** Up to the next part of the question; "and is leaving" is still about the same. */
const FOLLOWING = /^.*?(?=\b(?:and|but|plus|while)\b(?! (?:is|are|has|have|will|now|wants?) )|;|$)/s

/**
 * "The freelancer goes from 3k to 2k a month": the difference. Of revenue, burn and the balance the second amount is what
 * they become.
 * @returns 'next' for the first of the two
 */
function replacedAmount(text: string, amounts: readonly Amount[], index: number): Change | 'next' | undefined {
  const stands = (amount: Amount | undefined, word: RegExp) =>
    amount !== undefined && amount.unit !== 'percent' && word.test(text.slice(0, amount.index))
  const [before, amount, after] = [amounts[index - 1], amounts[index], amounts[index + 1]]
  const [from, to] = [/\bfrom \$?$/, /\bto \$?$/]
  if (stands(amount, from) && stands(after, to)) return 'next'
  const isWhole = /\b(?:revenues?|mrr|income|sales|burn|spending|costs|expenses|balance)\b/.test(text)
  if (!amount || !before || isWhole || !stands(before, from) || !stands(amount, to)) return undefined
  const months = /\b(?:a|per|each|every) year\b|\byearly\b/.test(text) ? 12 : 1
  const [now, then] = [before.value / months, amount.value / months]
  return burnBy(then - now, `${usd(then)} a month instead of ${usd(now)}`)
}

/** Changes that are said without a number. */
function wordedChanges(text: string): readonly Change[] {
  const changes: Change[] = []
  if (/\brevenues? (?:were to )?doubl/.test(text) || /\bdoubl\w* (?:my |our |the )?revenue/.test(text))
    changes.push(revenueTimes(2, 'revenue doubled'))
  if (/\bhal(?:ve|ved|ving|f)\b.{0,12}\bburn\b|\bburn\b.{0,12}\bhal(?:ved|f)\b/.test(text))
    changes.push(burnTimes(0.5, 'burn halved'))
  if (
    /\bdoubl\w*\b (?:\w+ ){0,2}(?:burn|spending|costs)\b|\b(?:burn|spending|costs) (?:\w+ )?doubl|\btwice the burn\b/.test(
      text,
    )
  )
    changes.push(burnTimes(2, 'burn doubled'))
  if (HALF_REVENUE.test(text) && !/%/.test(text)) changes.push(revenueTimes(0.5, 'revenue halved'))
  if (NO_REVENUE.test(text))
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
    ((/\beach\b|\bapiece\b/.test(near) &&
      previous.value < 1000 &&
      !/^(?:months?|years?|weeks?|days?)$/.test(previous.noun)) ||
      (/\b(?:people|hires|engineers|developers|persons|employees|customers|clients|of them|salespeople|reps|designers)\b/.test(
        previous.noun,
      ) &&
        /\beach\b|\bfor\b|\bat\b|@|\bpaying\b|\bwith\b/.test(near)))
      ? previous.value
      : 1
  const isPercent = amount.unit === 'percent'
  if (!isPercent && !DOLLARS.has(amount.unit)) return undefined
  if (
    amount.unit === 'number' &&
    !(
      amount.value >= 100 &&
      (isMoney(amount, text) ||
        /^(?:|a|per|each|in|to|more|monthly|for|from|on|and|every|how|my|our|would|what|less|of|instead|at|the|then|by|salary|engineer|developer|month|next|last|this|today|tomorrow|once|so|but|if)$/.test(
          amount.noun,
        ))
    )
  )
    return undefined
  const monthly = (isYearly ? amount.value / 12 : amount.value) * times
  const money = usd(monthly)
  const once = amount.value * times
  const detail = times > 1 ? ` (${times} × ${usd(isYearly ? monthly / times : amount.value)})` : ''
  const share = amount.value / 100
  // "10% of our revenue": what it is a share of.
  const whole = isPercent
    ? (/^\S+ ?(?:%|percent )? ?of (?:our|my|the|all)? ?(?:monthly )?(?<of>\p{L}+)/u.exec(after)?.groups?.['of'] ?? '')
    : ''
  const names = (pattern: RegExp) =>
    pattern.test(before) ||
    pattern.test(whole) ||
    (!/\b(?:if|cut|hire|raise|revenue|burn)\b/.test(before) && pattern.test(near))

  if (names(/\bprices?\b|\bpricing\b/) && isPercent) {
    const factor = isFall(near) ? 1 - share : 1 + share
    return revenueTimes(factor, `prices ${isFall(near) ? 'down' : 'up'} ${amount.value}% with the same customers`)
  }
  // "If we sign five clinics that pay 400 a month": those who are signed pay.
  const isSold =
    isMonthly &&
    /\b(?:sign|win|winn|land|clos|sell)(?:s|e|ed|es|ing)?\b/.test(before) &&
    !/\b(?:hir|employ|lease|rent)/.test(before)
  const isCost = isMonthly && COSTS.test(before)
  if (isSold || (!isCost && names(INCOME) && !(isOnce(near) && !isMonthly))) {
    const isDown = isFall(near)
    if (isPercent)
      return revenueTimes(isDown ? 1 - share : 1 + share, `revenue ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (times === 1 && isTo(before) && !isDifference(after))
      return { says: `revenue of ${money} a month`, apply: (runway) => ({ ...runway, monthly_revenue: monthly }) }
    return revenueBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} revenue a month${detail}`)
  }
  if (!isPercent && !isMonthly && !isYearly && (SPENT_ONCE.test(near) || FEE.test(after))) return onceBy(-once, detail)
  if (!isPercent && !isMonthly && !isYearly && (isOnce(near) || /^\S+ (?:more|extra) in the bank\b/.test(after)))
    return onceBy(once, detail)
  if (!isPercent && /^\S+ (?:less|fewer) in the bank\b/.test(after)) return onceBy(-once, detail)
  if (
    names(BRINGS_MONEY) &&
    // "Get burn down to 30k" names what it changes.
    !/\b(?:burn|costs?|spending|expenses)\b/.test(before) &&
    !isPercent &&
    !isMonthly
  ) {
    return onceBy(once, detail)
  }
  if (
    /\b(?:with|had|have|got) (?:an(?:other)? )?\$?$/.test(before) &&
    /^\S+ (?:more|extra|on top)\b/.test(after) &&
    !isPercent &&
    !isMonthly &&
    !isYearly
  )
    return onceBy(once, detail)
  if (/\bone[- ]?(?:time|off)\b|\bonce\b(?! (?:i|we|they|he|she|it|the)\b)/.test(near) && !isPercent && !isMonthly)
    return onceBy(-once, detail)
  if (
    names(
      /\bhir(?:e|es|ed|ing)\b|\b(?:more|extra|another|one|new) (?:person|people|persons|hires|heads|staff)\b|\bsalary\b|\bemploy|\bengineers?\b|\bdevelopers?\b|\bcontractor\b|\bpay(?:ing)?\b|\brent\b|\bhires\b/,
    ) &&
    !isPercent
  ) {
    return SAVES.test(near) || /\bcancel|\bstop paying\b/.test(text)
      ? burnBy(-monthly, `${money} less burn a month${detail}`)
      : burnBy(monthly, `${money} more burn a month${detail}`)
  }
  if (
    isCost ||
    names(/\bburn\b|\bcosts?\b|\bspend(?:ing)?\b|\bexpenses?\b|\bcut(?:ting)?\b|\bsav(?:e|es|ed|ing)\b|\breduc/)
  ) {
    const isDown = isFall(near) || SAVES.test(near)
    if (isPercent) return burnTimes(isDown ? 1 - share : 1 + share, `burn ${isDown ? 'down' : 'up'} ${amount.value}%`)
    if (isTo(before) && !isDifference(after))
      return { says: `burn of ${money} a month`, apply: (runway) => ({ ...runway, monthly_burn: monthly }) }
    const isSpent = !isMonthly && !isYearly && !isDown && /\bspend|\bcosts?\b/.test(near) && !/\bburn\b/.test(near)
    if (isSpent) return onceBy(-once, detail)
    return burnBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} burn a month${detail}`)
  }
  if (/\bafford|\bbuy/.test(text) && !isPercent) {
    return isMonthly || isYearly ? burnBy(monthly, `${money} more burn a month`) : onceBy(-once, detail)
  }
  // A monthly amount of a supposition that names no income is a cost.
  if (
    isMonthly &&
    !isPercent &&
    /\bif\b|\bhow long\b|\brunway\b|\bsuppos|\bwhat about\b|\bwhat (?:does|would) (?:that|it|this) (?:do|mean)\b|\beffect\b|\bwhat happens\b|\b(?:bring|take|get) (?:\w+ )?on\b|\badd(?:ing)?\b/.test(
      text,
    )
  ) {
    const isDown = isFall(near) || SAVES.test(near)
    return burnBy(isDown ? -monthly : monthly, `${money} ${isDown ? 'less' : 'more'} burn a month${detail}`)
  }
  return undefined
}

const isFall = (text: string): boolean =>
  /\b(?:lower|smaller|cheaper|below)\b|\blet (?:someone|somebody|him|her|them|one) go\b|\bfire\b|\bfall|\bfell\b|\bdrop|\blos(?:e|t|ing)\b|\bless\b|\bdown\b|\bdecreas|\bshrink|\blower|\bchurn|\bfewer\b|\bleav(?:e|es|ing)\b/.test(
    text,
  )
/** "Burn is 10k lower" says by how much, and not what it is. */
const isDifference = (after: string): boolean =>
  /^\S+(?: (?:dollars|usd))? (?:lower|less|fewer|cheaper|higher|more|bigger|smaller|above|below)\b/.test(after)
const isTo = (before: string): boolean =>
  /(?:\b(?:to|of|was|were|is|at|becomes?|reach(?:es)?|hits?|revenue|mrr|burn|income)|=|:)\s*$/.test(before) &&
  !/\b(?:rise|grow|raise|fall|cut|drop)\w* by\s*$/.test(before) &&
  !/\b(?:cut|reduc|sav|increas|decreas|drop|rise|fall|loss|growth|gain|hike|bill|cost cutting)\w*\b.{0,20}\bof\s*$/.test(
    before,
  )
/** What is saved, in the words around an amount that is paid now. */
const SAVES = anyOf(
  /\b(?:cut|reduc|cancel|stop|skip|drop|quit|paus|ditch|terminat)\p{L}*\b/u,
  /\bsav(?:e|es|ed|ing)\b|\bfir(?:e|ed|ing)\b|\blay(?:ing)? off\b|\bleav(?:e|es|ing)\b/,
  /\blet(?:ting)? .{1,25} go\b|\bget(?:ting)? rid of\b|\bgiv(?:e|ing) up\b|\bno longer\b|\bwithout\b|\bcheaper\b/,
)

const INCOME = anyOf(
  /\brevenues?\b|\bmrr\b|\bsales\b|\bincome\b|\bcustomers?\b|\bclients?\b|\bsubscri|\bcontracts? worth\b/,
  /\bearn(?:s|ed|ing)?\b|\b(?:make|makes|making)\b(?! (?:sense|that|it|this)\b)|\b(?:bring|brings|take|takes) in\b/,
)

/** What is paid for by the month. */
const COSTS =
  /\b(?:need|needs|helper|assistant|freelancer|agency|tools?|software|licen[cs]es?|insurance|leas(?:e|es|ing)|office|servers?|hosting|aws|bills?|suppliers?|ads|lawyer|accountant|landlord)\b/

/** What is paid at one time. */
const SPENT_ONCE = anyOf(
  /\b(?:pay|pays|paying|give|giving) (?:it |us )?back\b|\brepay/,
  /\b(?:tax(?:es)?|bill|invoice|fine|deposit|bonus|fee|penalty) (?:of|for|is|over)\b(?!.*\b(?:pays?|paid) (?:us|me)\b)/,
)

/** "A 7k bonus": what stands behind the amount. */
const FEE = /^\S+ (?:\p{L}+ )?(?:bonus|fine|deposit|fee|penalty|severance|tax bill|invoice to pay)\b/u

/** What comes in at one time: "a customer prepays 24k". */
const isOnce = (text: string): boolean =>
  /\bprepa(?:y|ys|id|ying)\b|\bup ?front\b|\bin advance\b|\brefunds?\b|\bpays? (?:us|me|its|their|the) \b|\bowes? (?:us|me)\b/.test(
    text,
  )

const onceBy = (dollars: number, detail = ''): Change => ({
  says: dollars < 0 ? `${usd(-dollars)} spent once${detail}` : `${usd(dollars)} more in the bank${detail}`,
  apply: (runway) => ({ ...runway, bank_balance: runway.bank_balance + dollars }),
})
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
