import type { Supposition } from '../query.ts'
import { COUNTED, type Amount } from './amounts.ts'
import { CUSTOMERS } from './lexicon.ts'
import { hasPhrase, phrasesOf, phraseWords } from './phrase.ts'

const MONTHS_IN = { day: 365.25 / 12, week: 52 / 12, month: 1, year: 1 / 12 } as const

/** Matcher for a clause's subject or direction; the first group that is found decides. */
const cue = (lines: string) => {
  const phrases = phrasesOf(lines)
  return (words: readonly string[]) => hasPhrase(phrases, words)
}

const isCustomer = cue(CUSTOMERS)
const isSold = cue('sell|sells|selling|sold')
const isPerson = cue(
  'hire|hires|hiring|hired|leute|personen|engineer|engineers|designer|designers|developer|developers|dev|devs|salesperson|salesman|rep|cook|assistant|contractor|contractors|freelancer|cto|cfo|cmo|employee|employees|person|people|someone|somebody|intern|marketer|manager|salary|salaries|payroll|team|staff|agency|helper|helpers|head|vp|us|myself|him|her|them',
)
const isOwnIncome = cue(
  'revenue|mrr|arr|income|sales|earn|earns|earning|earnings|turnover|umsatz|ingresos|subscriptions|price|prices|discount|discounts\ntop line\nwe earn|make',
)
const isOwnCost = cue(
  'burn|cost|costs|expenses|expense|spend|spending|rent|office|server|servers|hosting|aws|cloud|tools|software|salaries|salary|payroll|overhead|budget|ads|marketing|opex|bill|bills|landlord|repay|repays|repayment|repayments|interest|instalment|instalments|installment|installments\nback every|each|a|per month',
)
const isOwnBalance = cue('balance|bank|cash|account')
/** What there is, and no change of it: "and have 7,000". */
const isHeld = cue(`
  i|we have|had|got|own|hold|saved
  there is|are
`)
/** "9,000 saved" is there, and no cost that is less. */
const isSaved = cue(`
  have|had|got .. saved|savings
  savings of
`)
const isHolding = (words: readonly string[]): boolean => words[0] === 'have' || isHeld(words) || isSaved(words)
/** People who are paid no longer: "lay off two people at 4k each". */
const isLaidOff = cue('fire|fires|firing|sack|sacks|sacking\nlay|laying|laid off\nlet|letting .. go')
const isMoneyIn = cue(
  'raise|raises|raised|raising|round|invest|invests|invested|investment|funding|grant|grants|loan|loans|bridge|angel|angels|investor|convertible|safe|seed|borrow|lend|lends|crowdfunding|inherit|subsidy|owes|owe|refund|upfront|advance\ngo|goes|going|went|gone for\nput|puts in\npays|pay|paid us|our .. invoice|bill\npays|pay us\ngive|gives|gave|sell|selling|sold off\nget|gets|got|fetch|fetches .. for it|that|them|this\nsend|sends|wire|wires|get|gets|got|receive|receives|receiving us|the|our|a|an\nsell|selling|sold the|our|a|an\nin advance\ngive|gives|gave|hand|hands us|me',
)
const isHired = cue(
  'hire|hires|hiring|hired|recruit|employ|employing\nbring|bringing on|in\nadd|adding|another|onboard|take|taking on',
)
const isDown = cue(
  'down|cut|cuts|cutting|trim|trims|trimming|reduce|reduces|reducing|save|saves|saved|saving|lower|less|drop|drops|dropped|dropping|fall|falls|falling|fell|shrink|shrinks|shrinking|slide|slides|sliding|slip|slips|slipping|dip|dips|dipping|sink|sinks|sinking|cancel|cancels|cancelling|canceling|fire|firing|fired|lose|loses|losing|lost|leave|leaves|leaving|left|quit|quits|quitting|churn|churns|churned|stop|stops|stopping|without|remove|removing|decrease|decreases|decreasing|decline|declines|declining|discount|discounts|discounted|skip|skips|skipping|forgo|waive|minus|nothing|anymore|end|ends|gone|kill|ditch|drops|cheaper|halve|halved\nlet|letting .. go\nlet|lets|letting us|me off\nlay|laying off\nget|getting rid\ntake|takes|taking|took .. out of\ngo|goes|going|went|gone down\ndont|doesnt|wont|not|never take|pay|spend|rent|need',
)
const isUp = cue(
  'up|rise|rises|rising|rose|raise|raises|grow|grows|growing|grew|increase|increases|increasing|more|higher|add|adds|adding|extra|another|gain|gains|win|wins|won|winning|sign|signs|signed|signing|land|lands|landing|close|closes|closing|bring|brings|jump|jumps|plus|climb|climbs|new|wants',
)
const isSet = cue('to|hits|hit|reaches|reach|reached|were|was|be|is|are|at|only|runs|becomes')
const isWon = cue('win|wins|won|winning|land|lands|landing|landed|close|closes|closing|sign|signs|signed|signing')
const staysAsItIs = cue(`
  burn|cost|costs|spend|spending|expenses where|as it|they is|are
  burn|cost|costs|spend|spending|expenses stays|stay|staying|flat|unchanged|constant|same|level
  same|flat|unchanged|constant burn|cost|costs|spend|spending|expenses
`)
const isLeaving = cue(
  'lose|loses|losing|lost|cancel|cancels|cancelled|leave|leaves|leaving|left|walk|walks|walking|churn|churns|quit|quits|gone|goes',
)
/** "Lose Bexhill at 700 a month", whatever that is. */
const isLosing = cue('lose|loses|losing|lost')
const isSaving = cue('save|saves|saving|saved')
const isWalking = cue('walk|walks|walking')
const isLevel = cue('burn|cost|costs|spend|spending|expenses|revenue|mrr|income|arr|turnover')
const isOnce = cue(
  'once|off|onetime|purchase|purchases|purchased|buy|buys|buying|bought|tax|fine|deposit|machine|laptop|laptops|fair|conference|relaunch|relocation|bonus|equipment|settlement|upfront|advance|lawyer|bill\none time\nup front\ntrade fair',
)

