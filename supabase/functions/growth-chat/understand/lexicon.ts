import { hasPhrase, phrasesOf } from './phrase.ts'

/**
 * Meanings of words, a concept a line: the classifier learns with concepts beside words, so that "top line" counts as
 * "revenue" where nobody wrote an example with it; filters of a query are read from them.
 */
const CONCEPTS = {
  messages: 'message|messages|msg|msgs|mail|mails|email|emails|dm|dms|outreach|outreaches|nachrichten|mensajes|messaggi|berichten|mensagens\npeople .. message|messaged|mail|contact\nreached out',
  demos: 'demo|demos|demonstration|demonstrations|prospects\nproduct|sales|discovery call|calls|tour|tours',
  conversions: 'conversion|conversions|convert|converted|converts|closed|sale|sales|customer|customers|client|clients|signup|signups|deal|deals|kunden|clientes|clienti|klanten|paying\nsign|signed|signing up|on',
  rate: 'rate|ratio|percentage|percent|pct|share|portion|fraction|proportion|quote|yield\nout of\nper demo|message|mail|conversion|customer',
  runway: 'runway|runaway|runways|survive|survival|broke|bankrupt|lifeline|insolvent\nmonths|weeks|days|time left|remaining\nrun|runs|ran|running out|dry\nout of money|cash|funds\nhow long .. last|survive|live|money|cash|got|until\ndefault alive|dead\nlights on\naccount|bank .. empty|zero\nmoney|cash .. last|lasts|end|ends|gone',
  balance: 'balance|bank|cash|account|konto|banco|banque|caixa|kasse|saldo|solde|treasury\nmoney|funds .. have|bank|account|left\ncash position',
  revenue: 'revenue|revenues|mrr|arr|income|earn|earns|earned|earning|earnings|turnover|umsatz|einnahmen|ingresos|revenus|fatturato|receita|omzet\ntop line\nbring|brings|bringing|make|making in|money\nmoney coming in',
  burn: 'burn|burns|burning|burned|burnt|burnrate|spend|spends|spending|spent|cost|costs|expense|expenses|outgoings|outflow|opex|ausgaben|kosten|gastos|gasto|depenses|spese|overhead',
  netBurn: 'net|surplus|deficit|loss|losses|profit|profitable|cashflow|profits\nlose|losing .. month|week|day\nleft over|after\ndifference between .. revenue|income|burn|costs\nafter costs|expenses\ncash flow\nbottom line',
  breakEven: 'breakeven|profitability\nbreak|breaking|broke even\npay for itself|ourselves',
  mood: 'mood|moods|feel|feeling|felt|happy|happier|happiest|sad|saddest|stimmung|animo|humeur|umore|humor|morale|miserable',
  goals: 'goal|goals|todo|todos|task|tasks|tick|ticked|plate|ziel|ziele|objetivo|objetivos|objectif|objectifs|target|targets|obiettivi|weeklies|monthlies|quarterlies|aim|aiming\nto do|dos\nmy list',
  checkIns: 'checkin|checkins\ncheck|checked|checking in|ins\nweekly review|reviews|update|updates',
  wins: 'win|wins|highlight|highlights|proud|victories|victory|achievements|erfolge\nwent|go|going well|right|good\ngood things|news|stuff',
  blockers: 'block|blocks|blocked|blocker|blockers|blocking|obstacle|obstacles|stuck|impediment|impediments|hurdle|hurdles|bottleneck|hindernisse|bloqueo|bloqueos\nin the|my way\nslowed|slowing|held|holding|keeps|kept|keep me|us|back\ngot in',
  priority: 'priority|priorities|prio|prios\nnext priority|prio|step|focus\nplan|planned|planning|intend next\ngoing to do|focus',
  decisions: 'decision|decisions|decide|decided|decides|choice|choices|chose|choose|entscheidung|entscheidungen|decisiones|decidi|decidimos|beschlossen\nmade .. call\nbad|good|right|wrong calls|call\ncalls|call .. wrong|right|regret|regretted|mistake|mistakes',
  notes: 'note|notes|notizen|notas',
  squad: 'squad|advisor|advisors|adviser|advisers|mentor|mentors|{person}|experts|equipo',
  calls: 'call|calls|booked|booking|bookings|appointment|appointments|meeting|meetings|session|llamada|termin|appel',
  loops: 'loop|loops|channel|channels|{loop}|kanal|canal',
  best: 'best|most|highest|top|strongest|peak|peaked|max|maximum|record|biggest|largest|happiest|greatest|better|meisten|mejor|meilleur|happier',
  worst: 'awful|terrible|horrible|dreadful|shitty|worst|least|lowest|weakest|fewest|slowest|min|minimum|poorest|smallest|saddest|bottom|underperforming|peor|pire|schlechteste|weaker',
  compared: 'than|vs|versus|compare|compared|comparison|against|difference|differ|ahead|beat|beats|apart|mehr|outperform|outperforms\nor {loop}\nup or down',
  trend: 'trend|trends|trending|growing|rising|falling|develop|developing|developed|evolve|evolved|evolving|history|direction|trajectory|curve|improving|getting|momentum\nover time\nup or down\nbetter or worse\nmonth|week by|over|after month|week',
  changed: 'change|changed|changes|grow|grew|grown|rise|rose|fall|fell|drop|dropped|increase|increased|decrease|decreased|creep|shrink|shrank|gained\ngo|went|gone|going up|down',
  when: 'when|wann|cuando|quand|quando|wanneer\nwhich|what day|date|week|month\nsince when',
  why: 'why|reason|reasons|warum|porque|pourquoi|perche|rationale|thinking|waarom\nhow come\npor que',
  howMany: 'count|total|totals|gesamt|insgesamt|cuantos|cuantas|combien|wieviele|quante|quanti|hoeveel|quantos\nhow many|often|much\nnumber of\nwie viele',
  whatIf: 'if|suppose|supposing|assume|assuming|imagine|afford|say|hypothetically|wenn|falls|si\nwith another|one\nwhat would|happens',
  need: 'need|needed|needs|take|takes|require|required|must|necessary|reach',
  share: 'share|portion|proportion|percentage|fraction\nout of|from\nhow much of\ncome|comes|came from',
  average: 'average|avg|mean|typical|typically|usually|median|durchschnitt\nper|a|each|every week|month|day\non average',
  who: 'who|whose|wer|quien|qui|chi',
  list: 'list|show|which|name|names|all|display\nwhat are|were',
  unrecorded: 'churn|churned|churning|churns|nps|ltv|arpu|arppu|cac|headcount|payroll|equity|valuation|uptime|refund|refunds|dau|mau|wau|cogs|ebitda|margin|margins|traffic|visitors|pageviews|downloads|installs|tickets|competitors|competition|tam|payback|retention|rent|salary|salaries|wage|wages|employees|staff|overdraft|debt|debts\ncap table\nmarket share|size\nlifetime value\nbounce rate\napp store\nper user|seat|head|account\nrevenue per customer|client\ntrial|active|paying|daily|monthly users|customers|clients|subscribers\nhow many|number of|our|total customers|clients|users|subscribers|people .. have|got|there|work\nhow many people work\nteam size\nowe|owes|owed us|me\nspend|spent|pay on ads|advertising|aws|tools|hosting|marketing',
  weekly: 'weekly|weeklies|weeklys|wochenziele\nfor the|this week',
  monthly: 'monthly|monthlies|monthlys',
  quarterly: 'quarterly|quarterlies|quarterlys\nfor the|this quarter',
  yearly: 'yearly|annual\nfor the|this year',
  open: 'open|hanging|left|unfinished|undone|outstanding|remaining|incomplete|pending|todo|offen|offene|abiertos|abiertas|abierto|ouverts|aperti|missing\nnot|still|havent|isnt|arent .. done|do|finished|completed|open|finish|ticked\nto do',
  done: 'done|completed|finished|ticked|closed|achieved|accomplished|erledigt|completado|completados|completadas|termine|wrapped|shipped|crossed|smashed|checked\ndid|have|do i|we .. finish|complete|close|tick|achieve|get|manage\nget|got rid|done\nfinish rate',
  overdue: 'overdue|late|behind|lagging|stale|uberfallig|atrasados|retard|slipped|lying\npast .. due|time|date|deadline\nolder than\nputting off',
  running: 'running|active|live|going|ongoing',
  paused: 'paused|pause|stopped|inactive|hold\nnot running',
  scaling: 'scaling|scale|scaled',
  positive: 'positive|good|worked|works|success|successful|best|great|well|paid\npaid|pay|pays off',
  negative: 'negative|bad|fail|failed|failing|worst|backfired|backfire|badly|mistake|mistakes|regret|regrets|flopped|flop|flops|wrong\ndidnt|not work|out|worked',
  neutral: 'neutral',
  right: 'right|correct',
  wrong: 'wrong|incorrect|mistaken',
  partly: 'partly|partially|half|part',
  due: 'due|review|reviews|revisit|recheck\nlook|come|coming back|again|at\nlook .. again',
  unrated: 'verdict|unrated|pending|waiting|wait|await|awaiting|unresolved\nno|without|lack|lacking|missing .. result|results|outcome|outcomes|verdict|rating\nnot .. rated|judged',
  first: 'first|earliest|oldest|longest|began|erste|primera|primer|premier|premiere',
  last: 'last|latest|newest|recent|recently|previous|letzte|letzten|ultima|ultimo|derniere|dernier|current',
  next: 'next|upcoming|coming|nachste|nachster|proxima|proximo|prochaine|prochain',
  second: 'second|2nd',
  third: 'third|3rd',
  without: 'without|except|excluding|excl|besides|minus|ignoring|ohne\napart|aside from\nother than\nnot counting|including\nleave|leaving out',
  only: 'only|just|nur|solo|seulement',
  rising: 'more|up|rise|rises|grow|grows|increase|increases|higher|raise|add|plus',
  day: 'day|daily|tag', week: 'week|weekly|weeks', month: 'month|monthly|months', quarter: 'quarter|quarterly|quarters', year: 'year|yearly|annual|annually|annualised|annualized|arr',
  deciding: 'decision|decisions|decided|decide|expect|expected|hoped|hope|reason|outcome|result|regret\nlead|led to\ncame of|out\npay|paid|pays off\nturn|turned out\nright call',
  leaving: 'leave|leaves|leaving|churn|churns|walk|walks|walking|quit|quits|cancel|cancels|lose|loses|losing',
  thanks: 'thanks|thank|thx|ty|cheers|danke|merci|gracias|tysm',
  others: 'other|another|all|the founders\nother|another founder|founders|startups|startup|companies|users|teams\neveryone|others on|in here|platform|cohort',
  hire: 'hire|hires|hiring|hired|recruit|recruiting|employ|bring|salary|salaries|payroll',
  raiseMoney: 'raise|raised|raising|round|invest|investment|investor|funding|fundraise|fundraising|loan|grant|bridge|angel|convertible|safe|note',
  write: 'write|draft|compose|prepare|create|generate|make|build|schreib|escribe|redige',
  add: 'add|log|record|set|new|save|capture|note|put|enter|mark|tick|check|book|schedule|arrange',
  should: 'should|shd|shud|shall|sensible|tempting|tempted\ntalk|talks me out|into\nconvince me\ngood|bad|right|stupid|smart|dumb|wise .. idea|move|time|plan\ngood idea\nstupid|worth it\nworth .. while|time|money|keeping|doing\ngo for it\ntake it\nyes or no\nor not\nbefore or after\ngive in\nsay yes\nagree to\nwhat .. build|do|sell|ship|make first|next\nbetter to|off\nis|isnt it .. time\ndo i|we just|really|still|keep|kill|shut|drop|sell|stop\ndo i|we .. another\nis it worth\nwould you',
  ending: 'kill|killing|drop|dropping|stop|stopping|end|ending|quit|quitting|cancel|cancelling|sell|selling|pause|pausing|shut|shutting|close|closing|fire|firing|ditch|ditching|abandon|axe|retire|scrap\nget rid of\ngive|giving up\nlet .. go\ncut\nwind|winding down',
  tellSquad: 'tell|ask|message|inform|notify|ping|thank\nlet .. know\nwrite|send .. to',
} as const satisfies Readonly<Record<string, string>> // prettier-ignore

