import { plain } from './plain.ts'

/**
 * Words that say how something is asked, or name what the coach computes. Any other word of a question is about
 * something in particular: "congress" of "how much did the congress cost us".
 */
const GENERAL = new Set(
  `a able about above according account across actual add added advice afford affordable after again against ago ahead alive all almost
  already also always am amount an and annual another answer any anybody anyone anything apart approximately april are arr around as
  ask asked at august average avg away back bad badly balance bank bankrupt be because become been before began begin being behind best better
  between beyond big block blocked blocker board book both break bridge bring broke brought burn business but buy by calculate call came can cannot card
  carry cash cause change channel channels check checkin chk choose clear close closed coach come command common company compare
  compared complete completed computation confirm continue convert conversion correct cost could count couple currently current cut cuts
  daily data date day days dead deadline debt december decide decided decision declining decrease default demo describe desired detail details
  develop did die different display do does doing dollar dollars done double doubled down drop due during dying each earlier
  earn earning effect either else empty end engineer enough entry equal especially even ever every everyone everything exact exactly
  expect expected expense expensive explain extra fail far fast february feel feeling felt few fewer fifth figure final finally find finish finished first five four
  flow focus follow for forever forget form fourth friday from full fund further get getting give given go goal going gone good got grew group grow
  growing growth guess had half halve happen happened happier happy has have having he health healthy hello help her here hey hi high higher
  highest hire hired hiring him his hold hour how hundred i idea if impact important improve in include income increase info insight instead
  into invest invested investment is it its january july june just keep kind know label last lasting late lately later latest lead least left length
  less let level like list listed little lived log logged long longer longest look loop lose losing loss lost lot low lower lowest
  made main make making man many march matter may maybe me mean measure meet message middle million mind mine minus miss missing moment monday
  money month monthly mood more most mostly mrr much multiple must my name near nearly need negative net never new newest next nice nine no none normal
  not note nothing november now number october of off often ok okay old older oldest on once one only open opinion option or order other our out
  outcome outreach outstanding over overall overdue overview own paid partly past paused pay paying payroll per percent percentage performance performing period
  person personal phase pick piece plan planned please pls plus point positive possible postpone pretty previous prio priority probably problem
  profit profitable progress purchase put quarter quarterly question quick quickly quit raise raised rank rate rated rating ratio reach reached real really
  reason recap recent recently record recorded recurring reduce regard related remain remaining remind remove repeat reply report required
  rest result return revenue review right rise rose round run runaway running runway sad said salary sale sales same saturday save say scale scaling second
  see send sent september set seven several shall share she should show side sign since single six size small so some somebody someone something
  soon sort spend spending spent split squad stand start started state stats status stay step still stop stopped streak sum summarise summarize
  summary sunday supposed sure surplus survive take taken talk task team tell ten than thank thanks that the their them then there these they thing
  think third this those thought three through thursday tick till time times title to today todo together told tomorrow tonight too took top
  total track traction trend true try tuesday turn turned twelve twice two type under unfinished until up update us use used useful usual usually
  value versus very via view vs wait waiting want wanted was way we weak weaker weakest wednesday week weekly well went were what whats whatever when
  whenever where whether which while who whole whom why will win with within without won word work worked working worse worst worth would
  write written wrong wrote yeah year yearly years yep yes yesterday yet you your zero
  accomplish achieve achieved achievement aim aiming allow appointment assume assuming attempt booked booking category cancel cancelled carry client
  contact contractor cover covered covers critical customer deal define dev developer dies drag drop email emails employ engaged estimate evaluate excluding
  fall falling fell fire food founder frequent frequently fresh fundraise fundraising funnel future generate happiest held hung in including instance jump keep
  lack lasts lately lift lying mail mails manage mention mentioned monthlys msg msgs obstacle outlook pace pausing peak people pending pipeline plans
  prepare present pressure probability project projection pull purchase push rather recall received recurrent regarding rely reminder rent require resolve
  rundown save saved schedule scheduled score section seem sell sold shape shift short show sick significant sit situation slower speak stage stalled standing
  steady strong stronger strongest struggle struggling stuck sudden suggest suggested survive thousand tired tough towards trouble typical unless unlike upcoming
  visible weeks weight wins worried worry yay half-year ytd thx pls rn tho gonna wanna gotta dont cant isnt arent havent hasnt didnt doesnt wont im ive id
  hes shes its were theyre thats whats hows wheres whos lets hw wat ur u r til k m pct bucks usd eur euro euros
  wednesday avg approx max min num qty total totals all-time overall aggregate combined altogether alltogether insgesamt gesamt everything anymore besides
  cheque angel loan grant cofounder co-founder machine agency assistant cook freelancer designer salesperson rep reps staff
  complain anywhere mistake landlord cheaper live fewest below sorry meant comparison ages touch salesman row dry surplus due date produce yield generate deliver morning lol haha person people member summary far
  absolutely accelerate actual affect ago alone altogether analyse analyze analysis anyhow appear apply approach arrive attention avoid aware
  basically beat bet bit bored both bother breakdown briefly bringing capital careful certain certainly chance chase clearly collect completion compute concern
  consider constantly contribute crazy create deliver depend deserve despite detail direction doing downhill drive dude easily edge effective efficient
  elaborate else encounter exceed existing experience explore express face fair fairly faster feedback finance fix fixed flat fly folks forecast forward
  gap gather gave gay gladly grab hand handle happen hardly hate heading hello hit hits hitting honest honestly hopefully however hurt ignore imagine improve
  indeed interesting involve joke judge kick kill kinda latter lead leading leave leaving likely literally located longterm major mate meantime men mess
  minimum modest monitor move moving naturally necessary normally notice obviously occur onto opposite ought outline outperform overview particular perform
  perhaps pivot plain plenty possibly practically prefer prevent prior properly prove provide quote quoted reading realise realize reality reasonable recommend
  refer regularly relative reliable replied reply report represent respond responded rough roughly safe scared search seek sense serious seriously shape
  shit shut slightly slow slowly smart solid somehow somewhere sometimes spot steadily straight strange stuff succeed successful suddenly suffer supposedly
  surely surprise thing thinking tight toward translate treat trust truth typically uh um understand understood unfortunately unique upset useful usually various
  view watch whatsoever wise wonder wonderful worry wow yield yo
  advisor mentor expert squads active inactive miss missed onward afterwards`.split(/\s+/),
)
const MIN_LETTERS = 3