/** Money that somebody else hands over: "the landlord gives us back a deposit", "8k for the van", "finds us 75k". */
const isHanded = cue(`
  give|gives|gave|pay|pays|paid|return|returns|refund|refunds|send|sends|wire|wires|find|finds|found|lend|lends|hand|hands|transfer|transfers us|me .. back
  find|finds|found|lend|lends us|me
  get|gets|got|getting .. back
  get|gets|got|getting|fetch|fetches|brings|bring|receive|receives .. for|from
`)

/** Clauses of a text, each with its amounts. */
function clausesOf(text: string, amounts: readonly Amount[]): Clause[] {
  const ends = [
    ...text.matchAll(/,(?!\d)|;|\.(?=\s|$)|\?|\+|\b(?:and|but|then|plus|while|minus|und|y|et)\b|\bwith (?=[$€£]?\d)/g),
  ].map(({ index, 0: mark }) => ({ at: index, length: mark.length }))
  const bounds = [0, ...ends.map(({ at, length }) => at + length), text.length]
  const clauses = bounds.slice(0, -1).map((from, at) => {
    const words = phraseWords(text.slice(from, bounds[at + 1]))
    const own = amounts.filter(({ start }) => start >= from && start < (bounds[at + 1] ?? text.length))
    return { words: own.length === 0 && asksWhat(words) ? [] : happening(words), amounts: own }
  })
  // A clause without an amount belongs to the next one, or else to the one before: "lose a customer, who pays 2k".
  const joined: Clause[] = []
  let open: Clause = { words: [], around: [], amounts: [] }
  for (const { words, amounts: own } of clauses) {
    if (!own.some(isChange)) {
      open = {
        words: [],
        around: [...open.around, ...(isAsked(words) ? [] : words)],
        amounts: [...open.amounts, ...own],
      }
      continue
    }
    joined.push({
      words,
      around: open.around,
      amounts: [...(words.some((word) => EACH.has(word)) ? open.amounts : []), ...own],
    })
    open = { words: [], around: [], amounts: [] }
  }
  const last = joined.at(-1)
  return last ? [...joined.slice(0, -1), { ...last, around: [...last.around, ...open.around] }] : []
}