/** Words for those who pay, in any trade. */
export const CUSTOMERS =
  'customer|customers|client|clients|clinic|clinics|account|accounts|subscriber|subscribers|shop|shops|contract|contracts|deal|deals|user|users|buyer|buyers|patient|patients|kunde|kunden|cliente|clientes|seat|seats|subscription|subscriptions|licence|licences'

/**
 * Distinctions that only answers make: the classifier does not learn from them, so that a new one changes no reading, and
 * their words are no corrections of others.
 */
const CUES = {
  remaining: 'left|remain|remains|remaining',
  howFar: 'how many|long|far\ndays',
  progress: 'on track|course|schedule|pace|target\nprogress|progressing\nhow far|close|near|well .. to|from|with|off|on|are|is|am\nbehind|ahead with|on|of\nto go\nwill|gonna|going|can .. hit|reach|make|meet|manage|get',
  risks: 'risk|risks|risky|threat|threats|threatens|threaten|vulnerable|danger|dangers\ngo wrong',
  summary: 'summarise|summarize|summary|recap\nsum|sums|wrap|wraps up',
  elapsed: 'since|between|ago|passed',
  cheaper: 'discount|discounts|discounting|cheaper|rebate|rebates\nmoney|percent|something off\nlower|cut|reduce|drop .. price|prices\nprice|prices down',
  beginning: 'where|what .. start|begin\nwhat .. first',
  sentFigures: 'figures|numbers|amounts .. sent|send|submitted|submit|proposed|propose\nsent|send|submitted|proposed .. figures|numbers|amounts',
  weeklyTargets: 'weekly|weeks|demo|demos|message|messages|conversion|conversions|traction target|targets\ntarget|targets for|of .. week|demos|messages|conversions\nhit|meet|met|reach|reached|beat|miss|missed .. target|targets',
  deadline: 'due|deadline\nby|until when\nwhen .. finish|finished|done|ready by\nwhen should',
  advised: 'his|her|their|that plan|deal|advice|idea|suggestion|proposal|terms\nplan|deal|advice|idea|terms .. said|says|wrote|advised|suggested|from\nas|like|way .. said|says|advised|suggested',
  sides: 'buyer insights\nmarket|product|growth side|people|team|notes\nfrom|of market|product|growth\nthe side\ndid|does market|product|growth write|say|note',
  allBut: 'excluded|excl\nleft out\neverything|everyone|anything|all|any|channels|loops but',
  affording: 'afford|affordable\nis it|that ok|okay|fine|risky\nstill ok|okay|fine',
  particulars: 'which|who|whom|whose',
  eldest: 'oldest|earliest',
  unjudged: 'not|never|havent|hasnt|isnt|arent .. rated|judged|reviewed',
  missed: 'skip|skipped|miss|missed|missing\nwithout .. checkin|checkins\nwithout .. check ins|in',
  negated: 'not|isnt|arent|havent|hasnt',
  several: 'wins|blockers|priorities|prios|notes',
  created: 'set|add|added|create|created|new|wrote|write|put',
  amongGoals: 'of goals\nof the|my|those goals',
  answered: 'reply|replied|answer|answered|respond|responded\nget|got|gotten|hear|heard back',
  ownReply: 'i .. reply|replied|answer|answered|respond|responded\ni .. write|wrote|get|got back\ni owe\ndo i .. owe',
  received: 'from|of|by|get|got|receive .. squad\nsquad .. write|wrote|written|send|sent',
  asOf: 'by|at|until|till end of\nby|at|until|till the end of\nup to|as of end of',
  capital: 'money|cash|capital|funds|funding .. need|needed|missing\nneed|needs .. money|cash|capital|funds',
  race: 'faster|slower|quicker|outgrow|outgrows|outpace|outpaces|outpacing\nkeep|keeps|keeping|kept pace|up\ngrow|grew|grown|rise|rose|risen|fall|fell|fallen|drop|dropped|up|down|increase|increased|climb|climbed .. more|less|most',
  course: 'getting|gets|got|any|become|becoming better|worse|stronger|weaker\nbetter or worse\nup or down\nimproving|improve|improves|improved|declining|decline|declined|slowing|slow|slows|slowed|worsening|stagnating|stalling|stalled|fading|growing|grow|grew|shrinking|plateaued|plateauing\nlose|loses|losing|lost|gain|gained|gaining steam|momentum|ground|traction\npick|picks|picking|picked up\nbetter|worse|stronger|weaker than last|before|previous|usual\nnow against|vs|versus',
  oldestOnes: 'oldest|longest .. goals|ones|todos|tasks|first\ngoals|ones|tasks .. oldest|longest|longer',
  blocksOfWeeks: 'before that|those|them\nthe|those|these .. before\nprevious|preceding ones|two|three|four|five|six|eight|ten|2|3|4|5|6|8|10',
  stopping: 'stop|stops|stopped|stopping|end|ends|ended|dies|died|drop|drops|dropped|lose|lost|pause|paused|pausing|dry|dries|disappears|vanishes|gone|kill|quit|without',
  oneBefore: 'day|week|month|quarter|year|one|that|time|period before\nthe previous',
  intoDemo: 'into|become|becomes|to|gets|in a demo\ninto|become|becomes|per|to demo|demos',
  converting: 'convert|converts|converting|better|rate',
  customers: CUSTOMERS,
} as const satisfies Readonly<Record<string, string>> // prettier-ignore

