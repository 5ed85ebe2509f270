/** Something for anybody to read: a post, or an ad for a job. */
export interface PostDraft {
  readonly kind: 'post' | 'job-ad'
  /** What it is about, or the role: "a second engineer"; empty where none is named. */
  readonly subject: string
  /** What else is dictated, as sentences. */
  readonly further: string
}

const VERB = String.raw`\b(?:write|draft|compose|prepare|make|create|give|need|want|do|knock up|post|help)\b`
const CHANNEL = String.raw`(?:linked ?in|twitter|x|facebook|instagram|threads|mastodon|reddit|forum|blog|company blog|social(?: media)?|community|website|slack)`
const POST = String.raw`(?:tweet|thread|blog post|press release|(?:${CHANNEL} )(?:(?:short|funny|update) )?(?:post|update|announcement|article)|post(?! (?:it|this|that|them|office)\b)|announcement)`
const JOB = String.raw`(?:job (?:ad|advert|advertisement|description|post|posting|listing|spec|offer)|vacancy|hiring ad|role description|stellenanzeige|(?<=\b(?:an|the) )ad(?= for an? ))`
const POSTS = new RegExp(String.raw`^(?<before>.*?)\b(?<noun>${POST})\b(?<rest>.*)$`, 'isu')
const JOBS = new RegExp(String.raw`^(?<before>.*?)\b(?<noun>${JOB})\b(?<rest>.*)$`, 'isu')
/** Words between the noun and what it is about: "for LinkedIn about". */
const TOWARDS = new RegExp(
  String.raw`^\s*(?:,? ?(?:for|on|to) (?:the |our |my )?${CHANNEL}\b)?(?<link>\s*(?:about|on|regarding|re|announcing|saying|that says|that|for|of|to find|:|-|–)\s*)?`,
  'iu',
)
const ON_CHANNEL = new RegExp(String.raw`\s+(?:for|on|to) (?:the |our |my )?${CHANNEL}\W*$`, 'iu')
const POLITE_END = /[\s,]*\b(?:please|pls|plz|thanks|thx)\W*$/i
/** A question how to write one asks for advice, and "post this" for an action. */
const ASKS =
  /^(?:how|what|when|where|why|who|which|is|are|did|do|does|should|shall|has|have)\b|\bpost (?:this|it|that)\b/i

/**
 * The post or job ad that a text asks for; undefined where it asks for none.
 * @example
 * postDraft('write a LinkedIn post about the workshop') // { kind: 'post', subject: 'the workshop', further: '' }
 */
export function postDraft(dictated: string): PostDraft | undefined {
  const text = dictated.trim().replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(POLITE_END, '')
  if (ASKS.test(text)) return undefined
  const job = JOBS.exec(text)?.groups
  const found = job ?? POSTS.exec(text)?.groups
  if (!found) return undefined
  const { before = '', rest = '' } = found
  // Written to somebody, it is a mail: "an email to Jo about the job ad".
  if (MAIL.test(before) || !(new RegExp(VERB, 'i').test(before) || before.trim().split(' ').length <= 2))
    return undefined
  const needed = /\b(?:need|looking for|hiring)\b (?<role>an? [^,.;]+)/i.exec(before)?.groups?.['role']
  const after = rest.replace(TOWARDS, '').replace(ON_CHANNEL, '')
  const [subject = '', ...further] = after.split(/\s*[:;\n]\s*|,(?!\d)\s*|(?<=\p{L}{2})\.\s+/u)
  const sentences = further.map((one) => one.trim().replace(/[.!?]+$/, '')).filter(Boolean)
  return {
    kind: job ? 'job-ad' : 'post',
    subject: (subject.trim().replace(/[.!?]+$/, '') || needed) ?? '',
    further: job ? sentenceOf(sentences.join(', ')) : sentences.map(sentenceOf).join(' '),
  }
}

const MAIL = /\b(?:e-?mails?|mails?|letter|message|dm)\b/i

const sentenceOf = (text: string): string => (text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`)