/** Words of what happens: "and nobody leaves" says that something does not, and "when does the money end" asks. */
function happening(words: readonly string[]): readonly string[] {
  const begin = ASKING.test(words[0] ?? '') ? words.findIndex((word) => SUPPOSING.has(word)) : -1
  const told = words.slice(begin + 1)
  const nobody = told.findIndex((word) => NOBODY.has(word))
  // "And fire nobody" does nothing either.
  const end = nobody > 0 && isDone([told[nobody - 1] ?? '']) ? nobody - 1 : nobody
  // "Spend 1500 a month with no income" is no income, and who "lost no revenue" has lost nothing.
  return told
    .slice(0, end < 0 ? undefined : end)
    .filter((word, at) => told[at - 1] !== 'no' || !isOwnIncome([word]))
    .filter((word, at, all) => !(all[at + 1] === 'no' && isLeaving([word])))
}

/** "When is the money gone" tells nothing, unlike "when a clinic leaves". */
const asksWhat = ([first = '', second = '']: readonly string[]): boolean =>
  /^(?:what|when|where|how|which)$/.test(first) &&
  /^(?:is|are|do|does|did|will|would|can|long|far|much|many)$/.test(second)

/** What a clause without an amount asks, and does not suppose: "what does it buy us?", "where does that leave us?" */
const isAsked = ([first = '', second = '']: readonly string[]): boolean =>
  /^(?:what|whats|when|where|how|which)$/.test(first) || (ASKING.test(first) && /^(?:it|that|this)$/.test(second))

const ASKING = /^(?:what|whats|when|where|how|which|does|do|is|are|am|can|could|will|would)$/
const SUPPOSING = new Set(['if', 'when', 'once', 'after', 'suppose', 'wenn', 'falls'])

const isDone = (words: readonly string[]): boolean => isLaidOff(words) || isHired(words) || isLeaving(words)

const NOBODY = new Set(['nobody', 'noone', 'none', 'neither'])

/** A clause with an amount, and the words of the clauses around it, which count where its own say nothing. */
interface Clause {
  readonly words: readonly string[]
  readonly around: readonly string[]
  readonly amounts: readonly Amount[]
}

const EACH = new Set(['each', 'apiece', 'per', 'je'])

const isStated = ({ unit }: Amount): boolean => unit === 'money' || unit === 'percent' || unit === 'factor'

/** Whether an amount may change a figure: a bare number may be money from some hundred on. */
export const isChange = (amount: Amount): boolean =>
  isStated(amount) ||
  (amount.unit === 'count' &&
    (amount.noun === 'each' ||
      (amount.value >= 200 && !COUNTED.has(amount.noun) && !(amount.noun !== '' && isCustomer([amount.noun])))))

/** The amount that a clause changes something by: one with its unit before a bare number, "400 more jars at 6 dollars". */
const changeOf = (amounts: readonly Amount[]): Amount | undefined => amounts.find(isStated) ?? amounts.find(isChange)

/**
 * The changes that a message supposes, each with its sign from the verb: "raise 300k, hire four at 5k and lose a customer
 * who pays 2k" are +300,000 once, +20,000 of burn and −2,000 of revenue.
 * @param text in lower case, with spans of time blanked
 */
export function suppositionsIn(text: string, all: readonly Amount[]): Supposition[] {
  const amounts = all.filter((amount, at) => !isSumOf(all.slice(0, at), amount, text))
  let said: readonly string[] = []
  return clausesOf(text, amounts).flatMap(({ words: ownWords, around, amounts: own }, index, clauses) => {
    const amount = changeOf(own)
    if (!amount) return []
    // "Two clinics leave, 869 and 1200 a month": the second amount is one of the same.
    const isListed = index > 0 && around.length === 0 && ownWords.every((word) => LISTED.test(word))
    const listed = isListed ? said : []
    said = [...ownWords, ...around, ...listed]
    const [from, to] = fromTo(own, text)
    if (from && to) return changeFrom(from, to, [...ownWords, ...around])
    const isTold =
      targetOf(ownWords, amount) !== undefined &&
      (isDown(ownWords) || isUp(ownWords) || othersPay(ownWords) || !isLeaving(around))
    const words = isTold ? ownWords : [...ownWords, ...around, ...listed]
    const isEach = ownWords.some((word) => EACH.has(word) && word !== 'per')
    const isPriced = isSold(ownWords) && amount.unit === 'money'
    // "Cold mail is stopped: it costs us 1,200 a month", "Dorian cost 5,000 a month. With him gone": a cost that ends.
    const next = [...(clauses[index + 1]?.around ?? []), ...(clauses[index + 1]?.words ?? [])]
    const isEnded =
      words.some((word) => /^costs?$/.test(word)) &&
      ([...words, ...around].some((word) => ENDED.test(word)) ||
        (next.includes('gone') && next.some((word) => THEM.test(word))))
    const many = own.find(
      (one) => one !== amount && one.unit === 'count' && (isPriced || (one.value < 200 && (isThing(one) || isEach))),
    )
    const before = clauses[index - 1]?.words ?? []
    const leading = phraseWords(text.slice(0, amount.start))
    const [noun = '', last = ''] = [leading.at(-2), leading.at(-1)]
    const preposition = last === 'of' && isLevel([noun]) ? 'to' : last
    return suppositionOf(isEnded ? [...words, 'saves'] : words, amount, many?.value ?? 1, before, preposition)
  })
}