/** The words of a question that are about something in particular, in lower case and without accents. */
export const termsOf = (question: string): string[] => [
  ...new Set((plain(question).match(/\p{L}[\p{L}\d-]{2,}/gu) ?? []).filter((word) => !isGeneral(word))),
]

/** Also in the plural, and in the forms of a verb. */
const isGeneral = (word: string): boolean =>
  word.length < MIN_LETTERS ||
  [
    word,
    ...['s', 'es', 'ed', 'd', 'ing', 'ly', 'er'].flatMap((ending) =>
      word.endsWith(ending) ? [word.slice(0, -ending.length)] : [],
    ),
    word.replace(/ies$/, 'y'),
    word.replace(/(\p{L})\1(?:ed|ing)$/u, '$1'),
    word.replace(/ing$/, 'e'),
  ].some((form) => form.length > 1 && GENERAL.has(form)) ||
  (word.includes('-') && word.split('-').every((part) => part === '' || isGeneral(part)))

/** Letters that an ending adds at most: "workshops", "mailing". */
const MAX_ENDING = 3

/** Whether a text has a word, in any of its forms. @param text as `plain` makes it */
export function hasTerm(text: string, term: string): boolean {
  const stem = term.length > 4 ? term.replace(/(?:ings?|ers?|ed|es|s|e)$/, '') : term
  // "Shipped" is a form of "ship".
  const single = stem.length < term.length ? stem.replace(/(\p{L})\1$/u, '$1') : stem
  return new RegExp(`(?<![\\p{L}\\d])(?:${stem}|${single})\\p{L}{0,${MAX_ENDING}}(?![\\p{L}\\d])`, 'u').test(text)
}
