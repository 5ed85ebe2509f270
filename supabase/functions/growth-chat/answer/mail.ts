import { runwayMonths } from '../../../../domain/runway.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { monthsText, usd } from '../text.ts'
import { isAsking, isCommon, isShortName } from '../understand/common-words.ts'
import { mailDraft } from '../understand/mail-draft.ts'
import { postDraft, type PostDraft } from '../understand/post-draft.ts'
import { isForm } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Answer, Answerer } from './answer.ts'
import { limited, limitsOf, type Paragraph } from './limited.ts'
import { foundLine, searchRecords } from './search.ts'

const INVOICE = /\b(?:invoices?|paid|pays?|owes?|overdue)\b/i

/** Without what Markdown, HTML or a mark could be made of. */
const inert = (text: string): string =>
  text
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('<', '‹')
    .replaceAll(/[*_`|\\]/g, '')

const MEETING =
  /\b(?:could|would)\b[^.?!]*\b(?:min|mins|minutes|hour|call|chat|coffee|meeting|meet|your time)\b[^.!]*\?/i

/** A recipient with the capitals that the records give it: "Mossgate" of "mossgate". */
const asRecorded = (recipient: string, records: string): string =>
  recipient.replaceAll(/\p{L}+/gu, (word) => {
    const name = word.slice(0, 1).toUpperCase() + word.slice(1)
    const words = new Set(records.match(/\p{L}+/gu))
    return words.has(name) && !words.has(word) && (!isAsking(word) || isShortName(word)) ? name : word
  })

/** Words that records are searched for, short names among them. */
const particularOf = (text: string): string[] =>
  phraseWords(text).filter((word) => !isAsking(word) || isShortName(word))

/** Groups that are written to at once. */
const GROUP =
  /\b(?:accounts|customers|clients|users|subscribers|people|owners|everyone|everybody|all|team|investors|partners|practices|clinics|shops)\b/i

/** Whom the mail greets: the name that is given, nobody of a group by name, and a role by a name to fill in. */
function greeted(recipient: string | undefined): string {
  const name = recipient?.replaceAll(/\b(?:my|our|the)\b/gi, '').trim() ?? ''
  if (name !== '' && name.split(' ').every((word) => /^\p{Lu}/u.test(word))) return ` ${name}`
  return GROUP.test(name) ? ' all' : ' [name]'
}

/** A mail of which only its subject was dictated: "… about the Leeds workshop". */
const SUBJECT_ONLY = /^I am writing about (?:[^.?!]|[.](?=\S))+\.$/

/** Fields of records that may be told to others: what went well, and what came of a decision. */
const TOLD: ReadonlySet<string> = new Set(['wins', 'outcome'])

/** What the founder wrote of a subject, for a mail about it: the best record's own words, and where they are from. */
async function toldOf(subject: string, founder: AskingFounder) {
  const words = phraseWords(subject).filter((word) => !isAsking(word) && !isCommon(word))
  const { found } = await searchRecords(words, founder, ['check-in', 'decision'])
  const told = found.flatMap((record) =>
    (record.fields ?? [])
      .filter(
        ([name, text]) => TOLD.has(name) && phraseWords(text).some((word) => words.some((one) => isForm(one, word))),
      )
      .map(([, text]) => ({ text: inert(text.replaceAll(/\s+/g, ' ').trim()), line: foundLine(record, words) })),
  )
  return told[0]
}

const sentenceOf = (text: string | undefined): string | undefined => text && (/[.!?…]$/.test(text) ? text : `${text}.`)

const INVESTORS = /\b(?:investors?|angels?|vcs?|funds?|lenders?|bank)\b/i

/** Where nothing was dictated: investors read the figures, strangers a question that is easy to answer. */
function openingTo(recipient: string, isCold: boolean, { context: { runway } }: AskingFounder): string[] {
  if (INVESTORS.test(recipient) && runway) {
    const months = runwayMonths(runway)
    const lasts = months === undefined ? 'and we spend no more than we earn' : `which lasts ${monthsText(months)}`
    return [
      `Our figures today: revenue of ${usd(runway.monthly_revenue)} a month, burn of ${usd(runway.monthly_burn)}, and ${usd(runway.bank_balance)} in the bank, ${lasts}.`,
      'We are looking for [amount] to [what for].',
      'Could I ask you for 20 minutes of your time?',
    ]
  }
  return isCold
    ? [
        'I am building [what you build, in five words] for [people like them].',
        '[What they get from it, with one number.]',
        'Could I ask you for 15 minutes of your time?',
      ]
    : ['I am writing about […].', 'What I would ask of you: […]']
}

/** A mail to somebody outside: the co-founder can't send it. Records on the recipient stand above it. */
export const mail: Answerer = async (query, founder) => {
  const post = postDraft(inert(query.dictated))
  if (post) return postOf(post, query, founder)
  const { about, dictated, revisions = [] } = query
  const { recipient: to, subject, body, isThanks } = mailDraft(inert(dictated), revisions.map(inert))
  // What is recorded of a group is on its members: the subject says more.
  const named = GROUP.test(to ?? '') ? particularOf(subject) : particularOf(to ?? '')
  const onRecipient = await searchRecords(named, founder)
  const { found } = onRecipient.found.length > 0 ? onRecipient : await searchRecords(about, founder)
  const recipient = to && asRecorded(to, found.map(({ title, text }) => `${title} ${text}`).join(' '))
  const isSubject = SUBJECT_ONLY.test(body)
  const told = isSubject ? await toldOf(subject, founder) : undefined
  const isDue = /\bpay\b/i.test(body) && !/\binvoice/i.test(body) && found.some(({ text }) => INVOICE.test(text))
  const title = isDue ? 'Our invoice [number]' : subject
  const proposals: readonly Proposal[] = [
    { kind: 'message', text: `Could you look over my mail${recipient ? ` to ${recipient}` : ''} about “${title}”?` },
  ]
  const thanks = body.includes('?') ? 'Thank you for your answer.' : 'Thank you.'
  const draft: readonly Paragraph[] = [
    { role: 'frame', text: `Hello${greeted(recipient)},` },
    ...(isDue ? [{ role: 'said', text: 'Our invoice [number] of [date] is still open.' } as const] : []),
    ...(body === ''
      ? openingTo(to ?? '', /\b(?:cold|pitch)\b/i.test(dictated), founder).map(
          (text) => ({ role: 'said', text }) as const,
        )
      : [{ role: 'said', text: body } as const]),
    ...(isSubject
      ? [sentenceOf(told?.text) ?? '[What there is to know about it]', 'What I would ask of you: […]'].map(
          (text) => ({ role: 'filler', text }) as const,
        )
      : []),
    ...(MEETING.test(body)
      ? [{ role: 'filler', text: 'Would [day, time] or [day, time] suit you? A short “yes” is enough.' } as const]
      : []),
    ...(isThanks && !isSubject && !/\bthank/i.test(body) ? [{ role: 'filler', text: thanks } as const] : []),
    { role: 'frame', text: `Best regards,\n${founder.context.firstName}` },
  ]
  const { paragraphs, broken } = limited(draft, limitsOf(query))
  return {
    line: `Here is a draft${recipient ? ` to ${recipient.replace(/^(?:my|our)\b/i, 'your')}` : ''} to copy; I **cannot send** mail to others.${broken}`,
    article: { title: `Subject: ${title}`, steps: paragraphs.join('\n\n') },
    evidence: [...(told ? [told.line] : []), ...found.map((one) => foundLine(one, named))].slice(0, 3),
    proposals,
  }
}

/** What the company does, where the squad has written it down: the sentence in quotes of its newest note on positioning. */
const companyOf = ({ context: { notes } }: AskingFounder): string | undefined =>
  notes
    .filter(({ category }) => category === 'positioning')
    .flatMap(({ content }) => /“(?<said>[^”]{20,200}[.!])”/.exec(content)?.groups?.['said'] ?? [])
    .map(inert)[0]

/** A post or a job ad, which is read by anybody: no salutation, only what may be told, and places to fill in for the rest. */
async function postOf({ kind, subject, further }: PostDraft, query: Query, founder: AskingFounder): Promise<Answer> {
  const words = particularOf(subject)
  const [told, { found }] = await Promise.all([toldOf(subject, founder), searchRecords(words, founder)])
  const company = companyOf(founder)
  const isAd = kind === 'job-ad'
  const paragraphs = isAd
    ? [
        `We are looking for ${subject === '' ? '[role]' : subject}.`,
        `What we do: ${company ?? '[what the company does, in one sentence]'}`,
        'What you will do: [the three things that fill the week]',
        ...(further === '' ? ['What we offer: [pay, hours, place]'] : [`What we offer: ${further}`]),
        'How to apply: [address, what to send, by when]',
      ]
    : [
        ...(further === '' ? [sentenceOf(told?.text) ?? `[What happened: ${subject}]`] : [further]),
        '[What you learned from it, in one sentence]',
        ...(company ? [company] : []),
        '[What readers should do: a question, a link]',
      ]
  const { paragraphs: kept, broken } = limited(
    // What only asks to be filled in goes first.
    paragraphs.map((text, at) => ({ role: at > 0 && text.startsWith('[') ? 'filler' : 'said', text })),
    limitsOf(query),
  )
  const about = subject === '' ? '' : isAd ? ` for ${subject}` : ` about ${subject}`
  return {
    line: `Here is a draft of the ${isAd ? 'job ad' : 'post'}${about} to copy; I **cannot publish** it.${broken}`,
    article: {
      title: isAd
        ? capital(subject.replace(/^(?:an?|the|our|another)\b ?(?:first |second |new )?/i, '')) || 'Job ad'
        : 'Post',
      steps: kept.join('\n\n'),
    },
    evidence: [...new Set([...(told ? [told.line] : []), ...found.map((one) => foundLine(one, words))])].slice(0, 3),
    proposals: [
      {
        kind: 'message',
        text: `Could you look over my ${isAd ? 'job ad' : 'post'}${about}?`,
      },
    ],
    next: 'fill in what stands in brackets, and read it aloud once.',
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