/** "The office from 3k to 2k": two amounts of one clause. */
function fromTo(own: readonly Amount[], text: string): readonly Amount[] {
  const [from, to] = own.filter(isChange)
  const isPair =
    from &&
    to &&
    /\bfrom\s*$/.test(text.slice(0, from.start)) &&
    /^\s*(?:a month |per month )?(?:down |up )?to\s*$/.test(text.slice(from.end, to.start))
  return isPair ? [from, to] : []
}

function changeFrom(from: Amount, to: Amount, words: readonly string[]): Supposition[] {
  const of = targetOf(words, to) ?? 'burn'
  const months = MONTHS_IN[to.per ?? from.per ?? 'month']
  return isLevel(words)
    ? [{ of, how: 'set', value: to.value * months }]
    : [{ of, how: 'add', value: (to.value - from.value) * months }]
}

const THEM = /^(?:him|her|it|them|that)$/
const ENDED = /^(?:stopped|stop|ended|dropped|cancelled|canceled|closed)$/

/** What an amount alone is said with. */
const LISTED = /^(?:\d.*|k|a|an|per|each|month|monthly|mo|year|the|other|another|dollars|usd|too|as|well)$/

/** "Rent 1500 and myself 1700, so 3200 out": what was said before in one amount. */
const isSumOf = (before: readonly Amount[], { value, start }: Amount, text: string): boolean =>
  before.length > 1 &&
  before.reduce((sum, one) => sum + one.value, 0) === value &&
  SUM.test(text.slice(before.at(-1)?.start, start))

