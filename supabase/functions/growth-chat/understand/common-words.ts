/**
 * Words that say how something is asked, or name what is computed. Any other word of a question is about something in
 * particular: "congress" of "how much did the congress cost us".
 */
const COMMON = new Set(
  `a able about above absolutely accelerate accomplish according account achieve achieved achievement across active
  actual add added advice advisor affect afford affordable after afterwards again against agency ages aggregate ago
  ahead aim aiming alive all all-time allow alltogether almost alone already also altogether always am amount an
  analyse analysis analyze and angel annual another answer any anybody anyhow anymore anyone anything anywhere apart
  appear apply appointment approach approx approximately april are arent around arr arrive as ask asked assistant
  assume assuming at attempt attention august average avg avoid aware away back bad badly balance bank bankrupt
  basically be beat because become been before began begin behind being below besides best bet better between beyond
  big bit block blocked blocker board book booked booking bored both bother break breakdown bridge briefly bring
  bringing broke brought bucks burn business but buy by calculate call came can cancel cancelled cannot cant capital
  card careful carry cash category cause certain certainly chance change channel channels chase cheaper check checkin
  cheque chk choose clear clearly client close closed co-founder coach cofounder collect combined come command common
  company compare compared comparison complain complete completed completion computation compute concern confirm
  consider constantly contact continue contractor contribute conversion convert cook correct cost could count couple
  cover covered covers crazy create critical current currently customer cut cuts daily data date day days dead
  deadline deal debt december decide decided decision declining decrease default define deliver demo depend describe
  deserve designer desired despite detail details dev develop developer did didnt die dies different direction display
  do does doesnt doing dollar dollars done dont double doubled down downhill drag drive drop dry dude due during dying
  each earlier earn earning easily edge effect effective efficient either elaborate else email emails employ empty
  encounter end engaged engineer enough entry equal especially estimate eur euro euros evaluate even ever every
  everyone everything exact exactly exceed excluding existing expect expected expense expensive experience expert
  explain explore express extra face fail fair fairly fall falling far fast faster february fed feedback feel feeling fell
  felt few fewer fewest fifth figure final finally finance find finish finished fire first five fix fixed flat flow
  fly focus folks follow food for forecast forever forget form forward founder four fourth freelancer frequent
  frequently fresh friday from full fund fundraise fundraising funnel further future gap gather gave gay generate
  gesamt get getting give given gladly go goal going gone gonna good got gotta grab grant grew group grow growing
  growth guess had haha half half-year halve hand handle happen happened happier happiest happy hardly has hasnt hate
  have havent having he heading health healthy held hello help her here hes hey hi high higher highest him hire hired
  hiring his hit hits hitting hold honest honestly hopefully hour how however hows hundred hung hurt hw i id idea if
  ignore im imagine impact important improve in inactive include including income increase indeed info insgesamt
  insight instance instead interesting into invest invested investment involve is isnt it its ive january joke judge
  july jump june just k keep kick kill kind kinda know label lack landlord last lasting lasts late lately later latest
  latter lead leading least leave leaving left length less let lets level lift like likely list listed literally
  little live lived loan located log logged lol long longer longest longterm look loop lose losing loss lost lot low
  lower lowest lying m machine made mail mails main major make making man manage many march mate matter max may maybe
  me mean meant meantime measure meet member men mention mentioned mentor mess message middle million min mind mine
  minimum minus miss missed missing mistake modest moment monday money monitor month monthly monthlys mood more
  morning most mostly move moving mrr msg msgs much multiple must my name naturally near nearly necessary need
  negative net never new newest next nice nine no nobody none noone normal normally not note nothing notice november now num number
  obstacle obviously occur october of off often ok okay old older oldest on once one only onto onward open opinion
  opposite option or order other ought our out outcome outline outlook outperform outreach outstanding over overall
  overdue overview own pace paid particular partly past paused pausing pay paying payroll pct peak pending people per
  percent percentage perform performance performing perhaps period person personal phase pick piece pipeline pivot
  plain plan planned plans please plenty pls plus point positive possible possibly postpone practically prefer prepare
  present pressure pretty prevent previous prio prior priority probability probably problem produce profit profitable
  progress project projection properly prove provide pull purchase push put qty quarter quarterly question quick
  quickly quit quote quoted r raise raised rank rate rated rather rating ratio reach reached read reading real realise
  reality realize really reason reasonable recall recap received recent recently recommend record recorded recurrent
  recurring reduce refer regard regarding regularly related relative reliable rely remain remaining remind reminder
  remove rent rep repeat replied reply report represent reps require required resolve respond responded rest result
  return revenue review right rise rn rose rough roughly round row run runaway rundown running runway sad safe said
  salary sale sales salesman salesperson same saturday save saved say scale scaling scared schedule scheduled score
  search second section see seek seem sell send sense sent september serious seriously set seven several shall shape
  share she shes shift shit short should show shut sick side sign significant since single sit situation six size
  slightly slow slower slowly small smart so sold solid some somebody somehow someone something sometimes somewhere
  soon sorry sort speak spend spending spent split spot squad squads staff stage stalled stand standing start started
  state stats status stay steadily steady step still stop stopped straight strange streak strong stronger strongest
  struggle struggling stuck stuff succeed successful sudden suddenly suffer suggest suggested sum summarise summarize
  summary sunday supposed supposedly sure surely surplus surprise survive take taken talk task team tell ten than
  thank thanks that thats the their them then there these they theyre thing think thinking third this tho those
  thought thousand three through thursday thx tick tight til till time times tired title to today todo together told
  tomorrow tonight too took top total totals touch tough toward towards track traction translate treat trend trouble
  true trust truth try tuesday turn turned twelve twice two type typical typically u uh um under understand understood
  unfinished unfortunately unique unless unlike until up upcoming update upset ur us usd use used useful usual usually
  value various versus very via view visible vs wait waiting wanna want wanted was wat watch way we weak weaker
  weakest wednesday week weekend weekends weekly weeks weight well went were what whatever whats whatsoever when whenever where wheres
  whether which while who whole whom whos why will win wins wise with within without won wonder wonderful wont word
  work worked working worried worry worse worst worth would wow write written wrong wrote yay yeah year yearly years
  yep yes yesterday yet yield yo you your ytd zero`.split(/\s+/),
) // prettier-ignore