/** Figures that founders ask for and the product does not record. */
const UNRECORDED = {
  churn: 'churn|churned|churns|churning|cancel|cancels|cancelled|canceled|cancellations',
  retention: 'retention|retain|retains|retained|stay|renew|renews|renewal|renewals|renewed',
  acquisitionCost: 'cac|acquisition|acquire|acquiring|payback\ncost per|of customer|lead\ncost of a|each customer|lead',
  lifetimeValue: 'ltv|lifetime',
  promoterScore: 'nps|promoter|promoters|satisfaction|satisfied|rating',
  headcount: 'employ|employs|employed|employee|employees|headcount|staff\nhead count\nteam size\npeople work\npeople do we\nhow big|large is my|our|the team',
  salary: 'salary|salaries|earn|earns|wage|wages\nget paid',
  customers: 'customer|customers|client|clients|user|users|subscriber|subscribers|mau|dau',
  visitors: 'visit|visits|visited|visiting|visitor|visitors|traffic|bounce|signup|signups|download|downloads|pageviews\nsign up|ups\npage view|views',
  valuation: 'valuation|worth',
  equity: 'equity|share|shares|shareholders\ncap table',
  margin: 'margin|margins|cogs|ebitda',
  revenuePerCustomer: 'arpu\nper user|customer|account|seat',
  pipeline: 'pipeline|lead|leads|acv\ndeal size',
  market: 'market|competitor|competitors|competition|tam',
  receivables: 'owe|owes|owed|invoice|invoices|invoiced|debt|debts',
  costs: 'rent|cost|costs\npay for\nspend on',
  hours: 'hours',
  contact: 'phone|telephone|postcode\nphone|mobile number\nemail|mail|street|postal address\naddress of',
  founding: 'founded|incorporate|incorporated|founding\nhow old',
  loans: 'loan|loans|tax|taxes|vat',
} as const satisfies Readonly<Record<string, string>> // prettier-ignore

export type Concept = keyof typeof CONCEPTS
export type Unrecorded = keyof typeof UNRECORDED
export type Cue = keyof typeof CUES

const finder = <Name extends string>(table: Readonly<Record<Name, string>>) => {
  const compiled = Object.entries<string>(table).map(([name, lines]) => [name as Name, phrasesOf(lines)] as const)
  return (words: readonly string[]): ReadonlySet<Name> =>
    new Set(compiled.flatMap(([name, phrases]) => (hasPhrase(phrases, words) ? [name] : [])))
}

/** The concepts that words stand for. @param words in lower case, without accents and apostrophes */
export const conceptsIn = finder<Concept>(CONCEPTS)
export const cuesIn = finder<Cue>(CUES)
export const unrecordedIn = finder<Unrecorded>(UNRECORDED)

/** Every single word that stands for a concept: what misspellings are corrected to. */
export const CONCEPT_WORDS: ReadonlySet<string> = new Set(
  Object.values(CONCEPTS).flatMap((lines) => lines.split(/[\s|]+/).filter((word) => /^\p{L}{4,}$/u.test(word))),
)