const SUM = /\b(?:so|total|together|altogether|makes|that'?s|means|in all)\b|=/

/** "Pickers", "tutors": those who are named for what they do. */
const isWorker = (noun: string): boolean =>
  /(?:[^e]er|or|ist)s$/.test(noun) && !isCustomer([noun]) && !MACHINES.test(noun) && noun.length > 5

/** Before one who is new: "a third picker". */
const ANOTHER = /^(?:another|second|third|fourth|extra|new|more)$/

const MACHINES =
  /^(?:comput|print|serv|scann|trail|freez|contain|lock|post|rout|count|cool|mix|monit|project|tract|mot|generat|refrigerat|boil|numb|ord|off|lett|pap|shutt|charg|stick|fly|flow|dinn|summ|wint|quart|memb|buy|own|vend|invest|custom|us|subscrib|read|follow|play|drumm|view|visit|list)/

const isThing = ({ noun }: Amount): boolean =>
  noun === '' ||
  isPerson([noun]) ||
  isWorker(noun) ||
  isCustomer([noun]) ||
  ['of', 'at', 'new', 'seats', 'x', 'offices', 'tools', 'machines'].includes(noun)

/** Whether money goes out for something, whatever it is. */
const isBought = cue('afford|pay|order|spend|costs|cost|wants|charges')

/** "A bigger kettle is 8,900", unlike "the balance is 8,900". */
const isPrice = (words: readonly string[], preposition: string): boolean =>
  /^(?:is|are|was|were|be)$/.test(preposition) && !isOwnBalance(words)

/** The word before an amount that one is given: "get 400k once". */
const GOT = /^(?:get|gets|getting|got|receive[sd]?|receiving)$/

function suppositionOf(
  words: readonly string[],
  amount: Amount,
  many: number,
  before: readonly string[],
  preposition: string,
): Supposition[] {
  const { unit, per } = amount
  const isShare = unit === 'percent' || unit === 'factor'
  const perMonth = amount.value * many * MONTHS_IN[per ?? 'month']
  const yearly =
    per === undefined &&
    !isUpFront(words) &&
    words.some((word) => ['year', 'annual', 'annually', 'yearly', 'salary'].includes(word) && word !== 'salary')
  const monthly = yearly ? perMonth / 12 : perMonth
  const down = (isDown(words) && !isSaved(words)) || isWalking(words)
  // "And we also stop sponsoring" is no customer who left before.
  const isOwnChange = isDown(words) && !isLeaving(words)
  const target =
    targetOf(words, amount) ??
    (isLosing(words) && isMonthly(words, amount) ? 'revenue' : undefined) ??
    (before.length > 0 && !isOwnChange ? targetOf(before, amount) : undefined) ??
    (isLeaving(words) ? 'revenue' : isDown(words) || isMonthly(words, amount) ? 'burn' : 'balance')
  const once = target === 'balance'
  if (isShare) {
    const factor = unit === 'factor' ? amount.value : 1 + ((down ? -1 : 1) * amount.value) / 100
    return [{ of: once ? 'revenue' : target, how: 'scale', value: factor, ...again(words, amount) }]
  }
  if (amount.value === 0) return [{ of: once ? 'revenue' : target, how: 'set', value: 0 }]
  if (once) {
    if (isHolding(words) && !isUp(words) && !down) return [{ of: 'balance', how: 'set', value: amount.value * many }]
    const isIn =
      isMoneyIn(words) ||
      isHanded(words) ||
      (words.includes('pays') && !isOwnCost(words)) ||
      othersPay(words) ||
      GOT.test(preposition)
    const out =
      !isIn &&
      !isSaving(words) &&
      (isOnce(words) || down || isOwnCost(words) || isBought(words) || isPrice(words, preposition))
    return [{ of: 'balance', how: 'add', value: (out ? -1 : 1) * amount.value * many }]
  }
  const names = target === 'burn' ? isOwnCost(words) : isOwnIncome(words)
  const isNewLevel =
    (names || staysAsItIs(words)) &&
    many === 1 &&
    (preposition === 'to' ||
      /^(?:under|below)$/.test(preposition) ||
      (isSet([preposition]) && !down && !isUp(words) && !isPerson(words.filter((word) => word !== 'us'))) ||
      (preposition === 'burn' && !down && !isUp(words)))
  if (isNewLevel) return [{ of: target, how: 'set', value: monthly }]
  const sign = target === 'burn' ? (down ? -1 : 1) : down ? -1 : 1
  return [{ of: target, how: 'add', value: sign * monthly, ...again(words, amount) }]
}

/** "Grows by $1,000 every month": each month again, and not once. */
const again = (words: readonly string[], { per }: Amount): Pick<Supposition, 'isRepeated'> => {
  // "Lose 14k of revenue every month" is a part of it that is gone, and no more with each month.
  const isPart = words.some((word, at) => /^(?:lose|loses|losing)$/.test(word) && words.indexOf('of', at) > at)
  const isNamed = !isPart && (isOwnIncome(words) || isCustomer(words) || isLevel(words))
  const isRepeated = isNamed && ((isEachMonth(words) && isMoving(words)) || (per === 'month' && isGrowing(words)))
  return isRepeated ? { isRepeated } : {}
}

const isEachMonth = cue(
  'every|each month\nmonth over|on|after|by month\nkeep|keeps|keeping|kept\nsame|like this again|forever\nmonth after month',
)
const isMoving = cue(
  'grow|grows|growing|grew|climb|climbs|climbing|rise|rises|rising|fall|falls|falling|drop|drops|dropping|decline|declines|declining|shrink|shrinks|shrinking|increase|increases|increasing|decrease|decreases|decreasing|lose|loses|losing|win|wins|winning|gain|gains|gaining|sign|signs|signing|sinks|sinking\ngo|goes|going|gone|went up|down',
)
const isGrowing = cue('grow|grows|growing|grew|climb|climbs|climbing|decline|declines|declining|shrink|shrinks')

const isUpFront = cue('up front')

/** "Trim 3k off the burn": the burn is that of a month. */
const isOffBurn = cue('off|from|out .. burn|costs|spending')

const isMonthly = (words: readonly string[], { per }: Pick<Amount, 'per'>): boolean =>
  !words.some((word) => ['advance', 'upfront', 'once', 'oneoff'].includes(word)) &&
  !isUpFront(words) &&
  (per !== undefined ||
    isOffBurn(words) ||
    words.some((word) =>
      [
        'month',
        'monthly',
        'mrr',
        'year',
        'yearly',
        'weekly',
        'seat',
        'seats',
        'subscription',
        'licence',
        'license',
      ].includes(word),
    ))

const isPaidBack = cue('repay|repays\npay|pays|paying back')

/** "And I pay Delia 600 a month" */
const wePay = (words: readonly string[]): boolean =>
  words.some((word, at) => word === 'pay' && /^(?:i|we)$/.test(words[at - 1] ?? '') && words[at + 1] !== 'back')

/** "Partners pay", "shops take", unlike "we pay", "we have to pay" and "paying". */
const othersPay = (words: readonly string[]): boolean => {
  // "With Mossgate paying 6,720"
  const paying = words.findIndex((word) => /^(?:paying|leasing|renting|subscribing|ordering)$/.test(word))
  if (paying > 0 && !words.some((word) => OURS.test(word) || word === 'myself')) return true
  const at = words.findIndex((word) => PAYING.test(word))
  return at > 0 && /[^s]s$/.test(words[at - 1] ?? '') && !words.slice(0, at).some((word) => OURS.test(word))
}
const PAYING = /^(?:pay|take|book|buy|order|rent|subscribe)$/
const OURS = /^(?:i|we|us|me|to|must|should)$/

/** Those who are got for so much a month are paid. */
const GETTING = new Set('get gets getting got have having'.split(' '))

/** Which amount a clause changes; undefined where its words say nothing. */
function targetOf(words: readonly string[], amount: Amount | undefined): Supposition['of'] | undefined {
  if (!amount) return undefined
  const isRecurring = isMonthly(words, amount)
  if (isLaidOff(words) && !isCustomer(words)) return 'burn'
  if (isHolding(words) && !isRecurring && !isUp(words) && (!isDown(words) || isSaved(words))) return 'balance'
  const people = words.filter((word) => !['us', 'them', 'him', 'her'].includes(word))
  // Whoever "pays" is another: "the brewery pays 1,100 a month", "four partners pay 450 a table".
  if (
    (words.includes('pays') || othersPay(words)) &&
    !isOwnCost(words) &&
    !isCustomer(words) &&
    (!isDown(words) || words.includes('less'))
  )
    return isRecurring ? 'revenue' : 'balance'
  // "But have to pay back 1,500 a month"
  if (isRecurring && isPaidBack(words)) return 'burn'
  // "Get 190 a year from 60 people"
  if (
    isRecurring &&
    words.includes('from') &&
    words.some((word) => /^(?:get|gets|getting|got|earn|collect)$/.test(word))
  )
    return 'revenue'
  if (words.includes('brings') && !isOwnCost(words) && !isDown(words)) return isRecurring ? 'revenue' : 'balance'
  if (wePay(words) && isRecurring && !isDown(words)) return 'burn'
  if (
    people.some((word, at) => isWorker(word) || (ANOTHER.test(people[at - 1] ?? '') && isWorker(`${word}s`))) &&
    !isMoneyIn(words) &&
    !isDown(words)
  )
    return 'burn'
  const isRole = isPerson(people.filter((word) => !['someone', 'somebody', 'person', 'people'].includes(word)))
  const isGot = words.some((word) => GETTING.has(word)) && isRecurring
  if (isRole && (isHired(words) || isGot) && !isCustomer(words)) return 'burn'
  if (isHanded(words) && !isRecurring && !isRole) return 'balance'
  if (isSold(words) && isRecurring) return 'revenue'
  if (isUpFront(words) && !isOwnCost(words)) return 'balance'
  if (isCustomer(words) && !isPerson(people))
    return !isRecurring && isMoneyIn(words) && !isDown(words) && !isUp(words) ? 'balance' : 'revenue'
  if (isOwnIncome(words)) return 'revenue'
  // "Get to 25k a month with burn where it is": what stays is not what changes.
  if (isRecurring && ((isWon(words) && !isPerson(people)) || staysAsItIs(words))) return 'revenue'
  if (isMoneyIn(words) && !isOwnCost(words))
    return isRecurring && !/raise|round|loan|grant/.test(words.join(' ')) ? 'revenue' : 'balance'
  if (isOnce(words) && !isRecurring) return 'balance'
  if (isPerson(people) || isOwnCost(words) || isHired(words)) return 'burn'
  return isOwnBalance(words) ? 'balance' : undefined
}