/** Whether a word is common: also in the plural, and in the forms of a verb. */
export const isCommon = (word: string): boolean =>
  word.length < 3 ||
  [
    word,
    ...['s', 'es', 'ed', 'd', 'ing', 'ly', 'er'].flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : [])),
    word.replace(/ies$/, 'y'),
    word.replace(/(\p{L})\1(?:ed|ing)$/u, '$1'),
    word.replace(/ing$/, 'e'),
  ].some((form) => form.length > 1 && COMMON.has(form)) ||
  (word.includes('-') && word.split('-').every((part) => part === '' || isCommon(part))) // prettier-ignore

/** English words of two letters; others are names: "Jo". */
const SHORT_WORDS = new Set(
  'ad ai am an as at be by do eg ex go ha he hi hm id ie if im in is it kg km la me mr ms mw my no of oh ok on or os pa ph pm pr qa re so tv ui uk us vc vp vs we ya ye yo'.split(
    ' ',
  ),
)

/** Whether a word may be a name of two letters. */
export const isShortName = (word: string): boolean => /^\p{Ll}{2}$/u.test(word) && !SHORT_WORDS.has(word)

/** Words that say nothing about a subject: what a search for records leaves out where nothing more particular is named. */
const ASKING = new Set(
  `a about according ago again all also am an and any anybody anyone anything are as ask at back be been before being by can cant come could day did
  didnt do does doing dont down each ever every for from get getting give go going got had has have having he her here hey him his how i id if im in into is it
  its ive just know last lately latest let like list look made make many may me mean mention mentioned month more most much my myself need next no not note
  notes now of off ok old on one ones only or our out over own per please pls put recent remind re say saying says said see she should show since so some somebody
  someone something squad still such suggest suggested tell telling than that the their them then there these they thing things think this those time
  to told too up us very want wanted was we week weeks well went were what whats when where whether which while who whom whose why will with without word words
  would write writing written wrote year yes yet you your record records recorded goal goals decision decisions checkin checkins message messages advice
  advise recommend recommended happened happen happening find found called call calls came left team growth today was is anywhere
  good bad idea short version brief learn learned keep keeps checkin checkins check ins anywhere squads replied reply question answer new first many long often kind sort matter topic regarding concerning anyhow really actually did`.split(
    /\s+/,
  ),
)

export const isAsking = (word: string): boolean => word.length < 3 || ASKING.has(word)
