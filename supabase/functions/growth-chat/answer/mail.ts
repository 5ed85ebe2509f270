import { runwayMonths } from '../../../../domain/runway.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { monthsText, usd } from '../text.ts'
import { isAsking, isCommon } from '../understand/common-words.ts'
import { mailDraft } from '../understand/mail-draft.ts'
import { isForm } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { Answerer } from './answer.ts'
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
    return words.has(name) && !words.has(word) && !isAsking(word) ? name : word
  })

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

const INVESTORS = /\b(?:investors?|angels?|vcs?|funds?|lenders?|bank)\b/i

/** Where nothing was dictated: investors read the figures, strangers a question that is easy to answer. */
function openingTo(recipient: string, isCold: boolean, { context: { runway } }: AskingFounder): string {
  if (INVESTORS.test(recipient) && runway) {
    const months = runwayMonths(runway)
    const lasts = months === undefined ? 'and we spend no more than we earn' : `which lasts ${monthsText(months)}`
    return `Our figures today: revenue of ${usd(runway.monthly_revenue)} a month, burn of ${usd(runway.monthly_burn)}, and ${usd(runway.bank_balance)} in the bank, ${lasts}. We are looking for [amount] to [what for]. Could I ask you for 20 minutes of your time?`
  }
  return isCold
    ? 'I am building [what you build, in five words] for [people like them]. [What they get from it, with one number.] Could I ask you for 15 minutes of your time?'
    : 'I am writing about […]. What I would ask of you: […]'
}

/** A mail to somebody outside: the co-founder can't send it. Records on the recipient stand above it. */
export const mail: Answerer = async ({ about, dictated, revisions = [] }, founder) => {
  const { recipient: to, subject, body, isThanks } = mailDraft(inert(dictated), revisions.map(inert))
  const named = phraseWords(to ?? '').filter((word) => !isAsking(word))
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
  const paragraphs = [
    'Hello [name],',
    ...(isDue ? ['Our invoice [number] of [date] is still open.'] : []),
    body === '' ? openingTo(to ?? '', /\b(?:cold|pitch)\b/i.test(dictated), founder) : body,
    ...(isSubject ? [told?.text ?? '[What there is to know about it]', 'What I would ask of you: […]'] : []),
    ...(MEETING.test(body) ? ['Would [day, time] or [day, time] suit you? A short “yes” is enough.'] : []),
    ...(isThanks && !isSubject && !/\bthank/i.test(body)
      ? [body.includes('?') ? 'Thank you for your answer.' : 'Thank you.']
      : []),
    `Best regards,\n${founder.context.firstName}`,
  ]
  return {
    line: `Here is a draft${recipient ? ` to ${recipient.replace(/^(?:my|our)\b/i, 'your')}` : ''} to copy; I **cannot send** mail to others.`,
    article: { title: `Subject: ${title}`, steps: paragraphs.join('\n\n') },
    evidence: [...(told ? [told.line] : []), ...found.map((one) => foundLine(one, named))].slice(0, 3),
    proposals,
  }
}
